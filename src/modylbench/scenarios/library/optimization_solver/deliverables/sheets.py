"""How are sheets put together from columns and rows of plain values?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.products.scalars import Scalar

Header = tuple[str, str, str | None]
"""Id, label and unit of a column."""


def sheet(
    name: str, title: str, headers: Iterable[Header], rows: Iterable[Row], note: str = ""
) -> Sheet:
    """A sheet with these columns and rows."""
    columns = tuple(Column(id=column, label=label, unit=unit) for column, label, unit in headers)
    notes = (note,) if note else ()
    return Sheet(id=name, name=title, columns=columns, rows=tuple(rows), notes=notes)


def row(
    name: str, label: str, values: Mapping[str, Scalar], units: Mapping[str, str] | None = None
) -> Row:
    """A row of these values by column; `units` where a cell's is not its column's."""
    units = units or {}
    cells = {column: Cell(value=value, unit=units.get(column)) for column, value in values.items()}
    return Row(id=name, label=label, cells=cells)
