"""Do two JSON values of one place say the same?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.classification.appearance import amount
from modylbench.evaluation.mutations.equality import same
from modylbench.evaluation.mutations.lists import ids
from modylbench.evaluation.mutations.matching import prose, values
from modylbench.products.quantities.numbers import Measure, shown_value

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMES = frozenset({"id", "kind"})


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """False if one is, else True if one is."""
    said = set(answers)
    return False if False in said else True if True in said else None


def values_agree(one: Any, other: Any) -> bool | None:
    """Whether a value says what the other does; None: cannot be said, as of other words.

    Objects and lists are compared part by part, lists by the ids of their items.
    """
    answer: bool | None = None
    if same(one, other):
        answer = True
    elif isinstance(one, dict) and isinstance(other, dict):
        answer = _objects_alike(one, other)
    elif isinstance(one, list) and isinstance(other, list):
        there = {item["id"]: item for item in other} if ids(one) and ids(other) else {}
        answer = all_of(
            values_agree(item, there[item["id"]]) for item in one if there and item["id"] in there
        )
    elif isinstance(one, int | float) and isinstance(other, int | float):
        found = shown_value(one)
        boolean = isinstance(one, bool) or isinstance(other, bool)
        answer = not boolean and values.is_close(Measure(found.number, found.half_step), other)
    return answer


def _objects_alike(one: dict[str, Any], other: dict[str, Any]) -> bool | None:
    if "value" in one and "value" in other:
        if {"unit", "text", "formula"} <= one.keys() & other.keys():
            found, expected = amount(one), amount(other)
            if found is not None and expected is not None:
                measure = Measure(found.number, found.half_step)
                return values.is_close(measure, expected.number)
        return values_agree(one["value"], other["value"])
    shared = sorted((one.keys() & other.keys()) - _NAMES)
    return all_of(
        prose.agrees(one[key], other[key])
        if key in prose.FIELDS
        else values_agree(one[key], other[key])
        for key in shared
    )
