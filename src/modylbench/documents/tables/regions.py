"""Where on a worksheet does one table end and the next begin?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.tables.grid import Grid

if TYPE_CHECKING:
    from modylbench.documents.tables.grid import Entry, Place, Span

DEEPEST = 12
"""Ours: cuts within cuts; people lay out tables beside and below each other, no further."""


def regions(grid: Grid) -> list[Grid]:
    """The parts of a grid that blank rows and columns leave, from top to bottom, left to right."""
    return _cut(grid, DEEPEST)


def _cut(grid: Grid, depth: int) -> list[Grid]:
    bands = _runs(grid.rows, _bridged(grid, by_row=True))
    if len(bands) > 1 and depth:
        parts = _split(grid, bands, by_row=True)
        return [region for part in parts for region in _cut(part, depth - 1)]
    stripes = _runs(grid.columns, _bridged(grid, by_row=False))
    if len(stripes) > 1 and depth:
        return [
            region
            for part in _joined(_split(grid, stripes, by_row=False))
            for region in (
                _cut(part, depth - 1) if len(part.columns) < len(grid.columns) else [part]
            )
        ]
    return [grid]


def _split(grid: Grid, runs: list[range], *, by_row: bool) -> list[Grid]:
    """The grid cut into runs of rows or columns, in one pass."""
    axis = 0 if by_row else 1
    home = {line: place for place, run in enumerate(runs) for line in run}
    entries: list[dict[Place, Entry]] = [{} for _ in runs]
    spans: list[list[Span]] = [[] for _ in runs]
    for where, entry in grid.entries.items():
        entries[home[where[axis]]][where] = entry
    for span in grid.spans:
        place = home.get(span.top if by_row else span.left)
        if place is not None:
            spans[place].append(span)
    return [Grid(e, s) for e, s in zip(entries, spans, strict=True)]


def _bridged(grid: Grid, *, by_row: bool) -> set[int]:
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


def _joined(stripes: list[Grid]) -> list[Grid]:
    """Stripes with those that have no labels of their own put back to the one on their left."""
    result: list[Grid] = []
    for stripe in stripes:
        if result and _lacks_labels(stripe):
            entries = {**result[-1].entries, **stripe.entries}
            result[-1] = Grid(entries, [*result[-1].spans, *stripe.spans])
        else:
            result.append(stripe)
    return result


def _lacks_labels(stripe: Grid) -> bool:
    """True where the rows, but for a header, begin with a number."""
    first = [next(iter(stripe.row(row).values())) for row in stripe.rows]
    numbers = sum(entry.is_number for entry in first)
    return len(first) > 1 and numbers >= len(first) - 1
