"""One structural change between two JSON documents, and a document with changes applied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from modylbench.evaluation.mutations.json_documents import item_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Change:
    """What happened at one place: `path` are the steps to it, unescaped.

    A step into a list whose items all carry ids of their own is the item's id; a step into any
    other list is a position, which counts at the moment the change is applied. `after` belongs to
    an added or moved item of a list with ids: the id of the item it comes to stand behind, "" for
    the first place. Changes are applied in their order.
    """

    op: Literal["add", "remove", "replace", "move"]
    path: tuple[str, ...]
    old: Any = None
    new: Any = None
    after: str | None = None


def apply_changes(before: Any, changes: Iterable[Change]) -> Any:
    """The document after the changes; `before` stays as it is, and untouched parts are shared.

    Raises ValueError where a change does not fit the document.

    >>> apply_changes({"n": 1}, [Change("replace", ("n",), 1, 2)])
    {'n': 2}
    """
    root = _OpenObject({"": before})
    for change in changes:
        here: Any = root
        try:
            for step in ("", *change.path)[:-1]:
                here = _open_child(here, step, change)
            _make_change(here, change)
        except (KeyError, IndexError, ValueError) as error:
            message = f"the change does not fit the document: {change.op} {list(change.path)!r}"
            raise ValueError(message) from error
    return _close(root)[""]


class _OpenObject(dict[str, Any]):
    """A copy that is being changed."""


class _OpenList(list[Any]):
    """A copy of a list without ids that is being changed."""


class _OpenItems:
    """The items of a list with ids as a linked list, so that each change takes the same time."""

    def __init__(self, items: list[Any], own_ids: list[str]) -> None:
        self.items = dict(zip(own_ids, items, strict=True))
        self._next = dict(zip(["", *own_ids], [*own_ids, ""], strict=True))
        self._previous = dict(zip([*own_ids, ""], ["", *own_ids], strict=True))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        own = self._next[""]
        while own:
            yield self.items[own]
            own = self._next[own]

    def unlink(self, own: str) -> None:
        before, behind = self._previous.pop(own), self._next.pop(own)
        self._next[before], self._previous[behind] = behind, before

    def link(self, own: str, after: str) -> None:
        if own in self._next:
            message = f"found {own!r} in the list already"
            raise ValueError(message)
        behind = self._next[after]
        self._next[after], self._previous[own] = own, after
        self._next[own], self._previous[behind] = behind, own


def _open_child(parent: Any, step: str, change: Change) -> Any:
    """The child at the step as a copy that may be changed, in its place."""
    holder, key = _slot(parent, step)
    child = holder[key]
    if isinstance(child, _OpenList | _OpenItems | list) and not child:
        # Whether an empty list is one of items with ids shows in what is added first.
        child = holder[key] = _OpenList() if change.after is None else _OpenItems([], [])
    elif type(child) is dict:
        child = holder[key] = _OpenObject(child)
    elif type(child) is list:
        own_ids = item_ids(child)
        child = _OpenList(child) if own_ids is None else _OpenItems(child, own_ids)
        holder[key] = child
    return child


def _slot(parent: Any, step: str) -> tuple[Any, Any]:
    if isinstance(parent, _OpenItems):
        return parent.items, step
    if isinstance(parent, _OpenList):
        return parent, _position(step, len(parent) - 1)
    if isinstance(parent, _OpenObject):
        return parent, step
    message = f"expected an object or a list around {step!r}"
    raise ValueError(message)


def _position(step: str, last: int) -> int:
    if not (step.isascii() and step.isdigit() and len(step) < 12 and int(step) <= last):
        message = f"found the position {step!r}, expected one from 0 to {last}"
        raise ValueError(message)
    return int(step)


def _make_change(parent: Any, change: Change) -> None:
    step = change.path[-1] if change.path else ""
    if isinstance(parent, _OpenItems):
        _change_items(parent, step, change)
        return
    if change.op == "add" and isinstance(parent, _OpenList):
        parent.insert(_position(step, len(parent)), change.new)
        return
    holder, key = _slot(parent, step)
    taken = isinstance(parent, _OpenList) or key in holder
    if change.op == "remove":
        del holder[key]
    elif change.op == ("replace" if taken else "add"):
        holder[key] = change.new
    else:
        message = "expected a place that is free to add to, and one that is not to replace"
        raise ValueError(message)


def _change_items(here: _OpenItems, own: str, change: Change) -> None:
    if change.op in ("remove", "move"):
        here.unlink(own)
    if change.op == "remove":
        del here.items[own]
        return
    if change.op in ("add", "move"):
        here.link(own, change.after or "")
    elif own not in here.items:
        raise KeyError(own)
    if change.op != "move":
        here.items[own] = change.new


def _close(value: Any) -> Any:
    if isinstance(value, _OpenObject):
        return {key: _close(child) for key, child in value.items()}
    if isinstance(value, _OpenList | _OpenItems):
        return [_close(child) for child in value]
    return value
