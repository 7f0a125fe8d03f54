"""Which characters of a page does a person see?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.surfaces.reading.files.pdf.glyph import Box, Drawing, Fill, Glyph
    from modylbench.surfaces.reading.files.pdf.work import Work

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
        is_backed = any(f.order < glyph.order and not f.is_white for f in around)
        is_covered = any(f.order > glyph.order for f in around)
        if not is_covered and (is_backed or not glyph.is_white):
            result.append(glyph)
    return result


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
