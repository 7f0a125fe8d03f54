"""What does the XML of a worksheet hold: cells, merged cells, and what is hidden?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from openpyxl.utils import column_index_from_string

from modylbench.surfaces.reading.files.refusal import Unreadable
from modylbench.surfaces.reading.files.tables.grid import Span

MOST_CELLS = 200_000
"""Ours: of one worksheet, blank ones included; what a person meets has a hundredth of it."""

MOST_SPANS = 5_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
LONGEST_SPAN = 500
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
    hidden_columns: list[range] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)
    outside: int = 0
    """Cells beyond the last row or column that a worksheet can have."""


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
        match tag:
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
                self._hide_columns(attributes)
            case "mergeCell" if len(self.found.spans) < MOST_SPANS:
                self._merge(attributes.get("ref", ""))
            case "drawing":
                self.found.drawings.append(attributes.get("id", ""))
            case _:
                pass

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
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
        if _is_true(attributes.get("hidden")) or attributes.get("ht") in {"0", "0.0"}:
            self.found.hidden_rows.add(self._row)

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
                cell.reason = "a what-if table is not computed"
            case _:
                pass

    def _hide_columns(self, attributes: dict[str, str]) -> None:
        is_hidden = _is_true(attributes.get("hidden")) or attributes.get("width") in {"0", "0.0"}
        if is_hidden and len(self.found.hidden_columns) < LONGEST_SPAN:
            first, last = _whole(attributes.get("min"), 0), _whole(attributes.get("max"), 0)
            self.found.hidden_columns.append(range(first, min(last, LAST_COLUMN) + 1))

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


def span_of(reference: str) -> Span | None:
    """The rectangle that "B3:D5" or "B3" names."""
    first, _, last = reference.partition(":")
    start, end = place_of(first), place_of(last or first)
    if start is None or end is None:
        return None
    rows, columns = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return Span(rows[0], columns[0], rows[1], columns[1])


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else otherwise


def _is_true(text: str | None) -> bool:
    return text in {"1", "true", "on"}
