"""The edits that made, changed or took away what stands at a place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from modylbench.evaluation.mutations.json_documents import MISSING, Lookup
from modylbench.products.pointer import steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.products.pointer import Steps

ProductPointer = tuple[str, str]
"""A product's id and a pointer into it."""


@dataclass(frozen=True)
class ProductEdit:
    """An edit of a product; `path` are the steps to it, one for a locator that is no pointer."""

    product: str
    edit: Edit
    path: Steps = field(init=False)

    def __post_init__(self) -> None:
        locator = self.edit.locator
        path = tuple(steps(locator)) if self.edit.locator_kind == "pointer" else (locator,)
        object.__setattr__(self, "path", path)

    @cached_property
    def _old(self) -> Lookup:
        return Lookup(self.edit.old)

    @cached_property
    def _new(self) -> Lookup:
        return Lookup(self.edit.new)

    def holds(self, path: Steps, side: Literal["old", "new"]) -> bool:
        """Whether the edit's old or new value is, or has in it, what stands at the path.

        The edit of a row's label does not hold the row's cells; a column holds its own.
        """
        if self.edit.type == "reorder":
            return False
        rest = path[len(self.path) :]
        if self.edit.type in ("add_column", "delete_column"):
            rest = self._in_column(path)
        lookup = self._new if side == "new" else self._old
        found = lookup.at(rest)
        return found is not MISSING and (found is not None or bool(rest))

    def _in_column(self, path: Steps) -> Steps:
        sheet = len(self.path) - 2
        if path[sheet : sheet + 1] == ("rows",):
            return ("cells", path[sheet + 1], *path[sheet + 4 :])
        return ("column", *path[len(self.path) :])


class EditHistory:
    """Edits in their order, by the places they are at."""

    def __init__(self) -> None:
        self.made: list[ProductEdit] = []
        self._at: dict[tuple[str, Steps], list[int]] = defaultdict(list)
        self._under: dict[tuple[str, Steps], list[int]] = defaultdict(list)
        self._named: dict[ProductPointer, list[int]] = defaultdict(list)

    def add(self, made: ProductEdit) -> None:
        """Note one more edit."""
        number = len(self.made)
        self.made.append(made)
        self._at[made.product, made.path].append(number)
        locator = made.edit.locator
        if made.edit.type == "create" or made.edit.locator_kind != "pointer":
            for name in {locator, locator.rpartition(":L")[0] or locator}:
                self._named[made.product, name].append(number)
        for length in range(len(made.path)):
            self._under[made.product, made.path[:length]].append(number)

    def making(
        self, spots: Iterable[ProductPointer], side: Literal["old", "new"] = "new"
    ) -> set[int]:
        """The numbers of the edits that brought (or took away) what stands at the spots."""
        return {
            number
            for product, pointer in spots
            for number in self._edits_around(product, tuple(steps(pointer)))
            if self.made[number].holds(tuple(steps(pointer)), side)
        }

    def within(self, spots: Iterable[ProductPointer]) -> set[int]:
        """The numbers of the edits of what is inside the spots."""
        return {
            number
            for product, pointer in spots
            for number in self._under.get((product, tuple(steps(pointer))), ())
        }

    def moving(self, spots: Iterable[ProductPointer]) -> set[int]:
        """The numbers of the edits that moved the spots, or something in them."""
        exact = {
            number
            for product, pointer in spots
            for number in self._at.get((product, tuple(steps(pointer))), ())
        }
        around = exact | self.within(spots)
        return {number for number in around if self.made[number].edit.type == "reorder"}

    def breaking(self, spots: Iterable[ProductPointer]) -> set[int]:
        """The numbers of the edits that made what is at fault; a spot may be any locator."""
        found: set[int] = set()
        for product, place in spots:
            if place.startswith("/"):
                found |= self.making([(product, place)])
            else:
                found.update(self._named.get((product, place), ()))
                found.update(self._named.get((product, ""), ()))
        return found

    def at(self, made: ProductEdit) -> list[int]:
        """The numbers of the edits at exactly the same place."""
        return self._at.get((made.product, made.path), [])

    def _edits_around(self, product: str, path: Steps) -> Iterator[int]:
        for length in range(len(path) + 1):
            yield from self._at.get((product, path[:length]), ())
            if path[length : length + 1] == ("rows",) and path[length + 2 : length + 3] == (
                "cells",
            ):
                column = (*path[:length], "columns", *path[length + 3 : length + 4])
                yield from self._at.get((product, column), ())


def without_ids(value: Any) -> Any:
    """The value without the ids in it: what stays when somebody gives all parts new ones."""
    if isinstance(value, dict):
        return {key: without_ids(item) for key, item in value.items() if key != "id"}
    return [without_ids(item) for item in value] if isinstance(value, list) else value
