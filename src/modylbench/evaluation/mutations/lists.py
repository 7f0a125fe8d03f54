"""How are the items of a list told apart: by ids of their own, by position, or not at all?"""

from __future__ import annotations

from typing import Any


def ids(items: list[Any]) -> list[str] | None:
    """The ids of the items; None unless every item is an object with an id that only it has.

    An empty id is none: "" says "the first place" in a change. An empty list has no ids: [].

    >>> ids([{"id": "a"}, {"id": "b"}]), ids([{"id": "a"}, {"id": "a"}]), ids([1]), ids([])
    (['a', 'b'], None, None, [])
    """
    found = []
    for item in items:
        if not has_id(item):
            return None
        found.append(item["id"])
    return found if len(set(found)) == len(found) else None


def is_positional(items: list[Any]) -> bool:
    """Whether no item has an id: then, and only then, positions say which item is meant.

    A list in which some items have ids, or two have the same, is neither: it changes as a whole.
    """
    return not any(map(has_id, items))


def has_id(item: Any) -> bool:
    """Whether the item is an object with an id."""
    if type(item) is not dict:
        return False
    own = item.get("id")
    return type(own) is str and own != ""
