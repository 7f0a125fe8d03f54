"""How do the cells of a workbook look: formats, type, and the ground they stand on?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from openpyxl.styles.numbers import BUILTIN_FORMATS

from modylbench.documents.visibility import BLACK, WHITE, mixed
from modylbench.documents.workbook.colours import Palette, palette

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package
    from modylbench.documents.visibility import Colour

T = TypeVar("T")

_COVERED = {"gray0625": 0.0625, "gray125": 0.125, "lightGray": 0.25, "darkGray": 0.75}
"""How much of a patterned ground is in its first colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a cell."""

    number_format: str = "General"
    is_bold: bool = False
    points: float = 11.0
    colour: Colour = BLACK
    grounds: tuple[Colour, ...] = (WHITE,)
    """The colours that are behind its text; several where they run into each other."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a conditional format changes of a look; None is left as it is."""

    number_format: str | None = None
    colour: Colour | None = None
    grounds: tuple[Colour, ...] | None = None

    def applied(self, look: Look) -> Look:
        """The look after the change."""
        return replace(
            look,
            number_format=self.number_format or look.number_format,
            colour=self.colour or look.colour,
            grounds=self.grounds or look.grounds,
        )


PLAIN = Look()


@dataclass(slots=True)
class Styles:
    """The looks and changes that worksheets refer to by number."""

    looks: list[Look] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    palette: Palette = field(default_factory=Palette)

    def look(self, style: int) -> Look:
        """How a cell of that style looks."""
        return self.looks[style] if style < len(self.looks) else PLAIN


def styles_of(package: Package, part: str | None, theme: str | None) -> Styles:
    """The styles of a workbook."""
    if part is None or part not in package:
        return Styles()
    root = package.tree(part)
    colours = palette(package, root, theme)
    formats: dict[str, str] = {str(key): code for key, code in BUILTIN_FORMATS.items()}
    for element in _children(root, "numFmts"):
        formats[element.get("numFmtId", "")] = element.get("formatCode") or "General"
    fonts = [_font(element, colours) for element in _children(root, "fonts")]
    grounds = [_grounds(element, colours) for element in _children(root, "fills")]
    result = Styles(palette=colours)
    for element in _children(root, "cellXfs"):
        is_bold, points, colour = _at(fonts, element.get("fontId")) or (False, 11.0, BLACK)
        ground = _at(grounds, element.get("fillId")) or (WHITE,)
        code = formats.get(element.get("numFmtId", "0"), "General")
        result.looks.append(Look(code, is_bold, points, colour, ground))
    result.changes = [_change(element, colours) for element in _children(root, "dxfs")]
    return result


def _children(root: Element, name: str) -> list[Element]:
    found = root.find(name)
    return [] if found is None else list(found)


def _at(items: list[T], index: str | None) -> T | None:
    number = int(index) if index and index.isdecimal() and len(index) < 7 else 0
    return items[number] if number < len(items) else None


def _font(element: Element, colours: Palette) -> tuple[bool, float, Colour]:
    """Whether a font is bold, its size, and its colour."""
    bold, size = element.find("b"), element.find("sz")
    is_bold = bold is not None and bold.get("val", "1") not in {"0", "false"}
    points = _number(size.get("val")) if size is not None else 11.0
    return is_bold, points, colours.colour(element.find("color"), BLACK)


def _grounds(element: Element, colours: Palette) -> tuple[Colour, ...]:
    """The colours that a fill puts behind a text."""
    if (gradient := element.find("gradientFill")) is not None:
        stops = [colours.colour(stop.find("color"), WHITE) for stop in gradient.findall("stop")]
        return tuple(dict.fromkeys(stops)) or (WHITE,)
    pattern = element.find("patternFill")
    kind = pattern.get("patternType", "none") if pattern is not None else "none"
    if pattern is None or kind == "none":
        return (WHITE,)
    front = colours.colour(pattern.find("fgColor"), BLACK)
    if kind == "solid":
        return (front,)
    share = _COVERED.get(kind, 0.25 if kind.startswith("light") else 0.5)
    return (mixed(front, share, colours.colour(pattern.find("bgColor"), WHITE)),)


def _change(element: Element, colours: Palette) -> Change:
    """What a conditional format changes; its fills name the ground second."""
    written = element.find("font/color")
    pattern = element.find("fill/patternFill")
    ground = pattern.find("bgColor") if pattern is not None else None
    if ground is None and pattern is not None:
        ground = pattern.find("fgColor")
    code = element.find("numFmt")
    return Change(
        code.get("formatCode") if code is not None else None,
        colours.colour(written, BLACK) if written is not None else None,
        (colours.colour(ground, WHITE),) if ground is not None else None,
    )


def _number(text: str | None) -> float:
    try:
        return float(text or "11")
    except ValueError:
        return 11.0
