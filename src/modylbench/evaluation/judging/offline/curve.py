"""Which score does a measured number stand for?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from modylbench.evaluation.dimensions import HIGHEST, LOWEST

SPAN = HIGHEST - LOWEST


@dataclass(frozen=True, slots=True)
class Power:
    """A share on the scale of 1 to 10, convex: the first failures cost most.

    >>> Power(2)(0.5)
    3.25
    """

    exponent: int

    def __call__(self, share: float) -> float:
        """The score of a share."""
        return LOWEST + float(SPAN * min(1.0, max(0.0, share)) ** self.exponent)

    @property
    def wording(self) -> str:
        """How the document writes it."""
        return f"1 + 9 x share^{self.exponent}" if self.exponent > 1 else "1 + 9 x share"


@dataclass(frozen=True, slots=True)
class Points:
    """Straight lines between given points, level before the first and after the last.

    >>> Points((0, 10), (1, 4), (3, 1))(2)
    2.5
    """

    at: tuple[tuple[float, float], ...]

    def __init__(self, *at: tuple[float, float]) -> None:
        object.__setattr__(self, "at", at)

    def __call__(self, value: float) -> float:
        """The score of a value."""
        if value <= self.at[0][0]:
            return float(self.at[0][1])
        for (low, before), (high, after) in pairwise(self.at):
            if value <= high:
                return before + (after - before) * (value - low) / (high - low)
        return float(self.at[-1][1])

    @property
    def wording(self) -> str:
        """How the document writes it."""
        return ", ".join(f"{value:g} gives {score:g}" for value, score in self.at)


Curve = Power | Points


def together(scores: list[float]) -> float:
    """What several pieces of evidence come to: each takes its part of what the others leave."""
    left = 1.0
    for score in scores:
        left *= (score - LOWEST) / SPAN
    return round(LOWEST + SPAN * left, 3)
