"""How long an agent takes: its computing measured, or its latencies drawn from a seed."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.clock import Clock
    from modylbench.foundation.draw import Draw


ENDPOINTING_S = 0.5  # ours: how long a seat waits after somebody's last word before it asks
YIELDING_S = 0.6  # ours: how long an agent speaks on that somebody speaks over
FIRST_AUDIO_S = 0.2  # ours: what the harness's own voice costs an agent, cached or not
_is_background: ContextVar[bool] = ContextVar("is_aside", default=False)


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

    def yielding_s(self) -> float:
        """From the first sound of somebody who interrupts to the agent's silence."""


@dataclass(frozen=True, slots=True)
class MeasuredTiming:
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

    def yielding_s(self) -> float:
        """Always the same."""
        return YIELDING_S


class SeededTiming:
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

    def yielding_s(self) -> float:
        """0.5 to 1.3 s: people's median is 0.93 s (SPEC 7)."""
        return round(self._draw.uniform(0.5, 1.3), 3)


def run_in_background() -> None:
    """What this task waits for takes real time: the agent may compute beside it."""
    _is_background.set(True)


class ComputeMeter:
    """Runs the wall's time while an agent computes, and not while it waits for the meeting.

    It waits when each of its calls does. An agent that was given up may wait for ever: its waits
    count only in the calls they began in.
    """

    def __init__(self, clock: Clock, *, is_measured: bool) -> None:
        self._clock = clock
        self._is_measured = is_measured
        self._calls = 0
        self._rests: set[object] = set()
        self._work = ExitStack()
        self._rest = ExitStack()
        self._is_resting = False

    @contextmanager
    def working(self) -> Iterator[None]:
        """While a call of the agent runs."""
        self._calls += 1
        if self._calls == 1 and self._is_measured:
            self._work.enter_context(self._clock.working())
        self._settle()
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self._rests.clear()
            self._settle()
            if self._calls == 0:
                self._work.close()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While a call of the agent waits for the meeting, and nothing else."""
        rest = object()
        if self._calls and not _is_background.get():
            self._rests.add(rest)
        self._settle()
        try:
            yield
        finally:
            self._rests.discard(rest)
            self._settle()

    def _settle(self) -> None:
        rests = self._is_measured and 0 < self._calls <= len(self._rests)
        if rests and not self._is_resting:
            self._rest.enter_context(self._clock.resting())
        elif not rests and self._is_resting:
            self._rest.close()
        self._is_resting = rests
