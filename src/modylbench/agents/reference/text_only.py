"""The text-only agent: right content that reaches the meeting only as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.products.dashboard import Widget
    from modylbench.products.scalars import Scalar
    from modylbench.products.spreadsheet import Cell, Row
    from modylbench.products.work_product import WorkProduct


MOST_LINES = 40  # ours, as the others: what somebody reads in a chat
MOST_LINE = 400
MOST_TEXT = 6_000
MORE = "…"


class TextOnly:
    """Says what a perfect agent says and writes its figures into the chat; it shows nothing."""

    def __init__(self, playbook: Playbook) -> None:
        self._playbook = playbook
        self._told: dict[str, WorkProduct] = {}

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Speak, and write what has changed since the last time."""
        step = self._playbook.step(heard)
        await seat.say(step.answer)
        for product in step.products:
            text = product_as_text(product, self._told.get(product.id))
            if text:
                await seat.chat(text)
            self._told[product.id] = product
        await seat.wait_for_playout()


def product_as_text(product: WorkProduct, before: WorkProduct | None = None) -> str:
    """The product as short Markdown, or what of it is not as it was; nothing where all is."""
    known = set(_lines(before)) if before is not None else set()
    new = [line for line in _lines(product) if line not in known]
    if not new:
        return ""
    left_out = len(new) - MOST_LINES
    shown = [_short(line) for line in new[:MOST_LINES]]
    text = "\n".join([f"**{product.title}**", *(f"- {line}" for line in shown)])
    if left_out > 0:
        text += f"\n- {MORE} and {left_out} more"
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + MORE


def _lines(product: WorkProduct) -> list[str]:  # noqa: PLR0911 - one a kind
    match product:
        case Spreadsheet():
            return [line for sheet in product.sheets for line in _sheet(sheet)]
        case Chart():
            return list(_chart(product))
        case Document():
            parts = [f"{part.heading}: {part.body}" for part in product.sections]
            return [*parts, *(f"{source.title} ({source.url})" for source in product.citations)]
        case Dashboard():
            widgets = [line for widget in product.widgets for line in _widget(widget)]
            return [*widgets, *product.notes]
        case Code():
            return [f"`{file.path}`: {file.content}" for file in product.files]
        case Terminal():
            return [f"`{entry.command}`: {entry.output}" for entry in product.entries]


def _sheet(sheet: Sheet) -> Iterator[str]:
    labels = {column.id: column.label for column in sheet.columns}
    units = {column.id: column.unit for column in sheet.columns}
    for row in sheet.rows:
        cells = [
            f"{labels[name]} {_cell(cell, row, units[name])}" for name, cell in row.cells.items()
        ]
        yield f"{sheet.name}, {row.label}: {', '.join(cells)}"
    yield from sheet.notes


def _chart(chart: Chart) -> Iterator[str]:
    for series in chart.series:
        unit = series.unit or chart.y_axis.unit
        points = [f"{point.x} {_figure(point.y, unit)}" for point in series.points]
        yield f"{chart.title}, {series.label}: {', '.join(points)}"
    yield from chart.notes


def _widget(widget: Widget) -> Iterator[str]:
    if widget.value is not None or widget.text:
        yield f"{widget.title}: {_figure(widget.value, widget.unit)} {widget.text}".strip()
    if widget.table is not None:
        yield from _sheet(widget.table)
    if widget.chart is not None:
        yield from _chart(widget.chart)


def _cell(cell: Cell, row: Row, unit: str | None) -> str:
    return cell.text or _figure(cell.value, cell.unit or row.unit or unit)


def _figure(value: Scalar, unit: str | None) -> str:
    if value is None:
        return ""
    shown = f"{value:,.10g}" if isinstance(value, float) else str(value)
    return f"{shown} {unit}" if unit and not isinstance(value, str) else shown


def _short(line: str) -> str:
    flat = " ".join(line.split())
    return flat if len(flat) <= MOST_LINE else flat[: MOST_LINE - 1] + MORE
