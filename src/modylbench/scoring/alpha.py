"""How far do judges agree beyond chance? Krippendorff's alpha, with missing ratings.

Krippendorff, Computing Krippendorff's Alpha-Reliability (2011). Written here because the package of
that name is under the GPL; tests hold it against the worked example of the paper.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from modylbench.scoring.arithmetic import settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def alpha_interval(units: Iterable[Sequence[float]]) -> float | None:
    """Alpha for scores whose distances mean something; one unit is one subject's ratings.

    1 is perfect agreement, 0 what chance would give. None where no unit has two ratings, or where
    all ratings are one value: then there is nothing to tell agreement from chance by.
    """
    by_size: dict[int, list[Sequence[float]]] = {}
    for unit in units:
        by_size.setdefault(len(unit), []).append(unit)
    pairable = {size: of_one for size, of_one in by_size.items() if size > 1}
    values = [value for of_one in pairable.values() for unit in of_one for value in unit]
    if len(set(values)) < 2:
        return None
    observed = math.fsum(
        _squared_distances(of_one, size) / (size - 1) for size, of_one in pairable.items()
    )
    expected = _squared_distances([values], len(values)) / (len(values) - 1)
    return settled(1 - observed / expected)


def alpha_ordinal(units: Iterable[Sequence[float]]) -> float | None:
    """Alpha for scores of which only the order means something.

    The ordinal distance of two values is the number of ratings between their places among all
    pairable ratings, which is the difference of their mid-ranks: so it is the interval alpha of
    the mid-ranks.
    """
    pairable = [unit for unit in units if len(unit) > 1]
    rank = _mid_ranks([value for unit in pairable for value in unit]).__getitem__
    return alpha_interval([list(map(rank, unit)) for unit in pairable])


def _squared_distances(units: Sequence[Sequence[float]], size: int) -> float:
    """The squared distances over all pairs within each of the units, which are of one size.

    By way of sums, since those of a unit are n times the sum of squares less the square of the sum.
    """
    squares = math.fsum([value * value for unit in units for value in unit])
    return size * squares - math.fsum([math.fsum(unit) ** 2 for unit in units])


def _mid_ranks(values: Sequence[float]) -> dict[float, float]:
    counts = Counter(values)
    ranks, below = {}, 0
    for value in sorted(counts):
        ranks[value] = below + counts[value] / 2
        below += counts[value]
    return ranks
