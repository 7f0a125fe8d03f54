"""Fonts of a PDF: the characters that its bytes stand for, and how wide each is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pypdf.generic import ByteStringObject, TextStringObject
from pypdf.generic._font import Font

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

FORCE_BOLD = 1 << 18
_BOLD = re.compile(r"bold|black|heavy|demi|semibd|,b\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Face:
    """A font."""

    font: Font
    is_bold: bool

    def pieces(self, said: object) -> list[tuple[str, float, bool]]:
        """The characters of a string: text, width in ems, whether it is a one-byte space."""
        raw = _raw(said)
        if not self.font.interpretable or not raw:
            return []
        if isinstance(self.font.encoding, str):
            codes = raw.decode(self.font.encoding, "replace")
            texts = list(codes)
        else:
            codes = raw.decode("latin-1")
            texts = [self.font.encoding.get(byte, chr(byte)) for byte in raw]
        result: list[tuple[str, float, bool]] = []
        for code, text in zip(codes, texts, strict=True):
            meant = self.font.character_map.get(text, text)
            width = self._width(code, meant)
            result.append((meant if isinstance(meant, str) else text, width, code == " "))
        return result

    def _width(self, code: str, meant: object) -> float:
        widths = self.font.character_widths
        width = widths.get(code)
        if width is None and code == self.font.space_char:
            width = self.font.space_width
        if width is None and isinstance(meant, str):
            width = widths.get(meant)
        if width is None:
            width = widths.get("default", 500)
        return min(max(float(width), 0.0), 5_000.0) / 1000


def _raw(said: object) -> bytes:
    if isinstance(said, TextStringObject):
        return bytes(said.original_bytes)
    if isinstance(said, ByteStringObject | bytes):
        return bytes(said)
    return b""


def face_of(font: DictionaryObject) -> Face:
    """The font of a resource."""
    found = Font.from_font_resource(font)
    is_forced = bool(found.font_descriptor.flags & FORCE_BOLD)
    return Face(found, is_forced or _BOLD.search(found.name) is not None)
