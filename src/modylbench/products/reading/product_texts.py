"""The texts that stand in a product, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join
from modylbench.products.quantities.numbers import number_shown
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.work_product import WorkProduct


class ProductText(NamedTuple):
    """A text, where it stands, and what it is: running text, the name of figures, or neither."""

    pointer: str
    text: str
    is_prose: bool = False
    is_label: bool = False


MOST_KEPT = 128  # products, in one process
_kept: dict[int, tuple[WorkProduct, tuple[ProductText, ...]]] = {}
"""By the object, which is kept so that no other gets its id: a dozen checks ask for the same."""


def product_texts(product: WorkProduct) -> tuple[ProductText, ...]:
    """Every text that a reader of the product sees, and formulas and comments besides."""
    known = _kept.get(id(product))
    if known is not None:
        return known[1]
    texts = tuple(_texts(product))
    while len(_kept) >= MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[id(product)] = product, texts
    return texts


def _texts(product: WorkProduct) -> Iterator[ProductText]:
    yield ProductText("/title", product.title)
    match product:
        case Spreadsheet():
            for sheet in product.sheets:
                yield from _sheet(sheet, join("sheets", sheet.id))
        case Chart():
            yield from _chart(product, "")
        case Document():
            yield from _document(product)
        case Dashboard():
            yield from _dashboard(product)
        case Code():
            for file in product.files:
                yield ProductText(join("files", file.id, "path"), file.path)
                yield ProductText(join("files", file.id, "content"), file.content)
        case Terminal():
            for entry in product.entries:
                yield ProductText(join("entries", entry.id, "command"), entry.command)
                yield ProductText(join("entries", entry.id, "output"), entry.output)


def _document(document: Document) -> Iterator[ProductText]:
    for section in document.sections:
        pointer = join("sections", section.id)
        yield ProductText(f"{pointer}/heading", section.heading)
        yield ProductText(f"{pointer}/body", section.body, is_prose=True)
    for citation in document.citations:
        pointer = join("citations", citation.id)
        yield ProductText(f"{pointer}/publisher", citation.publisher, is_label=True)
        yield ProductText(f"{pointer}/title", citation.title, is_label=True)
        yield ProductText(f"{pointer}/claim", citation.claim, is_prose=True)
        yield ProductText(f"{pointer}/url", citation.url)


def _dashboard(dashboard: Dashboard) -> Iterator[ProductText]:
    for widget in dashboard.widgets:
        pointer = join("widgets", widget.id)
        yield ProductText(f"{pointer}/title", widget.title, is_label=True)
        yield ProductText(f"{pointer}/text", widget.text, is_prose=True)
        if isinstance(widget.value, str):
            is_prose = number_shown(widget.value) is None
            yield ProductText(f"{pointer}/value", widget.value, is_prose=is_prose)
        if widget.table is not None:
            yield from _sheet(widget.table, f"{pointer}/table")
        if widget.chart is not None:
            yield from _chart(widget.chart, f"{pointer}/chart")
    for number, note in enumerate(dashboard.notes):
        yield ProductText(f"/notes/{number}", note, is_prose=True)


def _chart(chart: Chart, pointer: str) -> Iterator[ProductText]:
    if pointer:
        yield ProductText(f"{pointer}/title", chart.title)
    for name, axis in (("x_axis", chart.x_axis), ("y_axis", chart.y_axis)):
        yield ProductText(f"{pointer}/{name}/label", axis.label)
    for series in chart.series:
        place = pointer + join("series", series.id)
        yield ProductText(f"{place}/label", series.label, is_label=True)
        for point in series.points:
            if isinstance(point.x, str):
                yield ProductText(place + join("points", point.id, "x"), point.x, is_label=True)
    for number, note in enumerate(chart.notes):
        yield ProductText(f"{pointer}/notes/{number}", note, is_prose=True)


def _sheet(sheet: Sheet, pointer: str) -> Iterator[ProductText]:
    yield ProductText(f"{pointer}/name", sheet.name)
    for column in sheet.columns:
        yield ProductText(
            pointer + join("columns", column.id, "label"), column.label, is_label=True
        )
    for row in sheet.rows:
        place = pointer + join("rows", row.id)
        yield ProductText(f"{place}/label", row.label, is_label=True)
        for name, cell in row.cells.items():
            for field in ("value", "text", "formula"):
                text = getattr(cell, field)
                if isinstance(text, str):
                    is_prose = field != "formula" and number_shown(text) is None
                    yield ProductText(place + join("cells", name, field), text, is_prose=is_prose)
    for number, note in enumerate(sheet.notes):
        yield ProductText(f"{pointer}/notes/{number}", note, is_prose=True)
