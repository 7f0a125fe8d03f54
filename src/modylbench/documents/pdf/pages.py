"""What does a page say, from top to bottom: lines, tables, and what nobody sees?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.pdf.columns import columns_of
from modylbench.documents.pdf.lines import Line, lines_of
from modylbench.documents.pdf.sight import seen_glyphs
from modylbench.documents.pdf.tables import TableRows, aligned_runs, ruled_tables

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Box, Drawing
    from modylbench.documents.pdf.work import Work

_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-\u2013]?\s*\d{1,4}\s*(?:(?:of|/)\s*\d{1,4})?\s*[-\u2013]?", re.IGNORECASE
)

Item = Line | TableRows


@dataclass(slots=True)
class PageText:
    """The lines and tables of a page in order, and how many characters nobody sees."""

    items: list[Item]
    hidden: int


def page_text(drawing: Drawing, page: Box, work: Work) -> PageText:
    """What a person sees of a page."""
    seen = seen_glyphs(drawing, page, work)
    hidden = sum(len(g.text.strip()) for g in drawing.glyphs) - sum(
        len(g.text.strip()) for g in seen
    )
    items: list[Item] = []
    for glyphs in columns_of(seen):
        ruled, rest = ruled_tables(drawing, glyphs, work)
        items += _in_order(ruled, lines_of(rest))
    return PageText([item for item in items if not _is_page_number(item, page)], hidden)


def _in_order(ruled: list[TableRows], lines: list[Line]) -> list[Item]:
    aligned: dict[int, tuple[int, list[list[str]]]] = {
        start: (end, rows) for start, end, rows in aligned_runs(lines)
    }
    items: list[Item] = list(ruled)
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


def _is_page_number(item: Item, page: Box) -> bool:
    if isinstance(item, TableRows) or not _PAGE_NUMBER.fullmatch(item.text):
        return False
    edge = 0.08 * (page.top - page.bottom)
    return item.base < page.bottom + edge or item.base > page.top - edge
