"""Which cells of a worksheet can a person not see, and why?"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.documents.visibility import is_large_enough, stands_out
from modylbench.documents.workbook.number_format import (
    section_for,
    shown,
    shown_text,
    text_section,
)
from modylbench.documents.workbook.worksheet import number_of, span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.documents.tables.grid import Span
    from modylbench.documents.workbook.conditions import Condition
    from modylbench.documents.workbook.styles import Look, Styles
    from modylbench.documents.workbook.worksheet import RawCell, Worksheet
    from modylbench.products.findings import Complaints

MOST_WORK = 4_000_000
"""Ours: cells that conditional formats are held against; a large model takes a hundredth of it."""

LEAST_SHARE = 0.5
"""Ours: of a line of type, in a row that is lower; nobody reads less of it."""

IN_ROWS, IN_COLUMNS = "in hidden rows", "in hidden columns"
IN_FONT, BY_CONDITION = "in a font that nobody sees", "that a conditional format hides"


class Sight:
    """Tells what can be seen of one worksheet."""

    def __init__(self, found: Worksheet, styles: Styles, complaints: Complaints, name: str) -> None:
        self._found = found
        self._styles = styles
        self._columns = found.unseen_columns()
        self._fades = lru_cache(maxsize=4096)(self._is_faded)
        self._work = MOST_WORK
        self._conditioned = self._by_condition(complaints, name)

    def hides(self, place: tuple[int, int], raw: RawCell) -> str | None:
        """Why nobody sees the cell; None where it can be seen."""
        look = self._styles.look(raw.style)
        if self._found.is_low(place[0], look.points * LEAST_SHARE):
            return IN_ROWS
        if self._columns.get(place[1], self._found.has_narrow_columns):
            return IN_COLUMNS
        if self._fades(look, self._colour(raw, look)):
            return IN_FONT
        return BY_CONDITION if place in self._conditioned else None

    def _colour(self, raw: RawCell, look: Look) -> str:
        """What its number format calls the colour of the cell's text."""
        number = number_of(raw)
        if number is not None:
            return section_for(number, look.number_format)[0].colour
        section = text_section(look.number_format)
        return section.colour if section is not None else ""

    def _is_faded(self, look: Look, named: str) -> bool:
        colour = self._styles.palette.named(named) or look.colour
        return not (is_large_enough(look.points) and stands_out(colour, look.grounds))

    def _by_condition(self, complaints: Complaints, name: str) -> set[tuple[int, int]]:
        """The cells that a conditional format may make invisible."""
        hidden: set[tuple[int, int]] = set()
        unread = self._found.conditions.unread
        for condition in self._found.conditions.found:
            if not (condition.hides_value or self._has_change(condition)):
                continue
            for written in condition.ranges:
                span = span_of(written, whole=True)
                if span is None or self._work < 0:
                    unread += 1
                    continue
                hidden.update(p for p in self._inside(span) if self._is_hidden_by(condition, p))
        if unread:
            reason = f"{unread:,} conditional formats whose effect is not known"
            complaints.warning("conditional_format_not_read", reason, name)
        return hidden

    def _has_change(self, condition: Condition) -> bool:
        return condition.change is not None and condition.change < len(self._styles.changes)

    def _inside(self, span: Span) -> Iterator[tuple[int, int]]:
        """The filled cells of a rectangle, looked for in the shorter of two ways."""
        cells = self._found.cells
        size = (span.bottom - span.top + 1) * (span.right - span.left + 1)
        self._work -= min(size, len(cells))
        if size > len(cells):
            for row, column in cells:
                if span.top <= row <= span.bottom and span.left <= column <= span.right:
                    yield row, column
            return
        for row in range(span.top, span.bottom + 1):
            for column in range(span.left, span.right + 1):
                if (row, column) in cells:
                    yield row, column

    def _is_hidden_by(self, condition: Condition, place: tuple[int, int]) -> bool:
        raw = self._found.cells[place]
        number = number_of(raw)
        if condition.hides_value:
            return number is not None
        if not condition.may_fall_on(number):
            return False
        change = self._styles.changes[condition.change or 0]
        look = change.applied(self._styles.look(raw.style))
        if change.number_format is not None:
            text = shown_text("text", look.number_format)
            text = text if number is None else shown(number, look.number_format) or "General"
            if not text.strip():
                return True
        return self._fades(look, self._colour(raw, look))
