"""Spreadsheets: sheets of labelled rows and columns."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.scalars import IdentifiedPart, Label, Prose, Scalar, refuse_repeated_ids


class Cell(Spec):
    """One value: `unit` is the unit of `value` ($M, %, x), `text` what is shown in its place."""

    value: Scalar = None
    unit: Label | None = None
    text: Label | None = None
    formula: Label | None = None


class Column(IdentifiedPart):
    """One column and its header."""

    label: Label
    unit: Label | None = None


class Row(IdentifiedPart):
    """One row: its label and its cells by column id."""

    label: Label
    unit: Label | None = None
    cells: dict[Identifier, Cell] = Field(default_factory=dict)


class Sheet(IdentifiedPart):
    """One grid with a name and notes such as "US$ in millions"."""

    name: Label
    columns: tuple[Column, ...] = Field(default=(), max_length=500)
    rows: tuple[Row, ...] = Field(default=(), max_length=20_000)
    notes: tuple[Prose, ...] = ()

    @model_validator(mode="after")
    def _ids_resolve(self) -> Sheet:
        refuse_repeated_ids(self.columns, "column")
        refuse_repeated_ids(self.rows, "row")
        known = {column.id for column in self.columns}
        for row in self.rows:
            if not row.cells.keys() <= known:
                stray = min(row.cells.keys() - known)
                where = f"row {short_repr(row.id)} has a cell in column {short_repr(stray)}"
                message = f"{where}, which is not declared"
                raise ValueError(message)
        return self


class Spreadsheet(IdentifiedPart):
    """A workbook."""

    kind: Literal["spreadsheet"] = "spreadsheet"
    title: Label
    sheets: tuple[Sheet, ...] = Field(default=(), max_length=200)

    @model_validator(mode="after")
    def _ids_unique(self) -> Spreadsheet:
        refuse_repeated_ids(self.sheets, "sheet")
        return self
