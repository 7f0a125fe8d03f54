"""A work product as text, for a judge that sees no picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct

MOST_CHARACTERS = 30_000  # ours: some 8,000 tokens, more than any deliverable of the six needs
CLOSE_UNITS = ("%", "x")
MOST_OF_A_CELL = 400  # ours: a cell that tells a story is cut, so that the table stays one


def product_text(product: WorkProduct, most: int = MOST_CHARACTERS) -> str:
    """The product as compact Markdown of at most `most` characters, and a line on what was cut."""
    kept: list[str] = []
    left = most
    lines = _lines(product)
    for line in lines:
        if len(line) >= left:
            kept.append(line[:left])
            rest = len(line) - left + sum(len(line) + 1 for line in lines)
            return "\n".join([*kept, f"[{rest:,} more characters are left out]"])
        kept.append(line)
        left -= len(line) + 1
    return "\n".join(kept)


def _lines(product: WorkProduct) -> Iterator[str]:
    yield f"# {one_line(product.title)} ({product.kind})"
    if isinstance(product, Document):
        yield from _document(product)
    elif isinstance(product, Chart):
        yield from _chart(product)
    elif isinstance(product, Dashboard):
        for widget in product.widgets:
            yield from _widget(widget)
        yield from _notes(product.notes)
    elif isinstance(product, Code):
        for file in product.files:
            yield f"## {one_line(file.path)}"
            yield from file.content.splitlines()
    elif isinstance(product, Terminal):
        for entry in product.entries:
            yield f"$ {one_line(entry.command)}"
            yield from entry.output.splitlines()
            yield "(still running)" if entry.exit_code is None else f"(exit {entry.exit_code})"
    else:
        for sheet in product.sheets:
            yield from _sheet(sheet)


def _document(document: Document) -> Iterator[str]:
    for section in document.sections:
        yield f"{'#' * min(section.level + 1, 6)} {one_line(section.heading)}"
        yield from section.body.splitlines()
    for number, source in enumerate(document.citations, start=1):
        fields = (source.title, source.publisher, source.date, source.url, source.claim)
        yield f"[{number}] " + "; ".join(one_line(part) for part in fields if part)


def _chart(chart: Chart) -> Iterator[str]:
    axes = ((chart.x_axis, "x"), (chart.y_axis, "y"))
    named = [
        f"{name}: {one_line(axis.label)}{_unit_in_brackets(axis.unit)}"
        for axis, name in axes
        if axis.label
    ]
    yield f"{chart.chart_type} chart" + (f" ({', '.join(named)})" if named else "")
    for series in chart.series:
        points = ", ".join(
            f"{one_line(str(point.x))}={_number(point.y)}"
            + (f" [{_number(point.low)}, {_number(point.high)}]" if _has_bounds(point) else "")
            for point in series.points
        )
        yield f"- {one_line(series.label)}{_unit_in_brackets(series.unit)}: {points}"
    yield from _notes(chart.notes)


def _widget(widget: Widget) -> Iterator[str]:
    value = (
        ""
        if widget.value is None
        else f": {_shown_text(widget.value)}{_unit_in_brackets(widget.unit)}"
    )
    yield f"## {one_line(widget.title)}{value}"
    yield from widget.text.splitlines()
    if widget.table is not None:
        yield from _sheet(widget.table)
    if widget.chart is not None:
        yield from _chart(widget.chart)


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield f"## {one_line(sheet.name)}"
    yield _row(
        ["", *(f"{column.label}{_unit_in_brackets(column.unit)}" for column in sheet.columns)]
    )
    for row in sheet.rows:
        cells = [_cell(row.cells.get(column.id)) for column in sheet.columns]
        yield _row([f"{row.label}{_unit_in_brackets(row.unit)}", *cells])
    yield from _notes(sheet.notes)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    shown = cell.text
    if shown is None:
        beside = "" if cell.unit in CLOSE_UNITS or cell.value is None else " "
        shown = _shown_text(cell.value) + (f"{beside}{cell.unit}" if cell.unit else "")
    return f"{shown} ({cell.formula})" if cell.formula else shown


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(one_line(cell)[:MOST_OF_A_CELL].replace("|", "/") for cell in cells)


def _notes(notes: Iterable[str]) -> Iterator[str]:
    for note in notes:
        yield f"Note: {one_line(note)}"


def _has_bounds(point: object) -> bool:
    return getattr(point, "low", None) is not None or getattr(point, "high", None) is not None


def _unit_in_brackets(unit: str | None) -> str:
    return f" ({one_line(unit)})" if unit else ""


def _shown_text(value: object) -> str:
    return "" if value is None else _number(value) if isinstance(value, float) else str(value)


def _number(value: float | object) -> str:
    return f"{value:.10g}" if isinstance(value, int | float) else "none"
