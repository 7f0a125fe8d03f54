"""What stands at a path of a JSON document?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.lists import ids

if TYPE_CHECKING:
    from collections.abc import Iterable

MISSING: Any = object()


class Lookup:
    """A document whose lists of items with ids are searched once and then known."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._items: dict[int, dict[str, Any]] = {}

    def at(self, path: Iterable[str]) -> Any:
        """The value at the path (steps into lists are ids, or positions where there are none)."""
        here = self._document
        for step in path:
            if isinstance(here, dict):
                here = here.get(step, MISSING)
            elif isinstance(here, list):
                here = self._by_step(here).get(step, MISSING)
            else:
                return MISSING
        return here

    def _by_step(self, items: list[Any]) -> dict[str, Any]:
        # The list stays alive with the document, so that its address stays its own.
        known = self._items.get(id(items))
        if known is None:
            steps = ids(items) or map(str, range(len(items)))
            known = self._items[id(items)] = dict(zip(steps, items, strict=True))
        return known
