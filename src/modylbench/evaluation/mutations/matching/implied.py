"""Is an edit that no turn spelt out one that a perfect agent makes too?"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.classification.appearance import amount
from modylbench.evaluation.mutations.equality import same
from modylbench.evaluation.mutations.lists import ids
from modylbench.evaluation.mutations.lookup import MISSING
from modylbench.evaluation.mutations.matching import values
from modylbench.evaluation.mutations.matching.touched import without_ids
from modylbench.evaluation.mutations.matching.view import name_of
from modylbench.products.labels import label_words
from modylbench.products.numbers import Measure, shown_value
from modylbench.products.pointer import steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.matching.view import Reading, View
    from modylbench.products.reading.observation import Observation

MOST_NUMBERS = 200  # ours: so many numbers of one edit are looked up by their names
_NAMES = frozenset({"id", "kind"})


def agreement(edit: Edit, product: str, shown: View, perfect: tuple[View, View]) -> bool | None:
    """Whether a perfect agent's products have, or lack, what the edit made; None: cannot be said.

    `perfect` are its products before and after the turn. True where they show the same at the
    same pointer, or the same numbers under the same names. False where they show another number
    at the same pointer, or still have what the edit removed: names alone prove no mistake.
    """
    if edit.locator_kind != "pointer" or edit.type == "reorder":
        return _same_place(edit, product, perfect[1])
    before, now = (view.at(product, edit.locator) for view in perfect)
    if edit.new is None:
        gone = _rightly_gone(before, now)
        return _gone_by_name(edit, perfect) if gone is None else gone
    if now is MISSING:
        return _by_names(edit, product, shown, perfect[1])
    if edit.type == "add_column":
        return _all(_column(edit, product, perfect[1]))
    if isinstance(edit.new, dict) and isinstance(now, dict) and edit.old is not None:
        now = {field: now.get(field) for field in edit.new}  # it tells only of some fields
    return _alike(edit.new, now)


def _same_place(edit: Edit, product: str, perfect: View) -> bool | None:
    """True where the item stands behind the same one as with a perfect agent.

    Of a line range or a file's path nothing is known.
    """
    if edit.locator_kind != "pointer":
        return None
    items, _, own = edit.locator.rpartition("/")
    order = ids(there) if isinstance(there := perfect.at(product, items), list) else None
    moved = steps(f"/{own}")[0]
    if not order or moved not in order:
        return None
    return True if ["", *order][order.index(moved)] == edit.after else None


def _rightly_gone(before: Any, now: Any) -> bool | None:
    if now is MISSING:
        return None if before is MISSING else True
    return None if now is None else False


def _gone_by_name(edit: Edit, perfect: tuple[View, View]) -> bool | None:
    """True where a perfect agent lost a line or block of that name in this turn too."""
    part = edit.old.get("column", edit.old) if isinstance(edit.old, dict) else {}
    called = (part.get(key) for key in ("label", "heading", "title", "name"))
    label = next((text for text in called if isinstance(text, str) and text), "")
    name = name_of((label_words(label).words,))
    before, now = (
        sum(
            len(reading.parts.get((group, name), ()))
            for reading in view.readings()
            for group in ("line", "block")
        )
        for view in perfect
    )
    return True if before > now else None


def _column(edit: Edit, product: str, perfect: View) -> Iterator[bool | None]:
    sheet, _, own = edit.locator.rpartition("/columns/")
    yield True
    for row, cell in edit.new["cells"].items():
        there = perfect.at(product, f"{sheet}/rows/{row}/cells/{own}")
        yield None if there is MISSING else _alike(cell, there)


def _all(answers: Iterable[bool | None]) -> bool | None:
    """False if one is, else True if one is."""
    said = set(answers)
    return False if False in said else True if True in said else None


def _alike(one: Any, other: Any) -> bool | None:
    answer: bool | None = None  # other words may say the same
    if same(one, other):
        answer = True
    elif isinstance(one, dict) and isinstance(other, dict):
        answer = _objects_alike(one, other)
    elif isinstance(one, list) and isinstance(other, list):
        there = {item["id"]: item for item in other} if ids(one) and ids(other) else {}
        answer = _all(
            _alike(item, there[item["id"]]) for item in one if there and item["id"] in there
        )
    elif isinstance(one, int | float) and isinstance(other, int | float):
        found = shown_value(one)
        boolean = isinstance(one, bool) or isinstance(other, bool)
        answer = not boolean and values.is_close(Measure(found.number, found.half_step), other)
    return answer


def _pairs(some: list[Any], others: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The items that both lists have, by id."""
    there = {item["id"]: item for item in others}
    return ((item, there[item["id"]]) for item in some if item["id"] in there)


def _objects_alike(one: dict[str, Any], other: dict[str, Any]) -> bool | None:
    if "value" in one and "value" in other:
        if {"unit", "text", "formula"} <= one.keys() & other.keys():
            found, expected = amount(one), amount(other)
            if found is not None and expected is not None:
                measure = Measure(found.number, found.half_step)
                return values.is_close(measure, expected.number)
        return _alike(one["value"], other["value"])
    shared = sorted((one.keys() & other.keys()) - _NAMES)
    return _all(_alike(one[key], other[key]) for key in shared)


def _by_names(edit: Edit, product: str, shown: View, perfect: View) -> bool | None:
    """True where all numbers of the edit that a perfect agent shows too are the same there."""
    reading = shown.reading(product)
    if reading is None:
        return None
    answers = [
        answer
        for observation in islice(_within(reading, edit.locator), MOST_NUMBERS)
        for answer in _shown_by(observation, perfect)
    ]
    if answers:
        return True if all(answers) else None
    return _same_words(edit, reading, perfect)


def _same_words(edit: Edit, reading: Reading, perfect: View) -> bool | None:
    """True where a perfect agent has a part of the same name that says just the same.

    A source is the same whatever is said of it.
    """
    part = reading.part_at.get(edit.locator)
    if part is None:
        return None
    said = without_ids(reading.value_at(part.pointer))
    alike = any(
        part.group == "source" or same(said, without_ids(model.value_at(other.pointer)))
        for model in perfect.readings()
        for other in islice(model.parts.get((part.group, name_of(part.name)), ()), MOST_NUMBERS)
    )
    return True if alike else None


def _within(reading: Reading, pointer: str) -> Iterator[Observation]:
    """The numbers at a pointer and below it, found without a look at all others."""
    yield from reading.places.get(pointer, ())
    prefix, at = f"{pointer}/", bisect_left(reading.pointers, f"{pointer}/")
    while at < len(reading.pointers) and reading.pointers[at].startswith(prefix):
        yield from reading.places[reading.pointers[at]]
        at += 1


def _shown_by(observation: Observation, perfect: View) -> Iterator[bool]:
    name = name_of(observation.axes)
    for reading in perfect.readings() if name else ():
        for model in reading.numbers.get(name, ()):
            kind = values.unit_of(model)
            found, expected = values.in_unit(observation, kind), values.in_unit(model, kind)
            if found is not None and expected is not None:
                yield values.is_close(found, expected.number)
