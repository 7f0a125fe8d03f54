"""What does a cell of a workbook show, and what does it hold?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.tables.grid import Entry
from modylbench.documents.workbook.dates import is_date, shown_date
from modylbench.documents.workbook.formulas.calculation import CIRCULAR
from modylbench.documents.workbook.number_format import (
    UNREAD,
    section_for,
    shown,
    shown_text,
)
from modylbench.documents.workbook.worksheet import number_of
from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from modylbench.documents.workbook.styles import Styles
    from modylbench.documents.workbook.worksheet import RawCell
    from modylbench.products.findings import Complaints

MOST_CHARACTERS = 10_000_000
"""Ours: of all texts of a worksheet; many cells may share one long text."""

_DASH = re.compile(r"\s*[-\u2013\u2014]*\s*")


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

    def entry(self, raw: RawCell, place: tuple[int, int], where: str) -> Entry | None:
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
        return Entry(Cell(value=value, text=text, formula=formula), look.is_bold, is_day)

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
            is_shown = shown_text("TRUE", code).strip()
            return (
                (raw.value.strip() == "1", None) if is_shown else self._nothing("yes or no", spot)
            )
        held = self._string(raw.value, spot) if raw.kind == "s" else raw.value
        text = shown_text(held, code) if held.strip() else ""
        if held.strip() and not text.strip():
            return self._nothing("text", spot)
        self._characters -= min(len(text), LONGEST_TEXT)
        if self._characters < 0:
            reason = f"the worksheet has more than {MOST_CHARACTERS:,} characters; left out"
            self._complaints.error("too_large", reason, spot)
            return None, None
        text = cut(text, LONGEST_TEXT, self._complaints, spot)
        return (text, None) if text.strip() else (None, None)

    def _nothing(self, what: str, spot: str) -> tuple[None, None]:
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
        text = self._day(number, section.code) if is_day else shown(number, code)
        has_digits = not is_day and text is not None and any(c.isdigit() for c in text)
        is_zero = number == 0 and text is not None and _DASH.fullmatch(text)
        if text is None or text.strip() == str(held) or is_zero:
            return held, None  # a dash is how accountants write zero
        if not text.strip():
            return self._nothing("number", spot)
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
        day = shown_date(number, code, since_1904=self._since_1904)
        return UNREAD if day is None else day
