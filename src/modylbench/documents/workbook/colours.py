"""Which colour does a workbook mean by a theme, an index or a name?"""

from __future__ import annotations

import colorsys
from typing import TYPE_CHECKING

from openpyxl.styles.colors import COLOR_INDEX

from modylbench.documents.visibility import BLACK, WHITE, from_hex

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package
    from modylbench.documents.visibility import Colour

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
        elif (place := _whole(element.get("theme"))) is not None:
            found = from_hex(self._theme[place]) if place < len(self._theme) else None
        elif (place := _whole(element.get("indexed"))) is not None:
            found = self._at(place)
        return automatic if found is None else _tinted(found, element.get("tint"))

    def named(self, name: str) -> Colour | None:
        """What a number format calls red, white or Color12; None where it is no colour."""
        small = name.lower()
        if small.startswith("color") and (place := _whole(small[5:].strip())) is not None:
            return self._at(place + 7) if 1 <= place <= 56 else None
        return _NAMED.get(small)

    def _at(self, place: int) -> Colour | None:
        """The colour of an index; those behind the palette are the automatic ones."""
        return from_hex(self._indexed[place][-6:]) if place < min(len(self._indexed), 64) else None


def palette(package: Package, styles: Element, theme: str | None) -> Palette:
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


def _tinted(colour: Colour, tint: str | None) -> Colour:
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


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 5 else None
