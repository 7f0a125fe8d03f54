"""How do our five components become work products?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.markdown import MOST_COLUMNS, blocks, cut
from modylbench.documents.written.citations import citations
from modylbench.products.chart import Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document, Section
from modylbench.products.findings import quote_value
from modylbench.products.ids import id_from, is_id
from modylbench.products.pointer import join
from modylbench.products.spreadsheet import Column, Row, Sheet, Spreadsheet
from modylbench.surfaces.reading.exact.cells import Columns, cells
from modylbench.surfaces.reading.exact.parts import fields, listed, parts, texts
from modylbench.surfaces.reading.exact.repair import all_kept, kept

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints
    from modylbench.surfaces.reading.exact.parts import Fields

ONLY_SHEET = "sheet"
"""The id of the sheet of a single grid, which has none of its own."""

LONGEST_MARKDOWN = 400_000  # ours: about 60,000 words
_OF_A_GRID = frozenset({"sheets", "columns", "rows", "notes"})


def spreadsheet(raw: Fields, complaints: Complaints) -> Spreadsheet | None:
    """A DataGrid: a single grid, or its sheets."""
    sheets = listed(raw.get("sheets"), "/sheets", complaints)
    if "columns" in raw or "rows" in raw:
        only = {"id": ONLY_SHEET, "name": raw.get("title", "")}
        sheets = [only | {name: raw[name] for name in ("columns", "rows") if name in raw}, *sheets]
    below = texts(raw.get("notes"), "/notes", complaints)
    shaped = []
    for item in parts(sheets, "/sheets", "name", complaints):
        where = "/sheets" + join(item["id"])
        own = texts(item.get("notes"), where + "/notes", complaints)
        item["notes"] = (*own, *below)  # "US$ in millions" below them holds for all sheets
        shaped.append(sheet(item, where, complaints))
    result = {name: value for name, value in raw.items() if name not in _OF_A_GRID}
    result["sheets"] = tuple(item for item in shaped if item is not None)
    return kept(Spreadsheet, result, complaints)


def sheet(raw: Fields, where: str, complaints: Complaints) -> Sheet | None:
    """One sheet."""
    given = raw.get("columns")
    if isinstance(given, list | tuple) and len(given) > MOST_COLUMNS:
        reason = f"found {len(given):,} columns, expected at most {MOST_COLUMNS}"
        complaints.error("too_many", f"{reason}; the others are dropped", where + "/columns")
        given = given[:MOST_COLUMNS]
    columns = parts(given, where + "/columns", "label", complaints, plain=True)
    known = Columns.of(given, columns)
    rows = parts(raw.get("rows"), where + "/rows", "label", complaints)
    for row in rows:
        place = where + join("rows", row["id"], "cells")
        row["cells"] = cells(row.get("cells"), known, place, complaints)
    result = raw | {
        "columns": all_kept(Column, columns, complaints, where + "/columns"),
        "rows": all_kept(Row, rows, complaints, where + "/rows"),
        "notes": texts(raw.get("notes"), where + "/notes", complaints),
    }
    return kept(Sheet, result, complaints, where)


def chart(raw: Fields, complaints: Complaints, where: str = "") -> Chart | None:
    """A Chart, or the chart of a widget."""
    result = dict(raw)
    for axis in ("x_axis", "y_axis"):
        if isinstance(raw.get(axis), dict):
            result[axis] = fields(raw[axis])
    series = parts(raw.get("series"), where + "/series", "label", complaints)
    for item in series:
        place = where + join("series", item["id"], "points")
        points = parts(item.get("points"), place, "x", complaints)
        item["points"] = all_kept(Point, points, complaints, place)
    result["series"] = all_kept(Series, series, complaints, where + "/series")
    result["notes"] = texts(raw.get("notes"), where + "/notes", complaints)
    return kept(Chart, result, complaints, where)


def document(raw: Fields, complaints: Complaints) -> Document | None:
    """A Document: its sections, then those of its Markdown, which may list its sources too."""
    given = listed(raw.get("sections"), "/sections", complaints)
    text = raw.get("markdown")
    if isinstance(text, str):
        text = cut(text, LONGEST_MARKDOWN, complaints, "/markdown")
        given += [
            {"heading": block.heading, "level": max(block.level, 1), "body": block.body}
            for block in blocks(text)
        ]
    elif text is not None:
        complaints.error("wrong_type", f"found {quote_value(text)}, expected a text", "/markdown")
    named = parts(given, "/sections", "heading", complaints)
    sections = all_kept(Section, named, complaints, "/sections")
    result = {name: value for name, value in raw.items() if name != "markdown"}
    result["sections"] = sections
    result["citations"] = _cited(raw, complaints)
    if isinstance(text, str) and "citations" not in raw:
        result["citations"] = citations(sections, complaints)
    return kept(Document, result, complaints)


def _cited(raw: Fields, complaints: Complaints) -> tuple[Citation, ...]:
    items = parts(raw.get("citations"), "/citations", "title", complaints)
    for item in items:
        cites = item.get("section")
        if isinstance(cites, str) and cites and not is_id(cites):
            item["section"] = id_from(cites)  # as the section's own id was made valid
    return all_kept(Citation, items, complaints, "/citations")


def dashboard(raw: Fields, complaints: Complaints) -> Dashboard | None:
    """A Dashboard."""
    widgets = parts(raw.get("widgets"), "/widgets", "title", complaints)
    for widget in widgets:
        where = "/widgets" + join(widget["id"])
        if isinstance(widget.get("table"), dict):
            [inner] = parts([widget["table"]], where + "/table", "name", complaints)
            widget["table"] = sheet(inner, where + "/table", complaints)
        if isinstance(widget.get("chart"), dict):
            [inner] = parts([widget["chart"]], where + "/chart", "title", complaints)
            widget["chart"] = chart(inner, complaints, where + "/chart")
    result = raw | {
        "widgets": all_kept(Widget, widgets, complaints, "/widgets"),
        "notes": texts(raw.get("notes"), "/notes", complaints),
    }
    return kept(Dashboard, result, complaints)
