"""The operations on a Y.Doc that changes of its document become."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pycrdt import Array, Map, Text

from modylbench.evaluation.mutations.diff import longest_increasing
from modylbench.evaluation.mutations.json_documents import Lookup, is_encodable, item_ids
from modylbench.evaluation.mutations.replay.shared_types import (
    ITEMS,
    ORDER,
    SharedTypeWriter,
    escape_key,
    is_items_by_id,
    reorder,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pycrdt import Doc

    from modylbench.evaluation.mutations.change import Change
    from modylbench.products.pointer import Steps

MOST_EDITS = 500  # ours: beyond it the text is rewritten between what is the same at its ends
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]+")


def write_changes(doc: Doc[Any], root: Map[Any], changes: Iterable[Change], after: Any) -> None:
    """Make the changes, each in a transaction of its own; `after` is the document they lead to.

    What cannot be changed bit by bit follows at the end: the order of a list with ids, once all
    its items are there, and what is held as JSON text.
    """
    arrivals: dict[Steps, set[str]] = {}
    texts: dict[Steps, None] = {}
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


def _part_at(root: Map[Any], path: Steps) -> tuple[Any, Steps]:
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


def _rewrite_whole(root: Map[Any], path: Steps, value: Any, placing: SharedTypeWriter) -> None:
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


class TextEdit(NamedTuple):
    """Characters of the old text from `start` to `end` become `new`."""

    start: int
    end: int
    new: str


def text_edits(old: str, new: str) -> list[TextEdit]:
    """The edits, in the order of their places in the old text; one where they would be too many.

    Lines, and then words, that stand once in each text and in the same order hold the texts
    together, and only what lies between them is rewritten: the time grows with the texts' length,
    never with its square, whatever an agent writes.

    >>> text_edits("Revenue is $50M this year.", "Revenue was $57M this year.")
    [TextEdit(start=8, end=9, new='wa'), TextEdit(start=13, end=14, new='7')]
    """
    edits = [
        trimmed
        for lines in _edits_between(old, new, _LINES)
        for words in _edits_between(old[lines.start : lines.end], lines.new, _WORDS)
        if (trimmed := _trim(old, _shift(words, lines.start))).new or trimmed.start < trimmed.end
    ]
    return edits if len(edits) <= MOST_EDITS else [_trim(old, TextEdit(0, len(old), new))]


def _shift(edit: TextEdit, by: int) -> TextEdit:
    return TextEdit(edit.start + by, edit.end + by, edit.new)


def _trim(old: str, edit: TextEdit) -> TextEdit:
    """The edit without what is the same at both of its ends."""
    start, end, new = edit
    shorter = min(end - start, len(new))
    head = 0
    while head < shorter and old[start + head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[end - tail - 1] == new[len(new) - tail - 1]:
        tail += 1
    return TextEdit(start + head, end - tail, new[head : len(new) - tail])


def _edits_between(old: str, new: str, pieces: re.Pattern[str]) -> Iterator[TextEdit]:
    """What lies between the pieces that hold the texts together, as edits of all of it."""
    old_pieces, new_pieces = _pieces(old, pieces), _pieces(new, pieces)
    start = new_start = 0
    for old_at, new_at in _anchors(old_pieces, new_pieces):
        length = len(old_pieces[old_at][1])
        old_place, new_place = old_pieces[old_at][0], new_pieces[new_at][0]
        if old_place > start or new_place > new_start:
            yield TextEdit(start, old_place, new[new_start:new_place])
        start, new_start = old_place + length, new_place + length
    if len(old) > start or len(new) > new_start:
        yield TextEdit(start, len(old), new[new_start:])


def _pieces(text: str, pieces: re.Pattern[str]) -> list[tuple[int, str]]:
    return [(match.start(), match.group()) for match in pieces.finditer(text)]


def _anchors(
    old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]
) -> list[tuple[int, int]]:
    """Positions, old and new, of pieces that are the same: at both ends, and unique between."""
    shorter = min(len(old), len(new))
    head = tail = 0
    while head < shorter and old[head][1] == new[head][1]:
        head += 1
    while tail < shorter - head and old[-1 - tail][1] == new[-1 - tail][1]:
        tail += 1
    old_once = _unique_positions(old, head, len(old) - tail)
    new_once = _unique_positions(new, head, len(new) - tail)
    common = [(at, new_once[piece]) for piece, at in old_once.items() if piece in new_once]
    rising = longest_increasing([there for _, there in sorted(common)])
    return [
        *((at, at) for at in range(head)),
        *((at, there) for at, there in sorted(common) if there in rising),
        *((len(old) - at, len(new) - at) for at in range(tail, 0, -1)),
    ]


def _unique_positions(pieces: Sequence[tuple[int, str]], start: int, end: int) -> dict[str, int]:
    """The positions of the pieces that stand there once."""
    found: dict[str, int] = {}
    again: set[str] = set()
    for at in range(start, end):
        piece = pieces[at][1]
        if piece in found:
            again.add(piece)
        found[piece] = at
    return {piece: at for piece, at in found.items() if piece not in again}
