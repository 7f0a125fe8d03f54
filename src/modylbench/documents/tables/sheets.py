"""Which sheets of labelled rows and columns does a worksheet or a CSV file amount to?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from modylbench.documents.markdown import (
    LONGEST_LABEL,
    LONGEST_TEXT,
    MOST_COLUMNS,
    MOST_ROWS,
    cut,
)
from modylbench.documents.tables.regions import regions
from modylbench.documents.tables.table import SHORT, Table, understood
from modylbench.products.ids import ids_for
from modylbench.products.spreadsheet import Column, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.documents.tables.grid import Entry, Grid
    from modylbench.products.findings import Complaints

MOST_SHEETS = 200
MOST_TABLES = 100
"""Ours: on one worksheet; one with more is no set of tables and is read as it is."""

MOST_TITLES = 6
_DEFAULT_NAME = re.compile(r"(?:sheet|tabelle|feuil|hoja|blatt|table)\s?\d*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table and what it is called on its worksheet ("" where it is the only one)."""

    title: str
    table: Table


def tables_of(grid: Grid) -> list[NamedTable]:
    """The tables and texts of a worksheet in order; one without a header joins the one above it."""
    if not grid.entries:
        return []
    found: list[Table] = []
    parts = regions(grid)
    for region in parts if len(parts) <= MOST_TABLES else [grid]:
        table = understood(region)
        if found and _continues(found[-1], table):
            found[-1].rows += [("", {}), *((line, {}) for line in table.above), *table.rows]
            found[-1].below += table.below
        else:
            found.append(table)
    return _titled(found)


def _continues(above: Table, table: Table) -> bool:
    """True for a table without headers of its own below one that has them, or that has none too."""
    return (
        not table.is_text
        and not above.is_text
        and not table.headers
        and bool(above.headers)
        and not above.below
        and table.label_column == above.label_column
        and set(table.columns) <= set(above.columns)
    )


def _titled(found: list[Table]) -> list[NamedTable]:
    """Each with its title; lines that stand apart above a table belong to it."""
    result: list[NamedTable] = []
    waiting: list[str] = []
    opening: list[str] = []
    for place, table in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else None
        if table.is_text and following and _is_heading(table, following, is_first=not place):
            waiting += table.above
            opening = opening or (list(table.above) if not place else [])
            continue
        if table.is_text and result and not _is_passage(table) and not waiting:
            result[-1].table.below.extend(table.above)
            continue
        table.above = [*waiting, *table.above]
        waiting = []
        title = table.above[0] if table.above else ""
        if opening and table.above[: len(opening)] == opening and len(table.above) > len(opening):
            title = table.above[len(opening)]
        elif opening and result and not table.is_text:
            table.above = [*opening, *table.above]
        result.append(NamedTable(title, table))
    return result


def _is_heading(text: Table, following: Table, *, is_first: bool) -> bool:
    """True for a few lines with a table behind them that has no title, or for one over a text.

    The lines at the top of a worksheet are the title of all that follows.
    """
    if following.is_text:
        return len(text.above) == 1 and len(text.above[0]) <= SHORT
    return len(text.above) <= MOST_TITLES and (is_first or not following.above)


def _is_passage(text: Table) -> bool:
    """True for a heading with text below it."""
    return len(text.above) > 1


def sheets_of(
    named: Sequence[tuple[str, Sequence[NamedTable]]], complaints: Complaints
) -> tuple[Sheet, ...]:
    """The tables of all worksheets as sheets with ids of their own."""
    parts = [
        (_name(worksheet, table, alone=len(tables) == 1), table.table, worksheet)
        for worksheet, tables in named
        for table in tables
    ]
    if len(parts) > MOST_SHEETS:
        reason = f"found {len(parts):,} tables, expected at most {MOST_SHEETS}; the rest is dropped"
        complaints.error("too_large", reason)
        parts = parts[:MOST_SHEETS]
    ids = ids_for([(None, name) for name, _, _ in parts], "sheet")
    return tuple(
        sheet(table, made, name, complaints, where)
        for made, (name, table, where) in zip(ids, parts, strict=True)
    )


def _name(worksheet: str, one: NamedTable, *, alone: bool) -> str:
    if not one.title or (alone and not _DEFAULT_NAME.fullmatch(worksheet)):
        return worksheet
    if _DEFAULT_NAME.fullmatch(worksheet) or one.title.lower() == worksheet.lower():
        return one.title
    return f"{worksheet}: {one.title}"


def sheet(table: Table, sheet_id: str, name: str, complaints: Complaints, where: str = "") -> Sheet:
    """One table as a sheet; what stands above and below it becomes its notes."""
    columns, rows = table.columns, table.rows
    if len(columns) > MOST_COLUMNS or len(rows) > MOST_ROWS:
        found = f"found a table of {len(rows):,} rows and {len(columns):,} columns"
        most = f"expected at most {MOST_ROWS:,} and {MOST_COLUMNS:,}"
        complaints.error("table_too_large", f"{found}, {most}; the rest is dropped", where)
        columns, rows = columns[:MOST_COLUMNS], rows[:MOST_ROWS]
    headers = [table.headers.get(c, "") for c in columns]
    labels = [
        cut(header or ("" if table.headers else get_column_letter(c)), LONGEST_LABEL, complaints)
        for c, header in zip(columns, headers, strict=True)
    ]
    made = ids_for([(None, label) for label in labels], "column")
    column_ids = dict(zip(columns, made, strict=True))
    row_ids = ids_for([(None, label or _first_text(cells)) for label, cells in rows], "row")
    notes = [*table.above, *([table.corner] if table.corner else []), *table.below]
    title = [name] if name in notes else []
    return Sheet(
        id=sheet_id,
        name=cut(name, LONGEST_LABEL, complaints, where),
        columns=tuple(
            Column(id=made, label=label) for made, label in zip(made, labels, strict=True)
        ),
        rows=tuple(
            Row(
                id=made,
                label=cut(label, LONGEST_LABEL, complaints, where),
                cells={column_ids[c]: e.cell for c, e in cells.items() if c in column_ids},
            )
            for made, (label, cells) in zip(row_ids, rows, strict=True)
        ),
        notes=tuple(cut(n, LONGEST_TEXT, complaints, where) for n in notes if n not in title),
    )


def _first_text(cells: Mapping[int, Entry]) -> str:
    return next((entry.text for entry in cells.values()), "")
