"""How do labelled figures with their formulas become rows of a sheet?"""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet
from modylbench.scenarios.library.financial_analyst.lbo import HOLD_YEARS
from modylbench.scenarios.library.financial_analyst.truth import FIRST_YEAR

if TYPE_CHECKING:
    from collections.abc import Sequence

MONEY, PERCENT, MULTIPLE = "$M", "%", "x"
DECIMALS = {MONEY: 3, PERCENT: 2, MULTIPLE: 2}
NOTE = "US$ in millions unless stated; fiscal years end 31 December"

VALUE = (Column(id="value", label="Value"),)
YEARS = tuple(
    Column(id=f"year_{number}", label=f"FY{FIRST_YEAR + number - 1}E")
    for number in range(1, HOLD_YEARS + 1)
)
LTM_AND_YEARS = (Column(id="ltm", label="LTM"), *YEARS)


@dataclass(frozen=True, slots=True)
class Line:
    """One row: figures from the first column on (None leaves a cell empty), all in one unit.

    A formula names other rows in braces, `{c}` is its own column's letter and `{p}` the one before:
    "={c}{revenue}*{c}{margin}" becomes "=B2*B3". It stands in every cell but the first `typed`.
    """

    id: str
    label: str
    figures: Sequence[float | None]
    unit: str = MONEY
    formula: str = ""
    typed: int = 0
    units: Sequence[str] = field(default=())


def shown(figure: float, unit: str) -> float:
    """The figure as a cell of that unit holds it: fractions as percentages, all rounded."""
    return round(figure * 100 if unit == PERCENT else figure, DECIMALS[unit]) + 0.0


def sheet(name: str, title: str, columns: tuple[Column, ...], lines: Sequence[Line]) -> Sheet:
    """A sheet of these lines; row 1 is the header, column A holds the labels."""
    places = {line.id: number for number, line in enumerate(lines, start=2)}
    rows = tuple(
        Row(id=line.id, label=line.label, cells=_cells(line, columns, places)) for line in lines
    )
    return Sheet(id=name, name=title, columns=columns, rows=rows, notes=(NOTE,))


def _cells(line: Line, columns: tuple[Column, ...], places: dict[str, int]) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for number, (column, figure) in enumerate(zip(columns, line.figures, strict=False)):
        if figure is None:
            continue
        unit = line.units[number] if line.units else line.unit
        letters = {"c": ascii_uppercase[number + 1], "p": ascii_uppercase[number]}
        has_formula = line.formula and number >= line.typed
        formula = line.formula.format_map({**places, **letters}) if has_formula else None
        cells[column.id] = Cell(value=shown(figure, unit), unit=unit, formula=formula)
    return cells
