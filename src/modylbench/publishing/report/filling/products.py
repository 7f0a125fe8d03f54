"""Fills in the page's data of work products: each after every turn, part by part."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join
from modylbench.products.terminal import Terminal
from modylbench.publishing.report.filling.bounds import shorten_line, shorten_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.products.chart import Axis, Series
    from modylbench.products.dashboard import Widget
    from modylbench.products.document import Citation
    from modylbench.products.spreadsheet import Cell, Row, Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.publishing.report.shapes.product import (
        CellData,
        ChartPart,
        Part,
        RowPart,
        SeriesData,
        StateData,
        TablePart,
        TextPart,
    )

    Whole = tuple[TablePart | ChartPart | TextPart, list[RowPart]]
    """A part; a table with its rows, whose places are filled in later."""


MOST_ROWS = 600  # ours: of one state; the largest sheet of the six scenarios has under a hundred
MOST_PARTS = 300  # ours: besides rows
MOST_CHARACTERS = 4_000_000  # ours: of all parts of a meeting as JSON; ours take under 0.4 million
MOST_CELL = 300  # ours: a cell that tells a story is cut, so that the table stays one
MOST_BODY = 12_000  # ours: of a section or a file of code; two thousand words
MOST_COLUMNS = 60
MOST_POINTS = 400
MOST_NOTES = 20
CLOSE_UNITS = ("%", "x")


@dataclass(slots=True)
class PartPool:
    """The parts of all products of a meeting, each once; what would be too much is counted."""

    parts: list[Part] = field(default_factory=list)
    characters: int = 0
    _places: dict[str, int] = field(default_factory=dict)

    def place(self, part: Part) -> int | None:
        """The part's place; None where there is no more room."""
        key = json.dumps(part, sort_keys=True)
        if key not in self._places:
            if self.characters + len(key) > MOST_CHARACTERS:
                return None
            self.characters += len(key)
            self._places[key] = len(self.parts)
            self.parts.append(part)
        return self._places[key]


@dataclass(slots=True)
class ProductHistory:
    """One product: its kind, and every state that it was in."""

    kind: str
    last: WorkProduct | None
    states: list[StateData]


def product_histories(
    shown_by_turn: Iterable[tuple[int, Sequence[WorkProduct]]], pool: PartPool
) -> dict[str, ProductHistory]:
    """The products by id in the order of their coming."""
    found: dict[str, ProductHistory] = {}
    for turn_index, products in shown_by_turn:
        there = {product.id: product for product in products}
        for name, product in there.items():
            story = found.setdefault(name, ProductHistory(product.kind, None, []))
            if story.last is product:
                continue
            state = _state(turn_index, product, pool)
            if not story.states or _differ(story.states[-1], state):
                story.states.append(state)
            story.last, story.kind = product, product.kind
        for name, story in found.items():
            if name not in there and story.last is not None:
                story.last = None
                story.states.append(_gone_state(turn_index, story.states[-1]["title"]))
    return found


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
                yield _text("/notes", "Notes", "\n".join(_note_parts(product.notes))), []
        case Code():
            for file in product.files:
                yield _text(join("files", file.id), file.path, file.content, kind="code"), []
        case Terminal():
            for entry in product.entries:
                place = join("entries", entry.id)
                yield _text(place, f"$ {entry.command}", entry.output, kind="code"), []
        case _:
            yield from (_table(sheet, join("sheets", sheet.id)) for sheet in product.sheets)


def _state(turn_index: int, product: WorkProduct, pool: PartPool) -> StateData:
    places: list[int] = []
    left_out = rows_left = 0
    rows_left = MOST_ROWS
    for part, rows in parts_of(product):
        if part["kind"] == "table":
            kept = [pool.place(row) for row in rows[:rows_left]]
            part["rows"] = [place for place in kept if place is not None]
            rows_left -= len(part["rows"])
            left_out += len(rows) - len(part["rows"])
        place = pool.place(part) if len(places) < MOST_PARTS else None
        if place is None:
            left_out += 1
        else:
            places.append(place)
    return {
        "turn_index": turn_index,
        "title": shorten_line(product.title),
        "is_there": True,
        "parts": places,
        "left_out": left_out,
    }


def _gone_state(turn_index: int, title: str) -> StateData:
    return {
        "turn_index": turn_index,
        "title": title,
        "is_there": False,
        "parts": [],
        "left_out": 0,
    }


def _differ(before: StateData, now: StateData) -> bool:
    same = ("title", "is_there", "parts", "left_out")
    return any(before[name] != now[name] for name in same)  # type: ignore[literal-required]


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
        "heading": shorten_line(heading),
        "level": level,
        "text": shorten_text(text, MOST_BODY),
    }


def _source(source: Citation) -> TextPart:
    told = (source.title, source.publisher, source.date, source.url)
    heading = "; ".join(text for text in told if text)
    return _text(join("citations", source.id), heading, source.claim, level=3)


def _widget(widget: Widget) -> Iterator[Whole]:
    place = join("widgets", widget.id)
    figure = "" if widget.value is None else _with_unit(widget.value, widget.unit)
    text = "\n".join(part for part in (figure, widget.text) if part)
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
        "title": shorten_line(sheet.name),
        "columns": [
            {
                "id": column.id,
                "label": shorten_line(_with_name(column.label, column.unit), MOST_CELL),
            }
            for column in columns
        ],
        "rows": [],
        "notes": _note_parts(sheet.notes),
    }
    if len(sheet.columns) > MOST_COLUMNS:
        table["notes"].append(f"[{len(sheet.columns) - MOST_COLUMNS:,} more columns left out]")
    return table, [_row(row, pointer, known) for row in sheet.rows]


def _row(row: Row, table: str, columns: set[str]) -> RowPart:
    return {
        "kind": "row",
        "pointer": table + join("rows", row.id),
        "label": shorten_line(_with_name(row.label, row.unit), MOST_CELL),
        "cells": {name: _cell(cell) for name, cell in row.cells.items() if name in columns},
    }


def _cell(cell: Cell) -> CellData:
    shown = cell.text if cell.text is not None else _with_unit(cell.value, cell.unit)
    data: CellData = {"text": shorten_line(shown, MOST_CELL)}
    if cell.formula:
        data["formula"] = shorten_line(cell.formula, MOST_CELL)
    return data


def _chart(chart: Chart, pointer: str) -> ChartPart:
    return {
        "kind": "chart",
        "pointer": pointer,
        "title": shorten_line(chart.title),
        "chart_type": chart.chart_type,
        "x_label": _axis(chart.x_axis),
        "y_label": _axis(chart.y_axis),
        "series": [_series(series, pointer) for series in chart.series[:MOST_COLUMNS]],
        "notes": _note_parts(chart.notes),
    }


def _series(series: Series, chart: str) -> SeriesData:
    place = chart + join("series", series.id)
    return {
        "pointer": place,
        "label": shorten_line(_with_name(series.label, series.unit), MOST_CELL),
        "points": [
            {
                "pointer": place + join("points", point.id),
                "x": shorten_line(_number(point.x), MOST_CELL),
                "y": point.y,
                "low": point.low,
                "high": point.high,
            }
            for point in series.points[:MOST_POINTS]
        ],
    }


def _axis(axis: Axis) -> str:
    return shorten_line(_with_name(axis.label, axis.unit), MOST_CELL)


def _note_parts(notes: Iterable[str]) -> list[str]:
    kept = list(notes)
    more = [f"[{len(kept) - MOST_NOTES:,} more notes left out]"] if len(kept) > MOST_NOTES else []
    return [shorten_text(note) for note in kept[:MOST_NOTES]] + more


def _with_name(label: str, unit: str | None) -> str:
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
