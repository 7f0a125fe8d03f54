"""Defects that can be seen in a product alone: placeholders, and axes named the wrong way round."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.content_words import words_in
from modylbench.language.stems import stem
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.chart import Axis
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
        case _:
            pass  # what a command printed, dots of a test run, holds no place for anything


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


def turned_charts(own: WorkProduct, perfect: WorkProduct) -> tuple[str, ...]:
    """The titles of its charts whose axes are called crosswise what a perfect one calls them.

    Only where both give the points alike: categories along x in both, or numbers in both.
    """
    theirs = list(_charts(perfect))
    return tuple(
        chart.title
        for chart in _charts(own)
        if (like := _perfect_chart(chart, theirs)) is not None and _is_crosswise(chart, like)
    )


def _charts(product: WorkProduct) -> Iterator[Chart]:
    if isinstance(product, Chart):
        yield product
    elif isinstance(product, Dashboard):
        yield from (widget.chart for widget in product.widgets if widget.chart is not None)


def _perfect_chart(chart: Chart, others: list[Chart]) -> Chart | None:
    """The perfect chart with the most names of points and series in common."""
    names = _names(chart)
    ranked = sorted(others, key=lambda other: len(names & _names(other)), reverse=True)
    return ranked[0] if ranked and names & _names(ranked[0]) else None


def _names(chart: Chart) -> set[str]:
    points = {str(point.x).lower() for series in chart.series for point in series.points}
    return points | {series.label.lower() for series in chart.series}


def _is_crosswise(own: Chart, perfect: Chart) -> bool:
    if _has_names(own) != _has_names(perfect):
        return False
    x, y = _label_stems(own.x_axis), _label_stems(own.y_axis)
    right_x, right_y = _label_stems(perfect.x_axis), _label_stems(perfect.y_axis)
    straight = len(x & right_x) + len(y & right_y)
    crossed = len(x & right_y), len(y & right_x)
    return all(crossed) and sum(crossed) > straight


def _has_names(chart: Chart) -> bool:
    return any(isinstance(point.x, str) for series in chart.series for point in series.points)


def _label_stems(axis: Axis) -> frozenset[str]:
    return frozenset(stem(word) for word in words_in(axis.label))
