"""Is a workbook a spreadsheet, a chart with its data, or a dashboard?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.markdown import LONGEST_LABEL, cut
from modylbench.documents.tables.sheets import sheets_of, tables_of
from modylbench.documents.workbook.book import read_book
from modylbench.documents.workbook.charts import charts_drawn
from modylbench.documents.workbook.dashboard import dashboard
from modylbench.products.ids import ids_for
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from modylbench.documents.tables.sheets import NamedTable
    from modylbench.documents.workbook.book import Book
    from modylbench.documents.workbook.charts import DrawnChart
    from modylbench.products.findings import Complaints
    from modylbench.products.work_product import WorkProduct

DRAWN = 0.8
"""Ours: a workbook whose numbers are drawn to this share is a chart with its data."""

_DASHBOARD = re.compile(r"(?:^|[\W_])dash\s?board(?:$|[\W_])", re.IGNORECASE)


def products_of_workbook(
    content: bytes, file_id: str, name: str, complaints: Complaints
) -> tuple[WorkProduct, ...]:
    """The products of an XLSX file, the one that the file is for under the file's id."""
    book = read_book(content, complaints)
    grids = {tab.name: tab.grid for tab in book.tabs}
    charts = {
        tab.name: list(charts_drawn(book.package, tab.drawings, grids, complaints))
        for tab in book.tabs
    }
    tables = {tab.name: tables_of(tab.folded) for tab in book.tabs}
    title = cut(book.title or _spoken(name), LONGEST_LABEL, complaints)
    if _DASHBOARD.search(name) or _DASHBOARD.search(book.title):
        return (dashboard(file_id, title, tables, charts, complaints),)
    shown = [tab for tab in tables if _DASHBOARD.search(tab)]
    if shown and len(shown) == len(tables):
        return (dashboard(file_id, title, tables, charts, complaints),)
    return _products(book, file_id, title, charts, tables, complaints)


def _products(
    book: Book,
    file_id: str,
    title: str,
    charts: dict[str, list[DrawnChart]],
    tables: dict[str, list[NamedTable]],
    complaints: Complaints,
) -> tuple[WorkProduct, ...]:
    drawn = [one for found in charts.values() for one in found]
    is_figure = bool(drawn) and _share_drawn(book, drawn) >= DRAWN
    sheet_id, first = (f"{file_id[:70]}_data", [file_id]) if is_figure else (file_id, [])
    wishes = [*first, *(f"{file_id[:40]}_{place}" for place in range(2, len(drawn) + 2))]
    made = ids_for([(sheet_id, ""), *((wish, "") for wish in wishes[: len(drawn)])], "chart")
    result: list[WorkProduct] = [
        one.chart.model_copy(update={"id": new, "title": one.chart.title or title})
        for new, one in zip(made[1:], drawn, strict=True)
    ]
    sheets = sheets_of(list(tables.items()), complaints)
    if sheets or not result:
        result.append(Spreadsheet(id=made[0], title=title, sheets=sheets))
    return tuple(result)


def _share_drawn(book: Book, drawn: list[DrawnChart]) -> float:
    """The share of the workbook's numbers that its charts draw."""
    cells = {cell for one in drawn for cell in one.cells}
    numbers = [
        (tab.name, *place)
        for tab in book.tabs
        for place, entry in tab.grid.entries.items()
        if entry.is_number
    ]
    return sum(number in cells for number in numbers) / len(numbers) if numbers else 1.0


def _spoken(name: str) -> str:
    """A file's name as a title."""
    stem = re.split(r"[\\/]", name)[-1].rpartition(".")[0] or name
    return " ".join(stem.replace("_", " ").split())
