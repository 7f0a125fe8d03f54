"""The parts that a work product of each kind has, and what a change of each part is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

PartPath = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartKind:
    """A part that is edited as one thing: what its coming, going and changing are called.

    `each`: a field that changes is an edit of its own, at the field. `fields`: all its fields that
    change are one edit at the part, which holds these fields alone. `whole`: one edit at the part,
    which holds all of it.
    """

    added: str
    removed: str
    updated: str
    holds: Literal["each", "fields", "whole"] = "fields"


ANY = "*"

_SHEET = {
    ("columns", ANY): PartKind("add_column", "delete_column", "update_value"),
    ("rows", ANY): PartKind("add_row", "delete_row", "update_value"),
    ("rows", ANY, "cells", ANY): PartKind("update_cell", "update_cell", "update_cell", "whole"),
}
_CHART = {
    ("series", ANY): PartKind("add_chart_series", "remove_chart_series", "update_chart"),
    # The 23 types know no points: one that comes or goes is a changed chart.
    ("series", ANY, "points", ANY): PartKind(
        "update_chart", "update_chart", "update_chart", "whole"
    ),
}


def _with_prefix(prefix: PartPath, parts: dict[PartPath, PartKind]) -> dict[PartPath, PartKind]:
    return {(*prefix, *pattern): part_kind for pattern, part_kind in parts.items()}


_ROOT = PartKind("create", "delete", "update_value", "each")
_TABLE, _GRAPH = ("widgets", ANY, "table"), ("widgets", ANY, "chart")

PARTS: dict[str, dict[PartPath, PartKind]] = {
    # A sheet is to a workbook what a section is to a document.
    "spreadsheet": {
        (): _ROOT,
        ("sheets", ANY): PartKind("add_section", "delete_section", "update_value", "each"),
        **_with_prefix(("sheets", ANY), _SHEET),
    },
    "chart": {(): PartKind("create", "delete", "update_chart", "each"), **_CHART},
    "document": {
        (): _ROOT,
        ("sections", ANY): PartKind("add_section", "delete_section", "update_section"),
        ("citations", ANY): PartKind("add_list_item", "remove_list_item", "update_value"),
    },
    # A table or a chart on a dashboard changes as one by itself does; that there is one at all
    # is a change of its widget.
    "dashboard": {
        (): _ROOT,
        ("widgets", ANY): PartKind("add_widget", "remove_widget", "update_widget"),
        _TABLE: PartKind("update_widget", "update_widget", "update_value", "each"),
        **_with_prefix(_TABLE, _SHEET),
        _GRAPH: PartKind("update_widget", "update_widget", "update_chart", "each"),
        **_with_prefix(_GRAPH, _CHART),
    },
}


@dataclass(frozen=True, slots=True)
class _PartNode:
    part_kind: PartKind | None
    below: dict[str, _PartNode]


def _tree(parts: dict[PartPath, PartKind], path: PartPath = ()) -> _PartNode:
    here = len(path)
    steps = {pattern[here] for pattern in parts if pattern[:here] == path and len(pattern) > here}
    return _PartNode(parts.get(path), {step: _tree(parts, (*path, step)) for step in sorted(steps)})


_TREES = {kind: _tree(parts) for kind, parts in PARTS.items()}


def kind_of(document: dict[str, Any]) -> str | None:
    """The canonical kind of a snapshot; None for any other JSON."""
    kind = document.get("kind")
    return kind if isinstance(kind, str) and kind in PARTS else None


def part_kind_of(kind: str, path: PartPath) -> tuple[PartKind, int]:
    """The smallest part that the path is in, and how many steps lead to it.

    >>> part_kind_of("spreadsheet", ("sheets", "s", "rows", "r", "cells", "c", "value"))[1]
    6
    """
    node: _PartNode | None = _TREES[kind]
    found, length = PARTS[kind][()], 0
    for at, step in enumerate(path, start=1):
        node = node.below.get(ANY) or node.below.get(step) if node else None
        if node is not None and node.part_kind is not None:
            found, length = node.part_kind, at
    return found, length
