"""What may a function ask of the formula that it stands in, and that of the workbook around it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.parse import Name, Node
    from modylbench.documents.workbook.formulas.values import (
        Area,
        Array,
        Operand,
        Value,
    )


class Cells(Protocol):
    """The workbook around a formula."""

    left_out: frozenset[str]
    """Functions that are not computed in this workbook."""

    def spend(self, work: int) -> None:
        """Count work; NotComputed where it was too much."""

    def array(self, area: Area) -> Array:
        """The values of an area."""

    def named(self, name: Name, sheet: str) -> Node:
        """What a defined name stands for."""


class Run(Protocol):
    """The formula of one cell as it is computed."""

    cells: Cells
    sheet: str
    row: int
    column: int

    def operand(self, node: Node, *, is_array: bool) -> Operand:
        """What a part of the formula comes to."""

    def single(self, operand: Operand, *, is_array: bool) -> Value | Array:
        """The one value meant: of a range, that in the formula's own row or column."""

    def lifted(
        self, call: Callable[..., Operand], operands: Sequence[Operand], *, is_array: bool
    ) -> Operand:
        """The call on single values; of arrays, and of ranges in array formulas, on each cell."""
