"""Yes or no: logic, and what kind of value it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.functions.numbers import MOST_ARGUMENTS
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    VALUE,
    Array,
    Fault,
    Faulted,
    truth,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.workbook.formulas.values import Value


def _truths(given: tuple[Value | Array, ...]) -> list[bool]:
    """All that is yes or no, or a number; texts and blanks of a range are passed over."""
    found: list[bool] = []
    for one in given:
        for value in one.values if isinstance(one, Array) else [one]:
            if isinstance(value, Fault):
                raise Faulted(value)
            if not isinstance(one, Array) or isinstance(value, bool | float):
                found.append(truth(value))
    if not found:
        raise Faulted(VALUE)
    return found


def _of_all(call: Callable[[list[bool]], bool]) -> Function:
    return Function(lambda *given: call(_truths(given)), "r", 1, MOST_ARGUMENTS)


def _is(call: Callable[[Value], bool]) -> Function:
    return Function(call, "f", 1, 1)


FACTS: dict[str, Function] = {
    "AND": _of_all(all),
    "OR": _of_all(any),
    "XOR": _of_all(lambda found: sum(found) % 2 == 1),
    "NOT": Function(lambda value: not truth(value), "v", 1, 1),
    "TRUE": Function(lambda: True, "v", 0, 0),
    "FALSE": Function(lambda: False, "v", 0, 0),
    "NA": Function(lambda: MISSING, "v", 0, 0),
    "N": Function(
        lambda value: float(value) if isinstance(value, bool | float) else 0.0, "v", 1, 1
    ),
    "ISNUMBER": _is(lambda value: isinstance(value, float)),
    "ISTEXT": _is(lambda value: isinstance(value, str)),
    "ISNONTEXT": _is(lambda value: not isinstance(value, str)),
    "ISLOGICAL": _is(lambda value: isinstance(value, bool)),
    "ISBLANK": _is(lambda value: value is None),
    "ISERROR": _is(lambda value: isinstance(value, Fault)),
    "ISERR": _is(lambda value: isinstance(value, Fault) and value != MISSING),
    "ISNA": _is(lambda value: value == MISSING),
    "ISEVEN": Function(lambda number: int(number) % 2 == 0, "n", 1, 1),
    "ISODD": Function(lambda number: int(number) % 2 == 1, "n", 1, 1),
}
