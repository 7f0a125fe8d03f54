"""Statistics of the numbers in ranges: averages, spread, order."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.functions.numbers import (
    MOST_ARGUMENTS,
    numbers_in,
    total,
)
from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    MISSING,
    NUMBER,
    Array,
    Fault,
    Faulted,
    finite,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.workbook.formulas.values import Value


def mean(numbers: list[float]) -> float:
    """The average; that of nothing is #DIV/0!."""
    if not numbers:
        raise Faulted(DIVISION)
    return total(numbers) / len(numbers)


def variance(numbers: list[float], *, of_sample: bool) -> float:
    """The mean square of the differences from the mean."""
    if len(numbers) <= of_sample:
        raise Faulted(DIVISION)
    middle = mean(numbers)
    squares = total(finite((number - middle) * (number - middle)) for number in numbers)
    return squares / (len(numbers) - of_sample)


def _median(numbers: list[float]) -> float:
    if not numbers:
        raise Faulted(NUMBER)
    return float(statistics.median(numbers))


def _counted(*given: Value | Array) -> float:
    """How many numbers there are; errors are passed over."""
    found = [v for g in given for v in (g.values if isinstance(g, Array) else [g])]
    return float(sum(isinstance(value, float) for value in found))


def _given(*given: Value | Array) -> float:
    found = [v for g in given for v in (g.values if isinstance(g, Array) else [g])]
    return float(sum(value is not None for value in found))


def _blank(given: Value | Array) -> float:
    found = given.values if isinstance(given, Array) else [given]
    return float(sum(value is None or value == "" for value in found))


def _nth(*, is_largest: bool) -> Callable[[Value | Array, float], float]:
    def nth(given: Value | Array, place: float) -> float:
        found = sorted(numbers_in([given]), reverse=is_largest)
        if not 1 <= place <= len(found):
            raise Faulted(NUMBER)
        return found[math.ceil(place) - 1]

    return nth


def _rank(number: float, given: Value | Array, ascending: float = 0.0) -> float:
    found = numbers_in([given])
    if number not in found:
        raise Faulted(MISSING)
    if ascending:
        return 1.0 + sum(one < number for one in found)
    return 1.0 + sum(one > number for one in found)


def _quantile(given: Value | Array, share: float) -> float:
    found = sorted(numbers_in([given]))
    if not found or not 0 <= share <= 1:
        raise Faulted(NUMBER)
    place = share * (len(found) - 1)
    below = math.floor(place)
    above = min(below + 1, len(found) - 1)
    return finite(found[below] + (place - below) * (found[above] - found[below]))


def _pairs(first: Value | Array, second: Value | Array) -> tuple[list[float], list[float]]:
    """The numbers that stand at the same places."""
    if not isinstance(first, Array) or not isinstance(second, Array):
        raise Faulted(DIVISION)
    if len(first.values) != len(second.values):
        raise Faulted(MISSING)
    pairs = [
        (a, b)
        for a, b in zip(first.values, second.values, strict=True)
        if isinstance(a, float) and isinstance(b, float)
    ]
    for value in (*first.values, *second.values):
        if isinstance(value, Fault):
            raise Faulted(value)
    return [a for a, _ in pairs], [b for _, b in pairs]


def _moments(first: Value | Array, second: Value | Array) -> tuple[float, float, float]:
    """The sums of squares of both and of their products, about their means."""
    xs, ys = _pairs(first, second)
    if len(xs) < 2:
        raise Faulted(DIVISION)
    x, y = mean(xs), mean(ys)
    return (
        total((a - x) * (a - x) for a in xs),
        total((b - y) * (b - y) for b in ys),
        total((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)),
    )


def _correlation(first: Value | Array, second: Value | Array) -> float:
    xx, yy, xy = _moments(first, second)
    if xx == 0 or yy == 0:
        raise Faulted(DIVISION)
    return xy / math.sqrt(xx) / math.sqrt(yy)


def _slope(ys: Value | Array, xs: Value | Array) -> float:
    xx, _, xy = _moments(xs, ys)
    if xx == 0:
        raise Faulted(DIVISION)
    return xy / xx


def _intercept(ys: Value | Array, xs: Value | Array) -> float:
    a, b = _pairs(xs, ys)
    return mean(b) - _slope(ys, xs) * mean(a)


def _geometric(numbers: list[float]) -> float:
    if not numbers or min(numbers) <= 0:
        raise Faulted(NUMBER)
    return math.exp(total(math.log(number) for number in numbers) / len(numbers))


def _of(call: Callable[[list[float]], float]) -> Function:
    return Function(lambda *given: call(numbers_in(given)), "r", 1, MOST_ARGUMENTS)


_SAMPLE = _of(lambda found: variance(found, of_sample=True))
_ALL = _of(lambda found: variance(found, of_sample=False))
_SAMPLE_ROOT = _of(lambda found: math.sqrt(variance(found, of_sample=True)))
_ALL_ROOT = _of(lambda found: math.sqrt(variance(found, of_sample=False)))
_QUANTILE = Function(_quantile, "rn", 2, 2)
_QUARTILE = Function(lambda given, place: _quantile(given, int(place) / 4), "rn", 2, 2)
_RANK = Function(_rank, "nrn", 2, 3)

SAMPLES: dict[str, Function] = {
    "AVERAGE": _of(mean),
    "MIN": _of(lambda found: min(found, default=0.0)),
    "MAX": _of(lambda found: max(found, default=0.0)),
    "COUNT": Function(_counted, "c", 1, MOST_ARGUMENTS),
    "COUNTA": Function(_given, "c", 1, MOST_ARGUMENTS),
    "COUNTBLANK": Function(_blank, "r", 1, 1),
    "MEDIAN": _of(_median),
    "GEOMEAN": _of(_geometric),
    "STDEV": _SAMPLE_ROOT,
    "STDEV.S": _SAMPLE_ROOT,
    "STDEVP": _ALL_ROOT,
    "STDEV.P": _ALL_ROOT,
    "VAR": _SAMPLE,
    "VAR.S": _SAMPLE,
    "VARP": _ALL,
    "VAR.P": _ALL,
    "LARGE": Function(_nth(is_largest=True), "rn", 2, 2),
    "SMALL": Function(_nth(is_largest=False), "rn", 2, 2),
    "RANK": _RANK,
    "RANK.EQ": _RANK,
    "PERCENTILE": _QUANTILE,
    "PERCENTILE.INC": _QUANTILE,
    "QUARTILE": _QUARTILE,
    "QUARTILE.INC": _QUARTILE,
    "CORREL": Function(_correlation, "r", 2, 2),
    "SLOPE": Function(_slope, "r", 2, 2),
    "INTERCEPT": Function(_intercept, "r", 2, 2),
    "RSQ": Function(lambda a, b: _correlation(a, b) ** 2, "r", 2, 2),
}
