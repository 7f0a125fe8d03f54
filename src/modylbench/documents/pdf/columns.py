"""Is a page set in two columns, to be read one after the other?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.pdf.lines import lines_of

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Glyph
    from modylbench.documents.pdf.lines import Line

FEWEST_LINES = 8
LONG = 24
"""Ours: pieces of running text are longer than this on average, cells of tables shorter."""


def columns_of(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """The characters of each column; all of them where the page has only one."""
    lines = lines_of(glyphs)
    middle = _gutter(lines)
    if middle is None:
        return [glyphs]
    across = [line for line in lines if any(p.left < middle < p.right for p in line.pieces)]
    if not across:
        return _parted(glyphs, middle)
    height = min(line.base for line in across) - 0.1
    above = [glyph for glyph in glyphs if glyph.base >= height]
    below = [glyph for glyph in glyphs if glyph.base < height]
    return [glyphs] if len(above) > len(below) else [above, *_parted(below, middle)]


def _gutter(lines: list[Line]) -> float | None:
    """Where the gap between two columns of running text is."""
    pairs = [line.pieces for line in lines if len(line.pieces) == 2]
    lengths = [len(piece.text) for pair in pairs for piece in pair]
    is_prose = bool(lengths) and sum(lengths) >= LONG * len(lengths)
    if not is_prose or len(pairs) < max(FEWEST_LINES, 0.5 * len(lines)):
        return None
    left, right = max(pair[0].right for pair in pairs), min(pair[1].left for pair in pairs)
    return (left + right) / 2 if left < right else None


def _parted(glyphs: list[Glyph], middle: float) -> list[list[Glyph]]:
    left = [glyph for glyph in glyphs if glyph.middle[0] < middle]
    right = [glyph for glyph in glyphs if glyph.middle[0] >= middle]
    return [part for part in (left, right) if part]
