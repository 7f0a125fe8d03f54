"""How much of a product is nothing but a promise that something will stand there?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct

_LATER = "confirmed|determined|decided|defined|completed|provided|added|advised|announced|updated"
_EMPTY = re.compile(
    rf"""(?:
      tb[adcp] | todo | to[ -]do | n\.?/?a\.? | not\ available | none\ yet | pending | xx+ | \?+
    | \.{{2,}} | … | _{{2,}} | place[ -]?holder(?:\ text)? | coming\ soon | work\ in\ progress | wip
    | (?:to\ be|will\ be|yet\ to\ be)\ (?:{_LATER}|filled\ in|inserted)(?:\ later|\ soon)?
    | (?:insert|enter|add|your)\b.{{0,60}}\bhere
    | lorem\ ipsum\b.*
    )""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_AROUND = " \t#*-\u2013\u2014\u2022>|[](){}<>\"'`.,:;!"
LONGEST = 200  # ours: what is longer says something, or is the printer's Latin


def placeholder_share(product: WorkProduct) -> float | None:
    """Of its cells, figures and paragraphs, the part that only holds a place; None without any."""
    content = list(_content(product))
    if not content:
        return None
    return sum(map(is_placeholder, content)) / len(content)


def is_placeholder(text: str) -> bool:
    """Whether a text holds a place and says nothing.

    >>> [is_placeholder(text) for text in ("TBD", "[to be confirmed]", "n/a", "Net debt", "0")]
    [True, True, True, False, False]
    """
    bare = text[:LONGEST].strip(_AROUND)
    if not bare:
        return any(mark in text for mark in ("...", "…", "[]", "___"))
    return _EMPTY.fullmatch(bare) is not None


def _content(product: WorkProduct) -> Iterator[str]:
    """What fills a product: its cells, figures and paragraphs, without labels and headings."""
    match product:
        case Spreadsheet():
            for sheet in product.sheets:
                yield from _cells(sheet)
        case Document():
            for section in product.sections:
                yield from _paragraphs(section.body)
        case Dashboard():
            for widget in product.widgets:
                yield from _of_widget(widget)
        case Chart():
            yield from _points(product)
        case Code():
            for file in product.files:
                yield from _paragraphs(file.content)


def _paragraphs(text: str) -> Iterator[str]:
    """The lines that say something: a paragraph, an item of a list, a row of a table."""
    return (line for line in text.splitlines() if line.strip())


def _of_widget(widget: Widget) -> Iterator[str]:
    if widget.value is not None:
        yield str(widget.value)
    yield from _paragraphs(widget.text)
    if widget.table is not None:
        yield from _cells(widget.table)
    if widget.chart is not None:
        yield from _points(widget.chart)


def _cells(sheet: Sheet) -> Iterator[str]:
    for row in sheet.rows:
        for cell in row.cells.values():
            shown = _text(cell) or ("" if cell.value is None else str(cell.value))
            if shown.strip():
                yield shown


def _text(cell: Cell) -> str:
    return cell.text or (cell.value if isinstance(cell.value, str) else "")


def _points(chart: Chart) -> Iterator[str]:
    for series in chart.series:
        for point in series.points:
            if point.y is not None:
                yield str(point.y)
