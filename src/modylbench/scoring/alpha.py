"""How far do judges agree beyond chance? Krippendorff's alpha, with missing ratings.

Krippendorff, Computing Krippendorff's Alpha-Reliability (2011). Written here because the package of
that name is under the GPL; tests hold it against the worked example of the paper.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import chain
from operator import mul
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
    return settled(1 - math.fsum(observed) / expected)


def alpha_ordinal(units: Iterable[Sequence[float]]) -> float | None:
    """Alpha for scores of which only the order means something.

    The ordinal distance of two values is the number of ratings between their places among all
    pairable ratings, which is the difference of their mid-ranks: so it is the interval alpha of
    the mid-ranks.
    """
    pairable = [unit for unit in units if len(unit) > 1]
    rank = _mid_ranks([*chain.from_iterable(pairable)]).__getitem__
    return alpha_interval([list(map(rank, unit)) for unit in pairable])


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
