"""How long does an agent in process take: as long as it takes, or as a seed says?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from modylbench.foundation.draw import Draw

ENDPOINTING_S = 0.5  # ours: how long a seat waits after somebody's last word before it asks
FIRST_AUDIO_S = 0.2  # ours: what the harness's own voice costs an agent, cached or not


class Timing(Protocol):
    """The waits between hearing somebody out and the first sound."""

    @property
    def is_measured(self) -> bool:
        """Whether the agent's own computing time counts."""

    def endpointing_s(self) -> float:
        """From somebody's last word to the moment the agent begins to think."""

    def compute_s(self) -> float:
        """How long an agent that is not measured thinks."""

    def first_audio_s(self) -> float:
        """From having words to their first sound."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An agent under test: its computing is measured, what the harness does for it is fixed.

    Not measured is one that plays back answers, and waits for itself as long as they once took.
    """

    is_measured: bool = True

    def endpointing_s(self) -> float:
        """Always the same."""
        return ENDPOINTING_S

    def compute_s(self) -> float:
        """Nothing on top of what is measured."""
        return 0.0

    def first_audio_s(self) -> float:
        """Always the same."""
        return FIRST_AUDIO_S


class Drawn:
    """A reference agent: its latencies come from its seed, so that recordings repeat exactly.

    The ranges are ours, about those of good voice agents.
    """

    is_measured = False

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def endpointing_s(self) -> float:
        """0.3 to 0.7 s."""
        return round(self._draw.uniform(0.3, 0.7), 3)

    def compute_s(self) -> float:
        """0.6 to 2.2 s, mostly below the middle."""
        shortest = min(self._draw.uniform(0.6, 2.2), self._draw.uniform(0.6, 2.2))
        return round(shortest, 3)

    def first_audio_s(self) -> float:
        """0.15 to 0.35 s."""
        return round(self._draw.uniform(0.15, 0.35), 3)
