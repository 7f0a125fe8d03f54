"""Cells of a worksheet or a CSV file by row and column, before they are understood as tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.products.quantities.closeness import DISPLAYED
from modylbench.products.quantities.numbers import number_shown
from modylbench.products.quantities.units import MONEY, MULTIPLE, PERCENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.spreadsheet import Cell

    Place = tuple[int, int]
    """Row and column, from 1."""

_YEAR = re.compile(r"(?:fy|cy)?\s?'?(?:(?:19|20)\d\d|\d\d)\s?[aefp]?", re.IGNORECASE)
LONGEST_FIGURE = 40
_FIGURE = re.compile(
    r"[(+\u2212-]?\s?(?:us)?[$€£¥]?\s?[-\u2212]?\d[\d,.' \u00a0\u202f]*\s?"
    r"(?:%|x|k|m|mm|mn|bn|b|bps|pp|million|billion|thousand)?\)?",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"(?:q[1-4]|h[12]|ltm|ttm|ytd|year \d+|yr ?\d+|month \d+|week \d+|wk ?\d+)\b.{0,12}",
    re.IGNORECASE,
)
_SCALES = {1.0: "", 1e3: "K", 1e6: "M", 1e9: "B"}
_SIGNS = {"usd": "$", "eur": "€", "gbp": "£"}


@dataclass(frozen=True, slots=True)
class CellEntry:
    """A cell that says something, and whether it is set in bold."""

    cell: Cell
    is_bold: bool = False
    is_date: bool = False

    @property
    def text(self) -> str:
        """What a person sees."""
        value = self.cell.value
        if self.cell.text is not None:
            return self.cell.text.strip()
        if isinstance(value, bool):
            return str(value).upper()
        if isinstance(value, float):
            return f"{value:.15g}"
        return "" if value is None else str(value).strip()

    @property
    def is_number(self) -> bool:
        """True where the cell holds a number, or a text such as $1,234.50 that is one."""
        value = self.cell.value
        if isinstance(value, str):
            return len(value) <= LONGEST_FIGURE and _FIGURE.fullmatch(value.strip()) is not None
        return isinstance(value, int | float) and not isinstance(value, bool)

    @property
    def is_datum(self) -> bool:
        """True for what is no header: a number, a date, yes or no, a formula."""
        is_given = self.cell.formula is not None or isinstance(self.cell.value, bool)
        return is_given or self.is_date or self.is_number

    @property
    def is_period(self) -> bool:
        """True for 2027, FY2027E, Q3 or Year 1."""
        text = self.text
        return bool(_YEAR.fullmatch(text) or _PERIOD.fullmatch(text)) and len(text) < 40

    @property
    def is_label(self) -> bool:
        """True for a text, or a number such as 2027 that names a period."""
        return not self.is_number or (self.is_period and len(self.text) >= 4)


@dataclass(frozen=True, slots=True)
class Span:
    """Cells that are merged into one."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True)
class Grid:
    """The cells that say something, by row and column."""

    entries: dict[Place, CellEntry] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)

    @property
    def rows(self) -> list[int]:
        """The rows that say something, in order."""
        return sorted({row for row, _ in self.entries})

    @property
    def columns(self) -> list[int]:
        """The columns that say something, in order."""
        return sorted({column for _, column in self.entries})

    def row(self, row: int) -> dict[int, CellEntry]:
        """What one row says, by column, in order."""
        return self.by_row.get(row, {})

    by_row: dict[int, dict[int, CellEntry]] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for (row, column), entry in sorted(self.entries.items()):
            self.by_row.setdefault(row, {})[column] = entry

    def without(self, rows: Iterable[int], columns: Iterable[int]) -> Grid:
        """The cells as they stand when some rows and columns are folded away."""
        gone_rows, gone_columns = sorted(set(rows)), sorted(set(columns))

        def down(row: int) -> int:
            return row - bisect_left(gone_rows, row)

        def across(column: int) -> int:
            return column - bisect_left(gone_columns, column)

        return Grid(
            {(down(row), across(column)): e for (row, column), e in self.entries.items()},
            [
                Span(down(s.top), across(s.left), down(s.bottom + 1) - 1, across(s.right + 1) - 1)
                for s in self.spans
            ],
        )


def measure(entry: CellEntry) -> tuple[float | None, str | None]:
    """The number in full and the unit that its text shows; None for what is no number.

    A cell of 0.2134 shown as 21.3% is 21.34 in %; one of 57.5 shown as $57.5M is 57.5 in $M.
    """
    value = entry.cell.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None, None
    shown = number_shown(entry.cell.text) if entry.cell.text else None
    dimension = (shown.dimension if shown else None) or ""
    if dimension == PERCENT:
        return (_times(value, 100) if _is_percent_of_one(entry) else value), "%"
    if shown is None or not dimension.startswith(MONEY):
        return value, "x" if dimension == MULTIPLE else None
    code = dimension.removeprefix(MONEY)
    ratio = shown.number / value if value else 1.0
    scale = next((name for size, name in _SCALES.items() if DISPLAYED.allows(ratio, size)), "")
    return value, f"{_SIGNS.get(code, code.upper())}{scale}"


def _is_percent_of_one(entry: CellEntry) -> bool:
    """True where 0.2134 is shown as 21.3%, and not 21.34 with a "%" behind it."""
    value, text = entry.cell.value, entry.cell.text
    digits = number_shown((text or "").replace("%", " "))
    if digits is None or not isinstance(value, int | float) or not value:
        return True
    return not DISPLAYED.allows(digits.number, value)


def _times(value: float, factor: float) -> float:
    """The product without the noise that floats add."""
    return float(f"{value * factor:.15g}")
