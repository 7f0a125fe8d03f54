"""What a person sees of a PDF page from top to bottom: lines, tables and links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pypdf.generic import ArrayObject, DictionaryObject

from modylbench.documents.pdf.drawing import Box, transform_point
from modylbench.documents.pdf.lines import TextLine, columns_of, lines_of
from modylbench.documents.pdf.tables import TableRows, aligned_runs, ruled_tables
from modylbench.documents.visibility import WHITE, mix_colours, stands_out

if TYPE_CHECKING:
    from pypdf import PageObject

    from modylbench.documents.pdf.drawing import Drawing, Fill, Glyph, Matrix, WorkBudget
    from modylbench.documents.visibility import Colour

_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-\u2013]?\s*\d{1,4}\s*(?:(?:of|/)\s*\d{1,4})?\s*[-\u2013]?", re.IGNORECASE
)
PageItem = TextLine | TableRows
COVERING = 0.5
"""Ours: what is painted over text with less opacity marks it."""
BAND = 20.0
MOST_BANDS = 200
MOST_LINKS = 500
LONGEST_URL = 2_000


@dataclass(slots=True)
class PdfPageText:
    """The lines and tables of a page in order, and how many characters nobody sees."""

    items: list[PageItem]
    hidden: int


def page_text(drawing: Drawing, page: Box, work: WorkBudget) -> PdfPageText:
    """What a person sees of a page."""
    seen = seen_glyphs(drawing, page, work)
    hidden = sum(len(g.text.strip()) for g in drawing.glyphs) - sum(
        len(g.text.strip()) for g in seen
    )
    items: list[PageItem] = []
    for glyphs in columns_of(seen):
        ruled, rest = ruled_tables(drawing, glyphs, work)
        items += _in_order(ruled, lines_of(rest))
    return PdfPageText([item for item in items if not _is_page_number(item, page)], hidden)


def _in_order(ruled: list[TableRows], lines: list[TextLine]) -> list[PageItem]:
    aligned: dict[int, tuple[int, list[list[str]]]] = {
        start: (end, rows) for start, end, rows in aligned_runs(lines)
    }
    items: list[PageItem] = list(ruled)
    place = 0
    while place < len(lines):
        if place in aligned:
            end, rows = aligned[place]
            items.append(TableRows(rows, lines[place].base, lines[end - 1].base))
            place = end
        else:
            items.append(lines[place])
            place += 1
    return sorted(items, key=lambda item: -(item.top if isinstance(item, TableRows) else item.base))


def _is_page_number(item: PageItem, page: Box) -> bool:
    if isinstance(item, TableRows) or not _PAGE_NUMBER.fullmatch(item.text):
        return False
    edge = 0.08 * (page.top - page.bottom)
    return item.base < page.bottom + edge or item.base > page.top - edge


def seen_glyphs(drawing: Drawing, page: Box, work: WorkBudget) -> list[Glyph]:
    """The characters that are on the page, not white on white, and not painted over."""
    bands = _fills_by_band(drawing.fills, page)
    result: list[Glyph] = []
    for glyph in drawing.glyphs:
        if glyph.is_unseen or not page.holds(*glyph.middle):
            continue
        fills = bands.get(_band_at(glyph.middle[1], page), ())
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
            ground = mix_colours(fill.colour, fill.opacity, ground)
    return stands_out(glyph.colour, (ground,), glyph.opacity)


def _band_at(height: float, page: Box) -> int:
    return int(max(0.0, min((height - page.bottom) / BAND, MOST_BANDS)))


def _fills_by_band(fills: list[Fill], page: Box) -> dict[int, list[Fill]]:
    """The filled boxes by the bands of the page that they reach into."""
    bands: dict[int, list[Fill]] = {}
    for fill in fills:
        if fill.box.top >= page.bottom and fill.box.bottom <= page.top:
            for band in range(_band_at(fill.box.bottom, page), _band_at(fill.box.top, page) + 1):
                bands.setdefault(band, []).append(fill)
    return bands


def mark_links(page: PageObject, glyphs: list[Glyph], matrix: Matrix, work: WorkBudget) -> None:
    """Give the characters inside the links of a page their address."""
    annotations = page.get("/Annots")
    found = annotations.get_object() if annotations is not None else None
    if not isinstance(found, ArrayObject):
        return
    for reference in found[:MOST_LINKS]:
        link = reference.get_object()
        url = _address(link)
        box = _box(link, matrix)
        if url and box:
            work.spend(len(glyphs) // 4)
            for glyph in glyphs:
                if box.holds(*glyph.middle):
                    glyph.url = url


def _address(link: object) -> str:
    if not isinstance(link, DictionaryObject) or link.get("/Subtype") != "/Link":
        return ""
    action = link.get("/A")
    action = action.get_object() if action is not None else None
    if not isinstance(action, DictionaryObject):
        return ""
    url = action.get("/URI")
    url = url.get_object() if url is not None else None
    text = url.decode("latin-1") if isinstance(url, bytes) else str(url or "")
    is_web = text.startswith(("http://", "https://")) and not any(c.isspace() for c in text)
    return text if is_web and len(text) <= LONGEST_URL and ")" not in text else ""


def _box(link: object, matrix: Matrix) -> Box | None:
    rectangle = link.get("/Rect") if isinstance(link, DictionaryObject) else None
    rectangle = rectangle.get_object() if rectangle is not None else None
    if not isinstance(rectangle, ArrayObject) or len(rectangle) != 4:
        return None
    numbers = [float(v) for v in rectangle if isinstance(v, int | float)]
    if len(numbers) != 4:
        return None
    (a, b), (c, d) = transform_point(matrix, *numbers[:2]), transform_point(matrix, *numbers[2:])
    return Box(min(a, c), min(b, d), max(a, c), max(b, d))
