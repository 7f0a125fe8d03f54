"""Functions of text: joining, cutting, searching, and numbers written in a format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.arithmetic import MOST_ARGUMENTS
from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.values import (
    LONGEST_TEXT,
    VALUE,
    Array,
    ErrorValue,
    FormulaError,
    UnsupportedFormula,
    limit_length,
    number,
    text,
)
from modylbench.documents.workbook.number_format import format_date, format_number, is_date

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.documents.workbook.formulas.values import Value


def _all(given: Iterable[Value | Array]) -> list[str]:
    return [
        text(value)
        for argument in given
        for value in (argument.values if isinstance(argument, Array) else [argument])
    ]


def _join(parts: Iterable[str], between: str = "") -> str:
    """The parts with the same between them; too long a text is refused before it is made."""
    listed = list(parts)
    if sum(len(part) + len(between) for part in listed) > 2 * LONGEST_TEXT:
        raise FormulaError(VALUE)
    return limit_length(between.join(listed))


def _textjoin(between: str, skips: Value, *given: Value | Array) -> str:
    return _join((part for part in _all(given) if part or not number(skips)), between)


def _count(number: float) -> int:
    if number < 0:
        raise FormulaError(VALUE)
    return int(min(number, LONGEST_TEXT))


def _right(text: str, count: float = 1.0) -> str:
    return text[max(len(text) - _count(count), 0) :]


def _mid(text: str, start: float, count: float) -> str:
    if start < 1:
        raise FormulaError(VALUE)
    first = _count(start) - 1
    return text[first : first + _count(count)]


def _find(wanted: str, text: str, start: float = 1.0) -> float:
    place = text.find(wanted, _count(start) - 1) if start >= 1 else -1
    if place < 0:
        raise FormulaError(VALUE)
    return place + 1.0


def _search(wanted: str, text: str, start: float = 1.0) -> float:
    if any(c in wanted for c in "*?~"):
        reason = "SEARCH by a pattern is not computed"
        raise UnsupportedFormula(reason)
    return _find(wanted.lower(), text.lower(), start)


def _substitute(text: str, old: str, new: str, which: Value = None) -> str:
    if not old:
        return text
    if len(text) + text.count(old) * len(new) > 2 * LONGEST_TEXT:
        raise FormulaError(VALUE)
    if which is None:
        return limit_length(text.replace(old, new))
    parts = text.split(old)
    place = int(number(which))
    if place < 1:
        raise FormulaError(VALUE)
    if place >= len(parts):
        return text
    return limit_length(old.join(parts[:place]) + new + old.join(parts[place:]))


def _repeat(text: str, count: float) -> str:
    if count < 0 or len(text) * count > LONGEST_TEXT:
        raise FormulaError(VALUE)
    return text * int(count)


def _format(value: Value, code: str) -> str:
    """A number in a format, as a cell would show it."""
    if isinstance(value, str | bool) and not isinstance(value, bool):
        return value
    found = number(value)
    if code.lower() in {"general", "@", ""}:
        return text(found) if code else ""
    if is_date(code):
        day = format_date(found, code, since_1904=False)
        if day is None:
            raise FormulaError(VALUE)
        return day
    written = format_number(found, code)
    if written is None:
        reason = f"TEXT in the format {code[:40]!r} is not computed"
        raise UnsupportedFormula(reason)
    return written


def _with_decimals(number: float, places: float = 2.0, plain: Value = False) -> str:
    decimals = int(max(0.0, min(places, 30.0)))
    code = ("0" if plain else "#,##0") + ("." + "0" * decimals if decimals else "")
    return _format(number, code)


def _value(given: Value) -> float:
    if isinstance(given, bool):
        raise FormulaError(VALUE)
    return number(given)


def _proper(text: str) -> str:
    return re.sub(r"[^\W\d_]+", lambda word: word[0].capitalize(), text)


def _concat(*given: Value | Array) -> str:
    for argument in given:
        if isinstance(argument, ErrorValue):
            raise FormulaError(argument)
    return _join(_all(given))


TEXT_FUNCTIONS: dict[str, Function] = {
    "CONCAT": Function(_concat, "r", 1, MOST_ARGUMENTS),
    "CONCATENATE": Function(lambda *given: _join(given), "t", 1, MOST_ARGUMENTS),
    "TEXTJOIN": Function(_textjoin, "tvr", 3, MOST_ARGUMENTS),
    "TEXT": Function(_format, "vt", 2, 2),
    "FIXED": Function(_with_decimals, "nnv", 1, 3),
    "VALUE": Function(_value, "v", 1, 1),
    "LEFT": Function(lambda text, count=1.0: text[: _count(count)], "tn", 1, 2),
    "RIGHT": Function(_right, "tn", 1, 2),
    "MID": Function(_mid, "tnn", 3, 3),
    "LEN": Function(lambda text: float(len(text)), "t", 1, 1),
    "UPPER": Function(lambda text: limit_length(text.upper()), "t", 1, 1),
    "LOWER": Function(lambda text: limit_length(text.lower()), "t", 1, 1),
    "PROPER": Function(lambda text: limit_length(_proper(text)), "t", 1, 1),
    "TRIM": Function(lambda text: " ".join(p for p in text.split(" ") if p), "t", 1, 1),
    "FIND": Function(_find, "ttn", 2, 3),
    "SEARCH": Function(_search, "ttn", 2, 3),
    "SUBSTITUTE": Function(_substitute, "tttv", 3, 4),
    "REPT": Function(_repeat, "tn", 2, 2),
    "EXACT": Function(lambda first, second: first == second, "t", 2, 2),
}
