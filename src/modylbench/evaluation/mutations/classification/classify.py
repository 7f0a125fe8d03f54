"""Which edits, of which types, are the changes of a work product?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.classification.appearance import says_the_same
from modylbench.evaluation.mutations.classification.places import kind_of, place_of
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.lookup import Lookup
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.change import Change
    from modylbench.evaluation.mutations.classification.places import Path, Place

TYPES = frozenset({
    "create", "update_cell", "add_row", "delete_row", "add_column", "delete_column",
    "add_section", "delete_section", "update_section", "update_chart", "add_chart_series",
    "remove_chart_series", "add_widget", "remove_widget", "update_widget", "reformat", "reorder",
    "delete", "update_value", "add_key", "remove_key", "add_list_item", "remove_list_item",
})  # fmt: skip
"""The 23 types of SPEC 5."""


def edits(before: dict[str, Any] | None, after: dict[str, Any] | None) -> tuple[Edit, ...]:
    """The edits that lead from one snapshot of a product to the next; None: there is none.

    A product of a canonical kind is edited part by part (`places`); any other JSON value by value.
    One that becomes another kind goes, and the other comes.
    """
    if before is None or after is None or kind_of(before) != kind_of(after):
        gone = [] if before is None else [Edit("delete", "", old=before)]
        return (*gone, *([] if after is None else [Edit("create", "", new=after)]))
    kind = kind_of(before)
    changes = diff(before, after)
    if kind is not None:
        return tuple(_of_parts(kind, changes, Lookup(before), Lookup(after)))
    lookup = Lookup(before)
    return tuple(_of_value(change, lookup) for change in changes)


def _of_value(change: Change, before: Lookup) -> Edit:
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


def _of_parts(
    kind: str, changes: Sequence[Change], before: Lookup, after: Lookup
) -> Iterator[Edit]:
    columns = _columns(kind, changes)
    changed: dict[Path, tuple[Place, list[str]]] = {}
    for change in changes:
        place, length = place_of(kind, change.path)
        part = change.path[:length]
        if length < len(change.path):
            changed.setdefault(part, (place, []))[1].append(change.path[length])
        elif _column_of(place, part) not in columns:
            yield _of_whole(place, change, columns.get(part))
    for part, (place, fields) in changed.items():
        yield from _of_changed(place, part, sorted(set(fields)), (before.at(part), after.at(part)))


def _of_whole(place: Place, change: Change, cells: dict[str, Any] | None) -> Edit:
    """The edit of a part that came, went or moved; a column does so with its cells."""
    if change.op == "move":
        return _move(change)
    old, new = change.old, change.new
    kind = place.added if old is None else place.removed if new is None else place.updated
    if cells is not None:
        old, new = (
            None if column is None else {"column": column, "cells": cells} for column in (old, new)
        )
    return Edit(kind, join(*change.path), old=old, new=new, after=change.after)


def _of_changed(
    place: Place, part: Path, fields: Sequence[str], both: tuple[dict[str, Any], dict[str, Any]]
) -> Iterator[Edit]:
    """The edits of a part some of whose fields changed."""
    old, new = both
    if place.holds == "each":
        for field in fields:
            yield Edit(place.updated, join(*part, field), old=old[field], new=new[field])
        return
    kind = "reformat" if says_the_same(place, old, new, fields) else place.updated
    if place.holds == "fields":
        old, new = ({field: whole[field] for field in fields} for whole in both)
    yield Edit(kind, join(*part), old=old, new=new)


def _columns(kind: str, changes: Sequence[Change]) -> dict[Path, dict[str, Any]]:
    """The cells that came or went with each column that did, by row."""
    columns: dict[Path, dict[str, Any]] = {
        change.path: {}
        for change in changes
        if change.op in ("add", "remove")
        and change.path[-2:-1] == ("columns",)
        and place_of(kind, change.path)[0].added == "add_column"
    }
    for change in changes if columns else ():
        place, length = place_of(kind, change.path)
        column = _column_of(place, change.path) if length == len(change.path) else None
        if column in columns:
            columns[column][change.path[-3]] = change.old if change.op == "remove" else change.new
    return columns


def _column_of(place: Place, part: Path) -> Path | None:
    """The column of a cell; None for other parts."""
    return (*part[:-4], "columns", part[-1]) if place.updated == "update_cell" else None
