"""What a check of a scenario found wrong."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a scenario, at a seed or (None) at every seed."""

    scenario: str
    seed: int | None
    subject: str
    text: str

    @override
    def __str__(self) -> str:
        seed = "" if self.seed is None else f" seed {self.seed}"
        return f"{self.scenario}{seed}: {self.subject}: {self.text}"
