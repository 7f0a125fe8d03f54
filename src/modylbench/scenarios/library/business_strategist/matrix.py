"""How do scores and weights become totals and ranks?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.markets import CRITERIA, NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    Figures = Mapping[str, Mapping[str, float]]
    Scores = Mapping[str, Mapping[str, int]]
    Weights = Mapping[str, float]

TOTAL_DECIMALS = 2  # weights are whole percentages and scores whole, so two decimals are exact


@dataclass(frozen=True)
class Matrix:
    """Scores by criterion and market, weights by criterion, and what they add up to."""

    scores: Scores
    weights: Weights
    totals: Mapping[str, float]

    @property
    def order(self) -> tuple[str, ...]:
        """The markets from the highest total to the lowest; equals in the order of the pack."""
        return tuple(sorted(NAMES, key=lambda name: -self.totals[name]))

    @property
    def ranks(self) -> dict[str, int]:
        """Every market's place, 1 for the best; equals share a place."""
        totals = sorted(self.totals.values(), reverse=True)
        return {name: 1 + totals.index(self.totals[name]) for name in NAMES}

    @property
    def lead(self) -> float:
        """How far the first is ahead of the second."""
        first, second = self.order[:2]
        return round(self.totals[first] - self.totals[second], TOTAL_DECIMALS)


def scored(figures: Figures) -> dict[str, dict[str, int]]:
    """The score of every market on every criterion."""
    return {
        criterion.id: {name: criterion.score(figures[criterion.id][name]) for name in NAMES}
        for criterion in CRITERIA
    }


def weighed(scores: Scores, weights: Weights) -> Matrix:
    """The matrix with each market's total: its scores times the weights."""
    totals = {
        name: round(
            math.fsum(weights[criterion.id] * scores[criterion.id][name] for criterion in CRITERIA),
            TOTAL_DECIMALS,
        )
        for name in NAMES
    }
    return Matrix(scores, weights, totals)
