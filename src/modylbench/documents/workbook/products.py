"""The products of a workbook: a spreadsheet, a chart with its data, or a dashboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.file_kinds import title_of
from modylbench.documents.grid import measure
from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.tables import sheet, sheets_of, tables_of
from modylbench.documents.workbook.book import read_workbook
from modylbench.documents.workbook.charts import charts_drawn
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.ids import ids_for
from modylbench.products.quantities.labels import label_words
from modylbench.products.reading.grids import readings_of
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.documents.grid import CellEntry
    from modylbench.documents.tables import LabelledTable, NamedTable
    from modylbench.documents.workbook.book import Workbook
    from modylbench.documents.workbook.charts import DrawnChart
    from modylbench.products.findings import Complaints
    from modylbench.products.work_product import WorkProduct

DRAWN = 0.8
"""Ours: a workbook whose numbers are drawn to this share is a chart with its data."""
_DASHBOARD = re.compile(r"(?:^|[\W_])dash\s?board(?:$|[\W_])", re.IGNORECASE)
MOST_WIDGETS = 500


def products_of_workbook(
    content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    """The products of an XLSX file, the one that the file is for under the file's id."""
    book = read_workbook(content, complaints)
    grids = {tab.name: tab.grid for tab in book.tabs}
    charts = {
        tab.name: list(charts_drawn(book.package, tab.drawings, grids, complaints))
        for tab in book.tabs
    }
    tables = {tab.name: tables_of(tab.folded) for tab in book.tabs}
    title = cut(book.title or title_of(name), LONGEST_LABEL, complaints)
    if _DASHBOARD.search(name) or _DASHBOARD.search(book.title):
        return (dashboard_of(file_id, title, tables, charts, complaints),)
    shown = [tab for tab in tables if _DASHBOARD.search(tab)]
    if shown and len(shown) == len(tables):
        return (dashboard_of(file_id, title, tables, charts, complaints),)
    return _products(book, file_id, title, charts, tables, complaints)


def _products(
    book: Workbook,
    file_id: str,
    title: str,
    charts: dict[str, list[DrawnChart]],
    tables: dict[str, list[NamedTable]],
    complaints: Complaints,
) -> tuple[WorkProduct, ...]:
    drawn = [chart for found in charts.values() for chart in found]
    is_figure = bool(drawn) and _share_drawn(book, drawn) >= DRAWN
    sheet_id, first = (f"{file_id[:70]}_data", [file_id]) if is_figure else (file_id, [])
    wishes = [*first, *(f"{file_id[:40]}_{place}" for place in range(2, len(drawn) + 2))]
    made = ids_for([(sheet_id, ""), *((wish, "") for wish in wishes[: len(drawn)])], "chart")
    result: list[WorkProduct] = [
        drawing.chart.model_copy(update={"id": new, "title": drawing.chart.title or title})
        for new, drawing in zip(made[1:], drawn, strict=True)
    ]
    sheets = sheets_of(list(tables.items()), complaints)
    if sheets or not result:
        result.append(Spreadsheet(id=made[0], title=title, sheets=sheets))
    return tuple(result)


def _share_drawn(book: Workbook, drawn: list[DrawnChart]) -> float:
    """The share of the workbook's numbers that its charts draw."""
    cells = {cell for chart in drawn for cell in chart.cells}
    numbers = [
        (tab.name, *place)
        for tab in book.tabs
        for place, entry in tab.grid.entries.items()
        if entry.is_number
    ]
    return sum(number in cells for number in numbers) / len(numbers) if numbers else 1.0


def dashboard_of(
    file_id: str,
    title: str,
    tables: dict[str, list[NamedTable]],
    charts: dict[str, list[DrawnChart]],
    complaints: Complaints,
) -> Dashboard:
    """All worksheets as one page of widgets, in order."""
    widgets = [
        widget
        for name, found in tables.items()
        for widget in (
            *(w for table in found for w in _widgets(table, name, complaints)),
            *(Widget(id="w", title=c.chart.title or name, chart=c.chart) for c in charts[name]),
        )
    ]
    if len(widgets) > MOST_WIDGETS:
        reason = f"found {len(widgets):,} widgets, expected at most {MOST_WIDGETS}"
        complaints.error("too_large", f"{reason}; the rest is dropped")
        widgets = widgets[:MOST_WIDGETS]
    ids = ids_for([(None, widget.title) for widget in widgets], "widget")
    return Dashboard(
        id=file_id,
        title=title,
        widgets=tuple(
            widget.model_copy(update={"id": made})
            for widget, made in zip(widgets, ids, strict=True)
        ),
    )


def _widgets(named: NamedTable, tab: str, complaints: Complaints) -> Iterator[Widget]:
    """A text, key figures, or a table."""
    table = named.table
    name = cut(named.title or tab, LONGEST_LABEL, complaints, tab)
    if table.is_text:
        yield _text(table.above, name, complaints)
        return
    figures = _figures(table)
    notes = [line for line in (*table.above, *table.below) if line != named.title]
    if figures is None:
        yield Widget(id="w", title=name, table=sheet(table, "table", name, complaints, tab))
        return
    if notes:
        yield _text([name, *notes], name, complaints)
    for label, entry, caption in figures:
        number, unit = measure(entry)
        unit = unit or _unit_above(table)
        value = entry.cell.value if number is None else number
        if number is not None and len(readings_of(entry.cell.value, entry.cell.text)) > 1:
            value, unit = entry.text, None  # what is shown is another number than what is held
        yield Widget(
            id="w",
            title=cut(label, LONGEST_LABEL, complaints, tab),
            value=value,
            unit=unit,
            text=cut(caption, LONGEST_TEXT, complaints, tab),
        )


def _unit_above(table: LabelledTable) -> str | None:
    """The unit that heads a column of figures, for figures that have none of their own."""
    header = table.headers.get(table.columns[0], "") if table.columns else ""
    said = label_words(header)
    return header if said.hint and not said.words else None


def _text(lines: list[str], name: str, complaints: Complaints) -> Widget:
    body = "\n".join(lines[1:] if len(lines) > 1 and lines[0] == name else lines)
    return Widget(id="w", title=name, text=cut(body, LONGEST_TEXT, complaints))


def _figures(table: LabelledTable) -> list[tuple[str, CellEntry, str]] | None:
    """Names and figures, each with the text beside it, if the table is nothing more."""
    if len(table.rows) == 1 and not table.rows[0][0]:
        cells = table.rows[0][1]
        return [(table.headers.get(c, ""), entry, "") for c, entry in cells.items()]
    found: list[tuple[str, CellEntry, str]] = []
    for label, cells in table.rows:
        figures = list(cells.values())
        if not label or not figures or len(figures) > 2:
            return None
        if len(figures) == 2 and figures[1].is_number:
            return None
        found.append((label, figures[0], figures[1].text if len(figures) == 2 else ""))
    return found if len(table.columns) <= 2 else None
