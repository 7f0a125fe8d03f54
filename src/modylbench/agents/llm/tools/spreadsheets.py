"""Tools that make and change spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from modylbench.agents.llm.tools.shown_products import (
    ToolRefusal,
    find_part,
    put_parts,
    written_fields,
)
from modylbench.agents.llm.tools.tool import Tool, put_into, show_as, validate_as
from modylbench.foundation.errors import UnknownName
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.scalars import IdentifiedPart, Label, Prose, Scalar
from modylbench.products.spreadsheet import Cell, Column, Spreadsheet

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.shown_products import ShownProducts

_PLAIN = [{"type": kind} for kind in ("number", "string", "boolean", "null")]
_FULL = {
    "type": "object",
    "properties": {
        "value": {"anyOf": _PLAIN},
        "unit": {"type": "string", "description": "unit of the value, such as $M, % or x"},
        "text": {"type": "string", "description": "what is shown in place of the value"},
        "formula": {"type": "string", "description": "how it was worked out, such as =B2*B3"},
    },
}


def _whole_number(value: object) -> object:
    return value if isinstance(value, dict | Cell) else {"value": value}


CellInput = Annotated[
    Cell, BeforeValidator(_whole_number), WithJsonSchema({"anyOf": [*_PLAIN, _FULL]})
]
"""A cell, or only its value."""


class RowInput(IdentifiedPart):
    """A row: its label, the unit of its values, and cells by column id (a value, or an object)."""

    label: Label
    unit: Label | None = None
    cells: dict[Identifier, CellInput] = Field(default_factory=dict)


class SheetInput(IdentifiedPart):
    """A sheet; the labels of rows are a column of their own already, so declare none for them."""

    name: Label
    columns: tuple[Column, ...] = ()
    rows: tuple[RowInput, ...] = ()
    notes: tuple[Prose, ...] = ()


class CreateSpreadsheet(IdentifiedPart):
    """Show a spreadsheet. With the id of one that is there, it is replaced."""

    title: Label
    sheets: tuple[SheetInput, ...]


class WriteSheet(Spec):
    """Add a sheet to a spreadsheet, or replace the one that has its id."""

    product: Identifier
    sheet: SheetInput


class CellAt(Spec):
    """A new value for one cell; its unit stays if none is given."""

    row: Identifier
    column: Identifier
    value: Scalar = None
    unit: Label | None = None
    text: Label | None = None
    formula: Label | None = None


class SetCells(Spec):
    """Set cells of rows and columns that are there: the way to change figures."""

    product: Identifier
    sheet: Identifier
    cells: Annotated[tuple[CellAt, ...], Field(min_length=1)]


class AddRows(Spec):
    """Add rows to a sheet after the row `after`, or at its end, or replace those with these ids."""

    product: Identifier
    sheet: Identifier
    rows: Annotated[tuple[RowInput, ...], Field(min_length=1)]
    after: Identifier | None = None


class AddColumns(Spec):
    """Add columns to a sheet after the column `after`, or at its end; fill them by set_cells."""

    product: Identifier
    sheet: Identifier
    columns: Annotated[tuple[Column, ...], Field(min_length=1)]
    after: Identifier | None = None


async def _set_cells(made: SetCells, products: ShownProducts) -> str:
    book, sheet = _sheet(made.product, made.sheet, products)
    columns = {column["id"] for column in sheet["columns"]}
    for cell in made.cells:
        row = find_part(sheet["rows"], cell.row, "row")
        if cell.column not in columns:
            raise ToolRefusal(str(UnknownName("column", cell.column, columns)))
        given = {name: value for name, value in written_fields(cell).items() if value is not None}
        unit = row["cells"].get(cell.column, {}).get("unit")
        for name in ("row", "column"):
            del given[name]
        row["cells"][cell.column] = {"unit": unit, **given}
    return await products.put(validate_as(Spreadsheet, book))


async def _add_rows(made: AddRows, products: ShownProducts) -> str:
    book, sheet = _sheet(made.product, made.sheet, products)
    rows = [written_fields(row) for row in made.rows]
    put_parts(sheet["rows"], rows, after=made.after or "", what="row")
    return await products.put(validate_as(Spreadsheet, book))


async def _add_columns(made: AddColumns, products: ShownProducts) -> str:
    book, sheet = _sheet(made.product, made.sheet, products)
    columns = [written_fields(column) for column in made.columns]
    put_parts(sheet["columns"], columns, after=made.after or "", what="column")
    return await products.put(validate_as(Spreadsheet, book))


def _sheet(
    product: str, sheet: str, products: ShownProducts
) -> tuple[dict[str, Any], dict[str, Any]]:
    book = products.data(product, "spreadsheet")
    return book, find_part(book["sheets"], sheet, "sheet")


TOOLS = (
    Tool("create_spreadsheet", CreateSpreadsheet, show_as(Spreadsheet)),
    Tool("write_sheet", WriteSheet, put_into(Spreadsheet, "sheet", "sheets")),
    Tool("set_cells", SetCells, _set_cells),
    Tool("add_rows", AddRows, _add_rows),
    Tool("add_columns", AddColumns, _add_columns),
)
