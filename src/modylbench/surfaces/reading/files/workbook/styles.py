"""How do the cells of a workbook look: their number formats, and whether anyone can see them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from openpyxl.styles.numbers import BUILTIN_FORMATS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.surfaces.reading.files.ooxml import Package

T = TypeVar("T")

SMALLEST_FONT = 3.0  # ours, in points: nobody reads less
_WHITE_RGB = "FFFFFF"
_WHITE_THEME = "0"


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a cell."""

    number_format: str = "General"
    is_bold: bool = False
    is_invisible: bool = False


PLAIN = Look()


def looks(package: Package, part: str | None) -> list[Look]:
    """The looks that cells refer to by number."""
    if part is None or part not in package:
        return []
    root = package.tree(part)
    formats: dict[str, str] = {str(key): code for key, code in BUILTIN_FORMATS.items()}
    for element in _children(root, "numFmts"):
        formats[element.get("numFmtId", "")] = element.get("formatCode", "General")
    fonts = [_font(element) for element in _children(root, "fonts")]
    is_filled = [_is_filled(element) for element in _children(root, "fills")]
    result: list[Look] = []
    for element in _children(root, "cellXfs"):
        is_bold, is_white, is_tiny = _at(fonts, element.get("fontId")) or (False, False, False)
        filled = _at(is_filled, element.get("fillId")) or False
        code = formats.get(element.get("numFmtId", "0"), "General")
        result.append(Look(code, is_bold, is_tiny or (is_white and not filled)))
    return result


def _children(root: Element, name: str) -> list[Element]:
    found = root.find(name)
    return [] if found is None else list(found)


def _at(items: list[T], index: str | None) -> T | None:
    number = int(index) if index and index.isdecimal() and len(index) < 7 else 0
    return items[number] if number < len(items) else None


def _font(element: Element) -> tuple[bool, bool, bool]:
    """Whether a font is bold, white, too small to see."""
    bold, color, size = element.find("b"), element.find("color"), element.find("sz")
    is_bold = bold is not None and bold.get("val", "1") not in {"0", "false"}
    is_tiny = size is not None and _number(size.get("val")) < SMALLEST_FONT
    return is_bold, color is not None and _is_white(color), is_tiny


def _is_white(color: Element) -> bool:
    if color.get("tint") not in {None, "0"}:
        return False
    return color.get("theme") == _WHITE_THEME or color.get("rgb", "")[-6:].upper() == _WHITE_RGB


def _is_filled(element: Element) -> bool:
    """True for a fill that is not white."""
    pattern = element.find("patternFill")
    if pattern is None:
        return element.find("gradientFill") is not None
    kind = pattern.get("patternType", "none")
    color = pattern.find("fgColor")
    return kind not in {"none", ""} and not (
        kind == "solid" and color is not None and _is_white(color)
    )


def _number(text: str | None) -> float:
    try:
        return float(text or "11")
    except ValueError:
        return 11.0
