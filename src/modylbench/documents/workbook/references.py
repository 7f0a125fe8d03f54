"""Which cells does a chart's reference such as 'Sheet 1'!$B$2:$B$6 name?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.workbook.worksheet import span_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.documents.tables.grid import Entry, Grid

MOST_CELLS = 20_000
_REFERENCE = re.compile(
    r"(?:'(?P<quoted>(?:[^']|''){1,100})'|(?P<name>[^'!]{1,100}))!(?P<cells>[^!,]+)"
)


def cells_named(reference: str, grids: Mapping[str, Grid]) -> list[tuple[str, int, int]]:
    """Worksheet, row and column of every cell named; none where the reference leads nowhere."""
    found = _REFERENCE.fullmatch(reference.strip().strip("()"))
    if found is None:
        return []
    name = found["quoted"].replace("''", "'") if found["quoted"] else found["name"]
    span = span_of(found["cells"].replace("$", ""))
    if span is None or name not in grids:
        return []
    size = (span.bottom - span.top + 1) * (span.right - span.left + 1)
    if size > MOST_CELLS:
        return []
    return [
        (name, row, column)
        for row in range(span.top, span.bottom + 1)
        for column in range(span.left, span.right + 1)
    ]


def entries_named(reference: str, grids: Mapping[str, Grid]) -> list[Entry | None]:
    """What the cells named show."""
    return [
        grids[name].entries.get((row, column))
        for name, row, column in cells_named(reference, grids)
    ]
