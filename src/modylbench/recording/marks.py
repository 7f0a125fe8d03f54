"""What people and agents send besides words: reactions, and annotations as W3C's model has them.

An annotation is a Web Annotation in JSON-LD. Its target is a surface, by its id, with a selector:

    FragmentSelector   `xywh=10,20,300,40`, `xywh=pixel:...` or `xywh=percent:...` of the picture;
                       with RFC 6901 in `conformsTo`, a pointer to a part of what is shown
    SvgSelector        rect, circle, ellipse, line, polyline, polygon or path

A `Delete` of ActivityStreams with the annotation's id as its `object` takes it away again.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from typing import Annotated, Any, Literal
from xml.etree import ElementTree as ET

from pydantic import Field

from modylbench.foundation.errors import ModylBenchError, short_repr
from modylbench.foundation.record import Spec

MOST_EMOJI = 16  # ours, as all below: characters; a family with skin tones has eleven
MOST_ANNOTATION = 20_000
MOST_ID = 200
MOST_BODY = 2_000
MOST_VALUE = 10_000  # of a selector
MOST_POINTS = 2_000  # of a drawing
FARTHEST = 1_000_000.0
POINTER = "http://tools.ietf.org/rfc/rfc6901"
KEYCAP = "\u20e3"
CREATED, DELETED = "Annotation", "Delete"

DrawingTool = Literal["highlight", "arrow", "point", "freehand", "text"]
RegionUnit = Literal["pixel", "percent"]
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
RegionSize = Annotated[float, Field(ge=0, le=2 * FARTHEST)]
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_XYWH = re.compile(r"xywh=(?:(pixel|percent):)?(.+)")
_SVG = "{http://www.w3.org/2000/svg}"
_RELATIVE = re.compile(r"[a-ln-z]")
_TOOLS = ("highlight", "arrow", "point", "freehand", "text")


class RefusedMark(ModylBenchError):
    """A reaction or an annotation that is none, and what was expected."""


class Region(Spec):
    """What a drawing covers of a picture; the tip of an arrow and a point have no extent."""

    x: Coordinate
    y: Coordinate
    width: RegionSize = 0.0
    height: RegionSize = 0.0
    unit: RegionUnit = "pixel"


class AnnotationMark(Spec):
    """An annotation as it is understood: of which surface, and where; a whole one has no place.

    `pointer` is RFC 6901's into the work product that the surface shows. One that `clears` takes
    away the annotation of that id.
    """

    id: str = ""
    clears: bool = False
    surface_id: str = ""
    region: Region | None = None
    pointer: str | None = None
    tool: DrawingTool = "highlight"
    body: str = ""


def read_emoji(text: str) -> str:
    """The emoji, or a RefusedMark.

    >>> read_emoji("👍"), read_emoji(" ❤️ ")
    ('👍', '❤️')
    """
    emoji = text.strip()
    if not emoji or len(emoji) > MOST_EMOJI or not _is_emoji(emoji):
        message = f"found the reaction {short_repr(text)}, expected one emoji, such as 👍"
        raise RefusedMark(message)
    return emoji


def read_annotation(text: str) -> AnnotationMark:
    """The annotation in a text of JSON-LD, or a RefusedMark."""
    if len(text) > MOST_ANNOTATION:
        found = f"found an annotation of {len(text):,} characters"
        message = f"{found}, expected at most {MOST_ANNOTATION:,}"
        raise RefusedMark(message)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        message = f"found {short_repr(text)}, expected a Web Annotation: an object of JSON-LD"
        raise RefusedMark(message)
    kinds = value.get("type")
    if DELETED in _as_items(kinds):
        return AnnotationMark(id=_id(value.get("object"), "object"), clears=True)
    if CREATED not in _as_items(kinds):
        message = f"found the type {short_repr(kinds)}, expected {CREATED} or {DELETED}"
        raise RefusedMark(message)
    return _annotation(value)


def _annotation(value: dict[str, Any]) -> AnnotationMark:
    target = value.get("target")
    if isinstance(target, list):
        target = target[0] if len(target) == 1 else None
    if isinstance(target, str):
        target = {"source": target}
    if not isinstance(target, dict):
        found = short_repr(value.get("target"))
        message = f"found the target {found}, expected one: {{source: SURFACE_ID, selector: ...}}"
        raise RefusedMark(message)
    tool = value.get("tool", "")
    if tool and tool not in _TOOLS:
        message = f"found the tool {short_repr(tool)}, expected one of {', '.join(_TOOLS)}"
        raise RefusedMark(message)
    region, pointer, drawn = _place(target.get("selector"), tool)
    return AnnotationMark(
        id=_id(value["id"], "id") if "id" in value else "",
        surface_id=_id(target.get("source"), "source"),
        region=region,
        pointer=pointer,
        tool=tool or drawn,
        body=_body(value.get("body")),
    )


def _place(selector: object, tool: str) -> tuple[Region | None, str | None, DrawingTool]:
    """What a selector selects, and with which tool that is drawn where nobody says it."""
    if isinstance(selector, list) and len(selector) == 1:
        selector = selector[0]
    if selector is None:
        return None, None, "highlight"
    kind, value = (
        (selector.get("type"), selector.get("value")) if isinstance(selector, dict) else ("", "")
    )
    if not isinstance(value, str) or len(value) > MOST_VALUE:
        message = (
            f"found the selector {short_repr(selector)}, expected a FragmentSelector or SvgSelector"
        )
        raise RefusedMark(message)
    if kind == "SvgSelector":
        region, drawn = _drawing(value, tool)
        return region, None, drawn
    if kind == "FragmentSelector" and isinstance(selector, dict):
        if selector.get("conformsTo") == POINTER:
            return None, _pointer(value), "highlight"
        return _rectangle(value), None, "highlight"
    message = f"found the selector {short_repr(kind)}, expected FragmentSelector or SvgSelector"
    raise RefusedMark(message)


def _pointer(value: str) -> str:
    pointer = value.removeprefix("#")
    if len(pointer) > MOST_BODY or (pointer and not pointer.startswith("/")):
        message = f"found the pointer {short_repr(value)}, expected it to start with '/' (RFC 6901)"
        raise RefusedMark(message)
    return pointer


def _rectangle(value: str) -> Region:
    """A region as media fragments have it."""
    match = _XYWH.fullmatch(value.removeprefix("#"))
    parts = match[2].split(",") if match else []
    if match is None or len(parts) != 4 or not all(_NUMBER.fullmatch(part) for part in parts):
        message = f"found the fragment {short_repr(value)}, expected xywh=X,Y,WIDTH,HEIGHT"
        raise RefusedMark(message)
    x, y, width, height = map(float, parts)
    unit: RegionUnit = "percent" if match[1] == "percent" else "pixel"
    return _region(x, y, width, height, unit)


def _drawing(value: str, tool: str) -> tuple[Region, DrawingTool]:
    """The box around a drawing, or the tip of an arrow, which is where its line ends."""
    if "<!" in value or "<?" in value:
        message = "found a declaration in the SVG, expected a shape alone"
        raise RefusedMark(message)
    try:
        root = ET.fromstring(value)  # noqa: S314 - without declarations there are no entities
    except ET.ParseError:
        message = f"found the SVG {short_repr(value)}, which is none; expected one shape"
        raise RefusedMark(message) from None
    shapes = list(root) if root.tag.removeprefix(_SVG) == "svg" else [root]
    if len(shapes) != 1:
        message = f"found {len(shapes)} shapes in the SVG, expected one"
        raise RefusedMark(message)
    name = shapes[0].tag.removeprefix(_SVG)
    points = _points(name, dict(shapes[0].attrib))
    drawn: DrawingTool = "arrow" if name in {"line", "polyline"} else "highlight"
    drawn = "freehand" if name == "path" else drawn
    if "arrow" in (tool or drawn):
        return _region(*points[-1], 0.0, 0.0), drawn
    across, down = [x for x, _ in points], [y for _, y in points]
    left, top = min(across), min(down)
    return _region(left, top, max(across) - left, max(down) - top), drawn


def _points(name: str, given: dict[str, str]) -> list[tuple[float, float]]:
    """The points around which a shape lies."""

    def number(key: str) -> float:
        text = given.get(key, "0").strip()
        if not _NUMBER.fullmatch(text):
            message = f"found {key}={short_repr(text)} in the SVG, expected a number"
            raise RefusedMark(message)
        return float(text)

    match name:
        case "rect":
            x, y = number("x"), number("y")
            return [(x, y), (x + number("width"), y + number("height"))]
        case "circle" | "ellipse":
            x, y = number("cx"), number("cy")
            across, down = (
                (number("r"), number("r")) if name == "circle" else (number("rx"), number("ry"))
            )
            return [(x - across, y - down), (x + across, y + down)]
        case "line":
            return [(number("x1"), number("y1")), (number("x2"), number("y2"))]
        case "polyline" | "polygon" | "path":
            return _listed_points(given.get("d" if name == "path" else "points", ""), name)
        case _:
            pass
    message = f"found the shape {short_repr(name)} in the SVG, expected rect, circle, line or path"
    raise RefusedMark(message)


def _listed_points(text: str, name: str) -> list[tuple[float, float]]:
    """The points of a drawing; a path is to have absolute ones."""
    if name == "path" and (_RELATIVE.search(text.replace("z", "")) or re.search("[HVA]", text)):
        message = "found a path with relative steps, H, V or A, expected M, L, C, Q, S, T and Z"
        raise RefusedMark(message)
    numbers = [float(found) for found in _NUMBER.findall(text)]
    if not 2 <= len(numbers) <= 2 * MOST_POINTS or len(numbers) % 2:
        message = f"found {len(numbers)} coordinates in the SVG, expected pairs of them"
        raise RefusedMark(message)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _region(x: float, y: float, width: float, height: float, unit: RegionUnit = "pixel") -> Region:
    values = (x, y, width, height)
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in values):
        message = f"found a region far outside of any picture, expected pixels up to {FARTHEST:,g}"
        raise RefusedMark(message)
    if width < 0 or height < 0:
        message = f"found a region of {width:g} x {height:g}, expected no negative extent"
        raise RefusedMark(message)
    return Region(x=x, y=y, width=width, height=height, unit=unit)


def _as_items(value: object) -> tuple[object, ...]:
    """JSON-LD says one thing by itself and several in a list."""
    return tuple(value[:10]) if isinstance(value, list) else (value,)


def _id(value: object, field: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MOST_ID:
        found = f"found {field}: {short_repr(value)}"
        message = f"{found}, expected a text of at most {MOST_ID} characters"
        raise RefusedMark(message)
    return value.encode("utf-8", "replace").decode()


def _body(value: object) -> str:
    """What is written at the annotation."""
    for body in _as_items(value):
        text = body.get("value") if isinstance(body, dict) else body
        if isinstance(text, str):
            return text[:MOST_BODY].encode("utf-8", "replace").decode()
    return ""


def _is_emoji(text: str) -> bool:
    """Whether it is one, with its joiners, tones and selectors; no letters, no markup."""
    kinds = [unicodedata.category(sign) for sign in text]
    if KEYCAP in text:
        return len(text) <= 3 and text[0] in "0123456789#*"
    joins = {"So", "Sk", "Mn", "Cf"}
    return "So" in kinds and all(
        kind in joins or sign in "‼⁉" for sign, kind in zip(text, kinds, strict=True)
    )
