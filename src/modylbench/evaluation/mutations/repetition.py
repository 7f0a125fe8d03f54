"""How much of what an agent sent had been there already."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from modylbench.products.pointer import Steps

LABELS = ("label", "name", "title", "heading", "x", "url", "path")
REFERENCES = frozenset({
    "id", "surfaceId", "surface_id", "componentId", "child", "children", "product", "section",
    "trigger",
})  # fmt: skip
"""Fields that say an id, of the part itself or of another."""
MOST_LABELS = 2  # ours: a row and a column say what a number is; a title may change around them


@dataclass(frozen=True, slots=True)
class ResentValues:
    """How many values were sent, and how many of them had been there."""

    values: int = 0
    unchanged: int = 0

    @property
    def share(self) -> float | None:
        """The share of what was sent that changed nothing; None where nothing was sent."""
        return self.unchanged / self.values if self.values else None

    def __add__(self, other: ResentValues) -> ResentValues:
        return ResentValues(self.values + other.values, self.unchanged + other.unchanged)


def count_resent(before: Any, sent: Any) -> ResentValues:
    """What of a sent document had been there.

    `before` is JSON of all that was shown, `sent` of a part of it: an update's components, a data
    model, a product or file. Counted are values: texts, numbers, nulls and empty lists or objects,
    but no ids. A value had been there if an equal one stood under the same ids, or, whatever the
    ids, under the same labels and the same key; each counts for one that was sent. Where no label
    says what a value is, the ids decide if they are known. Raises ValueError for what is nested
    so deeply that Python cannot follow.

    >>> old = [{"id": "r1", "label": "Debt", "value": 30}]
    >>> count_resent(old, [{"id": "r9", "label": "Debt", "value": 30}])
    ResentValues(values=2, unchanged=2)
    >>> count_resent(old, [{"id": "r1", "label": "Debt", "value": 31}])
    ResentValues(values=2, unchanged=1)
    """
    return ShownBefore(before).count_resent(sent)


class ShownBefore:
    """All that was shown, read once: what is sent in many messages is compared with it."""

    def __init__(self, before: Any) -> None:
        self._count = Counter(_read(before))
        self._known = {leaf.by_ids for leaf in self._count}
        self._by_ids: dict[Hashable, list[_ValueLeaf]] = defaultdict(list)
        self._names: Counter[Hashable] = Counter()
        for leaf, number in self._count.items():
            self._by_ids[leaf.by_ids, leaf.value].append(leaf)
            self._names[leaf.by_labels, leaf.value] += number

    def count_resent(self, sent: Any) -> ResentValues:
        """As the function `count_resent`; what is sent later is compared with the same again."""
        came = _read(sent)
        taken: Counter[_ValueLeaf] = Counter()
        used: Counter[Hashable] = Counter()  # how many leaves under the same ids are all taken
        names: Counter[Hashable] = Counter()
        left: list[_ValueLeaf] = []
        for leaf in came:
            own = leaf.by_ids, leaf.value
            there = self._by_ids.get(own, []) if leaf.by_ids else []
            if used[own] < len(there):
                found = there[used[own]]
                names[found.by_labels, found.value] += 1
                taken[found] += 1
                used[own] += taken[found] == self._count[found]
            elif leaf.by_labels[0] or not leaf.by_ids or leaf.by_ids not in self._known:
                left.append(leaf)
        unchanged = taken.total()
        for leaf in left:
            name = leaf.by_labels, leaf.value
            if names[name] < self._names[name]:
                names[name] += 1
                unchanged += 1
        return ResentValues(len(came), unchanged)


def _read(document: Any) -> list[_ValueLeaf]:
    try:
        found: list[_ValueLeaf] = []
        if document not in ({}, []):
            _add_leaves(document, _LeafPath(), found)
    except RecursionError as error:
        message = "found a document that is nested too deeply to compare"
        raise ValueError(message) from error
    return found


class _ValueLeaf(NamedTuple):
    """A value, and where it stands: by ids, and by labels and its key."""

    by_ids: Steps
    by_labels: tuple[Steps, str]
    value: Hashable


class _LeafPath(NamedTuple):
    """The way to a value: `ids` and the keys below the first of them, labels, the last key.

    `columns` are the labels of a table's columns by their ids, which its cells have for keys.
    """

    ids: Steps = ()
    labels: Steps = ()
    key: str = ""
    columns: Mapping[str, str] = {}


def _add_leaves(value: Any, place: _LeafPath, found: list[_ValueLeaf]) -> None:
    if isinstance(value, dict) and value:
        _add_leaves_of_object(value, place, found)
    elif isinstance(value, list) and value:
        for item in value:
            _add_leaves(item, place, found)
    elif not (place.key in REFERENCES and isinstance(value, str)):
        found.append(_ValueLeaf(place.ids, (place.labels, place.key), _hashable(value)))


def _add_leaves_of_object(value: dict[str, Any], place: _LeafPath, found: list[_ValueLeaf]) -> None:
    own, label = value.get("id"), next(_labels(value), None)
    ids = (*place.ids, own) if isinstance(own, str) else place.ids
    labels = place.labels if label is None else _add_label(place.labels, label)
    columns = _columns(value.get("columns")) or place.columns
    for key, item in value.items():
        if isinstance(item, dict) and item.get("id") == key:  # parts by their ids
            _add_leaves(item, _LeafPath(ids, labels, place.key, columns), found)
        elif place.key == "cells":
            said = columns.get(key)
            named = labels if said is None else _add_label(labels, said)
            _add_leaves(item, _LeafPath((*ids, key) if ids else (), named, "", columns), found)
        else:
            _add_leaves(item, _LeafPath((*ids, key) if ids else (), labels, key, columns), found)


def _add_label(labels: Steps, label: str) -> Steps:
    return (*labels, label)[-MOST_LABELS:]


def _labels(value: dict[str, Any]) -> Iterator[str]:
    return (str(value[key]) for key in LABELS if isinstance(value.get(key), str | int | float))


def _columns(columns: Any) -> dict[str, str]:
    if not isinstance(columns, list):
        return {}
    return {
        column["id"]: column["label"]
        for column in columns
        if isinstance(column, dict)
        and isinstance(column.get("id"), str)
        and isinstance(column.get("label"), str)
    }


def _hashable(value: Any) -> Hashable:
    """The value so that only equal ones are equal: 1 and 1.0 are, 1 and true are not."""
    if isinstance(value, dict | list):
        return type(value).__name__, None
    return isinstance(value, bool), value
