"""The operations on a Y.Doc that changes of its document become."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pycrdt import Array, Map, Text

from modylbench.evaluation.mutations.json_documents import Lookup, is_encodable, item_ids
from modylbench.evaluation.mutations.replay.shared_types import (
    ITEMS,
    ORDER,
    SharedTypeWriter,
    escape_key,
    is_items_by_id,
    reorder,
)
from modylbench.evaluation.mutations.replay.text_edits import text_edits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pycrdt import Doc

    from modylbench.evaluation.mutations.change import Change

Path = tuple[str, ...]


def write_changes(doc: Doc[Any], root: Map[Any], changes: Iterable[Change], after: Any) -> None:
    """Make the changes, each in a transaction of its own; `after` is the document they lead to.

    What cannot be changed bit by bit follows at the end: the order of a list with ids, once all
    its items are there, and what is held as JSON text.
    """
    arrivals: dict[Path, set[str]] = {}
    texts: dict[Path, None] = {}
    placing = SharedTypeWriter()
    for change in changes:
        with doc.transaction():
            parent, path = _part_at(root, change.path[:-1])
            if not isinstance(parent, Map | Array) or not is_encodable(change.path[-1]):
                texts[path] = None
                continue
            parent = _fitting_parent(root, parent, change, placing)
            if is_items_by_id(parent):
                arriving = arrivals.setdefault(path, set())
                arriving.update(change.path[-1:] if change.op in ("add", "move") else ())
            _make_change(parent, change, placing)
    placing.finish(doc)
    target = Lookup(after)
    for path in sorted(texts, key=len):
        with doc.transaction():
            _rewrite_whole(root, path, target.at(path), placing)
    placing.finish(doc)
    for path, arriving in arrivals.items():
        held = _part_at(root, path)[0]
        if is_items_by_id(held):
            reorder(doc, held[ORDER], item_ids(target.at(path)) or [], arriving)


def _part_at(root: Map[Any], path: Path) -> tuple[Any, Path]:
    """The part at the path, or the first on the way to it that is held as JSON text."""
    here: Any = root
    for count, step in enumerate(path):
        if not isinstance(here, Map | Array):
            return here, path[:count]
        holder, key = _slot(here, step)
        here = holder[key]
    return here, path


def _slot(parent: Any, step: str) -> tuple[Any, Any]:
    if isinstance(parent, Array):
        return parent, int(step)
    return (parent[ITEMS], step) if is_items_by_id(parent) else (parent, escape_key(step))


def _fitting_parent(root: Map[Any], parent: Any, change: Change, placing: SharedTypeWriter) -> Any:
    """The part that the change is made in.

    Whether an empty list is one of items with ids shows only in what is added to it first.
    """
    has_ids = is_items_by_id(parent)
    is_list = has_ids or isinstance(parent, Array)
    if change.op != "add" or not is_list or has_ids == (change.after is not None):
        return parent
    holder, key = _slot(_part_at(root, change.path[:-2])[0], change.path[-2])
    _clear(holder, key)
    if has_ids:
        placing.place(holder, key, [])
    else:
        placing.place_items(holder, key, {})
    return holder[key]


def _make_change(parent: Any, change: Change, placing: SharedTypeWriter) -> None:
    holder, key = _slot(parent, change.path[-1])
    match change.op:
        case "remove":
            del holder[key]
        case "add":
            placing.place(holder, key, change.new)
        case "replace":
            text = holder[key]
            if isinstance(text, Text) and isinstance(change.new, str) and is_encodable(change.new):
                _rewrite(text, change.old, change.new)
            else:
                _clear(holder, key)
                placing.place(holder, key, change.new)
        case "move":
            pass  # the item stays what and where it is; its id moves


def _clear(holder: Any, key: Any) -> None:
    """Make room for another value: a map's key is overwritten, an array's position is not."""
    if isinstance(holder, Array):
        del holder[key]


def _rewrite_whole(root: Map[Any], path: Path, value: Any, placing: SharedTypeWriter) -> None:
    """Put the value in the place of what is held as JSON text, or must be from now on."""
    if not path:
        message = "found half a surrogate pair in the id of a product, expected whole characters"
        raise ValueError(message)
    parent = _part_at(root, path[:-1])[0]
    if isinstance(parent, Map | Array):  # otherwise it is part of a text that was written already
        holder, key = _slot(parent, path[-1])
        _clear(holder, key)
        placing.place(holder, key, value)


def _rewrite(text: Text, old: str, new: str) -> None:
    """Edit the text where it differs, from its end, so that places before stay where they are."""
    for start, end, put in reversed(text_edits(old, new)):
        at = len(old[:start].encode())  # pycrdt counts the bytes of UTF-8
        if end > start:
            del text[at : at + len(old[start:end].encode())]
        if put:
            text.insert(at, put)
