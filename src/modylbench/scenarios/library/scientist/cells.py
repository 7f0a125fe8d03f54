"""Columns, rows and cells that the sheets of the workbook share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row
from modylbench.scenarios.library.scientist.protocol import ARM_NAMES, ARMS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BY_ARM = (
    *(Column(id=arm, label=ARM_NAMES[arm]) for arm in ARMS),
    Column(id="total", label="Total"),
)
DIFFERENCE = Column(id="difference", label="Adjusted mean difference")
LIMITS = (Column(id="lower", label="95% CI lower"), Column(id="upper", label="95% CI upper"))
P_VALUE = Column(id="p", label="p-value")
RAW_P = Column(id="p", label="Raw p-value")
ADJUSTED_P = Column(id="adjusted_p", label="BH-adjusted p-value")
DECIMALS = {
    "difference": 2,
    "se": 3,
    "lower": 2,
    "upper": 2,
    "p": 4,
    "adjusted_p": 4,
    "mean": 2,
    "baseline": 1,
}


def make_row(name: str, label: str, figures: Mapping[str, float], columns: Sequence[Column]) -> Row:
    """A row of figures, each with the decimals of its column."""
    cells = {
        column.id: make_cell(figures[column.id], DECIMALS.get(column.id)) for column in columns
    }
    return Row(id=name, label=label, cells=cells)


def make_cell(figure: float, decimals: int | None) -> Cell:
    """A count, or a figure that shows all its decimals, 0.0600 and not 0.06."""
    if decimals is None:
        return Cell(value=figure)
    return Cell(value=round(figure, decimals) + 0.0, text=f"{figure:.{decimals}f}")
