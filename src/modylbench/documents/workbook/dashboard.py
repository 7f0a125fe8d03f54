"""Which widgets does a worksheet amount to that is laid out as a dashboard?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.tables.measure import measure
from modylbench.documents.tables.sheets import sheet
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.ids import ids_for
from modylbench.products.reading.grids import readings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.documents.tables.grid import Entry
    from modylbench.documents.tables.sheets import NamedTable
    from modylbench.documents.tables.table import Table
    from modylbench.documents.workbook.charts import DrawnChart
    from modylbench.products.findings import Complaints

MOST_WIDGETS = 500


def dashboard(
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
            *(w for one in found for w in _widgets(one, name, complaints)),
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


def _widgets(one: NamedTable, tab: str, complaints: Complaints) -> Iterator[Widget]:
    """A text, key figures, or a table."""
    table = one.table
    name = cut(one.title or tab, LONGEST_LABEL, complaints, tab)
    if table.is_text:
        yield _text(table.above, name, complaints)
        return
    figures = _figures(table)
    notes = [line for line in (*table.above, *table.below) if line != one.title]
    if figures is None:
        yield Widget(id="w", title=name, table=sheet(table, "table", name, complaints, tab))
        return
    if notes:
        yield _text([name, *notes], name, complaints)
    for label, entry, caption in figures:
        number, unit = measure(entry)
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


def _text(lines: list[str], name: str, complaints: Complaints) -> Widget:
    body = "\n".join(lines[1:] if len(lines) > 1 and lines[0] == name else lines)
    return Widget(id="w", title=name, text=cut(body, LONGEST_TEXT, complaints))


def _figures(table: Table) -> list[tuple[str, Entry, str]] | None:
    """Names and figures, each with the text beside it, if the table is nothing more."""
    if len(table.rows) == 1 and not table.rows[0][0]:
        cells = table.rows[0][1]
        return [(table.headers.get(c, ""), entry, "") for c, entry in cells.items()]
    found: list[tuple[str, Entry, str]] = []
    for label, cells in table.rows:
        figures = list(cells.values())
        if not label or not figures or len(figures) > 2:
            return None
        if len(figures) == 2 and figures[1].is_number:
            return None
        found.append((label, figures[0], figures[1].text if len(figures) == 2 else ""))
    return found if len(table.columns) <= 2 else None
