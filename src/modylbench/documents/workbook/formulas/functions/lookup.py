"""Where in a range does a value stand, and what stands beside it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.functions.criteria import like
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    REFERENCE,
    VALUE,
    Array,
    Faulted,
    NotComputed,
    compared,
)

if TYPE_CHECKING:
    from modylbench.documents.workbook.formulas.functions.criteria import Spend
    from modylbench.documents.workbook.formulas.values import Value


def _line(given: Value | Array) -> list[Value]:
    """A range of one row or column."""
    if not isinstance(given, Array):
        return [given]
    if len(given.rows) > 1 and len(given.rows[0]) > 1:
        raise Faulted(MISSING)
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
            if like(value, wanted, spend):
                return place
        elif compared(value, wanted) == 0:
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
        order = compared(value, wanted)
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
        raise Faulted(MISSING)
    return place + 1.0


def _table(
    spend: Spend, wanted: Value, given: Value | Array, place: float, *, near: Value
) -> Value:
    """What stands in the column at that place, in the row whose first column has the value."""
    rows = given.rows if isinstance(given, Array) else [[given]]
    if place < 1:
        raise Faulted(VALUE)
    if place > len(rows[0]):
        raise Faulted(REFERENCE)
    wanted = 0.0 if wanted is None else wanted
    line = [row[0] for row in rows]
    is_near = bool(near) and near != "FALSE"
    found = _last_up_to(wanted, line, spend) if is_near else _exact(wanted, line, spend)
    if found is None:
        raise Faulted(MISSING)
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
        raise NotComputed(reason)
    line = _line(given)
    place = _last_up_to(0.0 if wanted is None else wanted, line, spend)
    answers = line if results is None else _line(results)
    if place is None or place >= len(answers):
        raise Faulted(MISSING)
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
        raise NotComputed(reason)
    backwards = order < 0
    searched = line[::-1] if backwards else line
    place = _exact(wanted, searched, spend, is_pattern=mode == 2)
    if place is None and mode in {-1, 1}:
        place = _next(wanted, searched, spend, is_larger=mode > 0)
    if place is None:
        if otherwise is None:
            raise Faulted(MISSING)
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
            raise Faulted(VALUE)
        return Array([[row[place]] for row in results.rows])
    if place >= len(results.rows):
        raise Faulted(VALUE)
    return Array([results.rows[place]])


def _next(wanted: Value, line: list[Value], spend: Spend, *, is_larger: bool) -> int | None:
    """The place of the value that comes next to the one wanted."""
    spend(len(line))
    best: int | None = None
    for place, value in enumerate(line):
        if not _is_alike(value, wanted):
            continue
        sign = 1 if is_larger else -1
        is_beyond = compared(value, wanted) * sign > 0
        if is_beyond and (best is None or compared(value, line[best]) * sign < 0):
            best = place
    return best


LOOKUP: dict[str, Function] = {
    "MATCH": Function(_match, "vrn", 2, 3, spends=True),
    "VLOOKUP": Function(_vertical, "vrnv", 3, 4, spends=True),
    "HLOOKUP": Function(_horizontal, "vrnv", 3, 4, spends=True),
    "LOOKUP": Function(_lookup, "vaa", 2, 3, spends=True),
    "XLOOKUP": Function(_xlookup, "vrrfnn", 3, 6, spends=True),
}
