"""In which dimensions do the agents differ?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.publishing.comparison.comparison import DimensionChange
from modylbench.publishing.comparison.standing import change_of
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.publishing.comparison.pairing import Pair
    from modylbench.publishing.comparison.standing import Demand
    from modylbench.scoring.scorecard import Scorecard

ALL = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + PRODUCT_DIMENSIONS


def dimension_changes(
    strata: Sequence[Sequence[Pair]], demand: Demand
) -> tuple[DimensionChange, ...]:
    """Each dimension that both sides of a pair were assessed on, in the order of the rubrics."""
    measured = [
        [
            (dimension_means(pair.baseline.card), dimension_means(pair.candidate.card))
            for pair in own
        ]
        for own in strata
    ]
    found: list[DimensionChange] = []
    for name in ALL:
        scores = [
            [(one[name], other[name]) for one, other in own if name in one and name in other]
            for own in measured
        ]
        there = [own for own in scores if own]
        if there:
            change = change_of(there, demand)
            found.append(DimensionChange(dimension=name, change=change))
    return tuple(found)


def dimension_means(card: Scorecard) -> dict[str, float]:
    """The mean of every dimension over the turns or products of a trial that have it."""
    scores: dict[str, list[float]] = {}
    for dimension in card.dimensions():
        if dimension.score is not None:
            scores.setdefault(dimension.dimension, []).append(dimension.score)
    return {name: mean(values) for name, values in scores.items()}
