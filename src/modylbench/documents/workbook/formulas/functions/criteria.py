"""Which cells meet a condition such as ">=100" or "North*", and what do they come to?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.functions.numbers import total
from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    FAULTS,
    VALUE,
    Array,
    Fault,
    Faulted,
    NotComputed,
    compared,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.workbook.formulas.values import Value

    Spend = Callable[[int], None]

LONGEST = 255  # what spreadsheets allow
_WRITTEN = re.compile(r"(<=|>=|<>|<|>|=)?(.*)", re.DOTALL)
_HOLDS: dict[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "<>": lambda order: order != 0,
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "<=": lambda order: order <= 0,
    ">=": lambda order: order >= 0,
}


def like(text: str, pattern: str, spend: Spend) -> bool:
    """True where the text has the form of the pattern: * is anything, ? a character, ~ neither.

    Two pointers and no backtracking further than the last *, so that the work is bounded.
    """
    if len(pattern) > LONGEST:
        raise Faulted(VALUE)
    wanted = [(p[-1], len(p) == 1) for p in re.findall(r"~[*?~]|.", pattern.lower(), re.DOTALL)]
    spend(1 + len(text) * len(wanted) // 50)
    text = text.lower()
    at, place, star, resume = 0, 0, -1, 0
    while at < len(text):
        sign, is_bare = wanted[place] if place < len(wanted) else ("", False)
        if is_bare and sign == "*":
            star, resume = place, at
            place += 1
        elif sign and (sign == text[at] or (is_bare and sign == "?")):
            at, place = at + 1, place + 1
        elif star >= 0:
            resume += 1
            at, place = resume, star + 1
        else:
            return False
    return all(one == ("*", True) for one in wanted[place:])


def condition(written: Value, spend: Spend) -> Callable[[Value], bool]:
    """What a cell must meet."""
    if not isinstance(written, str):
        same = 0.0 if written is None else written
        return lambda value: _equals(value, same)
    found = _WRITTEN.fullmatch(written)
    sign, rest = (found[1], found[2]) if found else (None, written)
    operator = sign or "="
    if rest == "":
        return _blankness(operator, is_signed=sign is not None)
    wanted = _meant(rest)
    if isinstance(wanted, str) and operator in {"=", "<>"}:
        wants = operator == "="
        return lambda value: (isinstance(value, str) and like(value, wanted, spend)) == wants
    holds = _HOLDS[operator]
    if operator in {"=", "<>"}:
        return lambda value: _equals(value, wanted) == (operator == "=")
    return lambda value: _kind(value) == _kind(wanted) and holds(compared(value, wanted))


def _blankness(operator: str, *, is_signed: bool) -> Callable[[Value], bool]:
    if operator == "=":
        return (lambda value: value is None) if is_signed else (lambda value: value in (None, ""))
    if operator == "<>":
        return lambda value: value is not None
    return lambda value: False  # noqa: ARG005


def _meant(text: str) -> Value:
    """The number, yes or no, or text that a condition compares with."""
    small = text.strip().upper()
    if small in {"TRUE", "FALSE"}:
        return small == "TRUE"
    if small in FAULTS:
        raise NotComputed("a condition on errors")
    try:
        return number(text)
    except Faulted:
        return text
    except NotComputed:
        if any(c.isalpha() for c in text):
            return text
        raise


def _equals(value: Value, wanted: Value) -> bool:
    """True for the same value; a text that is written like the number counts as the number."""
    if isinstance(wanted, float) and isinstance(value, str):
        try:
            value = number(value)
        except (Faulted, NotComputed):
            return False
    return _kind(value) == _kind(wanted) and compared(value, wanted) == 0


def _kind(value: Value) -> str:
    return type(value).__name__


def _met(pairs: tuple[Value | Array, ...], spend: Spend) -> list[int]:
    """The places at which all conditions are met."""
    ranges = [_values(pair) for pair in pairs[::2]]
    if len(pairs) % 2 or len({len(one) for one in ranges}) != 1:
        raise Faulted(VALUE)
    places = list(range(len(ranges[0])))
    for values, written in zip(ranges, pairs[1::2], strict=True):
        if isinstance(written, Array):
            raise Faulted(VALUE)
        holds = condition(written, spend)
        spend(len(places))
        places = [place for place in places if holds(values[place])]
    return places


def _values(given: Value | Array) -> list[Value]:
    return given.values if isinstance(given, Array) else [given]


def _chosen(spend: Spend, target: Value | Array, pairs: tuple[Value | Array, ...]) -> list[float]:
    values = _values(target)
    if len(values) != len(_values(pairs[0])):
        raise Faulted(VALUE)
    found = [values[place] for place in _met(pairs, spend)]
    for value in found:
        if isinstance(value, Fault):
            raise Faulted(value)
    return [value for value in found if isinstance(value, float)]


def _average(found: list[float]) -> float:
    if not found:
        raise Faulted(DIVISION)
    return total(found) / len(found)


def _one(call: Callable[[list[float]], float]) -> Function:
    """A function of the form F(range, condition, [values])."""

    def conditional(
        spend: Spend, given: Value | Array, written: Value, target: Value | Array = None
    ) -> float:
        source = given if target is None else target
        return call(_chosen(spend, source, (given, written)))

    return Function(conditional, "rvr", 2, 3, spends=True)


def _many(call: Callable[[list[float]], float]) -> Function:
    """A function of the form F(values, range, condition, ...)."""

    def conditional(spend: Spend, target: Value | Array, *pairs: Value | Array) -> float:
        return call(_chosen(spend, target, pairs))

    return Function(conditional, "rrv", 3, 255, cycle=2, spends=True)


CRITERIA: dict[str, Function] = {
    "SUMIF": _one(total),
    "AVERAGEIF": _one(_average),
    "COUNTIF": Function(lambda spend, *p: float(len(_met(p, spend))), "rv", 2, 2, spends=True),
    "COUNTIFS": Function(
        lambda spend, *p: float(len(_met(p, spend))), "rv", 2, 254, cycle=2, spends=True
    ),
    "SUMIFS": _many(total),
    "AVERAGEIFS": _many(_average),
    "MAXIFS": _many(lambda found: max(found, default=0.0)),
    "MINIFS": _many(lambda found: min(found, default=0.0)),
}
