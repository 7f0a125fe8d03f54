"""How the cells of a workbook look: formats, type, colours, and the ground they stand on."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from openpyxl.styles.colors import COLOR_INDEX
from openpyxl.styles.numbers import BUILTIN_FORMATS

from modylbench.documents.visibility import BLACK, WHITE, from_hex, mix_colours

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package
    from modylbench.documents.visibility import Colour

T = TypeVar("T")
_COVERED = {"gray0625": 0.0625, "gray125": 0.125, "lightGray": 0.25, "darkGray": 0.75}
"""How much of a patterned ground is in its first colour."""
_OFFICE = (
    "FFFFFF", "000000", "E7E6E6", "44546A", "4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5",
    "70AD47", "0563C1", "954F72",
)  # fmt: skip
_THEMED = (
    "lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6",
    "hlink", "folHlink",
)  # fmt: skip
_NAMED = {
    "black": BLACK, "white": WHITE, "red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0), "yellow": (1.0, 1.0, 0.0), "magenta": (1.0, 0.0, 1.0),
    "cyan": (0.0, 1.0, 1.0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CellLook:
    """The look of a cell."""

    number_format: str = "General"
    is_bold: bool = False
    points: float = 11.0
    colour: Colour = BLACK
    grounds: tuple[Colour, ...] = (WHITE,)
    """The colours that are behind its text; several where they run into each other."""


@dataclass(frozen=True, slots=True)
class LookChange:
    """What a conditional format changes of a look; None is left as it is."""

    number_format: str | None = None
    colour: Colour | None = None
    grounds: tuple[Colour, ...] | None = None

    def apply_to(self, look: CellLook) -> CellLook:
        """The look after the change."""
        return replace(
            look,
            number_format=self.number_format or look.number_format,
            colour=self.colour or look.colour,
            grounds=self.grounds or look.grounds,
        )


PLAIN = CellLook()


class Palette:
    """The colours of one workbook."""

    def __init__(
        self, theme: Sequence[str] = _OFFICE, indexed: Sequence[str] = COLOR_INDEX
    ) -> None:
        self._theme = theme
        self._indexed = indexed

    def colour(self, element: Element | None, automatic: Colour) -> Colour:
        """What the element means; the automatic one where it means none."""
        if element is None:
            return automatic
        found: Colour | None = None
        if (written := element.get("rgb")) is not None:
            found = from_hex(written[-6:])
        elif (place := _whole_number(element.get("theme"))) is not None:
            found = from_hex(self._theme[place]) if place < len(self._theme) else None
        elif (place := _whole_number(element.get("indexed"))) is not None:
            found = self._at(place)
        return automatic if found is None else _apply_tint(found, element.get("tint"))

    def colour_named(self, name: str) -> Colour | None:
        """What a number format calls red, white or Color12; None where it is no colour."""
        small = name.lower()
        if small.startswith("color") and (place := _whole_number(small[5:].strip())) is not None:
            return self._at(place + 7) if 1 <= place <= 56 else None
        return _NAMED.get(small)

    def _at(self, place: int) -> Colour | None:
        """The colour of an index; those behind the palette are the automatic ones."""
        return from_hex(self._indexed[place][-6:]) if place < min(len(self._indexed), 64) else None


@dataclass(slots=True)
class Styles:
    """The looks and changes that worksheets refer to by number."""

    looks: list[CellLook] = field(default_factory=list)
    changes: list[LookChange] = field(default_factory=list)
    palette: Palette = field(default_factory=Palette)

    def look(self, style: int) -> CellLook:
        """How a cell of that style looks."""
        return self.looks[style] if style < len(self.looks) else PLAIN


def styles_of(package: Package, part: str | None, theme: str | None) -> Styles:
    """The styles of a workbook."""
    if part is None or part not in package:
        return Styles()
    root = package.tree(part)
    colours = read_palette(package, root, theme)
    formats: dict[str, str] = {str(key): code for key, code in BUILTIN_FORMATS.items()}
    for element in _children(root, "numFmts"):
        formats[element.get("numFmtId", "")] = element.get("formatCode") or "General"
    fonts = [_font(element, colours) for element in _children(root, "fonts")]
    grounds = [_fill_colours(element, colours) for element in _children(root, "fills")]
    result = Styles(palette=colours)
    for element in _children(root, "cellXfs"):
        is_bold, points, colour = _item_at(fonts, element.get("fontId")) or (False, 11.0, BLACK)
        ground = _item_at(grounds, element.get("fillId")) or (WHITE,)
        code = formats.get(element.get("numFmtId", "0"), "General")
        result.looks.append(CellLook(code, is_bold, points, colour, ground))
    result.changes = [_change(element, colours) for element in _children(root, "dxfs")]
    return result


def _children(root: Element, name: str) -> list[Element]:
    found = root.find(name)
    return [] if found is None else list(found)


def _item_at(items: list[T], index: str | None) -> T | None:
    number = int(index) if index and index.isdecimal() and len(index) < 7 else 0
    return items[number] if number < len(items) else None


def _font(element: Element, colours: Palette) -> tuple[bool, float, Colour]:
    """Whether a font is bold, its size, and its colour."""
    bold, size = element.find("b"), element.find("sz")
    is_bold = bold is not None and bold.get("val", "1") not in {"0", "false"}
    points = _number(size.get("val")) if size is not None else 11.0
    return is_bold, points, colours.colour(element.find("color"), BLACK)


def _fill_colours(element: Element, colours: Palette) -> tuple[Colour, ...]:
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
    return (mix_colours(front, share, colours.colour(pattern.find("bgColor"), WHITE)),)


def _change(element: Element, colours: Palette) -> LookChange:
    """What a conditional format changes; its fills name the ground second."""
    written = element.find("font/color")
    pattern = element.find("fill/patternFill")
    ground = pattern.find("bgColor") if pattern is not None else None
    if ground is None and pattern is not None:
        ground = pattern.find("fgColor")
    code = element.find("numFmt")
    return LookChange(
        code.get("formatCode") if code is not None else None,
        colours.colour(written, BLACK) if written is not None else None,
        (colours.colour(ground, WHITE),) if ground is not None else None,
    )


def _number(text: str | None) -> float:
    try:
        return float(text or "11")
    except ValueError:
        return 11.0


def read_palette(package: Package, styles: Element, theme: str | None) -> Palette:
    """The colours that a workbook declares, or those that go without saying."""
    own = [element.get("rgb", "") for element in styles.findall("colors/indexedColors/rgbColor")]
    themed = list(_OFFICE)
    scheme = None
    if theme is not None and theme in package:
        scheme = package.tree(theme).find("themeElements/clrScheme")
    for element in scheme if scheme is not None else ():
        written = next((child.get("lastClr") or child.get("val") or "" for child in element), "")
        if element.tag in _THEMED and from_hex(written) is not None:
            themed[_THEMED.index(element.tag)] = written
    return Palette(themed, [*own, *COLOR_INDEX[len(own) :]] if own else COLOR_INDEX)


def _apply_tint(colour: Colour, tint: str | None) -> Colour:
    """The colour made lighter, or darker by a tint below zero."""
    try:
        share = float(tint or "0")
    except ValueError:
        return colour
    if not -1 <= share <= 1:
        return colour
    hue, light, strength = colorsys.rgb_to_hls(*colour)
    light = light * (1 + share) if share < 0 else light * (1 - share) + share
    return colorsys.hls_to_rgb(hue, light, strength)


def _whole_number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 5 else None
