"""The files of analyses: a CSV for every table, a plot each, and a page in words."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import open_atomic
from modylbench.foundation.errors import BadFile, one_line
from modylbench.publishing.analysis.plots import HOW_TO_GET, can_draw, svg
from modylbench.publishing.report.markdown import plain_text, table_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.publishing.analysis.section import AnalysisSection, AnalysisTable, CellValue


INDEX = "index.md"
MOST_TEXT = 4000
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Those that spreadsheets begin a formula with, the wide forms of East Asian keyboards too."""


def write_files(
    sections: Sequence[AnalysisSection], notes: Sequence[str], folder: Path, *, pictures: bool
) -> list[str]:
    """Write all of it; the names of the files. Pictures only where they can be drawn."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be made ({error.strerror})") from error
    found: dict[str, bytes] = {}
    draws = pictures and can_draw()
    for section in sections:
        for table in section.tables:
            found[f"{table.name}.csv"] = csv_text(table).encode("utf-8", "replace")
        if draws and section.chart is not None and not section.chart.is_empty:
            found[f"{section.name}.svg"] = svg(section.chart)
    page = "\n".join(_page(sections, notes, drawn={*found})) + "\n"
    found[INDEX] = page.encode("utf-8", "replace")
    for name, content in found.items():
        with open_atomic(folder / name) as file:
            file.write(content)
    return sorted(found)


def why_no_plots(*, pictures: bool) -> str:
    """What to tell whoever wants pictures and gets none; empty where nothing is missing."""
    return HOW_TO_GET if pictures and not can_draw() else ""


def csv_text(table: AnalysisTable) -> str:
    """A head and a row each, numbers in full precision; what was not measured is empty."""
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[_csv_cell(cell) for cell in row] for row in table.rows])
    return found.getvalue()


def _page(
    sections: Sequence[AnalysisSection], notes: Sequence[str], *, drawn: set[str]
) -> Iterator[str]:
    yield "# Analysis"
    yield ""
    for note in notes:
        yield f"- {plain_text(note)}"
    for section in sections:
        yield ""
        yield f"## {section.title}"
        yield ""
        for sentence in section.says:
            yield f"- {plain_text(sentence, MOST_TEXT)}"
        chart = section.chart
        if chart is not None and not chart.is_empty:
            picture = f"{section.name}.svg"
            if picture in drawn:
                yield ""
                yield f"![{plain_text(chart.title)}]({picture})"
            yield ""
            yield f"In words: {plain_text(chart.alternative, MOST_TEXT)}"
        for table in section.tables:
            yield ""
            yield f"[{table.name}.csv]({table.name}.csv)"
            printed = table.printed_rows()
            if printed:
                yield ""
                yield from table_text(printed[0], [[*map(plain_text, row)] for row in printed[1:]])


def _csv_cell(cell: CellValue) -> str:
    """Numbers as they are, negative ones too; only text can be a formula."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    text = one_line(cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
