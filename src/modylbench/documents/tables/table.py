"""What heads a table, what are its rows, and what is only said above and below it?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.documents.tables.grid import Entry, Grid

MOST_HEADERS = 4
SHORT = 60
"""Ours: a line of a table's title, or of a group within it, is no longer."""


@dataclass(slots=True)
class Table:
    """A table: the lines above it, its headers by column, its rows, and the lines below it."""

    above: list[str] = field(default_factory=list)
    corner: str = ""
    headers: dict[int, str] = field(default_factory=dict)
    rows: list[tuple[str, dict[int, Entry]]] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    label_column: int = 1
    columns: list[int] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """True for lines of text and no table."""
        return not self.columns


def understood(grid: Grid) -> Table:
    """A region as a table, or as lines of text where it is nothing else."""
    rows = grid.rows
    leftmost = grid.columns[0]
    above: list[str] = []
    while rows and (line := _only_line(grid.row(rows[0]), leftmost)):
        above.append(line)
        rows.pop(0)
    if not rows:
        return Table(above=above)
    below: list[str] = []
    while rows and (line := _only_line(grid.row(rows[-1]), leftmost)):
        below.insert(0, line)
        rows.pop()
    label_column = _label_column(grid, rows)
    depth = _headers(grid, rows, label_column)
    table = Table(above, below=below, label_column=label_column)
    table.columns = [c for c in grid.columns if c > label_column]
    if depth:
        table.headers, table.corner = _combined(grid, rows[:depth], table)
    for row in rows[depth:]:
        entries = dict(grid.row(row))
        first = {c: entries.pop(c) for c in list(entries) if c <= label_column}
        label = " ".join(entry.text for entry in first.values() if entry.text)
        table.rows.append((label, entries))
    return table


def _only_line(row: dict[int, Entry], first: int) -> str:
    """The text of a row that has nothing but its first cell; "" for any other row."""
    texts = [(column, entry) for column, entry in row.items() if entry.text]
    if len(texts) != 1 or texts[0][0] != first or texts[0][1].is_number:
        return ""
    return texts[0][1].text


def _label_column(grid: Grid, rows: list[int]) -> int:
    """The last of the columns that label rows: the first one, or a second one indented under it."""
    columns = grid.columns
    first = columns[0]
    bodies = [grid.row(row) for row in rows]
    if len(columns) == 1 or (len(rows) == 2 and _are_cards(*bodies)):
        return first - 1
    if len(columns) < 3:
        return first
    indented = sum(1 for row in bodies if first not in row and _is_text_at(row, columns[1]))
    labelled = sum(1 for row in bodies if first in row and columns[1] in row)
    return columns[1] if indented >= 2 and labelled <= 1 else first


def _are_cards(upper: dict[int, Entry], lower: dict[int, Entry]) -> bool:
    """True for names over numbers, as a page of key figures has them: one row needs no label."""
    return (
        upper.keys() == lower.keys()
        and all(entry.is_label for entry in upper.values())
        and all(entry.is_number for entry in lower.values())
    )


def _is_text_at(row: dict[int, Entry], column: int) -> bool:
    return column in row and not row[column].is_number


def _headers(grid: Grid, rows: list[int], label_column: int) -> int:
    """How many of the first rows head the columns."""
    depth = 0
    upper: dict[int, Entry] = {}
    while depth < min(MOST_HEADERS, len(rows) - 1):
        row = {c: e for c, e in grid.row(rows[depth]).items() if c > label_column}
        is_labelled = len(row) < len(grid.row(rows[depth]))
        if depth and is_labelled and not _spans_more(grid, rows[depth - 1], upper, row):
            break
        below = [grid.row(other) for other in rows[depth + 1 :]]
        if not row or not _is_header(row, below, label_column, has_one=depth > 0):
            break
        depth, upper = depth + 1, row
    return depth


def _spans_more(grid: Grid, above: int, upper: dict[int, Entry], lower: dict[int, Entry]) -> bool:
    """True where the cells of a row of headers each stand over several of the row below."""
    merged = any(span.top == above and span.right > span.left for span in grid.spans)
    return merged or 1 < len(upper) < len(lower)


def _is_header(
    row: dict[int, Entry], below: list[dict[int, Entry]], label_column: int, *, has_one: bool
) -> bool:
    """True for a row of texts and periods over numbers, or over a table of texts."""
    if all(entry.is_label for entry in row.values()):
        numbers = {c for line in below for c, entry in line.items() if entry.is_datum}
        periods = all(entry.is_number for entry in row.values())
        if periods and numbers.issuperset(row) and _all_periods(below, row):
            return False
        if numbers & row.keys():
            return True
        return not has_one and (len(row) > 1 or all(e.is_bold for e in row.values()))
    return not has_one and _heads_a_sensitivity(row, below, label_column)


def _all_periods(below: list[dict[int, Entry]], row: dict[int, Entry]) -> bool:
    return all(entry.is_period for line in below for c, entry in line.items() if c in row)


def _heads_a_sensitivity(
    row: dict[int, Entry], below: list[dict[int, Entry]], label_column: int
) -> bool:
    """True for numbers that head numbers, as in a grid of IRR by multiple and growth.

    They stand over a column of numbers too, and are shown in another way than those below them.
    """
    labels = [line[label_column] for line in below if label_column in line]
    if not labels or not all(entry.is_number or _is_figure(entry.text) for entry in labels):
        return False
    inside = {_form(e.text) for line in below for c, e in line.items() if c > label_column}
    return len(row) > 1 and (
        {_form(entry.text) for entry in row.values()}.isdisjoint(inside)
        or all(entry.is_bold for entry in row.values())
        or len(labels) == len(below)
    )


def _is_figure(text: str) -> bool:
    return any(c.isdigit() for c in text) and len(text) < 16


def _form(text: str) -> str:
    """How a number is written, without its digits: "%" for 13.0%."""
    return "".join(c for c in text if not c.isdigit() and c not in ".,-+() ")


def _combined(grid: Grid, rows: list[int], table: Table) -> tuple[dict[int, str], str]:
    """The headers by column, those of several rows as one, and what stands over the labels."""
    headers: dict[int, list[str]] = {column: [] for column in table.columns}
    corner: list[str] = []
    for row in rows:
        entries = grid.row(row)
        reach = {
            column: entries[span.left].text
            for span in grid.spans
            if span.top <= row <= span.bottom and span.left in entries
            for column in range(span.left, span.right + 1)
        }
        corner += [e.text for c, e in entries.items() if c <= table.label_column and e.text]
        for column in table.columns:
            text = entries[column].text if column in entries else reach.get(column, "")
            if text and text not in headers[column]:
                headers[column].append(text)
    return {column: " ".join(texts) for column, texts in headers.items()}, " ".join(corner)
