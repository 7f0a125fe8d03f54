"""A2UI messages that show a work product, or the state that a surface had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.terminal import Terminal
from modylbench.surfaces.catalog.document import CATALOG_ID

if TYPE_CHECKING:
    from modylbench.products.code import CodeFile
    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.snapshot import SurfaceSnapshot


VERSION = "v0.9"

Data = dict[str, Any]


def messages_for(product: WorkProduct, surface_id: str) -> list[Data]:
    """The messages that put a product on a new surface, as a good agent would send them.

    The content goes into the data model, so that a later edit is one updateDataModel at its place.
    """
    components = [_with_product(component, product) for component in _components(product)]
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
    before = {part["id"]: _with_product(part, old) for part in _components(old)}
    after = {part["id"]: _with_product(part, new) for part in _components(new)}
    surface = {"surfaceId": surface_id}
    if old.kind != new.kind or before.keys() - after.keys():
        gone = {"version": VERSION, "deleteSurface": surface}
        return [gone, *messages_for(new, surface_id)]
    bodies: list[Data] = [
        {"updateDataModel": {**surface, **_data_update(change)}}
        for change in data_changes(data_of(old), data_of(new))
    ]
    components = [part for name, part in after.items() if before.get(name) != part]
    if components:
        bodies.append({"updateComponents": {**surface, "components": components}})
    return [{"version": VERSION, **body} for body in bodies]


def rebuild_messages(snapshot: SurfaceSnapshot, *, sends_data: bool = False) -> list[Data]:
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


def data_of(product: WorkProduct) -> Data:  # noqa: PLR0911 - one a kind
    """The content of a product as the data model of its surface."""
    match product:
        case Spreadsheet():
            return {"title": product.title, "sheets": [_sheet(sheet) for sheet in product.sheets]}
        case Chart():
            return _chart(product)
        case Document():
            return _set_fields(product, "id", "kind")
        case Dashboard():
            return {
                "title": product.title,
                "widgets": [_widget(widget) for widget in product.widgets],
                "notes": list(product.notes),
            }
        case Code():
            files = {file.id: _set_fields(file, "id") for file in product.files}
            return {"title": product.title, "files": files}
        case Terminal():
            return _set_fields(product, "id", "kind")


def _data_update(change: DataChange) -> Data:
    path = {"path": change.path}
    return path if change.value is None else {**path, "value": change.value}


def _components(product: WorkProduct) -> list[Data]:  # noqa: PLR0911 - one a kind
    match product:
        case Spreadsheet():
            return [_bind("DataGrid", "title", "sheets")]
        case Chart():
            chart = _bind("Chart", "title", "xAxis", "yAxis", "series", "notes")
            return [{**chart, "chartType": product.chart_type}]
        case Document():
            return [_bind("Document", "title", "sections", "citations")]
        case Dashboard():
            return [_bind("Dashboard", "title", "widgets", "notes")]
        case Terminal():
            return [_bind("Terminal", "title", "entries")]
        case Code():
            files = [_file(file) for file in product.files]
            column = {
                "id": "root",
                "component": "Column",
                "children": [file["id"] for file in files],
            }
            return [column, *files]


def _bind(component: str, *names: str) -> Data:
    bindings: Data = {name: {"path": f"/{name}"} for name in names}
    return {"id": "root", "component": component, **bindings}


def _file(file: CodeFile) -> Data:
    place = f"/files/{file.id}"  # an id needs no escape in a pointer
    bindings: Data = {name: {"path": f"{place}/{name}"} for name in ("path", "language", "content")}
    title = {"path": "/title"}
    return {"id": f"file_{file.id}", "component": "CodeFile", "title": title, **bindings}


def _with_product(component: Data, product: WorkProduct) -> Data:
    return component if component["component"] == "Column" else {**component, "product": product.id}


def _sheet(sheet: Sheet) -> Data:
    """A sheet whose cells are plain values where they have nothing else to say."""
    rows = [
        {
            **_set_fields(row, "cells"),
            "cells": {name: _cell(cell) for name, cell in row.cells.items()},
        }
        for row in sheet.rows
    ]
    return {**_set_fields(sheet, "rows"), "rows": rows}


def _cell(cell: Cell) -> object:
    return cell.value if cell.unit is cell.text is cell.formula is None else _set_fields(cell)


def _chart(chart: Chart) -> Data:
    return {
        "title": chart.title,
        "xAxis": _set_fields(chart.x_axis),
        "yAxis": _set_fields(chart.y_axis),
        "series": [_set_fields(series) for series in chart.series],
        "notes": list(chart.notes),
    }


def _widget(widget: Widget) -> Data:
    shown = _set_fields(widget, "table", "chart")
    if widget.table is not None:
        shown["table"] = _sheet(widget.table)
    if widget.chart is not None:
        chart = widget.chart
        shown["chart"] = {"id": chart.id, "chartType": chart.chart_type, **_chart(chart)}
    return shown


def _set_fields(part: Any, *without: str) -> Data:
    """A part of a product as JSON, without what it leaves unsaid."""
    dumped: Data = part.model_dump(mode="json", exclude=set(without), exclude_none=True)
    return dumped


@dataclass(frozen=True, slots=True)
class DataChange:
    """A write at a path; a value of None takes away what is there."""

    path: str
    value: Any


def data_changes(old: Any, new: Any) -> list[DataChange]:
    """The writes that make `new` of `old`, each at the deepest place that is enough.

    A write replaces what stands at its path, or deletes it where it brings nothing. So nothing can
    be put between two items of a list, a deleted item would leave a hole, and null can only be
    written as a part of something: in these cases the whole list or mapping is written.

    >>> data_changes({"rows": [{"id": "a", "n": 1}]}, {"rows": [{"id": "a", "n": 2}]})
    [DataChange(path='/rows/0/n', value=2)]
    """
    inside = _changes_inside(old, new, ())
    return [DataChange("/", new)] if inside is None else inside


def _changes_inside(old: Any, new: Any, steps: tuple[str, ...]) -> list[DataChange] | None:
    """The writes below a place, or None where the place itself has to be written."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _changes_in_mapping(old, new, steps)
    if isinstance(old, list) and isinstance(new, list):
        return _changes_in_list(old, new, steps)
    return [] if type(old) is type(new) and old == new else None


def _changes_in_mapping(
    old: dict[str, Any], new: dict[str, Any], steps: tuple[str, ...]
) -> list[DataChange] | None:
    found = [DataChange(join(*steps, name), None) for name in old if name not in new]
    for name, value in new.items():
        below = _changes_at(old.get(name), value, (*steps, name), is_there=name in old)
        if below is None:
            return None
        found += below
    return found


def _changes_in_list(
    old: list[Any], new: list[Any], steps: tuple[str, ...]
) -> list[DataChange] | None:
    if [_item_id(item) for item in old] != [_item_id(item) for item in new]:
        return None
    found: list[DataChange] = []
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        below = _changes_at(before, after, (*steps, str(place)), is_there=True)
        if below is None:
            return None
        found += below
    return found


def _changes_at(
    old: Any, new: Any, steps: tuple[str, ...], *, is_there: bool
) -> list[DataChange] | None:
    below = _changes_inside(old, new, steps) if is_there else None
    if below is not None:
        return below
    return None if new is None else [DataChange(join(*steps), new)]


def _item_id(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else None
