"""Canvases, also of Excalidraw and tldraw: elements added, removed, moved, restyled or reworded."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.drawing_values import flat_style, round_to_step
from modylbench.evaluation.mutations.formats.format import json_of, read_model
from modylbench.evaluation.mutations.formats.items import apply_item_edits, diff_items
from modylbench.products.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import ProductJson
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
EXCALIDRAW_FIELDS = ("id", "type", "x", "y", "width", "height", "angle", "points")
EXCALIDRAW_NOISE = frozenset(
    {
        "seed", "version", "versionNonce", "updated", "index", "isDeleted", "boundElements",
        "lastCommittedPoint", "pressures", "simulatePressure", "baseline", "autoResize", "rawText",
        "text", "originalText", "containerId", "startBinding", "endBinding", "lineHeight",
        "groupIds",
    }
)  # fmt: skip
"""What changes without anyone having changed the drawing, or is told by other properties."""
TLDRAW_FIELDS = frozenset({"w", "h", "text", "richText", "segments", "start", "end"})
Records = list[dict[str, Any]]


class CanvasFormat:
    """Elements from back to front; Excalidraw scenes and tldraw stores are read as well."""

    name = "canvas"
    types = frozenset({"create", "delete", "update_value", *WHOLE.values(), *FIELDS.values()})

    def normalise(self, raw: Any) -> ProductJson:
        """The elements with settled places, and style as plain names and values."""
        value = json_of(raw)
        if is_excalidraw(value):
            value = canvas_of_excalidraw(value)
        elif is_tldraw(value):
            value = canvas_of_tldraw(value)
        if isinstance(value, dict) and isinstance(value.get(ELEMENTS), list | tuple):
            value = value | {ELEMENTS: [_with_flat_style(element) for element in value[ELEMENTS]]}
        canvas = read_model(Canvas, value).model_dump(mode="json")
        for element in canvas[ELEMENTS]:
            element |= {key: round_to_step(element[key]) for key in GEOMETRY}
            element["points"] = [[round_to_step(x), round_to_step(y)] for x, y in element["points"]]
        return canvas

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """Edits located by the element's id."""
        return diff_items(before, after, ELEMENTS, _type_of)

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The canvas after the edits."""
        return apply_item_edits(before, edits, ELEMENTS)

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """Arrows and children of elements that are not there."""
        own_ids = {element["id"] for element in document[ELEMENTS]}
        return tuple(
            f"{element['id']}: its {end} {element[end]!r} is not on the canvas"
            for element in document[ELEMENTS]
            for end in ("start", "end", "parent")
            if element[end] is not None and element[end] not in own_ids
        )


def _with_flat_style(element: Any) -> Any:
    if isinstance(element, dict) and isinstance(element.get("style"), dict):
        return element | {"style": flat_style(element["style"])}
    return element


def _type_of(change: ItemChange) -> str:
    return FIELDS[change.field] if change.field else WHOLE[change.op]


def is_excalidraw(value: Any) -> bool:
    """Whether this is a saved scene: the file says so in its `type`."""
    return isinstance(value, dict) and value.get("type") == "excalidraw"


def canvas_of_excalidraw(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene as a canvas; elements that were deleted are not in it."""
    elements = scene.get("elements")
    if not isinstance(elements, list | tuple):
        message = "elements: expected the list of a scene's elements"
        raise ValueError(message)  # noqa: TRY004 - every refusal of a snapshot is a ValueError
    return {
        "id": scene.get("id", "canvas"),
        "title": scene.get("title", ""),
        "elements": [
            _excalidraw_element(element)
            for element in elements
            if not (isinstance(element, dict) and element.get("isDeleted"))
        ],
    }


def _excalidraw_element(element: Any) -> Any:
    if not isinstance(element, dict):
        return element
    rest = {
        key: value
        for key, value in element.items()
        if key not in EXCALIDRAW_NOISE.union(EXCALIDRAW_FIELDS)
    }
    parent = element.get("containerId") or rest.pop("frameId", None)
    return {
        **{key: element[key] for key in EXCALIDRAW_FIELDS if element.get(key) is not None},
        "text": element.get("originalText") or element.get("text") or "",
        "parent": parent,
        "groups": element.get("groupIds") or [],
        "start": _excalidraw_target(element.get("startBinding")),
        "end": _excalidraw_target(element.get("endBinding")),
        "style": rest,
    }


def _excalidraw_target(binding: Any) -> Any:
    """The element that an arrow's end is bound to; how far from its edge follows from the rest."""
    return binding.get("elementId") if isinstance(binding, dict) else None


def is_tldraw(value: Any) -> bool:
    """Whether this is a store, a snapshot with one in it, or a saved file with records."""
    return isinstance(value, dict) and (
        "store" in value
        or "tldrawFileFormatVersion" in value
        or (isinstance(value.get("document"), dict) and "store" in value["document"])
    )


def canvas_of_tldraw(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The store as a canvas: its shapes from back to front, parents before their children.

    Pages are elements where there are several. Cameras, selections and assets are left out.
    """
    by_kind: dict[str, Records] = defaultdict(list)
    for record in _records(snapshot):
        by_kind[str(record.get("typeName"))].append(record)
    ends: dict[tuple[str, str], Any] = {}
    for binding in by_kind["binding"]:
        if isinstance(binding.get("props"), dict):
            end = str(binding.get("fromId")), str(binding["props"].get("terminal"))
            ends[end] = binding.get("toId")
    pages = by_kind["page"] if len(by_kind["page"]) > 1 else []
    shown = {page.get("id") for page in pages if isinstance(page.get("id"), str)}
    return {
        "id": snapshot.get("id", "canvas"),
        "title": snapshot.get("title", ""),
        "elements": [
            *(
                {"id": page.get("id"), "type": "page", "text": page.get("name") or ""}
                for page in pages
            ),
            *(
                _tldraw_element(shape, ends, shown)
                for shape in _from_back_to_front(by_kind["shape"])
            ),
        ],
    }


def _records(snapshot: dict[str, Any]) -> Records:
    holder = snapshot["document"] if isinstance(snapshot.get("document"), dict) else snapshot
    store = holder.get("store", holder.get("records"))
    records = list(store.values()) if isinstance(store, dict) else store
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        message = "store: expected the records of a tldraw store"
        raise ValueError(message)
    return records


def _from_back_to_front(shapes: Records) -> Iterator[dict[str, Any]]:
    """The shapes in the order of their fractional indices, each before those that lie in it."""
    own_ids = {str(shape.get("id")) for shape in shapes}
    inside: dict[str, Records] = defaultdict(list)
    for shape in sorted(shapes, key=lambda shape: (str(shape.get("index")), str(shape.get("id")))):
        parent = str(shape.get("parentId"))
        inside[parent if parent in own_ids else ""].append(shape)
    waiting = inside.pop("", [])[::-1]
    while waiting:
        shape = waiting.pop()
        yield shape
        waiting += inside.pop(str(shape.get("id")), [])[::-1]
    yield from (shape for ring in inside.values() for shape in ring)  # shapes that hold each other


def _tldraw_element(
    shape: dict[str, Any], ends: dict[tuple[str, str], Any], pages: set[Any]
) -> dict[str, Any]:
    raw_props, own, parent = shape.get("props"), shape.get("id"), shape.get("parentId")
    props: dict[str, Any] = raw_props if isinstance(raw_props, dict) else {}
    is_top = isinstance(parent, str) and parent.startswith("page:") and parent not in pages
    element = {
        "id": own,
        "type": shape.get("type"),
        "x": shape.get("x", 0),
        "y": shape.get("y", 0),
        "angle": shape.get("rotation", 0),
        "width": props.get("w", 0),
        "height": props.get("h", 0),
        "points": _points(props.get("segments")),
        "text": props.get("text") or _plain_text(props.get("richText")),
        "parent": None if is_top else parent,
    }
    style = {key: value for key, value in props.items() if key not in TLDRAW_FIELDS}
    style |= {key: shape[key] for key in ("opacity", "isLocked") if key in shape}
    for end in ("start", "end"):
        bound = ends.get((str(own), end), _tldraw_target(props.get(end)))
        element[end] = bound
        if bound is None and end in props:
            style[end] = props[end]
    return element | {"style": style}


def _tldraw_target(end: Any) -> Any:
    """The shape at an arrow's end as older stores say it."""
    return end.get("boundShapeId") if isinstance(end, dict) else None


def _points(segments: Any) -> list[Any]:
    if not isinstance(segments, list):
        return []
    held = [segment.get("points") for segment in segments if isinstance(segment, dict)]
    return [
        [point.get("x"), point.get("y")]
        for points in held
        if isinstance(points, list)
        for point in points
        if isinstance(point, dict)
    ]


def _plain_text(rich: Any) -> str:
    """The words of a rich text, a line for each paragraph."""
    paragraphs = rich.get("content") if isinstance(rich, dict) else None
    if not isinstance(paragraphs, list):
        return ""
    return "\n".join("".join(_words(paragraph)) for paragraph in paragraphs)


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            yield node["text"]
        yield from _words(node.get("content"))
    elif isinstance(node, list):
        for child in node:
            yield from _words(child)
