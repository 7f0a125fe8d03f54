"""What does the XML of a worksheet hold: cells, merged cells, and what is hidden?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from openpyxl.utils import column_index_from_string

from modylbench.documents.refusal import Unreadable
from modylbench.documents.tables.grid import Span
from modylbench.documents.workbook.conditions import ConditionReader

MOST_CELLS = 200_000
"""Ours: of one worksheet, blank ones included; what a person meets has a hundredth of it."""

MOST_SPANS = 5_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
LONGEST_SPAN = 500
LEAST_HEIGHT = 3.0
LEAST_WIDTH = 1.0
"""Ours, in points and in characters: what is lower or narrower shows nothing of its cells."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?")
_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")
_ROWS = re.compile(r"\$?([0-9]{1,7}):\$?([0-9]{1,7})")
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


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
        self._row = _whole(attributes.get("r"), self._row + 1)
        self._column = 0
        if _is_true(attributes.get("hidden")):
            self.found.hidden_rows.add(self._row)
        if (height := _measured(attributes.get("ht"))) is not None:
            self.found.heights[self._row] = height

    def _start_cell(self, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_CELLS:
            raise Unreadable("too_large", f"found more than {MOST_CELLS:,} cells on a worksheet")
        place = place_of(attributes.get("r", ""))
        self._row, self._column = place or (max(self._row, 1), self._column + 1)
        kind = attributes.get("t", "n")
        self._cell = RawCell(kind, _whole(attributes.get("s"), 0))

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
        height = _measured(attributes.get("defaultRowHeight"))
        self.found.height = 15.0 if height is None else height
        width = _measured(attributes.get("defaultColWidth"))
        if width is None:
            width = _measured(attributes.get("baseColWidth"))
        self.found.has_narrow_columns = width is not None and width < LEAST_WIDTH

    def _start_columns(self, attributes: dict[str, str]) -> None:
        width = _measured(attributes.get("width"))
        is_narrow = self.found.has_narrow_columns if width is None else width < LEAST_WIDTH
        if len(self.found.columns) < LONGEST_SPAN:
            first, last = _whole(attributes.get("min"), 0), _whole(attributes.get("max"), 0)
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
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    row, letters = int(found[2]), found[1].upper()
    if letters > "XFD" and len(letters) == 3:
        return None
    column = column_index_from_string(letters)
    return (row, column) if 1 <= row <= LAST_ROW and column <= LAST_COLUMN else None


def span_of(reference: str, *, whole: bool = False) -> Span | None:
    """The rectangle that "B3:D5" or "B3" names; if wanted, also that of "B:D" and "3:5"."""
    if whole and (found := _COLUMNS.fullmatch(reference)):
        reference = f"{found[1]}1:{found[2]}{LAST_ROW}"
    elif whole and (found := _ROWS.fullmatch(reference)):
        reference = f"A{found[1]}:XFD{found[2]}"
    first, _, last = reference.partition(":")
    start, end = place_of(first), place_of(last or first)
    if start is None or end is None:
        return None
    rows, columns = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return Span(rows[0], columns[0], rows[1], columns[1])


def number_of(raw: RawCell) -> float | None:
    """The number that a cell holds; None for anything else."""
    written = raw.value.strip()
    return float(written) if raw.kind == "n" and _NUMBER.fullmatch(written) else None


def _measured(text: str | None) -> float | None:
    """A height or a width; what is no number is nothing."""
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else otherwise


def _is_true(text: str | None) -> bool:
    return text in {"1", "true", "on"}
