"""Values that a formula knows, how one kind turns into another, and what operators make of them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_TEXT = 32_767  # what a cell can hold
_NUMBER = re.compile(
    r"(?P<sign>[-+]?)[$€£]?(?P<digits>(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,30})(?:\.\d{0,30})?|\.\d{1,30})"
    r"(?P<power>[eE][-+]?\d{1,3})?(?P<percent>%?)"
)
_MAY_BE_A_DATE = re.compile(r"(?=.{0,40}\d).{0,40}[-/:. ,].{0,40}", re.DOTALL)
ALIKE = 2.0**-48
"""Spreadsheets show 0 where what is left of a difference is only rounding."""


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """An error that a cell shows, such as #DIV/0!."""

    code: str


VALUE, DIVISION, REFERENCE = ErrorValue("#VALUE!"), ErrorValue("#DIV/0!"), ErrorValue("#REF!")


NUMBER, NAME, MISSING = ErrorValue("#NUM!"), ErrorValue("#NAME?"), ErrorValue("#N/A")


ERROR_VALUES = {
    f.code: f for f in (VALUE, DIVISION, REFERENCE, NUMBER, NAME, MISSING, ErrorValue("#NULL!"))
}


Value: TypeAlias = float | str | bool | ErrorValue | None
"""What a cell can hold; None is a blank one. A number is always a float."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells on a worksheet; a worksheet's name is in small letters."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def size(self) -> int:
        """How many cells it has."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


@dataclass(frozen=True, slots=True)
class Array:
    """Values in rows, all of the same length, at least one."""

    rows: list[list[Value]]

    @property
    def values(self) -> list[Value]:
        """All of them, row by row."""
        return [value for row in self.rows for value in row]


Operand: TypeAlias = Value | Area | Array


class FormulaError(Exception):
    """A part of a formula is an error, and so is the whole."""

    def __init__(self, fault: ErrorValue) -> None:
        super().__init__(fault.code)
        self.error = fault


class UnsupportedFormula(Exception):
    """A formula that is not computed here, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def number(value: Value) -> float:
    """The value in arithmetic: blank is 0, TRUE is 1, "12%" is 0.12; other text is an error."""
    if isinstance(value, float):
        return value
    if value is None or isinstance(value, bool):
        return float(bool(value))
    if isinstance(value, ErrorValue):
        raise FormulaError(value)
    match = _NUMBER.fullmatch(value.strip())
    if match:
        written = float(match["sign"] + match["digits"].replace(",", "") + (match["power"] or ""))
        return finite(written / 100 if match["percent"] else written)
    if _MAY_BE_A_DATE.fullmatch(value.strip()):
        reason = "a text that may be a date is used as a number"
        raise UnsupportedFormula(reason)
    raise FormulaError(VALUE)


def finite(number: float) -> float:
    """The number; one too large, or none at all, is #NUM!."""
    if not math.isfinite(number):
        raise FormulaError(NUMBER)
    return number


def truncate(value: Value) -> int:
    """The number without its decimals."""
    return int(number(value))


def text(value: Value) -> str:
    """The value as & joins it.

    >>> text(0.1 + 0.2), text(1200.0), text(True), text(1e-5)
    ('0.3', '1200', 'TRUE', '0.00001')
    """
    if isinstance(value, ErrorValue):
        raise FormulaError(value)
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        short = f"{value:.15g}"
        if "e" not in short:
            return "0" if short == "-0" else short
        if 1e-10 < abs(value) < 1:
            return f"{value:.20f}".rstrip("0")
        mantissa, _, power = short.partition("e")
        return f"{mantissa}E{power}"
    return value or ""


def limit_length(text: str) -> str:
    """The text; one longer than a cell holds is #VALUE!."""
    if len(text) > LONGEST_TEXT:
        raise FormulaError(VALUE)
    return text


def truth(value: Value) -> bool:
    """The value as a condition."""
    if isinstance(value, str) and value.strip().upper() in {"TRUE", "FALSE"}:
        return value.strip().upper() == "TRUE"
    return bool(number(value))


def compare(first: Value, second: Value) -> int:
    """-1, 0 or 1: numbers come before texts, texts before FALSE and TRUE; letters are all small."""
    if first is None:
        first = _blank_like(second)
    if second is None:
        second = _blank_like(first)
    ranks = _rank(first), _rank(second)
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    if isinstance(first, str) and isinstance(second, str):
        small = first.lower(), second.lower()
        return (small[0] > small[1]) - (small[0] < small[1])
    a, b = number(first), number(second)
    if math.isclose(a, b, rel_tol=5e-15):
        return 0  # spreadsheets compare 15 digits
    return (a > b) - (a < b)


def _blank_like(other: Value) -> Value:
    if isinstance(other, bool):
        return False
    return "" if isinstance(other, str) else 0.0


def _rank(value: Value) -> int:
    if isinstance(value, ErrorValue):
        raise FormulaError(value)
    return 2 if isinstance(value, bool) else int(isinstance(value, str))


def add(first: Value, second: Value) -> float:
    """The sum."""
    a, b = number(first), number(second)
    total = finite(a + b)
    return 0.0 if abs(total) < ALIKE * abs(a) else total


def divide(first: Value, second: Value) -> float:
    """The quotient."""
    a, b = number(first), number(second)
    if b == 0:
        raise FormulaError(DIVISION)
    return finite(a / b)


def power(base: Value, exponent: Value) -> float:
    """The power; 0^0 and roots of negative numbers are #NUM!."""
    a, b = number(base), number(exponent)
    if a == 0 and b < 0:
        raise FormulaError(DIVISION)
    if (a == 0 and b == 0) or (a < 0 and not b.is_integer()):
        raise FormulaError(NUMBER)
    try:
        return finite(a**b)
    except OverflowError as error:
        raise FormulaError(NUMBER) from error


def apply_sign(value: Value, *, is_negative: bool, percents: int) -> float:
    """The number with its minus and percent signs."""
    found = number(value)
    for _ in range(min(percents, 200)):
        found /= 100
    return -found if is_negative else found


OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": add,
    "-": lambda a, b: add(a, -number(b)),
    "*": lambda a, b: finite(number(a) * number(b)),
    "/": divide,
    "^": power,
    "&": lambda a, b: limit_length(text(a) + text(b)),
    "=": lambda a, b: compare(a, b) == 0,
    "<>": lambda a, b: compare(a, b) != 0,
    "<": lambda a, b: compare(a, b) < 0,
    ">": lambda a, b: compare(a, b) > 0,
    "<=": lambda a, b: compare(a, b) <= 0,
    ">=": lambda a, b: compare(a, b) >= 0,
}
