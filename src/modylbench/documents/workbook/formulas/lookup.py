"""Functions that find cells: by a value in a range, or by a condition such as >=100 or North*."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.arithmetic import mean, total
from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.values import (
    ERROR_VALUES,
    MISSING,
    REFERENCE,
    VALUE,
    Array,
    ErrorValue,
    FormulaError,
    UnsupportedFormula,
    compare,
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


def _line(given: Value | Array) -> list[Value]:
    """A range of one row or column."""
    if not isinstance(given, Array):
        return [given]
    if len(given.rows) > 1 and len(given.rows[0]) > 1:
        raise FormulaError(MISSING)
    return given.values


def _is_alike(value: Value, wanted: Value) -> bool:
    """True for values of one kind: others are passed over."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return isinstance(value, bool) and isinstance(wanted, bool)
    return isinstance(value, str | float) and isinstance(value, str) == isinstance(wanted, str)


def _exact(
    wanted: Value, line: list[Value], spend: Spend, *, is_pattern: bool = True
) -> int | None:
    """The first place that has the value."""
    spend(len(line))
    by_form = is_pattern and isinstance(wanted, str) and any(c in wanted for c in "*?~")
    for place, value in enumerate(line):
        if not _is_alike(value, wanted):
            continue
        if by_form and isinstance(value, str) and isinstance(wanted, str):
            if matches_pattern(value, wanted, spend):
                return place
        elif compare(value, wanted) == 0:
            return place
    return None


def _last_up_to(
    wanted: Value, line: list[Value], spend: Spend, *, rising: bool = True
) -> int | None:
    """The last place up to the value, in a line that rises or falls."""
    spend(len(line))
    found = None
    for place, value in enumerate(line):
        if not _is_alike(value, wanted):
            continue
        order = compare(value, wanted)
        if (order > 0) if rising else (order < 0):
            break
        found = place
    return found


def _match(spend: Spend, wanted: Value, given: Value | Array, kind: float = 1.0) -> float:
    wanted = 0.0 if wanted is None else wanted
    line = _line(given)
    if kind == 0:
        place = _exact(wanted, line, spend)
    else:
        place = _last_up_to(wanted, line, spend, rising=kind > 0)
    if place is None:
        raise FormulaError(MISSING)
    return place + 1.0


def _table(
    spend: Spend, wanted: Value, given: Value | Array, place: float, *, near: Value
) -> Value:
    """What stands in the column at that place, in the row whose first column has the value."""
    rows = given.rows if isinstance(given, Array) else [[given]]
    if place < 1:
        raise FormulaError(VALUE)
    if place > len(rows[0]):
        raise FormulaError(REFERENCE)
    wanted = 0.0 if wanted is None else wanted
    line = [row[0] for row in rows]
    is_near = bool(near) and near != "FALSE"
    found = _last_up_to(wanted, line, spend) if is_near else _exact(wanted, line, spend)
    if found is None:
        raise FormulaError(MISSING)
    return rows[found][int(place) - 1]


def _vertical(
    spend: Spend, wanted: Value, given: Value | Array, place: float, near: Value = True
) -> Value:
    return _table(spend, wanted, given, place, near=near)


def _horizontal(
    spend: Spend, wanted: Value, given: Value | Array, place: float, near: Value = True
) -> Value:
    turned = (
        Array([list(row) for row in zip(*given.rows, strict=True)])
        if isinstance(given, Array)
        else given
    )
    return _table(spend, wanted, turned, place, near=near)


def _lookup(
    spend: Spend, wanted: Value, given: Value | Array, results: Value | Array = None
) -> Value:
    if results is None and isinstance(given, Array) and len(given.rows[0]) > 1 < len(given.rows):
        reason = "LOOKUP in a table is not computed"
        raise UnsupportedFormula(reason)
    line = _line(given)
    place = _last_up_to(0.0 if wanted is None else wanted, line, spend)
    answers = line if results is None else _line(results)
    if place is None or place >= len(answers):
        raise FormulaError(MISSING)
    return answers[place]


def _xlookup(  # noqa: PLR0913, PLR0917
    spend: Spend,
    wanted: Value,
    given: Value | Array,
    results: Value | Array,
    otherwise: Value | Array = MISSING,
    mode: float = 0.0,
    order: float = 1.0,
) -> Value | Array:
    line = _line(given)
    wanted = 0.0 if wanted is None else wanted
    if abs(order) != 1:
        reason = "XLOOKUP by halving is not computed"
        raise UnsupportedFormula(reason)
    backwards = order < 0
    searched = line[::-1] if backwards else line
    place = _exact(wanted, searched, spend, is_pattern=mode == 2)
    if place is None and mode in {-1, 1}:
        place = _next(wanted, searched, spend, is_larger=mode > 0)
    if place is None:
        if otherwise is None:
            raise FormulaError(MISSING)
        return otherwise
    place = len(line) - 1 - place if backwards else place
    return _answer(given, results, place)


def _answer(given: Value | Array, results: Value | Array, place: int) -> Value | Array:
    """The row or column of the results at that place."""
    if not isinstance(results, Array):
        return results
    is_across = isinstance(given, Array) and len(given.rows) == 1 and len(given.rows[0]) > 1
    if is_across:
        if place >= len(results.rows[0]):
            raise FormulaError(VALUE)
        return Array([[row[place]] for row in results.rows])
    if place >= len(results.rows):
        raise FormulaError(VALUE)
    return Array([results.rows[place]])


def _next(wanted: Value, line: list[Value], spend: Spend, *, is_larger: bool) -> int | None:
    """The place of the value that comes next to the one wanted."""
    spend(len(line))
    best: int | None = None
    for place, value in enumerate(line):
        if not _is_alike(value, wanted):
            continue
        sign = 1 if is_larger else -1
        is_beyond = compare(value, wanted) * sign > 0
        if is_beyond and (best is None or compare(value, line[best]) * sign < 0):
            best = place
    return best


LOOKUP_FUNCTIONS: dict[str, Function] = {
    "MATCH": Function(_match, "vrn", 2, 3, spends=True),
    "VLOOKUP": Function(_vertical, "vrnv", 3, 4, spends=True),
    "HLOOKUP": Function(_horizontal, "vrnv", 3, 4, spends=True),
    "LOOKUP": Function(_lookup, "vaa", 2, 3, spends=True),
    "XLOOKUP": Function(_xlookup, "vrrfnn", 3, 6, spends=True),
}


def matches_pattern(text: str, pattern: str, spend: Spend) -> bool:
    """True where the text has the form of the pattern: * is anything, ? a character, ~ neither.

    Two pointers and no backtracking further than the last *, so that the work is bounded.
    """
    if len(pattern) > LONGEST:
        raise FormulaError(VALUE)
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
    return all(sign == ("*", True) for sign in wanted[place:])


def condition(written: Value, spend: Spend) -> Callable[[Value], bool]:
    """What a cell must meet."""
    if not isinstance(written, str):
        same = 0.0 if written is None else written
        return lambda value: _equals(value, same)
    match = _WRITTEN.fullmatch(written)
    sign, rest = (match[1], match[2]) if match else (None, written)
    operator = sign or "="
    if rest == "":
        return _blankness(operator, is_signed=sign is not None)
    wanted = _comparison_value(rest)
    if isinstance(wanted, str) and operator in {"=", "<>"}:
        wants = operator == "="
        return lambda value: (
            (isinstance(value, str) and matches_pattern(value, wanted, spend)) == wants
        )
    holds = _HOLDS[operator]
    if operator in {"=", "<>"}:
        return lambda value: _equals(value, wanted) == (operator == "=")
    return lambda value: _kind(value) == _kind(wanted) and holds(compare(value, wanted))


def _blankness(operator: str, *, is_signed: bool) -> Callable[[Value], bool]:
    if operator == "=":
        return (lambda value: value is None) if is_signed else (lambda value: value in (None, ""))
    if operator == "<>":
        return lambda value: value is not None
    return lambda value: False  # noqa: ARG005


def _comparison_value(text: str) -> Value:
    """The number, yes or no, or text that a condition compares with."""
    small = text.strip().upper()
    if small in {"TRUE", "FALSE"}:
        return small == "TRUE"
    if small in ERROR_VALUES:
        raise UnsupportedFormula("a condition on errors")
    try:
        return number(text)
    except FormulaError:
        return text
    except UnsupportedFormula:
        if any(c.isalpha() for c in text):
            return text
        raise


def _equals(value: Value, wanted: Value) -> bool:
    """True for the same value; a text that is written like the number counts as the number."""
    if isinstance(wanted, float) and isinstance(value, str):
        try:
            value = number(value)
        except (FormulaError, UnsupportedFormula):
            return False
    return _kind(value) == _kind(wanted) and compare(value, wanted) == 0


def _kind(value: Value) -> str:
    return type(value).__name__


def _matching_places(pairs: tuple[Value | Array, ...], spend: Spend) -> list[int]:
    """The places at which all conditions are met."""
    ranges = [_values(pair) for pair in pairs[::2]]
    if len(pairs) % 2 or len({len(values) for values in ranges}) != 1:
        raise FormulaError(VALUE)
    places = list(range(len(ranges[0])))
    for values, written in zip(ranges, pairs[1::2], strict=True):
        if isinstance(written, Array):
            raise FormulaError(VALUE)
        holds = condition(written, spend)
        spend(len(places))
        places = [place for place in places if holds(values[place])]
    return places


def _values(given: Value | Array) -> list[Value]:
    return given.values if isinstance(given, Array) else [given]


def _matching_numbers(
    spend: Spend, target: Value | Array, pairs: tuple[Value | Array, ...]
) -> list[float]:
    values = _values(target)
    if len(values) != len(_values(pairs[0])):
        raise FormulaError(VALUE)
    found = [values[place] for place in _matching_places(pairs, spend)]
    for value in found:
        if isinstance(value, ErrorValue):
            raise FormulaError(value)
    return [value for value in found if isinstance(value, float)]


def _with_single_condition(call: Callable[[list[float]], float]) -> Function:
    """A function of the form F(range, condition, [values])."""

    def conditional(
        spend: Spend, given: Value | Array, written: Value, target: Value | Array = None
    ) -> float:
        source = given if target is None else target
        return call(_matching_numbers(spend, source, (given, written)))

    return Function(conditional, "rvr", 2, 3, spends=True)


def _with_conditions(call: Callable[[list[float]], float]) -> Function:
    """A function of the form F(values, range, condition, ...)."""

    def conditional(spend: Spend, target: Value | Array, *pairs: Value | Array) -> float:
        return call(_matching_numbers(spend, target, pairs))

    return Function(conditional, "rrv", 3, 255, cycle=2, spends=True)


CRITERIA_FUNCTIONS: dict[str, Function] = {
    "SUMIF": _with_single_condition(total),
    "AVERAGEIF": _with_single_condition(mean),
    "COUNTIF": Function(
        lambda spend, *p: float(len(_matching_places(p, spend))), "rv", 2, 2, spends=True
    ),
    "COUNTIFS": Function(
        lambda spend, *p: float(len(_matching_places(p, spend))), "rv", 2, 254, cycle=2, spends=True
    ),
    "SUMIFS": _with_conditions(total),
    "AVERAGEIFS": _with_conditions(mean),
    "MAXIFS": _with_conditions(lambda found: max(found, default=0.0)),
    "MINIFS": _with_conditions(lambda found: min(found, default=0.0)),
}
