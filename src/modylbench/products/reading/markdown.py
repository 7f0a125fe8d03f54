"""Tables in Markdown text, each cell with its place in the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.numbers import number_shown
from modylbench.products.reading.grids import Entry, Grid, Line

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROW = re.compile(r"^[ \t>]*\|?(?P<cells>[^\n]*\|[^\n]*?)\|?[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^[\s|:\-]+$")


def tables(text: str, pointer: str) -> Iterator[tuple[int, int, Grid]]:
    """Every table of the text, with where it starts and ends."""
    rows: list[re.Match[str]] = []
    for found in [*_ROW.finditer(text), None]:
        if found is not None and (not rows or (text[rows[-1].end() : found.start()].strip() == ""
                                  and text.count("\n", rows[-1].end(), found.start()) == 1)):  # fmt: skip
            rows.append(found)
            continue
        if len(rows) >= 2:
            yield rows[0].start(), rows[-1].end(), _grid(text, rows, pointer)
        rows = [found] if found is not None else []


def _grid(text: str, rows: list[re.Match[str]], pointer: str) -> Grid:
    cells = [list(_cells(row)) for row in rows if not _RULE.match(row["cells"])]
    ruled = len(cells) < len(rows)
    headers = [content for content, _, _ in cells[0]] if ruled else []
    lines = [_line(row, pointer) for row in (cells[1:] if ruled else cells)]
    return Grid(headers=headers, lines=lines)


def _cells(row: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    start = row.start("cells")
    for content in re.split(r"(?<!\\)\|", row["cells"]):
        left = len(content) - len(content.lstrip())
        stripped = content.strip()
        yield stripped, start + left, start + left + len(stripped)
        start += len(content) + 1


def _line(cells: list[tuple[str, int, int]], pointer: str) -> Line:
    entries: dict[int, Entry] = {}
    for column, (content, start, end) in enumerate(cells):
        shown = number_shown(content) if column else None
        entries[column] = Entry(pointer, content, (shown,) if shown else (), span=(start, end))
    label = cells[0][0]
    return Line(label, {column: entry for column, entry in entries.items() if column})
