"""How well the judges of a panel agree: agreement rates, and Krippendorff's alpha beyond chance.

Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), with missing ratings. Written here
because the package of that name is under the GPL; tests hold it against the paper's worked example.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import CHANNEL_DIMENSIONS, PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scoring.arithmetic import round_off
from modylbench.scoring.scorecard import PanelStatistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.scoring.scorecard import DimensionScore

# Ours: the paper (5.3) announces agreement rates and does not define them. The rubrics' five bands
# are two points wide, so judges who agree on the band differ by one point at most.
AGREEMENT_SPREAD = 1.0


def panel_statistics(scores: Iterable[DimensionScore]) -> PanelStatistics:
    """Agreement over every dimension of every subject that at least two judges rated."""
    rated = [score for score in scores if len(score.by_judge) > 1]
    units: dict[str, list[tuple[float, ...]]] = {}
    for score in rated:
        units.setdefault(score.dimension, []).append(tuple(score.by_judge.values()))
    order = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + PRODUCT_DIMENSIONS
    found = {name: units[name] for name in order if name in units}
    agreeing = {name: sum(map(_ratings_agree, of_one)) for name, of_one in found.items()}
    return PanelStatistics(
        rated=len(rated),
        agreement_rate=round_off(sum(agreeing.values()) / len(rated)) if rated else None,
        disputed=sum(score.is_disputed for score in rated),
        pessimistic=sum(score.is_pessimistic for score in rated),
        alpha_ordinal={name: alpha_ordinal(of_one) for name, of_one in found.items()},
        alpha_interval={name: alpha_interval(of_one) for name, of_one in found.items()},
        agreement_by_dimension={
            name: round_off(agreeing[name] / len(of_one)) for name, of_one in found.items()
        },
    )


def alpha_interval(units: Iterable[Sequence[float]]) -> float | None:
    """Alpha for scores whose distances mean something; one unit is one subject's ratings.

    1 is perfect agreement, 0 what chance would give. None where no unit has two ratings, or where
    all ratings are one value: then there is nothing to tell agreement from chance by.
    """
    by_size: dict[int, list[Sequence[float]]] = {}
    for unit in units:
        by_size.setdefault(len(unit), []).append(unit)
    pairable = {size: of_one for size, of_one in by_size.items() if size > 1}
    if _are_one_value(chain.from_iterable(chain.from_iterable(pairable.values()))):
        return None
    # The squared distances over all pairs of n values are n times the sum of their squares less the
    # square of their sum: within each unit for what is observed, over all values for chance.
    observed, squares, sums, count = [], [], [], 0
    for size, of_one in pairable.items():
        own_squares = _sum_of_squares(list(chain.from_iterable(of_one)))
        own_sums = list(map(math.fsum, of_one))
        observed.append((size * own_squares - _sum_of_squares(own_sums)) / (size - 1))
        squares.append(own_squares)
        sums += own_sums
        count += size * len(of_one)
    expected = (count * math.fsum(squares) - math.fsum(sums) ** 2) / (count - 1)
    return round_off(1 - math.fsum(observed) / expected)


def alpha_ordinal(units: Iterable[Sequence[float]]) -> float | None:
    """Alpha for scores of which only the order means something.

    The ordinal distance of two values is the number of ratings between their places among all
    pairable ratings, which is the difference of their mid-ranks: so it is the interval alpha of
    the mid-ranks.
    """
    pairable = [unit for unit in units if len(unit) > 1]
    rank = _mid_ranks([*chain.from_iterable(pairable)]).__getitem__
    return alpha_interval([list(map(rank, unit)) for unit in pairable])


@lru_cache(maxsize=4096)  # as in consensus.py: the same few hundred combinations
def _ratings_agree(ratings: tuple[float, ...]) -> bool:
    return round_off(max(ratings) - min(ratings)) <= AGREEMENT_SPREAD


def _are_one_value(values: Iterable[float]) -> bool:
    rest = iter(values)
    first = next(rest, None)
    return all(value == first for value in rest)


def _sum_of_squares(values: Sequence[float]) -> float:
    return math.fsum(map(mul, values, values))


def _mid_ranks(values: Sequence[float]) -> dict[float, float]:
    counts = Counter(values)
    ranks, below = {}, 0
    for value in sorted(counts):
        ranks[value] = below + counts[value] / 2
        below += counts[value]
    return ranks
