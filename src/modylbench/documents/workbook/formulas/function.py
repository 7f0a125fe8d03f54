"""How a function of a spreadsheet is described, and what it may ask of the formula around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from modylbench.documents.workbook.formulas.values import ErrorValue, FormulaError, number, text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.parse import FormulaNode, NameReference
    from modylbench.documents.workbook.formulas.values import Area, Array, Operand, Value

RANGES = "rac"


@dataclass(frozen=True, slots=True)
class Function:
    """One function. `takes` has a letter an argument, the last `cycle` of them again and again.

    n: a number, t: a text, v: a value, f: a value that may be an error, r: a range or a value,
    a: the same, whose formulas are computed cell by cell, c: the same, which may be an error.
    What work a call means beside its ranges is told to its first argument, where it `spends`.
    """

    call: Callable[..., Any]
    takes: str
    least: int
    most: int
    cycle: int = 1
    spends: bool = False

    def kind(self, place: int) -> str:
        """The letter of the argument at that place."""
        if place < len(self.takes):
            return self.takes[place]
        start = len(self.takes) - self.cycle
        return self.takes[start + (place - start) % self.cycle]


def coerce(value: Value, kind: str) -> Value:
    """The value as the function wants it; an error is raised."""
    if isinstance(value, ErrorValue) and kind != "f":
        raise FormulaError(value)
    if kind == "n":
        return number(value)
    return text(value) if kind == "t" else value


class WorkbookCells(Protocol):
    """The workbook around a formula."""

    left_out: frozenset[str]
    """Functions that are not computed in this workbook."""

    def spend(self, work: int) -> None:
        """Count work; UnsupportedFormula where it was too much."""

    def array(self, area: Area) -> Array:
        """The values of an area."""

    def resolve_name(self, name: NameReference, sheet: str) -> FormulaNode:
        """What a defined name stands for."""


class FormulaRun(Protocol):
    """The formula of one cell as it is computed."""

    cells: WorkbookCells
    sheet: str
    row: int
    column: int

    def operand(self, node: FormulaNode, *, is_array: bool) -> Operand:
        """What a part of the formula comes to."""

    def single(self, operand: Operand, *, is_array: bool) -> Value | Array:
        """The one value meant: of a range, that in the formula's own row or column."""

    def lift(
        self, call: Callable[..., Operand], operands: Sequence[Operand], *, is_array: bool
    ) -> Operand:
        """The call on single values; of arrays, and of ranges in array formulas, on each cell."""
