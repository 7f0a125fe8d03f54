"""What does an Excalidraw scene show, in the words of a canvas?"""

from __future__ import annotations

from typing import Any

PLACED = ("id", "type", "x", "y", "width", "height", "angle", "points")
NOISE = frozenset(
    {
        "seed", "version", "versionNonce", "updated", "index", "isDeleted", "boundElements",
        "lastCommittedPoint", "pressures", "simulatePressure", "baseline", "autoResize", "rawText",
        "text", "originalText", "containerId", "startBinding", "endBinding", "lineHeight",
        "groupIds",
    }
)  # fmt: skip
"""What changes without anyone having changed the drawing, or is told by other properties."""


def is_excalidraw(value: Any) -> bool:
    """Whether this is a saved scene: the file says so in its `type`."""
    return isinstance(value, dict) and value.get("type") == "excalidraw"


def canvas_of(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene as a canvas; elements that were deleted are not in it."""
    elements = scene.get("elements")
    if not isinstance(elements, list | tuple):
        message = "elements: expected the list of a scene's elements"
        raise ValueError(message)  # noqa: TRY004 - every refusal of a snapshot is a ValueError
    return {
        "id": scene.get("id", "canvas"),
        "title": scene.get("title", ""),
        "elements": [
            _element(element)
            for element in elements
            if not (isinstance(element, dict) and element.get("isDeleted"))
        ],
    }


def _element(element: Any) -> Any:
    if not isinstance(element, dict):
        return element
    rest = {key: value for key, value in element.items() if key not in NOISE.union(PLACED)}
    parent = element.get("containerId") or rest.pop("frameId", None)
    return {
        **{key: element[key] for key in PLACED if element.get(key) is not None},
        "text": element.get("originalText") or element.get("text") or "",
        "parent": parent,
        "groups": element.get("groupIds") or [],
        "start": _bound(element.get("startBinding")),
        "end": _bound(element.get("endBinding")),
        "style": rest,
    }


def _bound(binding: Any) -> Any:
    """The element that an arrow's end is bound to; how far from its edge follows from the rest."""
    return binding.get("elementId") if isinstance(binding, dict) else None
