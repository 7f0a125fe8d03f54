"""Arithmetic: sums, rounding, powers."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.operators import power
from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    NUMBER,
    VALUE,
    Array,
    Fault,
    Faulted,
    finite,
    number,
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
                if isinstance(value, Fault):
                    raise Faulted(value)
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
        raise Faulted(NUMBER) from error


def _sumproduct(*arrays: Value | Array) -> float:
    shapes = {(len(a.rows), len(a.rows[0])) if isinstance(a, Array) else (1, 1) for a in arrays}
    if len(shapes) != 1:
        raise Faulted(VALUE)
    columns = [a.values if isinstance(a, Array) else [a] for a in arrays]
    return total(
        finite(math.prod(_factor(value) for value in values))
        for values in zip(*columns, strict=True)
    )


def _factor(value: Value) -> float:
    if isinstance(value, Fault):
        raise Faulted(value)
    return value if isinstance(value, float) else 0.0


def _rounded(mode: str) -> Callable[[float, float], float]:
    def rounded(number: float, digits: float = 0.0) -> float:
        places = int(max(-300.0, min(digits, 300.0)))
        if abs(number) >= LARGEST_EXACT and places >= 0:
            return number
        with localcontext() as context:
            context.prec = 700
            exact = Decimal(f"{number:.15g}")  # 2.675 is meant, not what is next to it
            return finite(float(exact.quantize(Decimal(1).scaleb(-places), mode)))

    return rounded


def _mod(number: float, divisor: float) -> float:
    if divisor == 0:
        raise Faulted(DIVISION)
    return finite(number - divisor * math.floor(finite(number / divisor)))


def _to_multiple(step: Callable[[float], float]) -> Callable[[float, float], float]:
    def stepped(number: float, multiple: float = 1.0) -> float:
        if multiple == 0:
            return 0.0
        ratio = finite(number / multiple)
        near = round(ratio)
        is_whole = math.isclose(ratio, near, rel_tol=1e-14, abs_tol=1e-14)
        return finite((near if is_whole else step(ratio)) * multiple)

    return stepped


def _guarded(call: Callable[..., float]) -> Callable[..., float]:
    """The same; what has no result is #NUM!."""

    def guarded(*numbers: float) -> float:
        try:
            return finite(float(call(*numbers)))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise Faulted(NUMBER) from error

    return guarded


def _nearest(number: float, multiple: float) -> float:
    if number * multiple < 0:
        raise Faulted(NUMBER)
    return 0.0 if multiple == 0 else _rounded(ROUND_HALF_UP)(number / multiple, 0) * multiple


def _on_numbers(call: Callable[..., float], least: int, most: int | None = None) -> Function:
    return Function(call, "n", least, least if most is None else most)


def _on_ranges(call: Callable[[list[float]], float]) -> Function:
    return Function(lambda *given: call(numbers_in(given)), "r", 1, MOST_ARGUMENTS)


NUMBERS: dict[str, Function] = {
    "SUM": _on_ranges(total),
    "PRODUCT": _on_ranges(lambda found: finite(math.prod(found)) if found else 0.0),
    "SUMSQ": _on_ranges(lambda found: total(finite(one * one) for one in found)),
    "SUMPRODUCT": Function(_sumproduct, "a", 1, MOST_ARGUMENTS),
    "ROUND": _on_numbers(_rounded(ROUND_HALF_UP), 2),
    "ROUNDUP": _on_numbers(_rounded(ROUND_UP), 2),
    "ROUNDDOWN": _on_numbers(_rounded(ROUND_DOWN), 2),
    "TRUNC": _on_numbers(_rounded(ROUND_DOWN), 1, 2),
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
    "SQRT": _on_numbers(_guarded(math.sqrt), 1),
    "EXP": _on_numbers(_guarded(math.exp), 1),
    "LN": _on_numbers(_guarded(math.log), 1),
    "LOG": _on_numbers(_guarded(lambda n, base=10.0: math.log(n) / math.log(base)), 1, 2),
    "LOG10": _on_numbers(_guarded(math.log10), 1),
    "PI": Function(lambda: math.pi, "n", 0, 0),
}
