"""A surface as a workbook or as a dashboard: its tables and figures, with the texts as notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.markdown import (
    LONGEST_LABEL,
    LONGEST_TEXT,
    TextTable,
    cut,
    sheet,
)
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.ids import ids_for
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.surfaces.reading.inferred.blocks import Pair, Prose, Table
from modylbench.surfaces.reading.inferred.written import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import Complaints
    from modylbench.products.spreadsheet import Sheet
    from modylbench.surfaces.reading.inferred.outline import Outline, Part

MOST_SHEETS, MOST_WIDGETS = 200, 500


def spreadsheet(outline: Outline, identity: str, complaints: Complaints) -> Spreadsheet:
    """One sheet for every table and for every run of pairs; texts are notes of the nearest."""
    title = cut(outline.title or identity, LONGEST_LABEL, complaints)
    named: list[tuple[str, TextTable]] = []
    notes: list[list[str]] = []
    waiting: list[str] = []
    for part in outline.parts:
        waiting += [part.path] if part.heading else []
        for block in _runs(part):
            if isinstance(block, TextTable):
                named.append((part.path or title, block))
                notes.append([text for text in waiting if not part.path.startswith(text)])
                waiting = []
            elif waiting or not notes:
                waiting.append(block)
            else:
                notes[-1].append(block)
    if notes:
        notes[-1] += waiting
    ids = ids_for([(None, name) for name, _ in named], "sheet")
    sheets = [
        _noted(sheet(table, made, name, complaints), below, complaints)
        for made, (name, table), below in zip(ids, named, notes, strict=True)
    ]
    return Spreadsheet(id=identity, title=title, sheets=tuple(sheets))


def _noted(shown: Sheet, below: list[str], complaints: Complaints) -> Sheet:
    texts = tuple(cut(text, LONGEST_TEXT, complaints) for text in below)
    return shown.model_copy(update={"notes": (*shown.notes, *texts)})


def _runs(part: Part) -> Iterator[TextTable | str]:
    """The tables of a part, its runs of pairs as tables, and its texts."""
    pairs: list[Pair] = []
    for block in (*part.blocks, None):
        if isinstance(block, Pair):
            pairs.append(block)
            continue
        if pairs:
            yield _of_pairs(pairs)
            pairs = []
        if isinstance(block, Table):
            yield block.table
        elif isinstance(block, Prose):
            yield block.text


def _of_pairs(pairs: list[Pair]) -> TextTable:
    is_noted = any(pair.note for pair in pairs)
    headers = ("", "Value", "Note") if is_noted else ("", "Value")
    rows = tuple((pair.label, pair.value, pair.note)[: len(headers)] for pair in pairs)
    return TextTable("", headers, rows)


def dashboard(outline: Outline, identity: str, complaints: Complaints) -> Dashboard:
    """One widget for every pair, every table and every run of texts."""
    found = [found for part in outline.parts for found in _widgets(part, complaints)]
    ids = ids_for([(None, str(each["title"])) for each in found], "widget")
    widgets = [
        Widget.model_validate(each | {"id": made}) for made, each in zip(ids, found, strict=True)
    ]
    return Dashboard(
        id=identity,
        title=cut(outline.title or identity, LONGEST_LABEL, complaints),
        widgets=tuple(widgets),
    )


def _widgets(part: Part, complaints: Complaints) -> Iterator[dict[str, object]]:
    """The widgets of a part; what its headings say of a figure goes below it, as a caption."""
    heading = cut(part.path, LONGEST_LABEL, complaints)
    texts: list[Prose] = []
    is_said = not heading
    for block in (*part.blocks, None):
        if isinstance(block, Prose):
            texts.append(block)
            continue
        if texts:
            yield {"title": heading, "text": cut(markdown(texts), LONGEST_TEXT, complaints)}
            texts, is_said = [], True
        if isinstance(block, Pair):
            caption = "\n".join(text for text in (heading, block.note) if text)
            yield {
                "title": cut(block.label, LONGEST_LABEL, complaints),
                "value": cut(block.value, LONGEST_TEXT, complaints),
                "text": cut(caption, LONGEST_TEXT, complaints),
            }
            is_said = True
        elif isinstance(block, Table):
            inner = sheet(block.table, "table", heading, complaints)
            yield {"title": heading, "table": inner}
            is_said = True
    if not is_said:
        yield {"title": heading}
