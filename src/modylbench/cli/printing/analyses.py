"""Analyses, printed for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import ellipsize
from modylbench.recording.transcript import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.publishing.analysis.section import AnalysisSection, AnalysisTable

WIDEST = 48


def lines(sections: Sequence[AnalysisSection], notes: Sequence[str]) -> Iterator[str]:
    """What must be known of the runs, then every analysis: what it says, and its tables."""
    yield from map(printable, notes)
    for number, section in enumerate(sections):
        if number or notes:
            yield ""
        yield section.title.upper()
        yield from map(printable, section.says)
        for table in section.tables:
            yield from _table(table)


def as_value(
    sections: Sequence[AnalysisSection], notes: Sequence[str], files: Sequence[str]
) -> dict[str, Any]:
    """The same as JSON: every row of every table, by the names of its columns."""
    return {
        "notes": list(notes),
        "files": list(files),
        "analyses": {
            section.name: {
                "title": section.title,
                "says": list(section.says),
                "tables": {table.name: _rows(table) for table in section.tables},
            }
            for section in sections
        },
    }


def _rows(table: AnalysisTable) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def _table(table: AnalysisTable) -> Iterator[str]:
    rows = [[_short(cell) for cell in row] for row in table.printed_rows()]
    if not rows:
        return
    kinds = [column.kind for column in table.columns if column.is_printed]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    for row in rows:
        cells = [
            cell.ljust(width) if kind == "text" else cell.rjust(width)
            for cell, width, kind in zip(row, widths, kinds, strict=True)
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def _short(cell: str) -> str:
    shown = printable(cell).replace("not measured", "-")
    return ellipsize(shown, WIDEST)
