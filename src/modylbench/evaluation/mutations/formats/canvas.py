"""Canvases: which elements were added, removed, moved, resized, restyled or reworded?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats import items
from modylbench.evaluation.mutations.formats.drawings import excalidraw, tldraw
from modylbench.evaluation.mutations.formats.drawings.flat import flat
from modylbench.evaluation.mutations.formats.drawings.noise import settled
from modylbench.evaluation.mutations.formats.raw_snapshot import json_of, read
from modylbench.products.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.evaluation.mutations.formats.items import ItemChange

ELEMENTS = "elements"
GEOMETRY = ("x", "y", "width", "height", "angle")
WHOLE = {"add": "add_element", "remove": "remove_element", "move": "reorder"}
FIELDS = {
    "x": "move_element", "y": "move_element", "angle": "rotate_element",
    "width": "resize_element", "height": "resize_element", "points": "reshape_element",
    "text": "edit_text", "style": "restyle_element", "type": "retype_element",
    "parent": "regroup_element", "start": "reconnect_element", "end": "reconnect_element",
    "groups": "regroup_element",
}  # fmt: skip


class CanvasFormat:
    """Elements from back to front; Excalidraw scenes and tldraw stores are read as well."""

    name = "canvas"
    types = frozenset({"create", "delete", "update_value", *WHOLE.values(), *FIELDS.values()})

    def normalise(self, raw: Any) -> Document:
        """The elements with settled places, and style as plain names and values."""
        value = json_of(raw)
        if excalidraw.is_excalidraw(value):
            value = excalidraw.canvas_of(value)
        elif tldraw.is_tldraw(value):
            value = tldraw.canvas_of(value)
        if isinstance(value, dict) and isinstance(value.get(ELEMENTS), list | tuple):
            value = value | {ELEMENTS: [_flattened(element) for element in value[ELEMENTS]]}
        canvas = read(Canvas, value).model_dump(mode="json")
        for element in canvas[ELEMENTS]:
            element |= {key: settled(element[key]) for key in GEOMETRY}
            element["points"] = [[settled(x), settled(y)] for x, y in element["points"]]
        return canvas

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """Edits located by the element's id."""
        return items.diff(before, after, ELEMENTS, _type_of)

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The canvas after the edits."""
        return items.apply(before, edits, ELEMENTS)

    def verify(self, document: Document) -> tuple[str, ...]:
        """Arrows and children of elements that are not there."""
        own_ids = {element["id"] for element in document[ELEMENTS]}
        return tuple(
            f"{element['id']}: its {end} {element[end]!r} is not on the canvas"
            for element in document[ELEMENTS]
            for end in ("start", "end", "parent")
            if element[end] is not None and element[end] not in own_ids
        )


def _flattened(element: Any) -> Any:
    if isinstance(element, dict) and isinstance(element.get("style"), dict):
        return element | {"style": flat(element["style"])}
    return element


def _type_of(change: ItemChange) -> str:
    return FIELDS[change.field] if change.field else WHOLE[change.op]
