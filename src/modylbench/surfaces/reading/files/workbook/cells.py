"""What does a cell of a workbook show, and what does it hold?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell
from modylbench.surfaces.reading.files.tables.grid import Entry
from modylbench.surfaces.reading.files.workbook.dates import is_date, shown_date
from modylbench.surfaces.reading.files.workbook.formulas.calculation import CIRCULAR
from modylbench.surfaces.reading.files.workbook.number_format import shown
from modylbench.surfaces.reading.files.workbook.styles import PLAIN
from modylbench.surfaces.reading.markdown import LONGEST_LABEL, LONGEST_TEXT, cut

if TYPE_CHECKING:
    from modylbench.surfaces.reading.complaints import Complaints
    from modylbench.surfaces.reading.files.workbook.styles import Look
    from modylbench.surfaces.reading.files.workbook.worksheet import RawCell

MOST_CHARACTERS = 10_000_000
"""Ours: of all texts of a worksheet; many cells may share one long text."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?")
_DASH = re.compile(r"\s*[-\u2013\u2014]*\s*")


class CellReader:
    """Reads the cells of one worksheet."""

    def __init__(
        self, strings: list[str], looks: list[Look], complaints: Complaints, *, since_1904: bool
    ) -> None:
        self._strings = strings
        self._looks = looks
        self._complaints = complaints
        self._since_1904 = since_1904
        self._characters = MOST_CHARACTERS

    def look(self, raw: RawCell) -> Look:
        """How a cell looks."""
        return self._looks[raw.style] if raw.style < len(self._looks) else PLAIN

    def entry(self, raw: RawCell, place: tuple[int, int], where: str) -> Entry | None:
        """The cell; None where it shows nothing."""
        reference = f"{get_column_letter(place[1])}{place[0]}"
        spot = f"{where}!{reference}"
        formula = f"={raw.formula}" if raw.formula else None
        if raw.is_open:
            self._open(raw, spot)
        look = self.look(raw)
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
        match raw.kind:
            case "b":
                return raw.value.strip() == "1", None
            case "s":
                text = self._string(raw.value, spot)
            case "n" if _NUMBER.fullmatch(raw.value.strip()):
                return self._number(float(raw.value), code, raw.value.strip(), spot)
            case _:
                text = raw.value
        self._characters -= min(len(text), LONGEST_TEXT)
        if self._characters < 0:
            reason = f"the worksheet has more than {MOST_CHARACTERS:,} characters; left out"
            self._complaints.error("too_large", reason, spot)
            return None, None
        text = cut(text, LONGEST_TEXT, self._complaints, spot)
        return (text, None) if text.strip() else (None, None)

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
        if is_date(code):
            return shown_date(number, code, since_1904=self._since_1904) or held, None
        text = shown(number, code)
        is_zero = number == 0 and text is not None and _DASH.fullmatch(text)
        if text is None or text.strip() == str(held) or is_zero:
            return held, None  # a dash is how accountants write zero
        if not text.strip():
            reason = "a number in a format that shows nothing"
            self._complaints.warning("hidden_content", f"{reason}; not read", spot)
            return None, None
        has_digits = any(c.isdigit() for c in text)
        return (held, text.strip()) if has_digits else (text.strip(), None)
