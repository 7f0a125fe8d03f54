"""One structural change between two JSON documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


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
