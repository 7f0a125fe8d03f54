"""Tables in Markdown text, each cell with its place in the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.reading.grids import of_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.grids import Grid, Placed

_ROW = re.compile(r"^[ \t>]*\|?(?P<cells>[^\n]*\|[^\n]*?)\|?[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^[\s|:\-]+$")
_CELL_END = re.compile(r"(?<!\\)\|")


def tables(text: str, pointer: str) -> Iterator[tuple[int, int, Grid]]:
    """Every table of the text, with where it starts and ends."""
    rows: list[re.Match[str]] = []
    for found in [*_ROW.finditer(text), None]:
        if found is not None and (not rows or text[rows[-1].end() : found.start()] == "\n"):
            rows.append(found)
            continue
        if len(rows) >= 2:
            yield rows[0].start(), rows[-1].end(), _grid(rows, pointer)
        rows = [found] if found is not None else []


def _grid(rows: list[re.Match[str]], pointer: str) -> Grid:
    cells = [list(_cells(row)) for row in rows if not _RULE.match(row["cells"])]
    return of_texts(cells, pointer, is_headed=len(cells) < len(rows) and bool(cells))


def _cells(row: re.Match[str]) -> Iterator[Placed]:
    start = row.start("cells")
    for content in _CELL_END.split(row["cells"]):
        left = len(content) - len(content.lstrip())
        stripped = content.strip()
        yield stripped, start + left, start + left + len(stripped)
        start += len(content) + 1
