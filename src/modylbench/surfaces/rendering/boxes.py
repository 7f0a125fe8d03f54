"""Where the parts of a surface stand on its picture, as the page has measured it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import orjson
from pydantic import Field

from modylbench.foundation.record import Spec
from modylbench.products.pointer import steps
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.work_product import WorkProduct

Pixels = Annotated[float, Field(ge=-1e7, le=1e7)]
LISTED = ("sheets", "rows", "widgets", "sections")
"""Parts that the page counts in the order in which they are given."""


class PartBox(Spec):
    """A part: its component, its place in that (empty is all of it), and pixels of the picture.

    Places count from 0 where a product has ids: `/sheets/0/rows/3/cells/1`.
    """

    component: str | None = None
    place: str = ""
    x: Pixels
    y: Pixels
    width: Pixels
    height: Pixels


class SurfaceBoxes(Spec):
    """The parts of one surface on its page, which is so large; `cut` says that there are more."""

    boxes: tuple[PartBox, ...]
    width: Pixels = 0.0
    height: Pixels = 0.0
    cut: bool = False

    def find(self, component: str | None, place: str) -> PartBox | None:
        """The box of a part; without a component, of the first that has such a part."""
        for box in self.boxes:
            if box.place == place and component in (None, box.component):
                return box
        return None


def boxes_text(found: dict[str, Any]) -> bytes:
    """What the page answers, as it is kept."""
    names = ("component", "place", "x", "y", "width", "height")
    boxes = tuple(PartBox(**dict(zip(names, box, strict=True))) for box in found["boxes"])
    extent = {"width": found["width"], "height": found["height"]}
    return SurfaceBoxes(boxes=boxes, cut=found["cut"], **extent).model_dump_json().encode()


def read_boxes(content: bytes) -> SurfaceBoxes:
    """The boxes as they were kept."""
    return SurfaceBoxes.model_validate(orjson.loads(content), strict=False)


def place_of_pointer(product: WorkProduct, pointer: str) -> str | None:
    """The place on the page of what a pointer with ids names; None where the page has no box.

    What stands inside of a cell, a widget or a section is in its box; a product's title and the
    marks of a chart have none of their own, and stand in that of the whole.
    """
    path = steps(pointer)
    place, here, at = "", product, 0
    parts: Any = here
    while at < len(path):
        step = path[at]
        if step in LISTED and at + 1 < len(path):
            parts = getattr(parts, step, ())
            number = _number(parts, path[at + 1])
            if number is None:
                return None
            place, parts = f"{place}/{step}/{number}", parts[number]
            at += 2
            if step == "rows":
                return _cell(place, product, path, at)
        elif step == "table" and getattr(parts, "table", None) is not None:
            place, parts, at = f"{place}/table", parts.table, at + 1
        else:
            break
    return place


def _cell(row: str, product: WorkProduct, path: list[str], at: int) -> str | None:
    """The place of a cell in a row by its column's id, or that of the row."""
    if at + 1 >= len(path) or path[at] != "cells":
        return row
    columns = [column.id for column in _sheet_of(product, path).columns]
    return f"{row}/cells/{columns.index(path[at + 1])}" if path[at + 1] in columns else None


def _sheet_of(product: WorkProduct, path: list[str]) -> Any:
    if isinstance(product, Spreadsheet):
        return product.sheets[_number(product.sheets, path[1]) or 0]
    widgets = getattr(product, "widgets", ())
    return widgets[_number(widgets, path[1]) or 0].table


def _number(parts: Iterable[Any], name: str) -> int | None:
    """Where the part of that id stands; a number counts from 0 where nothing has it as its id."""
    ids = [part.id for part in parts]
    if name in ids:
        return ids.index(name)
    return int(name) if name.isdecimal() and int(name[:6]) < len(ids) and len(name) < 7 else None
