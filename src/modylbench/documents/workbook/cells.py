"""What a cell of a workbook shows and holds, and whether a person can see it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from modylbench.documents.grid import CellEntry
from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.visibility import is_large_enough, stands_out
from modylbench.documents.workbook.formulas.evaluate import CIRCULAR
from modylbench.documents.workbook.number_format import (
    UNREAD,
    format_date,
    format_number,
    format_text,
    is_date,
    section_for,
    text_section,
)
from modylbench.documents.workbook.worksheet import number_of, span_of
from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.documents.grid import Span
    from modylbench.documents.workbook.styles import CellLook, Styles
    from modylbench.documents.workbook.worksheet import ConditionalFormat, RawCell, Worksheet
    from modylbench.products.findings import Complaints

MOST_CHARACTERS = 10_000_000
"""Ours: of all texts of a worksheet; many cells may share one long text."""
_DASH = re.compile(r"\s*[-\u2013\u2014]*\s*")
MOST_WORK = 4_000_000
"""Ours: cells that conditional formats are held against; a large model takes a hundredth of it."""
LEAST_SHARE = 0.5
"""Ours: of a line of type, in a row that is lower; nobody reads less of it."""
IN_ROWS, IN_COLUMNS = "in hidden rows", "in hidden columns"
IN_FONT, BY_CONDITION = "in a font that nobody sees", "that a conditional format hides"


class CellReader:
    """Reads the cells of one worksheet."""

    def __init__(
        self, strings: list[str], styles: Styles, complaints: Complaints, *, since_1904: bool
    ) -> None:
        self._strings = strings
        self._styles = styles
        self._complaints = complaints
        self._since_1904 = since_1904
        self._characters = MOST_CHARACTERS

    def entry(self, raw: RawCell, place: tuple[int, int], where: str) -> CellEntry | None:
        """The cell; None where it shows nothing."""
        reference = f"{get_column_letter(place[1])}{place[0]}"
        spot = f"{where}!{reference}"
        formula = f"={raw.formula}" if raw.formula else None
        if raw.is_open:
            self._open(raw, spot)
        look = self._styles.look(raw.style)
        value, text = self._value(raw, look.number_format, spot)
        if value is None and text is None and not formula:
            return None
        if formula and len(formula) > LONGEST_LABEL:
            self._complaints.warning("formula_too_long", f"{len(formula):,} characters", spot)
            formula = None
        is_day = isinstance(value, str) and raw.kind in {"n", "d"} and is_date(look.number_format)
        return CellEntry(Cell(value=value, text=text, formula=formula), look.is_bold, is_day)

    def _open(self, raw: RawCell, spot: str) -> None:
        """Say why a formula shows nothing."""
        if raw.reason == CIRCULAR:
            self._complaints.error("formula_circular", f"{CIRCULAR}; not computed", spot)
            return
        reason = f"a formula without its result ({raw.reason})"
        advice = "open and save the file in a spreadsheet"
        self._complaints.error("formula_without_value", f"{reason}: {advice}", spot)

    def _value(
        self, raw: RawCell, code: str, spot: str
    ) -> tuple[bool | float | str | None, str | None]:
        """What a cell holds, and what is shown in its place."""
        number = number_of(raw)
        if number is not None:
            return self._number(number, code, raw.value.strip(), spot)
        if raw.kind == "b":
            is_shown = format_text("TRUE", code).strip()
            return (
                (raw.value.strip() == "1", None)
                if is_shown
                else self._hidden_value("yes or no", spot)
            )
        held = self._string(raw.value, spot) if raw.kind == "s" else raw.value
        text = format_text(held, code) if held.strip() else ""
        if held.strip() and not text.strip():
            return self._hidden_value("text", spot)
        self._characters -= min(len(text), LONGEST_TEXT)
        if self._characters < 0:
            reason = f"the worksheet has more than {MOST_CHARACTERS:,} characters; left out"
            self._complaints.error("too_large", reason, spot)
            return None, None
        text = cut(text, LONGEST_TEXT, self._complaints, spot)
        return (text, None) if text.strip() else (None, None)

    def _hidden_value(self, what: str, spot: str) -> tuple[None, None]:
        reason = f"a {what} in a format that shows nothing; not read"
        self._complaints.warning("hidden_content", reason, spot)
        return None, None

    def _string(self, index: str, spot: str) -> str:
        if index.isdecimal() and len(index) < 8 and int(index) < len(self._strings):
            return self._strings[int(index)]
        self._complaints.error("string_missing", f"refers to no string: {index[:20]!r}", spot)
        return ""

    def _number(
        self, number: float, code: str, written: str, spot: str
    ) -> tuple[float | str | None, str | None]:
        if not abs(number) <= LARGEST_NUMBER:
            reason = f"found {written[:20]}, expected numbers up to {LARGEST_NUMBER:g}"
            self._complaints.warning("number_too_large", f"{reason}; kept as text", spot)
            return written[:LONGEST_LABEL], None
        number = float(f"{number:.15g}")  # spreadsheets show no more digits; the rest is rounding
        held = int(number) if number.is_integer() else number
        section, _ = section_for(number, code)
        is_day = is_date(section.code)
        text = self._day(number, section.code) if is_day else format_number(number, code)
        has_digits = not is_day and text is not None and any(c.isdigit() for c in text)
        is_zero = number == 0 and text is not None and _DASH.fullmatch(text)
        if text is None or text.strip() == str(held) or is_zero:
            return held, None  # a dash is how accountants write zero
        if not text.strip():
            return self._hidden_value("number", spot)
        if text == UNREAD:
            reason = f"what the format {code[:40]!r} shows of a number is not known"
            self._complaints.error("number_format_not_read", reason, spot)
            return held, UNREAD
        if section.adds_digits and has_digits:
            reason = f"the format {code[:40]!r} puts digits of its own beside a number"
            self._complaints.warning("number_format_adds_digits", reason, spot)
        return (held, text.strip()) if has_digits else (text.strip(), None)

    def _day(self, number: float, code: str) -> str:
        """The day that a number stands for; there are none before 1900 and after 9999."""
        day = format_date(number, code, since_1904=self._since_1904)
        return UNREAD if day is None else day


class CellVisibility:
    """Tells what can be seen of one worksheet."""

    def __init__(
        self, worksheet: Worksheet, styles: Styles, complaints: Complaints, name: str
    ) -> None:
        self._found = worksheet
        self._styles = styles
        self._columns = worksheet.unseen_columns()
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

    def _colour(self, raw: RawCell, look: CellLook) -> str:
        """What its number format calls the colour of the cell's text."""
        number = number_of(raw)
        if number is not None:
            return section_for(number, look.number_format)[0].colour
        section = text_section(look.number_format)
        return section.colour if section is not None else ""

    def _is_faded(self, look: CellLook, named: str) -> bool:
        colour = self._styles.palette.colour_named(named) or look.colour
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

    def _has_change(self, condition: ConditionalFormat) -> bool:
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

    def _is_hidden_by(self, condition: ConditionalFormat, place: tuple[int, int]) -> bool:
        raw = self._found.cells[place]
        number = number_of(raw)
        if condition.hides_value:
            return number is not None
        if not condition.may_fall_on(number):
            return False
        change = self._styles.changes[condition.change or 0]
        look = change.apply_to(self._styles.look(raw.style))
        if change.number_format is not None:
            text = format_text("text", look.number_format)
            text = (
                text if number is None else format_number(number, look.number_format) or "General"
            )
            if not text.strip():
                return True
        return self._fades(look, self._colour(raw, look))
