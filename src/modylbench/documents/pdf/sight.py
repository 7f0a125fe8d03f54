"""Which characters of a page does a person see?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.visibility import WHITE, mixed, stands_out

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Box, Drawing, Fill, Glyph
    from modylbench.documents.pdf.work import Work
    from modylbench.documents.visibility import Colour

COVERING = 0.5
"""Ours: what is painted over text with less opacity marks it."""

BAND = 20.0
MOST_BANDS = 200


def seen_glyphs(drawing: Drawing, page: Box, work: Work) -> list[Glyph]:
    """The characters that are on the page, not white on white, and not painted over."""
    bands = _bands(drawing.fills, page)
    result: list[Glyph] = []
    for glyph in drawing.glyphs:
        if glyph.is_unseen or not page.holds(*glyph.middle):
            continue
        fills = bands.get(_band(glyph.middle[1], page), ())
        work.spend(len(fills) // 2)
        around = [fill for fill in fills if fill.box.holds(*glyph.middle)]
        is_covered = any(f.order > glyph.order and f.opacity >= COVERING for f in around)
        if not is_covered and _stands_out(glyph, around):
            result.append(glyph)
    return result


def _stands_out(glyph: Glyph, around: list[Fill]) -> bool:
    """True where the character can be told from what was painted before it."""
    ground: Colour = WHITE
    for fill in around:  # in the order of painting
        if fill.order < glyph.order:
            if fill.colour is None:
                return True  # what a picture shows here is not known
            ground = mixed(fill.colour, fill.opacity, ground)
    return stands_out(glyph.colour, (ground,), glyph.opacity)


def _band(height: float, page: Box) -> int:
    return int(max(0.0, min((height - page.bottom) / BAND, MOST_BANDS)))


def _bands(fills: list[Fill], page: Box) -> dict[int, list[Fill]]:
    """The filled boxes by the bands of the page that they reach into."""
    bands: dict[int, list[Fill]] = {}
    for fill in fills:
        if fill.box.top >= page.bottom and fill.box.bottom <= page.top:
            for band in range(_band(fill.box.bottom, page), _band(fill.box.top, page) + 1):
                bands.setdefault(band, []).append(fill)
    return bands
