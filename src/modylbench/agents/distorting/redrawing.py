"""The same work product with other figures and other texts in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import BaseModel

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Cell, Sheet, Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.products.chart import Series
    from modylbench.products.dashboard import Widget
    from modylbench.products.scalars import Scalar
    from modylbench.products.spreadsheet import Row
    from modylbench.products.work_product import WorkProduct


P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class NumberSpot:
    """A number in a product, its unit, and the numbers of the same unit in its row or series."""

    number: float | int
    unit: str | None
    peers: tuple[float, ...] = ()


class ProductPen(Protocol):
    """Writes a product anew."""

    def cell(self, spot: NumberSpot) -> Scalar:
        """What stands in the place of a number in a table or on a tile."""

    def point(self, spot: NumberSpot) -> float | int | None:
        """What a chart draws in the place of a number."""

    def text(self, text: str) -> str:
        """What stands in the place of a text; headings and labels stay."""


class Redrawer:
    """Writes products anew, each of them once for as long as it stays the same."""

    def __init__(self, redraw: Callable[[WorkProduct], WorkProduct]) -> None:
        self._redraw = redraw
        self._done: dict[str, tuple[WorkProduct, WorkProduct]] = {}

    def redraw_all(self, products: tuple[WorkProduct, ...]) -> tuple[WorkProduct, ...]:
        """The products as they are written anew."""
        return tuple(self._redraw_once(product) for product in products)

    def _redraw_once(self, product: WorkProduct) -> WorkProduct:
        before, after = self._done.get(product.id, (None, product))
        if before is not product:
            after = self._redraw(product)
            self._done[product.id] = (product, after)
        return after


def redraw(product: WorkProduct, pen: ProductPen) -> WorkProduct:  # noqa: PLR0911 - one a kind
    """The product as the pen writes it, with the same ids, labels and headings."""
    match product:
        case Spreadsheet():
            return copy_with(product, sheets=tuple(_sheet(sheet, pen) for sheet in product.sheets))
        case Chart():
            return _chart(product, pen)
        case Document():
            sections = [copy_with(part, body=pen.text(part.body)) for part in product.sections]
            cited = [
                copy_with(source, claim=pen.text(source.claim)) for source in product.citations
            ]
            return copy_with(product, sections=tuple(sections), citations=tuple(cited))
        case Dashboard():
            widgets = tuple(_widget(widget, pen) for widget in product.widgets)
            return copy_with(product, widgets=widgets, notes=tuple(map(pen.text, product.notes)))
        case Code():
            files = [copy_with(file, content=pen.text(file.content)) for file in product.files]
            return copy_with(product, files=tuple(files))
        case Terminal():
            entries = [copy_with(entry, output=pen.text(entry.output)) for entry in product.entries]
            return copy_with(product, entries=tuple(entries))


def is_number(value: object) -> bool:
    """Whether it is a number and not a yes or no."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def copy_with(part: P, **fields: Any) -> P:
    """A copy of the part with these fields instead of its own."""
    return part.model_copy(update=fields)


def _sheet(sheet: Sheet, pen: ProductPen) -> Sheet:
    units = {column.id: column.unit for column in sheet.columns}
    rows = tuple(_row(row, units, pen) for row in sheet.rows)
    return copy_with(sheet, rows=rows, notes=tuple(map(pen.text, sheet.notes)))


def _row(row: Row, units: dict[str, str | None], pen: ProductPen) -> Row:
    unit_of = {name: cell.unit or row.unit or units[name] for name, cell in row.cells.items()}
    by_unit: dict[str | None, list[Any]] = {}
    for name, cell in row.cells.items():
        if is_number(cell.value):
            by_unit.setdefault(unit_of[name], []).append(cell.value)
    cells = {
        name: _cell(cell, unit_of[name], tuple(by_unit.get(unit_of[name], ())), pen)
        for name, cell in row.cells.items()
    }
    return copy_with(row, cells=cells)


def _cell(cell: Cell, unit: str | None, peers: tuple[float, ...], pen: ProductPen) -> Cell:
    """A cell that holds something else has no formula any more: it was typed in."""
    value: Any = cell.value
    if is_number(value):
        value = pen.cell(NumberSpot(value, unit, peers))
    elif isinstance(value, str):
        value = pen.text(value)
    text = pen.text(cell.text) if cell.text else cell.text
    formula = cell.formula if value == cell.value else None
    own_unit = None if isinstance(value, str) and is_number(cell.value) else cell.unit
    return copy_with(cell, value=value, text=text, formula=formula, unit=own_unit)


def _chart(chart: Chart, pen: ProductPen) -> Chart:
    series = tuple(
        _series(series, series.unit or chart.y_axis.unit, pen) for series in chart.series
    )
    return copy_with(chart, series=series, notes=tuple(map(pen.text, chart.notes)))


def _series(series: Series, unit: str | None, pen: ProductPen) -> Series:
    peers = tuple(point.y for point in series.points if point.y is not None)

    def redraw_number(number: float | None) -> float | int | None:
        return None if number is None else pen.point(NumberSpot(number, unit, peers))

    points = [
        copy_with(
            point,
            y=redraw_number(point.y),
            low=redraw_number(point.low),
            high=redraw_number(point.high),
        )
        for point in series.points
    ]
    return copy_with(series, points=tuple(points))


def _widget(widget: Widget, pen: ProductPen) -> Widget:
    value: Any = widget.value
    if is_number(value):
        value = pen.cell(NumberSpot(value, widget.unit))
    elif isinstance(value, str):
        value = pen.text(value)
    return copy_with(
        widget,
        value=value,
        unit=None if isinstance(value, str) and is_number(widget.value) else widget.unit,
        text=pen.text(widget.text),
        table=_sheet(widget.table, pen) if widget.table else None,
        chart=_chart(widget.chart, pen) if widget.chart else None,
    )
