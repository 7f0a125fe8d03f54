"""What does a panel think of one dimension, and when does its lowest score count?"""

from __future__ import annotations

import statistics
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.dimensions import LOWEST
from modylbench.scoring.arithmetic import mean, settled
from modylbench.scoring.scorecard import DimensionScore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.scoring.opinions import Opinions
    from modylbench.scoring.rules import ScoringRules


def consensus(dimension: str, opinions: Opinions, rules: ScoringRules) -> DimensionScore:
    """The panel's score (paper 3.5, equation 4): the mean, or the minimum of a panel far apart.

    Whoever did not assess the dimension is left out; None where nobody did. The spread of fewer
    than two is None.
    """
    by_judge: dict[str, float] = {}
    verdicts: tuple[str, ...] = ()
    for opinion in opinions:
        score = opinion.scores.get(dimension)
        if score is not None:
            by_judge[opinion.judge] = score
            verdicts += (opinion.verdict,)
    found = _consensus(tuple(by_judge.values()), rules.disagreement_std, rules.pessimism_spread)
    middle, lowest_score, std, is_disputed, is_far_apart = found
    is_pessimistic = is_far_apart and rules.layers.pessimism
    score = lowest_score if is_pessimistic else middle
    return DimensionScore(dimension, score, by_judge, std, is_disputed, is_pessimistic, verdicts)


def lowest(dimensions: Iterable[str]) -> tuple[DimensionScore, ...]:
    """The lowest score on each: an answer that never came, a product that is not there (SPEC 2)."""
    return tuple(
        DimensionScore(
            dimension=dimension,
            score=LOWEST,
            by_judge={},
            std=None,
            is_disputed=False,
            is_pessimistic=False,
            verdicts=(),
        )
        for dimension in dimensions
    )


class _Consensus(NamedTuple):
    mean: float | None = None
    lowest: float | None = None
    std: float | None = None
    is_disputed: bool = False
    is_far_apart: bool = False


@lru_cache(maxsize=4096)  # whole ratings: the same few hundred combinations come again and again
def _consensus(
    scores: tuple[float, ...], disagreement_std: float, pessimism_spread: float
) -> _Consensus:
    if not scores:
        return _Consensus()
    middle, lowest_score = mean(scores), min(scores)
    if len(scores) == 1:
        return _Consensus(middle, lowest_score)
    std = settled(statistics.pstdev(scores))
    spread = settled(max(scores) - lowest_score)
    return _Consensus(middle, lowest_score, std, std > disagreement_std, spread > pessimism_spread)
