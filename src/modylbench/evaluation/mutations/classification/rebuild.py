"""What does a work product become by a sequence of edits?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.apply import apply
from modylbench.evaluation.mutations.change import Change
from modylbench.evaluation.mutations.classification.places import kind_of, place_of
from modylbench.products.pointer import steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.classification.places import Path
    from modylbench.evaluation.mutations.edit import Edit


def rebuilt(before: dict[str, Any] | None, edits: Sequence[Edit]) -> dict[str, Any] | None:
    """The product after the edits of `classify`; ValueError where one does not fit."""
    product = before
    pending: list[Change] = []
    for edit in edits:
        if edit.type in ("create", "delete") and not edit.locator:
            product, pending = edit.new, []
            continue
        if product is None:
            message = f"found {edit.type!r} of {edit.locator!r}, expected a product to edit"
            raise ValueError(message)
        pending += changes_of(kind_of(product), edit)
    return apply(product, pending) if pending else product


def changes_of(kind: str | None, edit: Edit) -> Iterator[Change]:
    """The changes that an edit stands for; `kind` is None for other JSON than our products."""
    path = tuple(steps(edit.locator))
    if edit.type == "reorder":
        yield Change("move", path, edit.old, after=edit.after)
    elif kind is not None:
        yield from _of_part(kind, path, edit)
    elif edit.type == "update_value":
        yield Change("replace", path, edit.old, edit.new)
    elif edit.type in ("add_key", "add_list_item"):
        yield Change("add", path, new=edit.new, after=edit.after)
    else:
        yield Change("remove", path, old=edit.old)


def _of_part(kind: str, path: Path, edit: Edit) -> Iterator[Change]:
    place, length = place_of(kind, path)
    old, new = edit.old, edit.new
    if edit.type in ("add_column", "delete_column"):
        yield from _of_column(path, edit)
    elif place.holds == "each" and (length < len(path) or _is_field(path)):
        yield Change("replace", path, old, new)
    elif old is None:
        yield Change("add", path, new=new, after=edit.after)
    elif new is None:
        yield Change("remove", path, old=old)
    elif place.holds == "whole":
        yield Change("replace", path, old, new)
    else:
        for field in new:
            yield Change("replace", (*path, field), old.get(field), new[field])


def _is_field(path: Path) -> bool:
    """Whether the part is a widget's table or chart, which is null where there is none."""
    return len(path) == 3 and path[0] == "widgets"


def _of_column(path: Path, edit: Edit) -> Iterator[Change]:
    whole = edit.new or edit.old
    if edit.new is not None:
        yield Change("add", path, new=whole["column"], after=edit.after)
    else:
        yield Change("remove", path, old=whole["column"])
    for row, cell in whole["cells"].items():
        place = (*path[:-2], "rows", row, "cells", path[-1])
        if edit.new is not None:
            yield Change("add", place, new=cell)
        else:
            yield Change("remove", place, old=cell)
