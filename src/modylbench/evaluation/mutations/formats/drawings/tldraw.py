"""What does a tldraw store show, in the words of a canvas?"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Records = list[dict[str, Any]]

TAKEN = frozenset({"w", "h", "text", "richText", "segments", "start", "end"})


def is_tldraw(value: Any) -> bool:
    """Whether this is a store, a snapshot with one in it, or a saved file with records."""
    return isinstance(value, dict) and (
        "store" in value
        or "tldrawFileFormatVersion" in value
        or (isinstance(value.get("document"), dict) and "store" in value["document"])
    )


def canvas_of(snapshot: dict[str, Any]) -> dict[str, Any]:
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
            *(_element(shape, ends, shown) for shape in _from_back_to_front(by_kind["shape"])),
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


def _element(
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
    style = {key: value for key, value in props.items() if key not in TAKEN}
    style |= {key: shape[key] for key in ("opacity", "isLocked") if key in shape}
    for end in ("start", "end"):
        bound = ends.get((str(own), end), _bound(props.get(end)))
        element[end] = bound
        if bound is None and end in props:
            style[end] = props[end]
    return element | {"style": style}


def _bound(end: Any) -> Any:
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
