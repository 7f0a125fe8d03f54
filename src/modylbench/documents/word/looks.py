"""Which styles does a Word file have: headings, lists, and text that nobody sees?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.word.sight import (
    Sight,
    is_off,
    shading,
    theme_of,
    with_run,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package
    from modylbench.documents.visibility import Colour
    from modylbench.documents.word.sight import Theme

DEEPEST = 20
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
    numbering: tuple[str, int] | None = None
    runs: tuple[Element, ...] = ()
    """What it says of runs, the strongest last."""
    is_off: bool = False
    """True where it moves paragraphs off the page."""
    ground: Colour | None = None
    head_ground: Colour | None = None
    """What a table's first row is painted with."""


PLAIN = Style()


@dataclass(slots=True)
class Looks:
    """The styles and lists of a document."""

    styles: dict[str, Style] = field(default_factory=dict)
    is_numbered: dict[tuple[str, int], bool] = field(default_factory=dict)
    theme: Theme = field(default_factory=dict)
    plain: Sight = field(default_factory=Sight)
    """How text looks of which nothing is said."""
    usual: Style = PLAIN
    """The style of paragraphs that name none."""

    def of(self, named: Element | None) -> Style:
        """The style that an element names."""
        return (
            self.styles.get(named.get("val", ""), self.usual) if named is not None else self.usual
        )


def looks(package: Package, parts: dict[str, str]) -> Looks:
    """The styles and lists that a document refers to."""
    found = Looks(theme=theme_of(package, parts.get("theme", "")))
    if parts.get("styles", "") in package:
        root = package.tree(parts["styles"])
        elements = {element.get("styleId", ""): element for element in root.findall("style")}
        found.styles = {name: _style(name, elements, found.theme) for name in elements}
        found.plain = with_run(Sight(), root.find("docDefaults/rPrDefault/rPr"), found.theme)
        for name, element in elements.items():
            if element.get("type") == "paragraph" and element.get("default", "0") not in _OFF:
                found.usual = found.styles[name]
    if parts.get("numbering", "") in package:
        found.is_numbered = _numbered(package.tree(parts["numbering"]))
    return found


def _style(name: str, elements: dict[str, Element], theme: Theme) -> Style:
    """The style, asking those it is based on for what it leaves open."""
    level, is_title = 0, False
    bold: bool | None = None
    runs: list[Element] = []
    off = False
    ground: Colour | None = None
    head: Colour | None = None
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
        if (said := element.find("rPr")) is not None:
            runs.insert(0, said)
        off = off or is_off(element.find("pPr"))
        ground = ground or shading(element.find("pPr/shd"), theme)
        ground = ground or shading(element.find("tcPr/shd"), theme)
        for part in element.findall("tblStylePr"):
            if part.get("type") == "firstRow":
                head = head or shading(part.find("tcPr/shd"), theme)
        numbering = numbering or numbering_of(element.find("pPr"))
        base = element.find("basedOn")
        if base is None:
            break
        name = base.get("val", "")
    return Style(level, is_title, bool(bold), numbering, tuple(runs), off, ground, head)


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
