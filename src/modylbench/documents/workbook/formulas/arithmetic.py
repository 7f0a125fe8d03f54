"""Functions of arithmetic and statistics: sums, rounding, powers, averages, spread, order."""

from __future__ import annotations

import math
import statistics
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    MISSING,
    NUMBER,
    VALUE,
    Array,
    ErrorValue,
    FormulaError,
    finite,
    number,
    power,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from modylbench.documents.workbook.formulas.values import Value

MOST_ARGUMENTS = 255
LARGEST_EXACT = 1e15


def numbers_in(arguments: Iterable[Value | Array]) -> list[float]:
    """The numbers given: in ranges, texts, yes and no and blanks are passed over."""
    found: list[float] = []
    for argument in arguments:
        if isinstance(argument, Array):
            for value in argument.values:
                if isinstance(value, ErrorValue):
                    raise FormulaError(value)
                if isinstance(value, float):
                    found.append(value)
        else:
            found.append(number(argument))
    return found


def total(numbers: Iterable[float]) -> float:
    """The sum, which does not depend on the order."""
    try:
        return finite(math.fsum(numbers))
    except (OverflowError, ValueError) as error:
        raise FormulaError(NUMBER) from error


def _sumproduct(*arrays: Value | Array) -> float:
    shapes = {(len(a.rows), len(a.rows[0])) if isinstance(a, Array) else (1, 1) for a in arrays}
    if len(shapes) != 1:
        raise FormulaError(VALUE)
    columns = [a.values if isinstance(a, Array) else [a] for a in arrays]
    return total(
        finite(math.prod(_factor(value) for value in values))
        for values in zip(*columns, strict=True)
    )


def _factor(value: Value) -> float:
    if isinstance(value, ErrorValue):
        raise FormulaError(value)
    return value if isinstance(value, float) else 0.0


def _rounding(mode: str) -> Callable[[float, float], float]:
    def round_to(number: float, digits: float = 0.0) -> float:
        places = int(max(-300.0, min(digits, 300.0)))
        if abs(number) >= LARGEST_EXACT and places >= 0:
            return number
        with localcontext() as context:
            context.prec = 700
            exact = Decimal(f"{number:.15g}")  # 2.675 is meant, not what is next to it
            return finite(float(exact.quantize(Decimal(1).scaleb(-places), mode)))

    return round_to


def _mod(number: float, divisor: float) -> float:
    if divisor == 0:
        raise FormulaError(DIVISION)
    return finite(number - divisor * math.floor(finite(number / divisor)))


def _to_multiple(step: Callable[[float], float]) -> Callable[[float, float], float]:
    def step_to(number: float, multiple: float = 1.0) -> float:
        if multiple == 0:
            return 0.0
        ratio = finite(number / multiple)
        near = round(ratio)
        is_whole = math.isclose(ratio, near, rel_tol=1e-14, abs_tol=1e-14)
        return finite((near if is_whole else step(ratio)) * multiple)

    return step_to


def _or_number_error(call: Callable[..., float]) -> Callable[..., float]:
    """The same; what has no result is #NUM!."""

    def call_safely(*numbers: float) -> float:
        try:
            return finite(float(call(*numbers)))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise FormulaError(NUMBER) from error

    return call_safely


def _nearest(number: float, multiple: float) -> float:
    if number * multiple < 0:
        raise FormulaError(NUMBER)
    return 0.0 if multiple == 0 else _rounding(ROUND_HALF_UP)(number / multiple, 0) * multiple


def _on_numbers(call: Callable[..., float], least: int, most: int | None = None) -> Function:
    return Function(call, "n", least, least if most is None else most)


def _on_ranges(call: Callable[[list[float]], float]) -> Function:
    return Function(lambda *given: call(numbers_in(given)), "r", 1, MOST_ARGUMENTS)


ARITHMETIC_FUNCTIONS: dict[str, Function] = {
    "SUM": _on_ranges(total),
    "PRODUCT": _on_ranges(lambda found: finite(math.prod(found)) if found else 0.0),
    "SUMSQ": _on_ranges(lambda found: total(finite(number * number) for number in found)),
    "SUMPRODUCT": Function(_sumproduct, "a", 1, MOST_ARGUMENTS),
    "ROUND": _on_numbers(_rounding(ROUND_HALF_UP), 2),
    "ROUNDUP": _on_numbers(_rounding(ROUND_UP), 2),
    "ROUNDDOWN": _on_numbers(_rounding(ROUND_DOWN), 2),
    "TRUNC": _on_numbers(_rounding(ROUND_DOWN), 1, 2),
    "MROUND": _on_numbers(_nearest, 2),
    "CEILING": _on_numbers(_to_multiple(math.ceil), 2),
    "FLOOR": _on_numbers(_to_multiple(math.floor), 2),
    "CEILING.MATH": _on_numbers(_to_multiple(math.ceil), 1, 2),
    "FLOOR.MATH": _on_numbers(_to_multiple(math.floor), 1, 2),
    "INT": _on_numbers(lambda number: float(math.floor(number)), 1),
    "MOD": _on_numbers(_mod, 2),
    "ABS": _on_numbers(abs, 1),
    "SIGN": _on_numbers(lambda number: float((number > 0) - (number < 0)), 1),
    "POWER": _on_numbers(power, 2),
    "SQRT": _on_numbers(_or_number_error(math.sqrt), 1),
    "EXP": _on_numbers(_or_number_error(math.exp), 1),
    "LN": _on_numbers(_or_number_error(math.log), 1),
    "LOG": _on_numbers(_or_number_error(lambda n, base=10.0: math.log(n) / math.log(base)), 1, 2),
    "LOG10": _on_numbers(_or_number_error(math.log10), 1),
    "PI": Function(lambda: math.pi, "n", 0, 0),
}


def mean(numbers: list[float]) -> float:
    """The average; that of nothing is #DIV/0!."""
    if not numbers:
        raise FormulaError(DIVISION)
    return total(numbers) / len(numbers)


def variance(numbers: list[float], *, of_sample: bool) -> float:
    """The mean square of the differences from the mean."""
    if len(numbers) <= of_sample:
        raise FormulaError(DIVISION)
    middle = mean(numbers)
    squares = total(finite((number - middle) * (number - middle)) for number in numbers)
    return squares / (len(numbers) - of_sample)


def _median(numbers: list[float]) -> float:
    if not numbers:
        raise FormulaError(NUMBER)
    return float(statistics.median(numbers))


def _count_numbers(*given: Value | Array) -> float:
    """How many numbers there are; errors are passed over."""
    found = [v for g in given for v in (g.values if isinstance(g, Array) else [g])]
    return float(sum(isinstance(value, float) for value in found))


def _count_filled(*given: Value | Array) -> float:
    found = [v for g in given for v in (g.values if isinstance(g, Array) else [g])]
    return float(sum(value is not None for value in found))


def _count_blank(given: Value | Array) -> float:
    found = given.values if isinstance(given, Array) else [given]
    return float(sum(value is None or value == "" for value in found))


def _nth(*, is_largest: bool) -> Callable[[Value | Array, float], float]:
    def nth(given: Value | Array, place: float) -> float:
        found = sorted(numbers_in([given]), reverse=is_largest)
        if not 1 <= place <= len(found):
            raise FormulaError(NUMBER)
        return found[math.ceil(place) - 1]

    return nth


def _rank(number: float, given: Value | Array, ascending: float = 0.0) -> float:
    found = numbers_in([given])
    if number not in found:
        raise FormulaError(MISSING)
    if ascending:
        return 1.0 + sum(other < number for other in found)
    return 1.0 + sum(other > number for other in found)


def _quantile(given: Value | Array, share: float) -> float:
    found = sorted(numbers_in([given]))
    if not found or not 0 <= share <= 1:
        raise FormulaError(NUMBER)
    place = share * (len(found) - 1)
    below = math.floor(place)
    above = min(below + 1, len(found) - 1)
    return finite(found[below] + (place - below) * (found[above] - found[below]))


def _pairs(first: Value | Array, second: Value | Array) -> tuple[list[float], list[float]]:
    """The numbers that stand at the same places."""
    if not isinstance(first, Array) or not isinstance(second, Array):
        raise FormulaError(DIVISION)
    if len(first.values) != len(second.values):
        raise FormulaError(MISSING)
    pairs = [
        (a, b)
        for a, b in zip(first.values, second.values, strict=True)
        if isinstance(a, float) and isinstance(b, float)
    ]
    for value in (*first.values, *second.values):
        if isinstance(value, ErrorValue):
            raise FormulaError(value)
    return [a for a, _ in pairs], [b for _, b in pairs]


def _moments(first: Value | Array, second: Value | Array) -> tuple[float, float, float]:
    """The sums of squares of both and of their products, about their means."""
    xs, ys = _pairs(first, second)
    if len(xs) < 2:
        raise FormulaError(DIVISION)
    x, y = mean(xs), mean(ys)
    return (
        total((a - x) * (a - x) for a in xs),
        total((b - y) * (b - y) for b in ys),
        total((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)),
    )


def _correlation(first: Value | Array, second: Value | Array) -> float:
    xx, yy, xy = _moments(first, second)
    if xx == 0 or yy == 0:
        raise FormulaError(DIVISION)
    return xy / math.sqrt(xx) / math.sqrt(yy)


def _slope(ys: Value | Array, xs: Value | Array) -> float:
    xx, _, xy = _moments(xs, ys)
    if xx == 0:
        raise FormulaError(DIVISION)
    return xy / xx


def _intercept(ys: Value | Array, xs: Value | Array) -> float:
    a, b = _pairs(xs, ys)
    return mean(b) - _slope(ys, xs) * mean(a)


def _geometric(numbers: list[float]) -> float:
    if not numbers or min(numbers) <= 0:
        raise FormulaError(NUMBER)
    return math.exp(total(math.log(number) for number in numbers) / len(numbers))


_SAMPLE = _on_ranges(lambda found: variance(found, of_sample=True))


_ALL = _on_ranges(lambda found: variance(found, of_sample=False))


_SAMPLE_ROOT = _on_ranges(lambda found: math.sqrt(variance(found, of_sample=True)))


_ALL_ROOT = _on_ranges(lambda found: math.sqrt(variance(found, of_sample=False)))


_QUANTILE = Function(_quantile, "rn", 2, 2)


_QUARTILE = Function(lambda given, place: _quantile(given, int(place) / 4), "rn", 2, 2)


_RANK = Function(_rank, "nrn", 2, 3)


STATISTICS_FUNCTIONS: dict[str, Function] = {
    "AVERAGE": _on_ranges(mean),
    "MIN": _on_ranges(lambda found: min(found, default=0.0)),
    "MAX": _on_ranges(lambda found: max(found, default=0.0)),
    "COUNT": Function(_count_numbers, "c", 1, MOST_ARGUMENTS),
    "COUNTA": Function(_count_filled, "c", 1, MOST_ARGUMENTS),
    "COUNTBLANK": Function(_count_blank, "r", 1, 1),
    "MEDIAN": _on_ranges(_median),
    "GEOMEAN": _on_ranges(_geometric),
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
