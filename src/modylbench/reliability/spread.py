"""How much do the k runs of a scenario differ?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.reliability.report import DimensionSpread
from modylbench.scoring.arithmetic import mean, settled, variance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scoring.scorecard import Scorecard

FLAKY_VARIANCE = 1.0  # SPEC 2
CONFIDENCE = 0.95  # paper 3.5, layer 6


def standard_deviation(scores: Sequence[float]) -> float | None:
    """With n - 1 (SPEC 2); None for fewer than two runs."""
    return settled(math.sqrt(variance(scores))) if len(scores) > 1 else None


def confidence_interval(scores: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the mean by the exact t quantile; None for fewer than two runs.

    The paper reads the quantile from a table; this is the number that the table rounds.
    """
    sd = standard_deviation(scores)
    if sd is None:
        return None
    from scipy.special import stdtrit  # slow to import, and one run needs none

    runs = len(scores)
    quantile = float(stdtrit(runs - 1, (1 + CONFIDENCE) / 2))
    half, middle = quantile * sd / math.sqrt(runs), mean(scores)
    return settled(middle - half), settled(middle + half)


def dimension_spreads(cards: Sequence[Scorecard]) -> tuple[DimensionSpread, ...]:
    """Each dimension's mean per run, and how that varies from run to run."""
    by_run = [_means(card) for card in cards]
    order = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + PRODUCT_DIMENSIONS
    found = ((name, [run[name] for run in by_run if name in run]) for name in order)
    return tuple(_spread(name, means) for name, means in found if means)


def _means(card: Scorecard) -> dict[str, float]:
    scores: dict[str, list[float]] = {}
    for dimension in card.dimensions():
        if dimension.score is not None:
            scores.setdefault(dimension.dimension, []).append(dimension.score)
    return {name: mean(values) for name, values in scores.items()}


def _spread(dimension: str, means: list[float]) -> DimensionSpread:
    found = variance(means) if len(means) > 1 else None
    return DimensionSpread(
        dimension=dimension,
        mean=mean(means),
        variance=found,
        is_flaky=found is not None and found > FLAKY_VARIANCE,
    )
