"""Which A2UI messages show a work product, or the state that a surface had?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.surfaces.catalog.names import CATALOG_ID
from modylbench.surfaces.data.changes import changes

if TYPE_CHECKING:
    from modylbench.products.code import CodeFile
    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.data.changes import Change
    from modylbench.surfaces.snapshot import SurfaceSnapshot

VERSION = "v0.9"

Data = dict[str, Any]


def messages_for(product: WorkProduct, surface_id: str) -> list[Data]:
    """The messages that put a product on a new surface, as a good agent would send them.

    The content goes into the data model, so that a later edit is one updateDataModel at its place.
    """
    components = [_marked(component, product) for component in _components(product)]
    surface = {"surfaceId": surface_id}
    return [
        {"version": VERSION, "createSurface": {**surface, "catalogId": CATALOG_ID}},
        {
            "version": VERSION,
            "updateDataModel": {**surface, "path": "/", "value": data_of(product)},
        },
        {"version": VERSION, "updateComponents": {**surface, "components": components}},
    ]


def updates_for(old: WorkProduct, new: WorkProduct, surface_id: str) -> list[Data]:
    """The messages that make the surface that shows `old` show `new`, and no more than that.

    A component cannot be taken away again: where one is gone, the surface is made anew.
    """
    before = {part["id"]: _marked(part, old) for part in _components(old)}
    after = {part["id"]: _marked(part, new) for part in _components(new)}
    surface = {"surfaceId": surface_id}
    if old.kind != new.kind or before.keys() - after.keys():
        gone = {"version": VERSION, "deleteSurface": surface}
        return [gone, *messages_for(new, surface_id)]
    bodies: list[Data] = [
        {"updateDataModel": {**surface, **_written(change)}}
        for change in changes(data_of(old), data_of(new))
    ]
    components = [part for name, part in after.items() if before.get(name) != part]
    if components:
        bodies.append({"updateComponents": {**surface, "components": components}})
    return [{"version": VERSION, **body} for body in bodies]


def rebuilding(snapshot: SurfaceSnapshot, *, sends_data: bool = False) -> list[Data]:
    """The messages that bring about a surface's state; `sends_data` as its creation asked for."""
    surface = {"surfaceId": snapshot.surface_id}
    creation: Data = {**surface, "catalogId": snapshot.catalog_id}
    if snapshot.theme:
        creation["theme"] = snapshot.theme
    if sends_data:
        creation["sendDataModel"] = True
    bodies: list[Data] = [{"createSurface": creation}]
    if snapshot.components:
        components = [{**component, "id": name} for name, component in snapshot.components.items()]
        bodies.append({"updateComponents": {**surface, "components": components}})
    if snapshot.data is not None and snapshot.data != {}:
        data = {**surface, "path": "/", "value": snapshot.data}
        bodies.append({"updateDataModel": data})
    return [{"version": VERSION, **body} for body in bodies]


def data_of(product: WorkProduct) -> Data:
    """The content of a product as the data model of its surface."""
    match product:
        case Spreadsheet():
            return {"title": product.title, "sheets": [_sheet(sheet) for sheet in product.sheets]}
        case Chart():
            return _chart(product)
        case Document():
            return _bare(product, "id", "kind")
        case Dashboard():
            return {
                "title": product.title,
                "widgets": [_widget(widget) for widget in product.widgets],
                "notes": list(product.notes),
            }
        case Code():
            files = {file.id: _bare(file, "id") for file in product.files}
            return {"title": product.title, "files": files}


def _written(change: Change) -> Data:
    path = {"path": change.path}
    return path if change.value is None else {**path, "value": change.value}


def _components(product: WorkProduct) -> list[Data]:
    match product:
        case Spreadsheet():
            return [_bound("DataGrid", "title", "sheets")]
        case Chart():
            chart = _bound("Chart", "title", "xAxis", "yAxis", "series", "notes")
            return [{**chart, "chartType": product.chart_type}]
        case Document():
            return [_bound("Document", "title", "sections", "citations")]
        case Dashboard():
            return [_bound("Dashboard", "title", "widgets", "notes")]
        case Code():
            files = [_file(file) for file in product.files]
            column = {
                "id": "root",
                "component": "Column",
                "children": [file["id"] for file in files],
            }
            return [column, *files]


def _bound(component: str, *names: str) -> Data:
    bindings: Data = {name: {"path": f"/{name}"} for name in names}
    return {"id": "root", "component": component, **bindings}


def _file(file: CodeFile) -> Data:
    place = f"/files/{file.id}"  # an id needs no escape in a pointer
    bindings: Data = {name: {"path": f"{place}/{name}"} for name in ("path", "language", "content")}
    title = {"path": "/title"}
    return {"id": f"file_{file.id}", "component": "CodeFile", "title": title, **bindings}


def _marked(component: Data, product: WorkProduct) -> Data:
    return component if component["component"] == "Column" else {**component, "product": product.id}


def _sheet(sheet: Sheet) -> Data:
    """A sheet whose cells are plain values where they have nothing else to say."""
    rows = [
        {**_bare(row, "cells"), "cells": {name: _cell(cell) for name, cell in row.cells.items()}}
        for row in sheet.rows
    ]
    return {**_bare(sheet, "rows"), "rows": rows}


def _cell(cell: Cell) -> object:
    return cell.value if cell.unit is cell.text is cell.formula is None else _bare(cell)


def _chart(chart: Chart) -> Data:
    return {
        "title": chart.title,
        "xAxis": _bare(chart.x_axis),
        "yAxis": _bare(chart.y_axis),
        "series": [_bare(series) for series in chart.series],
        "notes": list(chart.notes),
    }


def _widget(widget: Widget) -> Data:
    shown = _bare(widget, "table", "chart")
    if widget.table is not None:
        shown["table"] = _sheet(widget.table)
    if widget.chart is not None:
        chart = widget.chart
        shown["chart"] = {"id": chart.id, "chartType": chart.chart_type, **_chart(chart)}
    return shown


def _bare(part: Any, *without: str) -> Data:
    """A part of a product as JSON, without what it leaves unsaid."""
    dumped: Data = part.model_dump(mode="json", exclude=set(without), exclude_none=True)
    return dumped
