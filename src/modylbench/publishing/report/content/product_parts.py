"""Which parts is a work product made of, each with its place?"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join
from modylbench.publishing.report.content.bounds import bounded, line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.chart import Axis, Series
    from modylbench.products.dashboard import Widget
    from modylbench.products.document import Citation
    from modylbench.products.spreadsheet import Cell, Row, Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.publishing.report.data.product import (
        CellData,
        ChartPart,
        RowPart,
        SeriesData,
        TablePart,
        TextPart,
    )

    Whole = tuple[TablePart | ChartPart | TextPart, list[RowPart]]
    """A part; a table with its rows, whose places are filled in later."""

MOST_CELL = 300  # ours: a cell that tells a story is cut, so that the table stays one
MOST_BODY = 12_000  # ours: of a section or a file of code; two thousand words
MOST_COLUMNS = 60
MOST_POINTS = 400
MOST_NOTES = 20
CLOSE_UNITS = ("%", "x")


def parts_of(product: WorkProduct) -> Iterator[Whole]:
    """Every part in the order of reading."""
    match product:
        case Document():
            yield from _document(product)
        case Chart():
            yield _chart(product, ""), []
        case Dashboard():
            yield from chain.from_iterable(_widget(widget) for widget in product.widgets)
            if product.notes:
                yield _text("/notes", "Notes", "\n".join(_notes(product.notes))), []
        case Code():
            for file in product.files:
                yield _text(join("files", file.id), file.path, file.content, kind="code"), []
        case _:
            yield from (_table(sheet, join("sheets", sheet.id)) for sheet in product.sheets)


def _document(document: Document) -> Iterator[Whole]:
    for section in document.sections:
        place = join("sections", section.id)
        yield _text(place, section.heading, section.body, level=section.level), []
    for source in document.citations:
        yield _source(source), []


def _text(pointer: str, heading: str, text: str, *, level: int = 1, kind: str = "text") -> TextPart:
    return {
        "kind": "code" if kind == "code" else "text",
        "pointer": pointer,
        "heading": line(heading),
        "level": level,
        "text": bounded(text, MOST_BODY),
    }


def _source(source: Citation) -> TextPart:
    told = (source.title, source.publisher, source.date, source.url)
    heading = "; ".join(one for one in told if one)
    return _text(join("citations", source.id), heading, source.claim, level=3)


def _widget(widget: Widget) -> Iterator[Whole]:
    place = join("widgets", widget.id)
    figure = "" if widget.value is None else _with_unit(widget.value, widget.unit)
    text = "\n".join(one for one in (figure, widget.text) if one)
    yield _text(place, widget.title, text, level=2), []
    if widget.table is not None:
        yield _table(widget.table, f"{place}/table")
    if widget.chart is not None:
        yield _chart(widget.chart, f"{place}/chart"), []


def _table(sheet: Sheet, pointer: str) -> Whole:
    columns = sheet.columns[:MOST_COLUMNS]
    known = {column.id for column in columns}
    table: TablePart = {
        "kind": "table",
        "pointer": pointer,
        "title": line(sheet.name),
        "columns": [
            {"id": column.id, "label": line(_named(column.label, column.unit), MOST_CELL)}
            for column in columns
        ],
        "rows": [],
        "notes": _notes(sheet.notes),
    }
    if len(sheet.columns) > MOST_COLUMNS:
        table["notes"].append(f"[{len(sheet.columns) - MOST_COLUMNS:,} more columns left out]")
    return table, [_row(row, pointer, known) for row in sheet.rows]


def _row(row: Row, table: str, columns: set[str]) -> RowPart:
    return {
        "kind": "row",
        "pointer": table + join("rows", row.id),
        "label": line(_named(row.label, row.unit), MOST_CELL),
        "cells": {name: _cell(cell) for name, cell in row.cells.items() if name in columns},
    }


def _cell(cell: Cell) -> CellData:
    shown = cell.text if cell.text is not None else _with_unit(cell.value, cell.unit)
    data: CellData = {"text": line(shown, MOST_CELL)}
    if cell.formula:
        data["formula"] = line(cell.formula, MOST_CELL)
    return data


def _chart(chart: Chart, pointer: str) -> ChartPart:
    return {
        "kind": "chart",
        "pointer": pointer,
        "title": line(chart.title),
        "chart_type": chart.chart_type,
        "x_label": _axis(chart.x_axis),
        "y_label": _axis(chart.y_axis),
        "series": [_series(series, pointer) for series in chart.series[:MOST_COLUMNS]],
        "notes": _notes(chart.notes),
    }


def _series(series: Series, chart: str) -> SeriesData:
    place = chart + join("series", series.id)
    return {
        "pointer": place,
        "label": line(_named(series.label, series.unit), MOST_CELL),
        "points": [
            {
                "pointer": place + join("points", point.id),
                "x": line(_number(point.x), MOST_CELL),
                "y": point.y,
                "low": point.low,
                "high": point.high,
            }
            for point in series.points[:MOST_POINTS]
        ],
    }


def _axis(axis: Axis) -> str:
    return line(_named(axis.label, axis.unit), MOST_CELL)


def _notes(notes: Iterable[str]) -> list[str]:
    kept = list(notes)
    more = [f"[{len(kept) - MOST_NOTES:,} more notes left out]"] if len(kept) > MOST_NOTES else []
    return [bounded(one) for one in kept[:MOST_NOTES]] + more


def _named(label: str, unit: str | None) -> str:
    return f"{label} ({unit})" if unit else label


def _with_unit(value: object, unit: str | None) -> str:
    if value is None:
        return ""
    beside = "" if unit in CLOSE_UNITS else " "
    return _number(value) + (f"{beside}{unit}" if unit else "")


def _number(value: object) -> str:
    """A number without the digits that only floats have."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
