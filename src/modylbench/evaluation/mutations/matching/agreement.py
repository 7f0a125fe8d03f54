"""Whether an edit is one that a perfect agent makes too."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.classification import amount
from modylbench.evaluation.mutations.json_documents import MISSING, item_ids, same_json
from modylbench.evaluation.mutations.matching.view import name_of
from modylbench.evaluation.reference.prose import (
    FIELDS,
    bodies,
    is_beside_the_point,
    is_lost,
    texts_agree,
)
from modylbench.products.pointer import join, steps
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.numbers import shown_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.matching.named_numbers import NamedNumbers
    from modylbench.evaluation.mutations.matching.view import ProductReading, SnapshotView
    from modylbench.products.reading.observation import Observation

_NAMES = frozenset({"id", "kind"})


class EditAgreement(Enum):
    """How an edit stands to a perfect agent's products.

    `WORTHLESS`: it adds what is there already, or a text that says nothing of what was asked for;
    then it earns nothing, even where a turn asked for something of that name.
    """

    RIGHT = auto()
    WRONG = auto()
    UNKNOWN = auto()
    WORTHLESS = auto()


_ANSWERS = {True: EditAgreement.RIGHT, False: EditAgreement.WRONG, None: EditAgreement.UNKNOWN}


def agreement(
    edit: Edit, product: str, named: NamedNumbers, earlier: SnapshotView
) -> EditAgreement:
    """Whether a perfect agent's products have, or lack, what the edit made.

    `named` has its products after the turn, `earlier` are those before it. An edit is judged by
    its parts: by pointer where they have the same one, else by the names around each number. One
    wrong number makes it wrong.
    """
    perfect = named.perfect
    if edit.locator_kind != "pointer" or edit.type == "reorder":
        return _ANSWERS[_same_place(edit, product, perfect)]
    if edit.new is None:
        before, now = (view.at(product, edit.locator) for view in (earlier, perfect))
        gone = _rightly_gone(before, now)
        return _ANSWERS[_gone_by_name(edit, (earlier, perfect)) if gone is None else gone]
    return _of_parts(edit, product, named)


def _of_parts(edit: Edit, product: str, named: NamedNumbers) -> EditAgreement:
    at_pointer = _by_pointer(edit, edit.new, product, named.perfect)
    numbers = [(o, named.is_right(product, o)) for o in _numbers_elsewhere(edit, product, named)]
    right = [number for number, is_right in numbers if is_right]
    if all_of([at_pointer, *(is_right for _, is_right in numbers)]) is False:
        return EditAgreement.WRONG
    if is_beside_the_point(bodies(edit.new), _asked_body(edit, product, named)):
        return EditAgreement.WORTHLESS
    if at_pointer or not right:
        return EditAgreement.RIGHT if at_pointer else _by_words(edit, product, named)
    news = [named.is_news(number) for number in right]
    return EditAgreement.RIGHT if edit.old is not None or any(news) else EditAgreement.WORTHLESS


def was_right(edit: Edit, product: str, named: NamedNumbers) -> bool | None:
    """Whether what the edit overwrote was what a perfect agent shows now.

    `named` has the products before the turn.
    """
    numbers = (
        named.is_right(product, number) for number in _numbers_elsewhere(edit, product, named)
    )
    return all_of([_by_pointer(edit, edit.old, product, named.perfect), *numbers])


def loses_text(edit: Edit, product: str, named: NamedNumbers) -> bool:
    """Whether a section no longer has any of the numbers or words asked for that it had."""
    if edit.type != "update_section" or edit.old is None or edit.new is None:
        return False
    old, new = bodies(edit.old), bodies(edit.new)
    return is_lost(old, new, _asked_body(edit, product, named))


def _by_pointer(edit: Edit, value: Any, product: str, perfect: SnapshotView) -> bool | None:
    now = perfect.at(product, edit.locator)
    if now is MISSING:
        return None
    if edit.type == "add_column":
        cells = ((perfect.at(product, at), cell) for at, cell in _column(edit))
        return all_of([True, *(values_agree(cell, there) for there, cell in cells)])
    if isinstance(value, dict) and isinstance(now, dict) and edit.old is not None:
        now = {field: now.get(field) for field in value}  # it tells only of some fields
    return values_agree(value, now)


def _column(edit: Edit) -> Iterator[tuple[str, Any]]:
    """The cells of a column that came, with their pointers."""
    sheet, _, own = edit.locator.rpartition("/columns/")
    for row, cell in edit.new["cells"].items():
        yield f"{sheet}{join('rows', row, 'cells')}/{own}", cell


def _numbers_elsewhere(edit: Edit, product: str, named: NamedNumbers) -> list[Observation]:
    """The numbers of the edit that a perfect agent does not have at the same pointer."""
    reading = named.shown.reading(product) if product in named.shown.documents else None
    if reading is None:
        return []
    ours = named.perfect.reading(product) if product in named.perfect.documents else None
    column = _column(edit) if edit.type == "add_column" else ()
    within = [edit.locator, *(at for at, _ in column)]
    return [
        number
        for pointer in within
        for number in _numbers_below(reading, pointer)
        if ours is None or number.span is not None or number.pointer not in ours.places
    ]


def _numbers_below(reading: ProductReading, pointer: str) -> Iterator[Observation]:
    """The numbers at a pointer and below it, found without a look at all others."""
    yield from reading.places.get(pointer, ())
    prefix, at = f"{pointer}/", bisect_left(reading.pointers, f"{pointer}/")
    while at < len(reading.pointers) and reading.pointers[at].startswith(prefix):
        yield from reading.places[reading.pointers[at]]
        at += 1


def _by_words(edit: Edit, product: str, named: NamedNumbers) -> EditAgreement:
    reading = named.shown.reading(product) if product in named.shown.documents else None
    part = reading.part_at.get(edit.locator) if reading else None
    if reading is None or part is None or not named.same_part(part, reading):
        return EditAgreement.UNKNOWN
    is_new = edit.old is not None or named.is_new_part(part)
    return EditAgreement.RIGHT if is_new else EditAgreement.WORTHLESS


def _asked_body(edit: Edit, product: str, named: NamedNumbers) -> str:
    """The text that a perfect agent has there: at the pointer, by the heading or by the kind."""
    document = named.shown.documents.get(product, {})
    if document.get("kind") != "document":
        return ""
    there = named.perfect.at(product, edit.locator)
    if there is not MISSING:
        return bodies(there)
    models = [
        reading for reading in named.perfect.readings() if reading.document["kind"] == "document"
    ]
    if edit.locator == "":
        return bodies(models[0].document) if len(models) == 1 else ""
    reading = named.shown.reading(product)
    part = reading.part_at.get(edit.locator) if reading else None
    key = (part.group, name_of(part.name)) if part else None
    found = [(model, other) for model in models if key for other in model.parts.get(key, ())]
    return bodies(found[0][0].value_at(found[0][1].pointer)) if len(found) == 1 else ""


def _same_place(edit: Edit, product: str, perfect: SnapshotView) -> bool | None:
    """True where the item stands behind the same one as with a perfect agent.

    Of a line range or a file's path nothing is known.
    """
    if edit.locator_kind != "pointer":
        return None
    items, _, own = edit.locator.rpartition("/")
    order = item_ids(there) if isinstance(there := perfect.at(product, items), list) else None
    moved = steps(f"/{own}")[0]
    if not order or moved not in order:
        return None
    return True if ["", *order][order.index(moved)] == edit.after else None


def _rightly_gone(before: Any, now: Any) -> bool | None:
    if now is MISSING:
        return None if before is MISSING else True
    return None if now is None else False


def _gone_by_name(edit: Edit, perfect: tuple[SnapshotView, SnapshotView]) -> bool | None:
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


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """False if one is, else True if one is."""
    said = set(answers)
    return False if False in said else True if True in said else None


def values_agree(value: Any, other: Any) -> bool | None:
    """Whether a value says what the other does; None: cannot be said, as of other words.

    Objects and lists are compared part by part, lists by the ids of their items.
    """
    answer: bool | None = None
    if same_json(value, other):
        answer = True
    elif isinstance(value, dict) and isinstance(other, dict):
        answer = _objects_alike(value, other)
    elif isinstance(value, list) and isinstance(other, list):
        there = {item["id"]: item for item in other} if item_ids(value) and item_ids(other) else {}
        answer = all_of(
            values_agree(item, there[item["id"]]) for item in value if there and item["id"] in there
        )
    elif isinstance(value, int | float) and isinstance(other, int | float):
        found = shown_value(value)
        boolean = isinstance(value, bool) or isinstance(other, bool)
        answer = not boolean and found.measure.is_close(other)
    return answer


def _objects_alike(value: dict[str, Any], other: dict[str, Any]) -> bool | None:
    if "value" in value and "value" in other:
        if {"unit", "text", "formula"} <= value.keys() & other.keys():
            found, expected = amount(value), amount(other)
            if found is not None and expected is not None:
                return found.measure.is_close(expected.number)
        return values_agree(value["value"], other["value"])
    shared = sorted((value.keys() & other.keys()) - _NAMES)
    return all_of(
        texts_agree(value[key], other[key])
        if key in FIELDS
        else values_agree(value[key], other[key])
        for key in shared
    )
