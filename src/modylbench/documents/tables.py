"""Tables with headers, labels and notes, found in the cells of a worksheet or a CSV file."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from modylbench.documents.grid import Grid
from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, MOST_COLUMNS, MOST_ROWS, cut
from modylbench.products.ids import ids_for
from modylbench.products.quantities.units import note_hint
from modylbench.products.reading.set_aside import names_current, names_set_aside
from modylbench.products.spreadsheet import Column, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.documents.grid import CellEntry, Place, Span
    from modylbench.products.findings import Complaints

MOST_SHEETS = 200
MOST_TABLES = 100
"""Ours: on one worksheet; one with more is no set of tables and is read as it is."""
MOST_TITLES = 6
_DEFAULT_NAME = re.compile(
    r"(?:sheet|tabelle|feuil|hoja|blatt|table|exhibit|figure|fig\.?|tab|slide|page|chart)\s?\d*[a-z]?",
    re.IGNORECASE,
)
WORDS_OF_A_HEADLINE = 5  # ours: names of tables have fewer
MOST_HEADERS = 4
SHORT = 60
"""Ours: a line of a table's title, or of a group within it, is no longer."""
DEEPEST = 12
"""Ours: cuts within cuts; people lay out tables beside and below each other, no further."""


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table and what it is called on its worksheet ("" where it is the only one)."""

    title: str
    table: LabelledTable


def tables_of(grid: Grid) -> list[NamedTable]:
    """The tables and texts of a worksheet in order; one without a header joins the one above it."""
    if not grid.entries:
        return []
    found: list[LabelledTable] = []
    parts = _with_headers(regions(grid))
    for region in parts if len(parts) <= MOST_TABLES else [grid]:
        table = read_region(region)
        if found and _continues(found[-1], table):
            found[-1].rows += [("", {}), *((line, {}) for line in table.above), *table.rows]
            found[-1].below += table.below
        else:
            found.append(table)
    return _with_titles(found)


def _with_headers(parts: list[Grid]) -> list[Grid]:
    """The parts of a grid, a row of headers put back to the numbers that a blank row parts off."""
    result: list[Grid] = []
    for part in parts:
        if result and _heads(result[-1], part):
            above = result.pop()
            part = Grid({**above.entries, **part.entries}, [*above.spans, *part.spans])
        result.append(part)
    return result


def _heads(above: Grid, part: Grid) -> bool:
    """True for titles and one row of headers over numbers that have no headers of their own."""
    *titles, last = above.rows
    header = above.row(last)
    if len(header) < 2 or not all(entry.is_label for entry in header.values()):
        return False
    if any(len(above.row(row)) > 1 for row in titles):
        return False
    numbers = {c for (_, c), entry in part.entries.items() if entry.is_datum}
    first = part.row(part.rows[0])
    return (
        bool(numbers)
        and any(entry.is_datum and not entry.is_label for entry in first.values())
        and set(part.columns) <= {part.columns[0], *header}
    )


def _continues(above: LabelledTable, table: LabelledTable) -> bool:
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


def _with_titles(tables: list[LabelledTable]) -> list[NamedTable]:
    """Each with its title; lines that stand apart above a table belong to it."""
    result: list[NamedTable] = []
    waiting: list[str] = []
    opening: list[str] = []
    for place, table in enumerate(tables):
        following = tables[place + 1] if place + 1 < len(tables) else None
        if table.is_text and following and _is_heading(table, following, is_first=not place):
            waiting += table.above
            is_title = not place and not any(map(names_set_aside, table.above))
            opening = opening or (list(table.above) if is_title else [])
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
    _mark_set_aside(result)
    return result


def _mark_set_aside(tables: list[NamedTable]) -> None:
    """Note what a line says that sets aside all tables below it, on those that repeat others.

    It holds until a line says that the current version begins. A table that stands there once is
    none of the older version.
    """
    titles = Counter(_own_titles(table) for table in tables)
    mark, is_all = "", _sets_all_aside(tables, titles)
    for table in tables:
        lines = table.table.above
        if is_current := any(names_current(line) for line in lines):
            mark = ""
        found = next((line for line in lines if names_set_aside(line)), "")
        if found and not is_current:
            mark = found
        elif mark and (is_all or titles[_own_titles(table)] > 1):
            lines.insert(0, mark)


def _sets_all_aside(tables: list[NamedTable], titles: Counter[str]) -> bool:
    """True where the line over all titles of a worksheet sets aside all that is there."""
    first = tables[0].table.above if tables else []
    return (
        len(first) > 1
        and names_set_aside(first[0])
        and max(titles.values()) == 1
        and not any(names_current(line) for table in tables for line in table.table.above)
    )


def _own_titles(table: NamedTable) -> str:
    """What a table is called and has, apart from what sets it aside or says that it stands."""
    lines = [
        line for line in table.table.above if not names_set_aside(line) and not names_current(line)
    ]
    return "\n".join([*lines[-1:], *table.table.headers.values()])


def _is_heading(text: LabelledTable, following: LabelledTable, *, is_first: bool) -> bool:
    """True for a few lines with a table behind them that has no title, or for one over a text.

    The lines at the top of a worksheet are the title of all that follows.
    """
    if following.is_text:
        return len(text.above) == 1 and len(text.above[0]) <= SHORT
    return len(text.above) <= MOST_TITLES and (is_first or not following.above)


def _is_passage(text: LabelledTable) -> bool:
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


def _name(worksheet: str, table: NamedTable, *, alone: bool) -> str:
    """What a table is called; a headline ("Two drivers carry it") leaves it to the line below."""
    is_mute = bool(_DEFAULT_NAME.fullmatch(worksheet))
    names = [] if is_mute or table.title.lower() == worksheet.lower() else [worksheet]
    if table.title and (not alone or not names):
        names.append(table.title)
    lines = table.table.above
    start = lines.index(table.title) + 1 if table.title in names else 0
    for line in lines[start:]:
        if any(map(_is_telling, names)) or len(line) > SHORT:
            break
        if not note_hint(line) and line not in names:
            names.append(line)
    return ": ".join(names) or worksheet


def _is_telling(name: str) -> bool:
    """True for a name of a few words; a longer one is a headline."""
    return len(name.split()) < WORDS_OF_A_HEADLINE


def sheet(
    table: LabelledTable, sheet_id: str, name: str, complaints: Complaints, where: str = ""
) -> Sheet:
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


def _first_text(cells: Mapping[int, CellEntry]) -> str:
    return next((entry.text for entry in cells.values()), "")


@dataclass(slots=True)
class LabelledTable:
    """A table: the lines above it, its headers by column, its rows, and the lines below it."""

    above: list[str] = field(default_factory=list)
    corner: str = ""
    headers: dict[int, str] = field(default_factory=dict)
    rows: list[tuple[str, dict[int, CellEntry]]] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    label_column: int = 1
    columns: list[int] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """True for lines of text and no table."""
        return not self.columns


def read_region(grid: Grid) -> LabelledTable:
    """A region as a table, or as lines of text where it is nothing else."""
    rows = grid.rows
    leftmost = grid.columns[0]
    above: list[str] = []
    while rows and (line := _only_line(grid.row(rows[0]), leftmost)):
        above.append(line)
        rows.pop(0)
    if not rows:
        return LabelledTable(above=above)
    below: list[str] = []
    while rows and (line := _only_line(grid.row(rows[-1]), leftmost)):
        below.insert(0, line)
        rows.pop()
    label_column = _label_column(grid, rows)
    depth = _headers(grid, rows, label_column)
    table = LabelledTable(above, below=below, label_column=label_column)
    table.columns = [c for c in grid.columns if c > label_column]
    if depth:
        table.headers, table.corner = _combine_headers(grid, rows[:depth], table)
    for row in rows[depth:]:
        entries = dict(grid.row(row))
        first = {c: entries.pop(c) for c in list(entries) if c <= label_column}
        label = " ".join(entry.text for entry in first.values() if entry.text)
        table.rows.append((label, entries))
    return table


def _only_line(row: dict[int, CellEntry], first: int) -> str:
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


def _are_cards(upper: dict[int, CellEntry], lower: dict[int, CellEntry]) -> bool:
    """True for names over numbers, as a page of key figures has them: one row needs no label."""
    return (
        upper.keys() == lower.keys()
        and all(entry.is_label for entry in upper.values())
        and all(entry.is_number for entry in lower.values())
    )


def _is_text_at(row: dict[int, CellEntry], column: int) -> bool:
    return column in row and not row[column].is_number


def _headers(grid: Grid, rows: list[int], label_column: int) -> int:
    """How many of the first rows head the columns."""
    depth = 0
    upper: dict[int, CellEntry] = {}
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


def _spans_more(
    grid: Grid, above: int, upper: dict[int, CellEntry], lower: dict[int, CellEntry]
) -> bool:
    """True where the cells of a row of headers each stand over several of the row below."""
    merged = any(span.top == above and span.right > span.left for span in grid.spans)
    return merged or 1 < len(upper) < len(lower)


def _is_header(
    row: dict[int, CellEntry],
    below: list[dict[int, CellEntry]],
    label_column: int,
    *,
    has_one: bool,
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


def _all_periods(below: list[dict[int, CellEntry]], row: dict[int, CellEntry]) -> bool:
    return all(entry.is_period for line in below for c, entry in line.items() if c in row)


def _heads_a_sensitivity(
    row: dict[int, CellEntry], below: list[dict[int, CellEntry]], label_column: int
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


def _combine_headers(
    grid: Grid, rows: list[int], table: LabelledTable
) -> tuple[dict[int, str], str]:
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


def regions(grid: Grid) -> list[Grid]:
    """The parts of a grid that blank rows and columns leave, from top to bottom, left to right."""
    return [
        part
        for region in _cut(grid, DEEPEST)
        for table in _at_titles(region)
        for part in ([table] if table is region else _cut(table, DEEPEST))
    ]


def _at_titles(grid: Grid) -> list[Grid]:
    """The tables that stand below each other without a blank row: a title, headers, numbers."""
    rows = grid.rows
    leftmost = grid.columns[0]
    is_line = [bool(_only_line(grid.row(row), leftmost)) for row in rows]
    starts = [
        place
        for place in range(2, len(rows) - 1)
        if is_line[place]
        and not is_line[place - 1]
        and (head := next((p for p in range(place, len(rows)) if not is_line[p]), None))
        and _opens_a_table(grid, rows[head : head + 2])
    ]
    if not starts:
        return [grid]
    bounds = [*(rows[start] for start in starts), rows[-1] + 1]
    first = rows[0]
    runs = []
    for bound in bounds:
        runs.append(range(first, bound))
        first = bound
    return _split(grid, runs, by_row=True)


def _opens_a_table(grid: Grid, rows: list[int]) -> bool:
    """True for a row of headers with numbers right below it."""
    if len(rows) < 2:
        return False
    header, below = (grid.row(row) for row in rows)
    texts = [entry for entry in header.values() if entry.text]
    return (
        bool(texts)
        and all(entry.is_label for entry in texts)
        and any(c in header and entry.is_datum and not entry.is_label for c, entry in below.items())
    )


def _cut(grid: Grid, depth: int) -> list[Grid]:
    bands = _runs(grid.rows, _merged_lines(grid, by_row=True))
    if len(bands) > 1 and depth:
        parts = _split(grid, bands, by_row=True)
        return [region for part in parts for region in _cut(part, depth - 1)]
    stripes = _runs(grid.columns, _merged_lines(grid, by_row=False))
    if len(stripes) > 1 and depth:
        return [
            region
            for part in _join_unlabelled(_split(grid, stripes, by_row=False))
            for region in (
                _cut(part, depth - 1) if len(part.columns) < len(grid.columns) else [part]
            )
        ]
    return [grid]


def _split(grid: Grid, runs: list[range], *, by_row: bool) -> list[Grid]:
    """The grid cut into runs of rows or columns, in one pass."""
    axis = 0 if by_row else 1
    home = {line: place for place, run in enumerate(runs) for line in run}
    entries: list[dict[Place, CellEntry]] = [{} for _ in runs]
    spans: list[list[Span]] = [[] for _ in runs]
    for where, entry in grid.entries.items():
        entries[home[where[axis]]][where] = entry
    for span in grid.spans:
        place = home.get(span.top if by_row else span.left)
        if place is not None:
            spans[place].append(span)
    return [Grid(e, s) for e, s in zip(entries, spans, strict=True)]


def _merged_lines(grid: Grid, *, by_row: bool) -> set[int]:
    """Rows or columns that are blank but inside merged cells."""
    return {
        line
        for span in grid.spans
        for line in (
            range(span.top, span.bottom + 1) if by_row else range(span.left, span.right + 1)
        )
    }


def _runs(lines: list[int], bridged: set[int]) -> list[range]:
    """Runs of lines without a gap between them."""
    result: list[range] = []
    for line in lines:
        if result and all(between in bridged for between in range(result[-1].stop, line)):
            result[-1] = range(result[-1].start, line + 1)
        else:
            result.append(range(line, line + 1))
    return result


def _join_unlabelled(stripes: list[Grid]) -> list[Grid]:
    """Stripes with those that have no labels of their own put back to the one on their left."""
    result: list[Grid] = []
    for stripe in stripes:
        if result and (_lacks_labels(stripe) or _only_labels(result[-1], stripe)):
            entries = {**result[-1].entries, **stripe.entries}
            result[-1] = Grid(entries, [*result[-1].spans, *stripe.spans])
        else:
            result.append(stripe)
    return result


def _only_labels(left: Grid, stripe: Grid) -> bool:
    """True for a single column of texts with a text beside each row of the stripe."""
    texts = {row for (row, _), entry in left.entries.items() if not entry.is_number}
    body = stripe.rows[1:]
    return (
        len(left.columns) == 1
        and len(body) > 1
        and len(texts) == len(left.rows)
        and texts.issuperset(body)
        and any(entry.is_number for entry in stripe.entries.values())
    )


def _lacks_labels(stripe: Grid) -> bool:
    """True where the rows, but for a header, begin with a number."""
    first = [next(iter(stripe.row(row).values())) for row in stripe.rows]
    numbers = sum(entry.is_number for entry in first)
    return len(first) > 1 and numbers >= len(first) - 1
