"""Tables in Markdown text, each cell with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.reading.grids import of_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.grids import Grid, Placed

_RULE = re.compile(r"^[\s|:\-]+$")
_CELL_END = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line with pipes: where it starts and ends, and what stands between its outer pipes."""

    start: int
    end: int
    cells_start: int
    cells: str


def tables(text: str, pointer: str) -> Iterator[tuple[int, int, Grid]]:
    """Every table of the text, with where it starts and ends."""
    rows: list[TableLine] = []
    for line in [*_lines(text), None]:
        if line is not None and (not rows or rows[-1].end + 1 == line.start):
            rows.append(line)
            continue
        if len(rows) >= 2:
            yield rows[0].start, rows[-1].end, _grid(rows, pointer)
        rows = [line] if line is not None else []


def _lines(text: str) -> Iterator[TableLine]:
    start = 0
    for line in text.split("\n"):
        if "|" in line:
            cells = line.lstrip(" \t>").removeprefix("|")
            cells_start = start + len(line) - len(cells)
            yield TableLine(start, start + len(line), cells_start, cells.rstrip().removesuffix("|"))
        start += len(line) + 1


def _grid(rows: list[TableLine], pointer: str) -> Grid:
    cells = [list(_cells(row)) for row in rows if not _RULE.match(row.cells)]
    return of_texts(cells, pointer, is_headed=len(cells) < len(rows) and bool(cells))


def _cells(row: TableLine) -> Iterator[Placed]:
    start = row.cells_start
    for content in _CELL_END.split(row.cells):
        left = len(content) - len(content.lstrip())
        stripped = content.strip()
        yield stripped, start + left, start + left + len(stripped)
        start += len(content) + 1
