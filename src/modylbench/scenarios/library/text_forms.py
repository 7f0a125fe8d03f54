"""Forms of text that several scenarios hand over or write: CSV, Markdown tables, lists in words."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV, a line each."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The rows under their header, as Markdown writes a table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def list_in_words(names: Iterable[str]) -> str:
    """The names as one says them.

    >>> list_in_words(["Reno", "Memphis", "Allentown"])
    'Reno, Memphis and Allentown'
    """
    *most, last = list(names) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last
