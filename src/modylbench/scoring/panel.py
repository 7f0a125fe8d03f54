"""How well do the judges of a panel agree?"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.scoring.alpha import alpha_interval, alpha_ordinal
from modylbench.scoring.arithmetic import settled
from modylbench.scoring.scorecard import PanelStatistics

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.scoring.scorecard import DimensionScore

# Ours: the paper (5.3) announces agreement rates and does not define them. The rubrics' five bands
# are two points wide, so judges who agree on the band differ by one point at most.
AGREEMENT_SPREAD = 1.0


def panel_statistics(scores: Iterable[DimensionScore]) -> PanelStatistics:
    """Agreement over every dimension of every subject that at least two judges rated."""
    rated = [score for score in scores if len(score.by_judge) > 1]
    units: dict[str, list[tuple[float, ...]]] = {}
    for one in rated:
        units.setdefault(one.dimension, []).append(tuple(one.by_judge.values()))
    order = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + PRODUCT_DIMENSIONS
    found = {name: units[name] for name in order if name in units}
    agreeing = {name: sum(map(_agree, of_one)) for name, of_one in found.items()}
    return PanelStatistics(
        rated=len(rated),
        agreement_rate=settled(sum(agreeing.values()) / len(rated)) if rated else None,
        disputed=sum(one.is_disputed for one in rated),
        pessimistic=sum(one.is_pessimistic for one in rated),
        alpha_ordinal={name: alpha_ordinal(of_one) for name, of_one in found.items()},
        alpha_interval={name: alpha_interval(of_one) for name, of_one in found.items()},
        agreement_by_dimension={
            name: settled(agreeing[name] / len(of_one)) for name, of_one in found.items()
        },
    )


@lru_cache(maxsize=4096)  # as in consensus.py: the same few hundred combinations
def _agree(ratings: tuple[float, ...]) -> bool:
    return settled(max(ratings) - min(ratings)) <= AGREEMENT_SPREAD
