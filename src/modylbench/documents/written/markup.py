"""How do texts that are no Markdown stand in Markdown, a table above all?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as a Markdown table, the first one as its header.

    >>> print(markdown_table([["$M", "2027"], ["Revenue", "57.5"]]))
    | $M | 2027 |
    | --- | --- |
    | Revenue | 57.5 |
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    lines = [_line([*row, *[""] * (width - len(row))]) for row in rows]
    return "\n".join([lines[0], _line(["---"] * width), *lines[1:]])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(cell: str) -> str:
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").split())
