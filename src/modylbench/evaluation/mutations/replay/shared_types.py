"""The form in which a Y.Doc holds a JSON document.

| JSON | Yjs |
|---|---|
| object | Y.Map with the same keys; a key that begins with `$` gets one `$` more |
| list whose items have ids | Y.Map of `$items` (Y.Map: id -> item) and `$order` (Y.Array of ids) |
| other list | Y.Array |
| long text, and every `body` and `content` | Y.Text |
| other string, number, true, false, null | the value |
| what Yjs cannot hold, or not fast | the plain object `{"$json": "its JSON text"}` |

Yjs cannot move an item of an array; by id, an item stays the same Y.Map wherever its id moves to.
The last line is for whole numbers beyond 2^53, half a surrogate pair, lists without ids of more
than 2,000 items, and what lies more than 50 levels deep.
"""

from __future__ import annotations

import json
import math
from contextlib import nullcontext
from itertools import groupby
from typing import TYPE_CHECKING, Any

import orjson
from pycrdt import Array, Map, Text

from modylbench.evaluation.mutations.json_documents import is_encodable, item_ids
from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pycrdt import Doc

Into = Map[Any] | Array[Any]
KeyOrPosition = str | int
ROOT = "products"
ORDER, ITEMS, AS_TEXT = "$order", "$items", "$json"
PROSE_KEYS = frozenset({"body", "content"})
LONGEST_PLAIN = 200  # ours: people edit a longer string, and replace a shorter one
LARGEST_PLAIN = 2**53  # beyond it a JavaScript number is not exact
LONGEST_ARRAY = 2_000  # ours: to find a place, pycrdt walks there from the array's start
MOST_LEVELS = 50  # ours: a work product has about ten
MOST_TEXT_LEVELS = 256  # ours: of what is held as JSON text; Python follows about 450
MOST_AT_ONCE = 256  # ours: ids that one transaction takes
MOST_RUNS = 200  # ours: beyond it the order is written anew


class SharedTypeWriter:
    """Puts JSON values into a Y.Doc inside a transaction of the caller's; `finish` comes after it.

    The ids of a long list wait until then: they need transactions of their own.
    """

    def __init__(self) -> None:
        self._late: list[tuple[Array[Any], list[str]]] = []

    def place(self, into: Into, at: KeyOrPosition, value: Any, *, levels: int = 1) -> None:
        """Put the value under the map's key `at`, or before the array's position `at`.

        Raises ValueError for what no JSON file can hold.
        """
        match value:
            case dict() if levels < MOST_LEVELS and all(map(is_encodable, value)):
                held: Map[Any] = _set(into, at, Map())
                for key in sorted(value):
                    self.place(held, escape_key(key), value[key], levels=levels + 1)
            case list() if levels < MOST_LEVELS and (own_ids := item_ids(value)):
                items = dict(zip(own_ids, value, strict=True))
                if all(map(is_encodable, own_ids)):
                    self.place_items(into, at, items, levels=levels)
                else:
                    _set(into, at, _as_text(value))
            case list() if levels < MOST_LEVELS and len(value) <= LONGEST_ARRAY:
                array: Array[Any] = _set(into, at, Array())
                for item in reversed(value):  # each then goes in without a walk
                    self.place(array, 0, item, levels=levels + 1)
            case dict() | list():
                _set(into, at, _as_text(value))
            case _:
                _set(into, at, _scalar(value, at))

    def place_items(
        self, into: Into, at: KeyOrPosition, items: dict[str, Any], *, levels: int = 1
    ) -> None:
        """Put a list whose items have ids there, in the order of the items."""
        held = _set(into, at, Map())
        by_id = _set(held, ITEMS, Map())
        for own, item in items.items():
            self.place(by_id, own, item, levels=levels + 1)
        order = _set(held, ORDER, Array())
        if len(items) <= MOST_AT_ONCE:
            order[0:0] = list(items)
        else:
            self._late.append((order, list(items)))

    def finish(self, doc: Doc[Any]) -> None:
        """Put the ids there that were left for later."""
        for order, own_ids in self._late:
            insert_all(doc, order, 0, own_ids)
        self._late.clear()


def reorder(doc: Doc[Any], order: Array[Any], target: Sequence[str], arriving: set[str]) -> None:
    """Bring the ids to the order of the target: who moves or is gone leaves, then who is new."""
    staying = set(target) - arriving
    present = orjson.loads(str(order))  # an array's own iterator takes the square of its length
    gone, new = _runs(present, staying), _runs(target, staying)
    if len(gone) + len(new) > MOST_RUNS:
        gone, new = [(0, len(present))], [(0, len(target))]
    with doc.transaction() if len(arriving) <= MOST_AT_ONCE else nullcontext():
        with doc.transaction():
            for start, end in reversed(gone):
                del order[start:end]
        for start, end in new:
            insert_all(doc, order, start, target[start:end])


def insert_all(doc: Doc[Any], order: Array[Any], at: int, own_ids: Sequence[str]) -> None:
    """Insert the ids before the position, in as many transactions as they need.

    Within one, each id is found by a walk over all ids before it; after it they are one block.
    """
    for start in range(0, len(own_ids), MOST_AT_ONCE):
        with doc.transaction():
            order[at + start : at + start] = list(own_ids[start : start + MOST_AT_ONCE])


def is_items_by_id(node: Any) -> bool:
    """Whether the part of a Y.Doc is a list whose items have ids."""
    return isinstance(node, Map) and ORDER in node


def escape_key(key: str) -> str:
    """The key under which an object's value is held.

    >>> escape_key("title"), escape_key("$ref")
    ('title', '$$ref')
    """
    return "$" + key if key.startswith("$") else key


def _set(into: Into, at: Any, what: Any) -> Any:
    if isinstance(into, Array):
        into.insert(at, what)
    else:
        into[at] = what
    return what


def _scalar(value: Any, key: KeyOrPosition) -> Any:
    if isinstance(value, str):
        if not is_encodable(value):
            return _as_text(value)
        return Text(value) if key in PROSE_KEYS or len(value) > LONGEST_PLAIN else value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_PLAIN else _as_text(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    message = f"found {short_repr(value)}, expected a JSON value"
    raise ValueError(message)


def _as_text(value: Any) -> dict[str, str]:
    refuse_depth(value)
    return {AS_TEXT: json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))}


def refuse_depth(value: Any) -> None:
    """Raise ValueError for a JSON value of more levels than a JSON text may have."""
    level = [value]
    for _ in range(MOST_TEXT_LEVELS + 1):
        lists = [part for part in level if isinstance(part, list)]
        objects = [part.values() for part in level if isinstance(part, dict)]
        level = [child for part in (*lists, *objects) for child in part]
        if not level:
            return
    message = f"found what is nested too deeply, expected at most {MOST_TEXT_LEVELS} levels"
    raise ValueError(message)


def _runs(own_ids: Iterable[str], staying: set[str]) -> list[tuple[int, int]]:
    """From where to where stand ids that do not stay."""
    found, start = [], 0
    for stays, run in groupby(own_ids, staying.__contains__):
        end = start + len(list(run))
        if not stays:
            found.append((start, end))
        start = end
    return found
