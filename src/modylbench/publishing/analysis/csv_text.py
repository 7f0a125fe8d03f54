"""How does a table become CSV that no spreadsheet takes for formulas?"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line

if TYPE_CHECKING:
    from modylbench.publishing.analysis.section import Cell, Table

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Those that spreadsheets begin a formula with, the wide forms of East Asian keyboards too."""


def csv_text(table: Table) -> str:
    """A head and a row each, numbers in full precision; what was not measured is empty."""
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[_cell(cell) for cell in row] for row in table.rows])
    return found.getvalue()


def _cell(cell: Cell) -> str:
    """Numbers as they are, negative ones too; only text can be a formula."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    text = one_line(cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
