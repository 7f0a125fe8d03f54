"""What does a file tree become by edits?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.locator import FilePath, Pointer, parse
from modylbench.evaluation.mutations.formats.whole_product import is_whole
from modylbench.foundation.errors import short_repr
from modylbench.products.file_tree import parents

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document

    Entry = dict[str, Any]

BARE_DIR: Entry = {
    "kind": "dir", "size": None, "sha256": None, "mode": None, "target": None, "content": None,
}  # fmt: skip


def implied_by(paths: Sequence[str]) -> set[str]:
    """The folders that have to be there for these paths."""
    return {parent for path in paths for parent in parents(path)}


def apply(before: Document | None, edits: Sequence[Edit]) -> Document | None:
    """The tree after the edits: what is gone goes first, then comes what is new."""
    if is_whole(before, edits):
        made: Document | None = edits[0].new
        return made
    if before is None:
        return None
    tree = dict(before)
    entries: dict[str, Entry] = dict(before["entries"])
    come: dict[str, Entry] = {}
    for edit in edits:
        match parse(edit.locator, edit.locator_kind):
            case Pointer((key,)) if key in ("id", "title") and tree[key] == edit.old:
                tree[key] = edit.new
            case FilePath(path):
                _take(edit, path, entries, come)
            case _:
                message = f"found no {short_repr(edit.locator)} to edit"
                raise ValueError(message)
    _place(entries, come)
    return tree | {"entries": dict(sorted(entries.items()))}


def _take(edit: Edit, path: str, entries: dict[str, Entry], come: dict[str, Entry]) -> None:
    old, new = (dict(entry) if entry else None for entry in (edit.old, edit.new))
    old_path = old.pop("path", path) if old else path
    new_path = new.pop("path", path) if new else path
    if old is not None and entries.pop(old_path, None) != old:
        message = f"found something else at {short_repr(path)} than the edit is made for"
        raise ValueError(message)
    if new is not None:
        come[new_path] = new


def _place(entries: dict[str, Entry], come: Mapping[str, Entry]) -> None:
    for path, entry in come.items():
        if path in entries:
            message = f"found something at {short_repr(path)} already"
            raise ValueError(message)
        entries[path] = entry
    for parent in implied_by(list(come)):
        entries.setdefault(parent, dict(BARE_DIR))
