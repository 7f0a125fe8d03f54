"""What do the operators of a formula make of two values?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    NUMBER,
    Faulted,
    bounded,
    compared,
    finite,
    number,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.workbook.formulas.parse import Signed
    from modylbench.documents.workbook.formulas.values import Value

ALIKE = 2.0**-48
"""Spreadsheets show 0 where what is left of a difference is only rounding."""


def added(first: Value, second: Value) -> float:
    """The sum."""
    a, b = number(first), number(second)
    total = finite(a + b)
    return 0.0 if abs(total) < ALIKE * abs(a) else total


def divided(first: Value, second: Value) -> float:
    """The quotient."""
    a, b = number(first), number(second)
    if b == 0:
        raise Faulted(DIVISION)
    return finite(a / b)


def power(base: Value, exponent: Value) -> float:
    """The power; 0^0 and roots of negative numbers are #NUM!."""
    a, b = number(base), number(exponent)
    if a == 0 and b < 0:
        raise Faulted(DIVISION)
    if (a == 0 and b == 0) or (a < 0 and not b.is_integer()):
        raise Faulted(NUMBER)
    try:
        return finite(a**b)
    except OverflowError as error:
        raise Faulted(NUMBER) from error


def signed(value: Value, node: Signed) -> float:
    """The number with its minus and percent signs."""
    found = number(value)
    for _ in range(min(node.percents, 200)):
        found /= 100
    return -found if node.is_negative else found


OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": added,
    "-": lambda a, b: added(a, -number(b)),
    "*": lambda a, b: finite(number(a) * number(b)),
    "/": divided,
    "^": power,
    "&": lambda a, b: bounded(text(a) + text(b)),
    "=": lambda a, b: compared(a, b) == 0,
    "<>": lambda a, b: compared(a, b) != 0,
    "<": lambda a, b: compared(a, b) < 0,
    ">": lambda a, b: compared(a, b) > 0,
    "<=": lambda a, b: compared(a, b) <= 0,
    ">=": lambda a, b: compared(a, b) >= 0,
}
