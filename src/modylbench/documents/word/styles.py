"""Styles of a Word file: headings, lists, and which text a person sees."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.documents.visibility import (
    BLACK,
    FARTHEST_OFF,
    SMALLEST_POINTS,
    WHITE,
    Colour,
    from_hex,
    is_large_enough,
    mix_colours,
    stands_out,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package

DEEPEST = 20
_HEADING = re.compile(
    r"(?:heading|berschrift|titre|titolo|t[ií]tulo)\s?(?P<level>[1-9])", re.IGNORECASE
)
_DEPTHS = frozenset("012345678")
_OFF = {"0", "false", "off", "none"}
TWIPS = 20
"""So many make a point."""
FLAT = SMALLEST_POINTS * TWIPS
FARTHEST_TWIPS = FARTHEST_OFF * TWIPS
FARTHEST_RIGHT_TWIPS = 20_000
FARTHEST_UP = 100.0
"""Ours, in points: text lifted or lowered further leaves its line."""
_HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "green": "00FF00", "magenta": "FF00FF",
    "red": "FF0000", "yellow": "FFFF00", "white": "FFFFFF", "darkBlue": "00008B",
    "darkCyan": "008B8B", "darkGreen": "006400", "darkMagenta": "800080", "darkRed": "8B0000",
    "darkYellow": "808000", "darkGray": "A9A9A9", "lightGray": "D3D3D3",
}  # fmt: skip
_THEME = {
    "background1": "lt1", "light1": "lt1", "bg1": "lt1", "text1": "dk1", "dark1": "dk1",
    "tx1": "dk1", "background2": "lt2", "light2": "lt2", "bg2": "lt2", "text2": "dk2",
    "dark2": "dk2", "tx2": "dk2", "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
Theme = dict[str, Colour]


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


@dataclass(frozen=True, slots=True)
class TextLook:
    """How text looks; a colour of None is chosen by Word, which takes one that can be read."""

    colour: Colour | None = None
    ground: Colour = WHITE
    points: float = 10.0
    stretch: float = 1.0
    tightness: float = 0.0
    lift: float = 0.0
    is_hidden: bool = False

    @property
    def is_seen(self) -> bool:
        """True where a person sees it."""
        return (
            not self.is_hidden
            and is_large_enough(self.points, self.stretch)
            and self.tightness > -0.4 * self.points
            and abs(self.lift) < FARTHEST_UP
            and (self.colour is None or stands_out(self.colour, (self.ground,)))
        )


@dataclass(slots=True)
class DocumentStyles:
    """The styles and lists of a document."""

    by_name: dict[str, Style] = field(default_factory=dict)
    is_numbered: dict[tuple[str, int], bool] = field(default_factory=dict)
    theme: Theme = field(default_factory=dict)
    plain: TextLook = field(default_factory=TextLook)
    """How text looks of which nothing is said."""
    usual: Style = PLAIN
    """The style of paragraphs that name none."""

    def of(self, named: Element | None) -> Style:
        """The style that an element names."""
        return (
            self.by_name.get(named.get("val", ""), self.usual) if named is not None else self.usual
        )


def read_styles(package: Package, parts: dict[str, str]) -> DocumentStyles:
    """The styles and lists that a document refers to."""
    found = DocumentStyles(theme=theme_of(package, parts.get("theme", "")))
    if parts.get("styles", "") in package:
        root = package.tree(parts["styles"])
        elements = {element.get("styleId", ""): element for element in root.findall("style")}
        found.by_name = {name: _style(name, elements, found.theme) for name in elements}
        found.plain = with_run(TextLook(), root.find("docDefaults/rPrDefault/rPr"), found.theme)
        for name, element in elements.items():
            if element.get("type") == "paragraph" and element.get("default", "0") not in _OFF:
                found.usual = found.by_name[name]
    if parts.get("numbering", "") in package:
        found.is_numbered = _list_kinds(package.tree(parts["numbering"]))
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
        bold = is_switched_on(element.find("rPr/b")) if bold is None else bold
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
    named = _HEADING.fullmatch(called)
    return outline_level(element.find("pPr")) or (min(int(named["level"]), 6) if named else 0)


def outline_level(properties: Element | None) -> int:
    """The level that a paragraph's properties give it in the outline; 0 for none."""
    found = properties.find("outlineLvl") if properties is not None else None
    value = found.get("val", "") if found is not None else ""
    return min(int(value) + 1, 6) if value in _DEPTHS else 0


def is_switched_on(element: Element | None) -> bool | None:
    """Whether a property is on; None where nothing is said."""
    return None if element is None else element.get("val", "1") not in _OFF


def numbering_of(properties: Element | None) -> tuple[str, int] | None:
    """The list that a paragraph belongs to, and how deep."""
    number = properties.find("numPr/numId") if properties is not None else None
    if number is None or properties is None:
        return None
    depth = properties.find("numPr/ilvl")
    text = depth.get("val", "0") if depth is not None else "0"
    return number.get("val", ""), int(text) if text in _DEPTHS else 0


def _list_kinds(root: Element) -> dict[tuple[str, int], bool]:
    """Whether each list counts its items at each depth, or marks them with bullets."""
    kinds: dict[str, dict[int, bool]] = {}
    for abstract in root.findall("abstractNum"):
        levels = kinds.setdefault(abstract.get("abstractNumId", ""), {})
        for level in abstract.findall("lvl"):
            form = level.find("numFmt")
            place = level.get("ilvl", "0")
            if place in _DEPTHS:
                levels[int(place)] = form is not None and form.get("val") not in {"bullet", "none"}
    result: dict[tuple[str, int], bool] = {}
    for number in root.findall("num"):
        reference = number.find("abstractNumId")
        for depth, counts in kinds.get(
            reference.get("val", "") if reference is not None else "", {}
        ).items():
            result[number.get("numId", ""), depth] = counts
    return result


def theme_of(package: Package, part: str) -> Theme:
    """The colours of the document's theme."""
    result: Theme = {"lt1": WHITE, "dk1": BLACK}
    if part in package:
        for scheme in package.tree(part).iter("clrScheme"):
            for slot in scheme:
                for said in slot:
                    found = from_hex(said.get("lastClr") or said.get("val") or "")
                    if found is not None:
                        result[slot.tag] = found
    return result


def with_run(  # noqa: C901, PLR0912 - one for each property
    look: TextLook, properties: Element | None, theme: Theme
) -> TextLook:
    """The look with what these properties of a run say."""
    if properties is None:
        return look
    for element in properties:
        value = element.get("val", "")
        match element.tag:
            case "vanish" | "specVanish":
                look = replace(look, is_hidden=element.get("val", "1") not in _OFF)
            case "color":
                look = replace(look, colour=_colour(element, "val", "theme", theme))
            case "shd":
                look = replace(look, ground=shading(element, theme) or look.ground)
            case "highlight" if value in _HIGHLIGHTS:
                look = replace(look, ground=from_hex(_HIGHLIGHTS[value]) or WHITE)
            case "sz":
                look = replace(look, points=_number(value, 2 * look.points) / 2)
            case "w":
                look = replace(look, stretch=_number(value.rstrip("%"), 100) / 100)
            case "spacing":
                look = replace(look, tightness=_number(value, 0) / TWIPS)
            case "position":
                look = replace(look, lift=_number(value, 0) / 2)
            case "textFill":
                look = _with_fill(look, element)
            case _:
                pass
    return look


def _with_fill(look: TextLook, fill: Element) -> TextLook:
    """The look with letters filled otherwise than their colour says."""
    if fill.find("noFill") is not None:
        return replace(look, is_hidden=True)
    said = fill.find("solidFill/srgbClr")
    own = from_hex(said.get("val", "")) if said is not None else None
    alpha = said.find("alpha") if said is not None else None
    through = _number(alpha.get("val", "0"), 0) / 100_000 if alpha is not None else 0.0
    if own is None:
        return look
    return replace(look, colour=mix_colours(own, 1 - min(max(through, 0.0), 1.0), look.ground))


def _colour(element: Element, plain: str, theme_name: str, theme: Theme) -> Colour | None:
    """The colour of an element: that of the theme comes first; None where Word chooses."""
    named = element.get(f"{theme_name}Color" if theme_name == "theme" else theme_name, "")
    found = theme.get(_THEME.get(named, named)) if named else None
    if found is None:
        return from_hex(element.get(plain, ""))
    shade, tint = element.get(f"{theme_name}Shade", ""), element.get(f"{theme_name}Tint", "")
    if len(shade) == 2 and (dark := from_hex(3 * shade)) is not None:
        found = mix_colours(found, dark[0], BLACK)
    if len(tint) == 2 and (light := from_hex(3 * tint)) is not None:
        found = mix_colours(found, light[0], WHITE)
    return found


def shading(element: Element | None, theme: Theme) -> Colour | None:
    """The ground that a shading paints; None where it paints none."""
    if element is None:
        return None
    fill = _colour(element, "fill", "themeFill", theme)
    pattern = element.get("val", "clear")
    front = _colour(element, "color", "theme", theme) or BLACK
    if pattern == "solid":
        return front
    if pattern.startswith("pct") and pattern[3:].isdecimal():
        return mix_colours(front, min(int(pattern[3:5]), 95) / 100, fill or WHITE)
    return fill


def is_off(properties: Element | None) -> bool:
    """True for a paragraph that its own properties move off the page or press flat."""
    if properties is None:
        return False
    line, indent, frame = (properties.find(name) for name in ("spacing", "ind", "framePr"))
    is_exact = line is not None and line.get("lineRule") == "exact"
    if line is not None and is_exact and _number(line.get("line", ""), 240) < FLAT:
        return True
    if indent is not None:
        start = _number(indent.get("left", indent.get("start", "")), 0)
        first = _number(indent.get("firstLine", ""), 0) - _number(indent.get("hanging", ""), 0)
        if not -FARTHEST_TWIPS < start < FARTHEST_RIGHT_TWIPS:
            return True
        if not -FARTHEST_TWIPS < start + first < FARTHEST_RIGHT_TWIPS:
            return True
    return frame is not None and any(
        not -FARTHEST_TWIPS < _number(frame.get(side, ""), 0) < FARTHEST_RIGHT_TWIPS
        for side in ("x", "y")
    )


def is_row_hidden(row: Element) -> bool:
    """True for a row of a table that is hidden, or too low for any text."""
    hidden, height = row.find("trPr/hidden"), row.find("trPr/trHeight")
    if hidden is not None and hidden.get("val", "1") not in _OFF:
        return True
    return (
        height is not None
        and height.get("hRule") == "exact"
        and _number(height.get("val", ""), 240) < SMALLEST_POINTS * TWIPS
    )


def _number(text: str, otherwise: float) -> float:
    bare = text.removeprefix("-")
    return float(text) if bare.isdecimal() and bare.isascii() and len(bare) < 8 else otherwise
