"""The XML of a worksheet: cells, merged cells, conditional formats, and what is hidden."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from openpyxl.utils import column_index_from_string

from modylbench.documents.grid import Span
from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CELLS = 200_000
"""Ours: of one worksheet, blank ones included; what a person meets has a hundredth of it."""
MOST_SPANS = 5_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
LONGEST_SPAN = 500
LEAST_HEIGHT = 3.0
LEAST_WIDTH = 1.0
"""Ours, in points and in characters: what is lower or narrower shows nothing of its cells."""
WRITTEN_NUMBER = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?")
WHOLE_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")
WHOLE_ROWS = re.compile(r"\$?([0-9]{1,7}):\$?([0-9]{1,7})")
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
MOST_CONDITIONS = 2_000
MOST_RANGES = 2_000
LONGEST_FORMULA = 200
_PLAIN_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_ON_NOTHING_SEEN = {"containsErrors", "containsBlanks"}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
    "equal": operator.eq,
    "notEqual": operator.ne,
    "greaterThanOrEqual": operator.ge,
    "greaterThan": operator.gt,
}


@dataclass(slots=True)
class RawCell:
    """A cell as it stands in the file."""

    kind: str
    style: int
    value: str = ""
    formula: str | None = None
    shared: str | None = None
    fills: str = ""
    """The cells that an array formula fills."""

    reason: str = ""
    """Why its formula has no result."""

    @property
    def is_open(self) -> bool:
        """True for a formula without a stored result; that may be an empty text."""
        is_formula = self.formula is not None or self.shared is not None
        return is_formula and not self.value and self.kind != "str"


@dataclass(slots=True)
class ConditionalFormat:
    """One conditional format: where it stands, when it falls, and which change it makes."""

    ranges: list[str]
    kind: str
    comparison: str = ""
    change: int | None = None
    formulas: list[str] = field(default_factory=list)
    hides_value: bool = False
    """True for bars and symbols that stand in place of the number."""

    def may_fall_on(self, number: float | None) -> bool:
        """False only where it surely does not fall on a cell of that number (None: a text)."""
        if self.kind in _ON_NOTHING_SEEN:
            return False
        compared = _COMPARISONS.get(self.comparison)
        if self.kind != "cellIs" or compared is None or len(self.formulas) != 1:
            return True
        if number is None or not _PLAIN_NUMBER.fullmatch(self.formulas[0].strip()):
            return True
        return compared(number, float(self.formulas[0]))


class ConditionReader:
    """Listens to the conditional formats among the XML of a worksheet."""

    def __init__(self) -> None:
        self.found: list[ConditionalFormat] = []
        self.unread = 0
        """Formats of a kind that cannot be understood, or too many of them."""

        self._ranges: list[str] | None = None
        self._is_inside = False
        self._current: ConditionalFormat | None = None
        self._text: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if tag == "conditionalFormatting":
            self._is_inside = True
            written = attributes.get("sqref")
            self._ranges = written.split() if written is not None else None
        elif tag == "cfRule" and self._is_inside:
            self._start_rule(attributes)
        elif tag == "formula" and self._current is not None:
            self._text = []
        elif tag in {"dataBar", "iconSet"} and self._is_inside:
            hides = attributes.get("showValue") in {"0", "false"}
            if self._current is not None:
                self._current.hides_value |= hides
            else:
                self.unread += hides

    def _start_rule(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "")
        if self._ranges is None:  # Excel's newer kind, whose cells and looks are written elsewhere
            self.unread += kind not in {"dataBar", "iconSet", "colorScale"}
            return
        if len(self.found) >= MOST_CONDITIONS or len(self._ranges) > MOST_RANGES:
            self.unread += 1
            return
        change = attributes.get("dxfId", "")
        number = int(change) if change.isdecimal() and len(change) < 7 else None
        self._current = ConditionalFormat(
            self._ranges, kind, attributes.get("operator", ""), number
        )
        self.found.append(self._current)

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        if tag == "formula" and self._text is not None and self._current is not None:
            self._current.formulas.append("".join(self._text)[:LONGEST_FORMULA])
            self._text = None
        elif tag == "cfRule":
            self._current = None
        elif tag == "conditionalFormatting":
            self._is_inside, self._ranges = False, None


@dataclass(slots=True)
class Worksheet:
    """A worksheet as it stands in the file."""

    cells: dict[tuple[int, int], RawCell] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    heights: dict[int, float] = field(default_factory=dict)
    """Of the rows that say how high they are, in points."""

    height: float = 15.0
    """Of the others."""

    columns: list[tuple[range, bool]] = field(default_factory=list)
    """Runs of columns, and whether nobody sees them."""

    has_narrow_columns: bool = False
    """True where the columns that say nothing of themselves are too narrow."""

    conditions: ConditionReader = field(default_factory=ConditionReader)
    drawings: list[str] = field(default_factory=list)
    outside: int = 0
    """Cells beyond the last row or column that a worksheet can have."""

    _unseen: dict[int, bool] | None = None

    def is_low(self, row: int, least: float = LEAST_HEIGHT) -> bool:
        """True for a row that is hidden, or lower than a person can read."""
        height = self.heights.get(row, self.height)
        return row in self.hidden_rows or height < max(least, LEAST_HEIGHT)

    def unseen_columns(self) -> dict[int, bool]:
        """Whether nobody sees a column, for those that say something of themselves."""
        if self._unseen is None:
            self._unseen = {column: unseen for run, unseen in self.columns for column in run}
        return self._unseen

    def folded_away(self) -> tuple[set[int], set[int]]:
        """The rows and columns that a person sees nothing of."""
        unseen = self.unseen_columns()
        rows = {row for row, _ in self.cells if self.is_low(row)} | self.hidden_rows
        columns = {column for _, column in self.cells}
        narrow = {c for c in columns if unseen.get(c, self.has_narrow_columns)}
        return rows, narrow | {column for column, is_unseen in unseen.items() if is_unseen}


class WorksheetReader:
    """Listens to the XML of a worksheet."""

    def __init__(self) -> None:
        self.found = Worksheet()
        self._row = self._column = 0
        self._cell: RawCell | None = None
        self._text: list[str] | None = None
        self._is_skipped = False
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.found.conditions.start(tag, attributes)
        match tag:
            case "sheetFormatPr":
                self._start_worksheet(attributes)
            case "row":
                self._start_row(attributes)
            case "c":
                self._start_cell(attributes)
            case "f" if self._cell is not None:
                self._text = []
                self._start_formula(self._cell, attributes)
            case "v" | "t" if self._cell is not None and not self._is_skipped:
                self._text = []
            case "rPh":
                self._is_skipped = True  # how to pronounce it
            case "col":
                self._start_columns(attributes)
            case "mergeCell" if len(self.found.spans) < MOST_SPANS:
                self._merge(attributes.get("ref", ""))
            case "drawing":
                self.found.drawings.append(attributes.get("id", ""))
            case _:
                pass

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        self.found.conditions.data(text)
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        self.found.conditions.end(tag)
        if tag == "rPh":
            self._is_skipped = False
        if self._cell is None or (self._text is None and tag != "c"):
            return
        if tag == "c":
            is_inside = self._row <= LAST_ROW and self._column <= LAST_COLUMN
            is_formula = self._cell.formula is not None or self._cell.shared is not None
            if not is_inside:
                self.found.outside += 1
            elif self._cell.value or is_formula:
                self.found.cells[self._row, self._column] = self._cell
            self._cell = None
        elif tag in {"v", "t"}:
            self._cell.value += "".join(self._text or ())
            self._text = None
        elif tag == "f":
            self._cell.formula = "".join(self._text or ())
            self._text = None

    def _start_row(self, attributes: dict[str, str]) -> None:
        self._row = _whole_number(attributes.get("r"), self._row + 1)
        self._column = 0
        if _is_true(attributes.get("hidden")):
            self.found.hidden_rows.add(self._row)
        if (height := _length(attributes.get("ht"))) is not None:
            self.found.heights[self._row] = height

    def _start_cell(self, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_CELLS:
            raise Unreadable("too_large", f"found more than {MOST_CELLS:,} cells on a worksheet")
        place = place_of(attributes.get("r", ""))
        self._row, self._column = place or (max(self._row, 1), self._column + 1)
        kind = attributes.get("t", "n")
        self._cell = RawCell(kind, _whole_number(attributes.get("s"), 0))

    def _start_formula(self, cell: RawCell, attributes: dict[str, str]) -> None:
        match attributes.get("t"):
            case "shared":
                cell.shared = attributes.get("si", "")
            case "array":
                cell.fills = attributes.get("ref", "")
                first, _, last = cell.fills.partition(":")
                if last and last != first:
                    cell.reason = "a formula that fills several cells is not computed"
            case "dataTable":
                cell.fills = attributes.get("ref", "")
                cell.reason = "a what-if table is not computed"
            case _:
                pass

    def _start_worksheet(self, attributes: dict[str, str]) -> None:
        """What goes for rows and columns that say nothing of themselves.

        zeroHeight is no matter: it hides the rows that are not written out, and cells are.
        """
        height = _length(attributes.get("defaultRowHeight"))
        self.found.height = 15.0 if height is None else height
        width = _length(attributes.get("defaultColWidth"))
        if width is None:
            width = _length(attributes.get("baseColWidth"))
        self.found.has_narrow_columns = width is not None and width < LEAST_WIDTH

    def _start_columns(self, attributes: dict[str, str]) -> None:
        width = _length(attributes.get("width"))
        is_narrow = self.found.has_narrow_columns if width is None else width < LEAST_WIDTH
        if len(self.found.columns) < LONGEST_SPAN:
            first, last = (
                _whole_number(attributes.get("min"), 0),
                _whole_number(attributes.get("max"), 0),
            )
            run = range(first, min(last, LAST_COLUMN) + 1)
            self.found.columns.append((run, is_narrow or _is_true(attributes.get("hidden"))))

    def _merge(self, reference: str) -> None:
        span = span_of(reference)
        if span is None:
            return
        if span.bottom - span.top <= LONGEST_SPAN and span.right - span.left <= LONGEST_SPAN:
            self.found.spans.append(span)


def place_of(reference: str) -> tuple[int, int] | None:
    """Row and column of "B3"; None where there is no such cell.

    >>> place_of("B3"), place_of("$AA$10"), place_of("ZZZ1")
    ((3, 2), (10, 27), None)
    """
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        return None
    row, letters = int(match[2]), match[1].upper()
    if letters > "XFD" and len(letters) == 3:
        return None
    column = column_index_from_string(letters)
    return (row, column) if 1 <= row <= LAST_ROW and column <= LAST_COLUMN else None


def span_of(reference: str, *, whole: bool = False) -> Span | None:
    """The rectangle that "B3:D5" or "B3" names; if wanted, also that of "B:D" and "3:5"."""
    if whole and (match := WHOLE_COLUMNS.fullmatch(reference)):
        reference = f"{match[1]}1:{match[2]}{LAST_ROW}"
    elif whole and (match := WHOLE_ROWS.fullmatch(reference)):
        reference = f"A{match[1]}:XFD{match[2]}"
    first, _, last = reference.partition(":")
    start, end = place_of(first), place_of(last or first)
    if start is None or end is None:
        return None
    rows, columns = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return Span(rows[0], columns[0], rows[1], columns[1])


def number_of(raw: RawCell) -> float | None:
    """The number that a cell holds; None for anything else."""
    written = raw.value.strip()
    return float(written) if raw.kind == "n" and WRITTEN_NUMBER.fullmatch(written) else None


def _length(text: str | None) -> float | None:
    """A height or a width; what is no number is nothing."""
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _whole_number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else otherwise


def _is_true(text: str | None) -> bool:
    return text in {"1", "true", "on"}
