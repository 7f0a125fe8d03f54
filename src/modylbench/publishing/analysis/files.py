"""How are analyses kept: a CSV for every table, a picture each, and a page in words?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import open_atomic
from modylbench.foundation.errors import BadFile
from modylbench.publishing.analysis.csv_text import csv_text
from modylbench.publishing.analysis.pictures import HOW_TO_GET, can_draw, svg
from modylbench.publishing.report.markdown_text import plain_text, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.publishing.analysis.section import Section

INDEX = "index.md"
MOST_TEXT = 4000


def write_files(
    sections: Sequence[Section], notes: Sequence[str], folder: Path, *, pictures: bool
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


def why_no_pictures(*, pictures: bool) -> str:
    """What to tell whoever wants pictures and gets none; empty where nothing is missing."""
    return HOW_TO_GET if pictures and not can_draw() else ""


def _page(sections: Sequence[Section], notes: Sequence[str], *, drawn: set[str]) -> Iterator[str]:
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
        for one in section.tables:
            yield ""
            yield f"[{one.name}.csv]({one.name}.csv)"
            printed = one.printed()
            if printed:
                yield ""
                yield from table(printed[0], [[*map(plain_text, row)] for row in printed[1:]])
