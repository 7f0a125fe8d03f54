"""Options of an evaluation: what judges get, whose transcript, which layers off, which norms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from modylbench.evaluation.dynamics.norms import Norms, default_norms

Transcripts = Literal["captions", "checked", "full"]


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """Whether judges get sound and pictures, whose transcript, and which layers are off.

    The layers switched in this stage are 4, verification, alone (SPEC 3).
    """

    mode: Literal["text", "multimodal"] = "multimodal"
    layers_off: tuple[int, ...] = ()
    transcripts: Transcripts = "checked"
    listener: str = ""
    """Who has listened, by name; empty where nobody has."""
    norms: Norms = field(default_factory=default_norms, repr=False)
    """What dynamics are compared with."""

    @property
    def words(self) -> str:
        """Whose words are taken for the agent's, as evaluations say it."""
        return f"{self.transcripts} by {self.listener}" if self.listener else self.transcripts
