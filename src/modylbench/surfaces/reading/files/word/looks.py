"""Which styles does a Word file have: headings, lists, and text that nobody sees?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.surfaces.reading.files.ooxml import Package

DEEPEST = 20
SMALLEST_HALF_POINTS = 6
_HEADING = re.compile(
    r"(?:heading|berschrift|titre|titolo|t[ií]tulo)\s?(?P<level>[1-9])", re.IGNORECASE
)
_OFF = {"0", "false", "off", "none"}


@dataclass(frozen=True, slots=True)
class Style:
    """What a style says of a paragraph or a run, with all that it is based on."""

    level: int = 0
    is_title: bool = False
    is_bold: bool = False
    is_hidden: bool = False
    numbering: tuple[str, int] | None = None


PLAIN = Style()


@dataclass(slots=True)
class Looks:
    """The styles and lists of a document."""

    styles: dict[str, Style] = field(default_factory=dict)
    is_numbered: dict[tuple[str, int], bool] = field(default_factory=dict)


def looks(package: Package, parts: dict[str, str]) -> Looks:
    """The styles and lists that a document refers to."""
    found = Looks()
    if parts.get("styles", "") in package:
        elements = {
            element.get("styleId", ""): element
            for element in package.tree(parts["styles"]).findall("style")
        }
        found.styles = {name: _style(name, elements) for name in elements}
    if parts.get("numbering", "") in package:
        found.is_numbered = _numbered(package.tree(parts["numbering"]))
    return found


def _style(name: str, elements: dict[str, Element]) -> Style:
    """The style, asking those it is based on for what it leaves open."""
    level, is_title = 0, False
    bold: bool | None = None
    hidden: bool | None = None
    numbering: tuple[str, int] | None = None
    for _ in range(DEEPEST):
        element = elements.get(name)
        if element is None:
            break
        named = element.find("name")
        called = named.get("val", "") if named is not None else name
        level = level or _level(element, called)
        is_title = is_title or called.lower() == "title"
        bold = switched(element.find("rPr/b")) if bold is None else bold
        hidden = switched(element.find("rPr/vanish")) if hidden is None else hidden
        numbering = numbering or numbering_of(element.find("pPr"))
        base = element.find("basedOn")
        if base is None:
            break
        name = base.get("val", "")
    return Style(level, is_title, bool(bold), bool(hidden), numbering)


def _level(element: Element, called: str) -> int:
    outline = element.find("pPr/outlineLvl")
    if outline is not None and outline.get("val", "") in set("012345678"):
        return min(int(outline.get("val", "0")) + 1, 6)
    named = _HEADING.fullmatch(called)
    return min(int(named["level"]), 6) if named else 0


def switched(element: Element | None) -> bool | None:
    """Whether a property is on; None where nothing is said."""
    return None if element is None else element.get("val", "1") not in _OFF


def numbering_of(properties: Element | None) -> tuple[str, int] | None:
    """The list that a paragraph belongs to, and how deep."""
    number = properties.find("numPr/numId") if properties is not None else None
    if number is None or properties is None:
        return None
    depth = properties.find("numPr/ilvl")
    text = depth.get("val", "0") if depth is not None else "0"
    return number.get("val", ""), int(text) if text in set("012345678") else 0


def _numbered(root: Element) -> dict[tuple[str, int], bool]:
    """Whether each list counts its items at each depth, or marks them with bullets."""
    kinds: dict[str, dict[int, bool]] = {}
    for abstract in root.findall("abstractNum"):
        levels = kinds.setdefault(abstract.get("abstractNumId", ""), {})
        for level in abstract.findall("lvl"):
            form = level.find("numFmt")
            place = level.get("ilvl", "0")
            if place in set("012345678"):
                levels[int(place)] = form is not None and form.get("val") not in {"bullet", "none"}
    result: dict[tuple[str, int], bool] = {}
    for number in root.findall("num"):
        reference = number.find("abstractNumId")
        for depth, counts in kinds.get(
            reference.get("val", "") if reference is not None else "", {}
        ).items():
            result[number.get("numId", ""), depth] = counts
    return result


def is_unseen(properties: Element | None, style: Style) -> bool:
    """True for a run that is hidden, white on white, or too small to see."""
    if properties is None:
        return style.is_hidden
    hidden = switched(properties.find("vanish"))
    if style.is_hidden if hidden is None else hidden:
        return True
    size, color = properties.find("sz"), properties.find("color")
    half_points = size.get("val", "") if size is not None else ""
    if half_points.isdecimal() and int(half_points[:6]) < SMALLEST_HALF_POINTS:
        return True
    is_backed = properties.find("shd") is not None or properties.find("highlight") is not None
    return color is not None and color.get("val", "").upper() == "FFFFFF" and not is_backed
