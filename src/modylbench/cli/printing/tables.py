"""Tables of plain text, with columns as wide as what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def table_lines(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A line for the headings and one for each row.

    >>> list(table_lines(("agent", "score"), [("oracle", "9.10")]))
    ['agent   score', 'oracle  9.10']
    """
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
