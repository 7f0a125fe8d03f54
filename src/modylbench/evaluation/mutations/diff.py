"""The changes between two JSON documents.

Written by hand: on a grid of 200 x 50 cells it takes 2 ms where jsonpatch takes 75 and deepdiff
1,400, and neither of them goes by ids (benchmarks/mutations.py measures it).
"""

from __future__ import annotations

from bisect import bisect_left
from operator import eq
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.change import Change
from modylbench.evaluation.mutations.json_documents import (
    is_positional,
    item_ids,
    same_json,
    without_booleans,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ABSENT = object()
MOST_POSITIONS = 1_000  # ours: beyond it a list without ids is replaced whole, so time stays linear
JsonPath = tuple[str, ...]


def diff(before: Any, after: Any) -> tuple[Change, ...]:
    """The changes that lead from one document to the other, in the order of their application.

    Objects change key by key; lists whose items have ids of their own, item by item; lists without
    ids, position by position between what is the same at both ends; any other list as a whole.
    The changes hold parts of the documents, which nobody may alter. Raises ValueError for
    documents nested so deeply that Python cannot follow.

    >>> diff({"rows": [{"id": "a", "n": 1}]}, {"rows": [{"id": "a", "n": 2}]})
    (Change(op='replace', path=('rows', 'a', 'n'), old=1, new=2, after=None),)
    """
    try:
        if before is after:
            return ()
        walk = _DocumentDiff(
            eq if without_booleans(before) and without_booleans(after) else _same_leaf
        )
        walk.compare(before, after, ())
    except RecursionError as error:
        message = "found a document that is nested too deeply to compare"
        raise ValueError(message) from error
    return tuple(walk.changes)


def longest_increasing(numbers: Sequence[int]) -> set[int]:
    """The members of one longest increasing subsequence of different numbers.

    >>> sorted(longest_increasing([3, 0, 1, 4, 2]))
    [0, 1, 2]
    """
    ends: list[int] = []  # the smallest number that ends an increasing run of each length
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        before[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    members: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        members.add(last)
        last = before[last]
    return members


def _same_leaf(old: Any, new: Any) -> bool:
    """Equality of leaves alone: containers are looked into, so that each is looked at once."""
    return type(old) is not dict and type(old) is not list and same_json(old, new)


class _DocumentDiff:
    """Collects the changes; `equal` may say no of equal containers, but never yes of others."""

    def __init__(self, equal: Callable[[Any, Any], bool]) -> None:
        self.changes: list[Change] = []
        self._equal = equal

    def compare(self, before: Any, after: Any, path: JsonPath) -> None:
        if before is after or self._equal(before, after):
            return
        if type(before) is dict and type(after) is dict:
            self._by_key(before, after, path)
        elif type(before) is list and type(after) is list:
            self._lists(before, after, path)
        else:
            self.changes.append(Change("replace", path, before, after))

    def _by_key(self, before: dict[str, Any], after: dict[str, Any], path: JsonPath) -> None:
        equal = self._equal
        keys = [
            key
            for key, old in before.items()
            if (new := after.get(key, _ABSENT)) is not old
            and (new is _ABSENT or not equal(old, new))
        ]
        keys += after.keys() - before.keys()
        for key in sorted(keys):
            if key not in after:
                self.changes.append(Change("remove", (*path, key), old=before[key]))
            elif key not in before:
                self.changes.append(Change("add", (*path, key), new=after[key]))
            else:
                self.compare(before[key], after[key], (*path, key))

    def _lists(self, before: list[Any], after: list[Any], path: JsonPath) -> None:
        old_ids, new_ids = item_ids(before), item_ids(after)
        if old_ids is not None and new_ids is not None:
            self._by_id(before, after, (old_ids, new_ids), path)
        elif is_positional(before) and is_positional(after):
            self._by_position(before, after, path)
        elif not same_json(before, after):
            self.changes.append(Change("replace", path, before, after))

    def _by_id(
        self,
        before: list[Any],
        after: list[Any],
        both_ids: tuple[list[str], list[str]],
        path: JsonPath,
    ) -> None:
        old_ids, new_ids = both_ids
        old = dict(zip(old_ids, before, strict=True))
        gone = old.keys() - set(new_ids)
        self.changes += [
            Change("remove", (*path, own), old=old[own]) for own in old_ids if own in gone
        ]
        moved = _items_to_move([own for own in old_ids if own not in gone], new_ids)
        stood_behind = dict(zip(old_ids, ["", *old_ids], strict=False)) if moved else {}
        previous = ""
        for own, item in zip(new_ids, after, strict=True):
            if own not in old:
                self.changes.append(Change("add", (*path, own), new=item, after=previous))
            else:
                if own in moved:
                    self.changes.append(
                        Change("move", (*path, own), old=stood_behind[own], after=previous)
                    )
                self.compare(old[own], item, (*path, own))
            previous = own

    def _by_position(self, before: list[Any], after: list[Any], path: JsonPath) -> None:
        start, old_end, new_end = _differing_middle(before, after)
        old_middle, new_middle = before[start:old_end], after[start:new_end]
        if max(len(old_middle), len(new_middle)) > MOST_POSITIONS:
            self.changes.append(Change("replace", path, before, after))
            return
        shared = min(len(old_middle), len(new_middle))
        for at in range(shared):
            self.compare(old_middle[at], new_middle[at], (*path, str(start + at)))
        for at in reversed(range(shared, len(old_middle))):
            self.changes.append(Change("remove", (*path, str(start + at)), old=old_middle[at]))
        for at in range(shared, len(new_middle)):
            self.changes.append(Change("add", (*path, str(start + at)), new=new_middle[at]))


def _differing_middle(before: list[Any], after: list[Any]) -> tuple[int, int, int]:
    """Where the lists begin to differ, and where each stops doing so."""
    start, old_end, new_end = 0, len(before), len(after)
    shorter = min(old_end, new_end)
    while start < shorter and same_json(before[start], after[start]):
        start += 1
    while (
        old_end > start and new_end > start and same_json(before[old_end - 1], after[new_end - 1])
    ):
        old_end, new_end = old_end - 1, new_end - 1
    return start, old_end, new_end


def _items_to_move(kept: Sequence[str], new_ids: Sequence[str]) -> set[str]:
    """The fewest items that must move so that those kept stand in their new order."""
    place = {own: at for at, own in enumerate(kept)}
    order = [own for own in new_ids if own in place]
    if order == list(kept):
        return set()
    stay = longest_increasing([place[own] for own in order])
    return {own for own in order if place[own] not in stay}
