"""Tables of a CSV file, whatever mark stands between its cells."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from modylbench.documents.grid import CellEntry, Grid
from modylbench.documents.markdown import LONGEST_TEXT, cut
from modylbench.documents.tables import sheets_of, tables_of
from modylbench.documents.unreadable import Unreadable
from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell, Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.findings import Complaints

DELIMITERS = ",;\t|"
MOST_CELLS = 200_000
LONGEST_LINE = 1_000_000
_SAMPLE_LINES, _SAMPLE_CHARACTERS = 50, 200_000
_POINT = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,20})(?:\.\d{1,20})?(?:[eE][-+]?\d{1,2})?")
_COMMA = re.compile(r"[-+]?(?:\d{1,3}(?:\.\d{3})+|\d{1,20})(?:,\d{1,20})?")
_SURE_COMMA = re.compile(
    r"[-+]?(?:0|\d{1,3}(?:\.\d{3})+|\d{1,20}),(?:\d{1,2}|\d{4,20})|[-+]?0,\d{3}"
)
_SURE_POINT = re.compile(
    r"[-+]?\d{1,3}(?:,\d{3})+\.\d+|[-+]?\d{1,20}\.(?:\d{1,2}|\d{4,20})|[-+]?0\.\d{3}"
)
_CODE = re.compile(r"0\d+")
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_SPACE_OF_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))")


def spreadsheet_of_csv(
    text: str, file_id: str, title: str, complaints: Complaints, *, delimiter: str | None = None
) -> Spreadsheet:
    """The file's tables, as sheets of one spreadsheet."""
    if max(map(len, io.StringIO(text)), default=0) > LONGEST_LINE:
        raise Unreadable("line_too_long", f"found a line of more than {LONGEST_LINE:,} characters")
    delimiter = delimiter or delimiter_of(text)
    rows = _rows(text, delimiter, complaints)
    texts = {
        (place, column): cell.strip()
        for place, row in enumerate(rows, start=1)
        for column, cell in enumerate(row, start=1)
        if cell.strip()
    }
    cells = number_cells(texts.values(), decimal_comma=delimiter != ",")
    entries = {
        place: CellEntry(cells.get(text) or Cell(value=cut(text, LONGEST_TEXT, complaints)))
        for place, text in texts.items()
    }
    tables = tables_of(Grid(entries))
    return Spreadsheet(id=file_id, title=title, sheets=sheets_of([(title, tables)], complaints))


def delimiter_of(text: str) -> str:
    r"""What parts the cells: of the usual marks, the one that parts most lines alike.

    A comma between two digits may be a decimal one, so that it counts only where no other mark
    parts the lines.

    >>> delimiter_of("a;b\n1,5;2\n"), delimiter_of("a\tb"), delimiter_of("1,5\n2,5")
    (';', '\t', ',')
    """
    start = text[:_SAMPLE_CHARACTERS].split("\n")
    lines = [line for line in start if line.strip()][:_SAMPLE_LINES]
    parted = [_DECIMAL.sub(" ", line) for line in lines]
    if not any(_outside_quotes(line, mark) for line in parted for mark in DELIMITERS):
        parted = lines

    def rank(mark: str) -> tuple[int, int]:
        counts = [_outside_quotes(line, mark) for line in parted]
        usual = max(set(counts) - {0}, key=lambda c: (counts.count(c), c), default=0)
        return (counts.count(usual) if usual else 0, usual)

    return max(DELIMITERS, key=lambda mark: (rank(mark), -DELIMITERS.index(mark)))


def _outside_quotes(line: str, mark: str) -> int:
    return sum(part.count(mark) for part in line[:10_000].split('"')[::2])


def _rows(text: str, delimiter: str, complaints: Complaints) -> list[list[str]]:
    """The rows as texts; too many cells are cut."""
    rows: list[list[str]] = []
    count = 0
    try:
        for row in csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True):
            count += len(row)
            if count > MOST_CELLS:
                reason = f"found more than {MOST_CELLS:,} cells; the rest is dropped"
                complaints.error("too_large", reason)
                break
            rows.append(row)
    except csv.Error as error:
        complaints.error("csv_broken", f"row {len(rows) + 1}: {error}; the rest is dropped")
    _complain_of_ragged(rows, complaints)
    return rows


def _complain_of_ragged(rows: list[list[str]], complaints: Complaints) -> None:
    """Complain of rows that have more or fewer cells than those above them."""
    width = 0
    for number, row in enumerate(rows, start=1):
        if len(row) < 2:
            width = 0  # a title, or a blank line between two tables
        elif width and len(row) != width:
            reason = f"found {len(row)} cells, expected {width} as above"
            complaints.warning("ragged_rows", reason, f"row {number}")
        width = width or (len(row) if len(row) > 1 else 0)


def number_cells(texts: Iterable[str], *, decimal_comma: bool) -> dict[str, Cell]:
    """The texts that are nothing but a number, as cells; a code such as 007 stays a text.

    A comma is a decimal one where the file allows it, some number can be read in no other way,
    and more do so than contradict.
    """
    found = {text: _as_typed(text) for text in texts}
    if decimal_comma:
        sure = sum(1 for typed in found.values() if _SURE_COMMA.fullmatch(typed))
        against = sum(1 for typed in found.values() if _SURE_POINT.fullmatch(typed))
        decimal_comma = sure > against
    form = _COMMA if decimal_comma else _POINT
    cells: dict[str, Cell] = {}
    for text, typed in found.items():
        if form.fullmatch(typed) and not _CODE.fullmatch(typed):
            plain = typed.replace(".", "").replace(",", ".") if decimal_comma else typed
            plain = plain.replace(",", "")
            number = int(plain) if plain.lstrip("+-").isdigit() else float(plain)
            if abs(number) <= LARGEST_NUMBER:
                as_shown = None if decimal_comma or str(number) == text else text
                cells[text] = Cell(value=number, text=as_shown)
    return cells


def _as_typed(text: str) -> str:
    """A text with the minus and the thousands of a keyboard in the place of a typesetter's.

    >>> _as_typed("\u22128,148"), _as_typed("13\u00a0616")
    ('-8,148', '13616')
    """
    return _SPACE_OF_THOUSANDS.sub("", text.replace("\u2212", "-"))
