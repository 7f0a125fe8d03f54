"""The edits that lead from one document around a list of items with ids to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.change import Change, apply_changes
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.edit import Edit, ElementId, Pointer, parse_locator
from modylbench.evaluation.mutations.formats.format import is_whole_product_edit, whole_product_edit
from modylbench.foundation.errors import short_repr
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.evaluation.mutations.formats.format import ProductJson

    Item = dict[str, Any]
    TypeOfChange = Callable[["ItemChange"], str]


@dataclass(frozen=True, slots=True)
class ItemChange:
    """What happened to one item; `field` is "" where it was added, removed or moved as a whole."""

    op: str
    field: str
    old: Any
    new: Any
    is_last: bool
    """Whether only new items follow in the new list."""
    before: Item | None = None
    """The whole item as it was, where one of its fields changed."""


def diff_items(
    before: ProductJson | None, after: ProductJson | None, items: str, type_of: TypeOfChange
) -> tuple[Edit, ...]:
    """The edits; those of an item are located by its id, and changed fields of one type joined.

    `items` is the name of the list, `type_of` says what a change of an item is called.
    """
    if before is None or after is None:
        return whole_product_edit(before, after)
    old_items = {item["id"]: item for item in before[items]}
    new_items = {item["id"]: item for item in after[items]}
    last = _new_at_the_end(old_items, after[items])
    edits: dict[tuple[str, ...], Edit] = {}
    for change in diff(before, after):
        if change.path[0] != items:
            edits[change.path] = Edit(
                "update_value", join(*change.path), old=change.old, new=change.new
            )
            continue
        own, field = change.path[1], "".join(change.path[2:3])
        old, new = old_items.get(own), new_items.get(own)
        if field and old and new:
            seen = ItemChange("replace", field, old[field], new[field], is_last=False, before=old)
            kind = type_of(seen)
            known = edits.get((items, own, kind), Edit(kind, own, "element_id", {}, {}))
            edits[items, own, kind] = Edit(
                kind,
                own,
                "element_id",
                known.old | {field: seen.old},
                known.new | {field: seen.new},
            )
        else:
            edits[(*change.path, "", change.op)] = _whole_item_edit(change, type_of, own in last)
    return tuple(edits.values())


def _whole_item_edit(change: Change, type_of: TypeOfChange, is_last: bool) -> Edit:
    kind = type_of(ItemChange(change.op, "", change.old, change.new, is_last))
    new = change.after if change.op == "move" else change.new
    return Edit(kind, change.path[1], "element_id", change.old, new, change.after)


def _new_at_the_end(old_items: dict[str, Item], after: list[Item]) -> set[str]:
    """The items that come after all that were there before."""
    last: set[str] = set()
    for item in reversed(after):
        if item["id"] in old_items:
            break
        last.add(item["id"])
    return last


def apply_item_edits(
    before: ProductJson | None, edits: Sequence[Edit], items: str
) -> ProductJson | None:
    """The document after the edits, in their order; ValueError where one does not fit."""
    if is_whole_product_edit(before, edits):
        made: ProductJson | None = edits[0].new
        return made
    after: ProductJson | None = apply_changes(
        before, (change for edit in edits for change in _changes(edit, items))
    )
    return after


def _changes(edit: Edit, items: str) -> Iterator[Change]:
    place = parse_locator(edit.locator, edit.locator_kind)
    match place, edit.new:
        case Pointer(path), new:
            yield Change("replace", path, edit.old, new)
        case ElementId(own), None:
            yield Change("remove", (items, own), edit.old)
        case ElementId(own), new if edit.after is not None:
            moved = isinstance(new, str)
            yield Change("move" if moved else "add", (items, own), edit.old, new, edit.after)
        case ElementId(own), dict(fields):
            for field, value in fields.items():
                yield Change("replace", (items, own, field), edit.old[field], value)
        case _:
            message = f"found no item {short_repr(edit.locator)} to edit"
            raise ValueError(message)
