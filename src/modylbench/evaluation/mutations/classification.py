"""The typed edits (SPEC 5) that the changes of a work product are, and the product after them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.change import Change, apply_changes
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.json_documents import Lookup, same_json
from modylbench.evaluation.mutations.product_parts import kind_of, part_kind_of
from modylbench.products.pointer import join, steps
from modylbench.products.quantities.closeness import IDENTICAL, RESTATED
from modylbench.products.quantities.numbers import ShownNumber, number_shown, shown_value
from modylbench.products.quantities.units import unit_field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.product_parts import PartKind, PartPath
    from modylbench.products.quantities.units import UnitHint

TYPES = frozenset({
    "create", "update_cell", "add_row", "delete_row", "add_column", "delete_column",
    "add_section", "delete_section", "update_section", "update_chart", "add_chart_series",
    "remove_chart_series", "add_widget", "remove_widget", "update_widget", "reformat", "reorder",
    "delete", "update_value", "add_key", "remove_key", "add_list_item", "remove_list_item",
})  # fmt: skip
"""The 23 types of SPEC 5."""
_MARKS = re.compile(r"\*\*|__|^[ \t]*#{1,6}[ \t]+", re.MULTILINE)


def classify_edits(before: dict[str, Any] | None, after: dict[str, Any] | None) -> tuple[Edit, ...]:
    """The edits that lead from one snapshot of a product to the next; None: there is none.

    A product of a canonical kind is edited part by part (`product_parts`), any other JSON value by
    value. One that becomes another kind goes, and the other comes.
    """
    if before is None or after is None or kind_of(before) != kind_of(after):
        gone = [] if before is None else [Edit("delete", "", old=before)]
        return (*gone, *([] if after is None else [Edit("create", "", new=after)]))
    kind = kind_of(before)
    changes = diff(before, after)
    if kind is not None:
        return tuple(_edits_of_parts(kind, changes, Lookup(before), Lookup(after)))
    lookup = Lookup(before)
    return tuple(_edit_of_value(change, lookup) for change in changes)


def rebuild(before: dict[str, Any] | None, edits: Sequence[Edit]) -> dict[str, Any] | None:
    """The product after the edits of `classify_edits`; ValueError where one does not fit."""
    product = before
    pending: list[Change] = []
    for edit in edits:
        if edit.type in ("create", "delete") and not edit.locator:
            product, pending = edit.new, []
            continue
        if product is None:
            message = f"found {edit.type!r} of {edit.locator!r}, expected a product to edit"
            raise ValueError(message)
        pending += changes_of(kind_of(product), edit)
    return apply_changes(product, pending) if pending else product


def changes_of(kind: str | None, edit: Edit) -> Iterator[Change]:
    """The changes that an edit stands for; `kind` is None for other JSON than our products."""
    path = tuple(steps(edit.locator))
    if edit.type == "reorder":
        yield Change("move", path, edit.old, after=edit.after)
    elif kind is not None:
        yield from _changes_of_part(kind, path, edit)
    elif edit.type == "update_value":
        yield Change("replace", path, edit.old, edit.new)
    elif edit.type in ("add_key", "add_list_item"):
        yield Change("add", path, new=edit.new, after=edit.after)
    else:
        yield Change("remove", path, old=edit.old)


def says_the_same(
    part_kind: PartKind, old: dict[str, Any], new: dict[str, Any], fields: Sequence[str]
) -> bool:
    """Whether a part whose `fields` differ only looks otherwise.

    A cell in another unit that shows the same amount, a text without other words, a heading of
    another level. A formula that gives the same value is another formula.
    """
    if part_kind.updated == "update_cell":
        return "formula" not in fields and _same_amount(old, new)
    if fields == ["unit"]:
        return _same_unit(old["unit"], new["unit"])
    if part_kind.updated == "update_section" and {"level", "body"}.issuperset(fields):
        return _same_words(old["body"], new["body"])
    return False


def amount(cell: dict[str, Any]) -> ShownNumber | None:
    """What the cell shows in base units; None where that is no number or its text says another."""
    value, text = cell["value"], cell["text"]
    hint = unit_field(cell["unit"] or "")
    shown = _in_base_units(value, hint)
    if text is None:
        return shown
    written = _in_base_units(text, hint)
    if value is None or written is None or shown is None:
        return written if value is None else None
    agree = written.measure.is_close(shown.number, RESTATED)
    return shown if agree else None


def _edit_of_value(change: Change, before: Lookup) -> Edit:
    """The edit that one change of a value without a known shape is."""
    if change.op == "move":
        return _move(change)
    if change.op == "replace":
        return Edit("update_value", join(*change.path), old=change.old, new=change.new)
    what = "list_item" if isinstance(before.at(change.path[:-1]), list) else "key"
    return Edit(
        f"{change.op}_{what}",
        join(*change.path),
        old=change.old,
        new=change.new,
        after=change.after,
    )


def _move(change: Change) -> Edit:
    return Edit("reorder", join(*change.path), old=change.old, new=change.after, after=change.after)


def _edits_of_parts(
    kind: str, changes: Sequence[Change], before: Lookup, after: Lookup
) -> Iterator[Edit]:
    columns = _columns(kind, changes)
    changed: dict[PartPath, tuple[PartKind, list[str]]] = {}
    for change in changes:
        part_kind, length = part_kind_of(kind, change.path)
        part = change.path[:length]
        if length < len(change.path):
            changed.setdefault(part, (part_kind, []))[1].append(change.path[length])
        elif _column_of(part_kind, part) not in columns:
            yield _edit_of_whole(part_kind, change, columns.get(part))
    for part, (part_kind, fields) in changed.items():
        yield from _edits_of_changed(
            part_kind, part, sorted(set(fields)), (before.at(part), after.at(part))
        )


def _edit_of_whole(part_kind: PartKind, change: Change, cells: dict[str, Any] | None) -> Edit:
    """The edit of a part that came, went or moved; a column does so with its cells."""
    if change.op == "move":
        return _move(change)
    old, new = change.old, change.new
    kind = (
        part_kind.added if old is None else part_kind.removed if new is None else part_kind.updated
    )
    if cells is not None:
        old, new = (
            None if column is None else {"column": column, "cells": cells} for column in (old, new)
        )
    return Edit(kind, join(*change.path), old=old, new=new, after=change.after)


def _edits_of_changed(
    part_kind: PartKind,
    part: PartPath,
    fields: Sequence[str],
    both: tuple[dict[str, Any], dict[str, Any]],
) -> Iterator[Edit]:
    """The edits of a part some of whose fields changed."""
    old, new = both
    if part_kind.holds == "each":
        for field in fields:
            yield Edit(part_kind.updated, join(*part, field), old=old[field], new=new[field])
        return
    kind = "reformat" if says_the_same(part_kind, old, new, fields) else part_kind.updated
    if part_kind.holds == "fields":
        old, new = ({field: whole[field] for field in fields} for whole in both)
    yield Edit(kind, join(*part), old=old, new=new)


def _columns(kind: str, changes: Sequence[Change]) -> dict[PartPath, dict[str, Any]]:
    """The cells that came or went with each column that did, by row."""
    columns: dict[PartPath, dict[str, Any]] = {
        change.path: {}
        for change in changes
        if change.op in ("add", "remove")
        and change.path[-2:-1] == ("columns",)
        and part_kind_of(kind, change.path)[0].added == "add_column"
    }
    for change in changes if columns else ():
        part_kind, length = part_kind_of(kind, change.path)
        column = _column_of(part_kind, change.path) if length == len(change.path) else None
        if column in columns:
            columns[column][change.path[-3]] = change.old if change.op == "remove" else change.new
    return columns


def _column_of(part_kind: PartKind, part: PartPath) -> PartPath | None:
    """The column of a cell; None for other parts."""
    return (*part[:-4], "columns", part[-1]) if part_kind.updated == "update_cell" else None


def _changes_of_part(kind: str, path: PartPath, edit: Edit) -> Iterator[Change]:
    part_kind, length = part_kind_of(kind, path)
    old, new = edit.old, edit.new
    if edit.type in ("add_column", "delete_column"):
        yield from _changes_of_column(path, edit)
    elif part_kind.holds == "each" and (length < len(path) or _is_field(path)):
        yield Change("replace", path, old, new)
    elif old is None:
        yield Change("add", path, new=new, after=edit.after)
    elif new is None:
        yield Change("remove", path, old=old)
    elif part_kind.holds == "whole":
        yield Change("replace", path, old, new)
    else:
        for field in new:
            yield Change("replace", (*path, field), old.get(field), new[field])


def _is_field(path: PartPath) -> bool:
    """Whether the part is a widget's table or chart, which is null where there is none."""
    return len(path) == 3 and path[0] == "widgets"


def _changes_of_column(path: PartPath, edit: Edit) -> Iterator[Change]:
    whole = edit.new or edit.old
    if edit.new is not None:
        yield Change("add", path, new=whole["column"], after=edit.after)
    else:
        yield Change("remove", path, old=whole["column"])
    for row, cell in whole["cells"].items():
        cell_path = (*path[:-2], "rows", row, "cells", path[-1])
        if edit.new is not None:
            yield Change("add", cell_path, new=cell)
        else:
            yield Change("remove", cell_path, old=cell)


def _same_words(old: str, new: str) -> bool:
    return _MARKS.sub("", old).split() == _MARKS.sub("", new).split()


def _same_unit(old: str | None, new: str | None) -> bool:
    """Whether numbers mean the same in both; a unit that comes to where there was none does."""
    return old is None or new is None or unit_field(old) == unit_field(new)


def _same_amount(old: dict[str, Any], new: dict[str, Any]) -> bool:
    if same_json(old["value"], new["value"]) and old["text"] == new["text"]:
        return _same_unit(old["unit"], new["unit"])
    before, after = amount(old), amount(new)
    if before is None or after is None:
        return False
    kinds = {kind for kind in (before.dimension, after.dimension) if kind}
    return len(kinds) < 2 and IDENTICAL.allows(after.number, before.number)


def _in_base_units(value: Any, hint: UnitHint) -> ShownNumber | None:
    if isinstance(value, bool) or value is None:
        return None
    shown = number_shown(value) if isinstance(value, str) else shown_value(value)
    if shown is None or shown.scaled:
        return shown
    scale = hint.scale or 1.0
    dimension = shown.dimension or hint.dimension
    return ShownNumber(shown.number * scale, shown.half_step * scale, dimension, scaled=True)
