"""Which writes turn one value of a data model into another, and no more than that?

A write replaces what stands at its path, or deletes it where it brings nothing. So nothing can be
put between two items of a list, a deleted item would leave a hole, and null can only be written as
a part of something: in these cases the whole list or mapping is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from modylbench.products.pointer import join


@dataclass(frozen=True, slots=True)
class Change:
    """A write at a path; a value of None takes away what is there."""

    path: str
    value: Any


def changes(old: Any, new: Any) -> list[Change]:
    """The writes that make `new` of `old`, each at the deepest place that is enough.

    >>> changes({"rows": [{"id": "a", "n": 1}]}, {"rows": [{"id": "a", "n": 2}]})
    [Change(path='/rows/0/n', value=2)]
    """
    inside = _inside(old, new, ())
    return [Change("/", new)] if inside is None else inside


def _inside(old: Any, new: Any, steps: tuple[str, ...]) -> list[Change] | None:
    """The writes below a place, or None where the place itself has to be written."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _in_mapping(old, new, steps)
    if isinstance(old, list) and isinstance(new, list):
        return _in_list(old, new, steps)
    return [] if type(old) is type(new) and old == new else None


def _in_mapping(
    old: dict[str, Any], new: dict[str, Any], steps: tuple[str, ...]
) -> list[Change] | None:
    found = [Change(join(*steps, name), None) for name in old if name not in new]
    for name, value in new.items():
        below = _at(old.get(name), value, (*steps, name), is_there=name in old)
        if below is None:
            return None
        found += below
    return found


def _in_list(old: list[Any], new: list[Any], steps: tuple[str, ...]) -> list[Change] | None:
    if [_id(item) for item in old] != [_id(item) for item in new]:
        return None
    found: list[Change] = []
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        below = _at(before, after, (*steps, str(place)), is_there=True)
        if below is None:
            return None
        found += below
    return found


def _at(old: Any, new: Any, steps: tuple[str, ...], *, is_there: bool) -> list[Change] | None:
    below = _inside(old, new, steps) if is_there else None
    if below is not None:
        return below
    return None if new is None else [Change(join(*steps), new)]


def _id(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else None
