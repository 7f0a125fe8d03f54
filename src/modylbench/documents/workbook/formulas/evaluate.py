"""What does a formula come to, given the values of the cells that it names?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.branches import BRANCHES
from modylbench.documents.workbook.formulas.function import RANGES, coerced
from modylbench.documents.workbook.formulas.functions.table import FUNCTIONS
from modylbench.documents.workbook.formulas.operators import OPERATORS, signed
from modylbench.documents.workbook.formulas.parse import (
    Call,
    Chain,
    Constant,
    Name,
    Signed,
)
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    VALUE,
    Area,
    Array,
    Fault,
    Faulted,
    NotComputed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.around import Cells
    from modylbench.documents.workbook.formulas.function import Function
    from modylbench.documents.workbook.formulas.parse import Node
    from modylbench.documents.workbook.formulas.values import Operand, Value

DEEPEST = 150


class Evaluation:
    """The formula of one cell."""

    def __init__(self, cells: Cells, sheet: str, row: int, column: int) -> None:
        self.cells = cells
        self.sheet = sheet
        self.row, self.column = row, column
        self._depth = 0

    def result(self, node: Node, *, is_array: bool = False) -> Value:
        """What the cell shows; a blank cell that it refers to is 0."""
        try:
            found = self.single(self.operand(node, is_array=is_array), is_array=is_array)
        except Faulted as fault:
            return fault.fault
        if isinstance(found, Array):
            found = found.rows[0][0]
        return 0.0 if found is None else found

    def operand(self, node: Node, *, is_array: bool) -> Operand:
        """What a part of the formula comes to."""
        self.cells.spend(1)
        self._depth += 1
        if self._depth > DEEPEST:
            reason = "the formula is nested too deeply"
            raise NotComputed(reason)
        try:
            return self._operand(node, is_array=is_array)
        except Faulted as found:
            return found.fault
        finally:
            self._depth -= 1

    def _operand(self, node: Node, *, is_array: bool) -> Operand:  # noqa: PLR0911 - a kind each
        match node:
            case Constant(value):
                return value
            case Area():
                return node
            case Name():
                return self.operand(self.cells.named(node, self.sheet), is_array=is_array)
            case Chain(first, rest):
                left = self.operand(first, is_array=is_array)
                for operator, other in rest:
                    right = self.operand(other, is_array=is_array)
                    left = self.lifted(OPERATORS[operator], (left, right), is_array=is_array)
                return left
            case Signed():
                inner = self.operand(node.operand, is_array=is_array)
                return self.lifted(lambda value: signed(value, node), (inner,), is_array=is_array)
            case Call():
                return self._called(node, is_array=is_array)

    def _called(self, node: Call, *, is_array: bool) -> Operand:
        if node.name in BRANCHES:
            return BRANCHES[node.name](self, node.arguments, is_array)
        function = FUNCTIONS.get(node.name)
        if function is None or node.name in self.cells.left_out:
            reason = f"the function {node.name} is not computed"
            raise NotComputed(reason)
        if not function.least <= len(node.arguments) <= function.most:
            reason = f"{node.name} with {len(node.arguments)} arguments"
            raise NotComputed(reason)
        return self._applied(function, self._arguments(function, node, is_array), is_array)

    def _arguments(self, function: Function, node: Call, is_array: bool) -> list[Operand]:
        found: list[Operand] = []
        for place, argument in enumerate(node.arguments):
            kind = function.kind(place)
            operand = self.operand(argument, is_array=is_array or kind == "a")
            if node.name in {"SUMIF", "AVERAGEIF"} and place == 2:
                operand = _as_large(operand, found[0])
            found.append(operand)
        return found

    def _applied(self, function: Function, given: list[Operand], is_array: bool) -> Operand:
        """The function on its arguments, once for each cell of a range that stands for a value."""
        kinds = [function.kind(place) for place in range(len(given))]
        for operand, kind in zip(given, kinds, strict=True):
            if isinstance(operand, Fault) and kind in "ra":
                return operand
        arguments = [
            self.array(operand) if kind in RANGES else operand
            for operand, kind in zip(given, kinds, strict=True)
        ]
        places = [place for place, kind in enumerate(kinds) if kind not in RANGES]

        def call(*values: Value) -> Operand:
            for place, value in zip(places, values, strict=True):
                arguments[place] = coerced(value, kinds[place])
            own = (self.cells.spend,) if function.spends else ()
            result: Operand = function.call(*own, *arguments)
            return result

        if not places:
            return call()
        return self.lifted(call, [given[place] for place in places], is_array=is_array)

    def array(self, operand: Operand) -> Operand:
        """The values of an area; anything else as it is."""
        return self.cells.array(operand) if isinstance(operand, Area) else operand

    def single(self, operand: Operand, *, is_array: bool) -> Value | Array:
        """The one value meant: of a range, that in the formula's own row or column."""
        if isinstance(operand, Area) and (is_array or operand.size == 1):
            operand = self.cells.array(operand)
        if isinstance(operand, Array):
            is_one = len(operand.rows) == len(operand.rows[0]) == 1
            return operand.rows[0][0] if is_one else operand
        return self._crossed(operand) if isinstance(operand, Area) else operand

    def _crossed(self, operand: Area) -> Value:
        if operand.left == operand.right and operand.top <= self.row <= operand.bottom:
            return self._cell(operand.sheet, self.row, operand.left)
        if operand.top == operand.bottom and operand.left <= self.column <= operand.right:
            return self._cell(operand.sheet, operand.top, self.column)
        return VALUE

    def _cell(self, sheet: str, row: int, column: int) -> Value:
        return self.cells.array(Area(sheet, row, column, row, column)).rows[0][0]

    def lifted(
        self, call: Callable[..., Operand], operands: Sequence[Operand], *, is_array: bool
    ) -> Operand:
        """The call on single values; of arrays, and of ranges in array formulas, on each cell."""
        singles = [self.single(operand, is_array=is_array) for operand in operands]
        arrays = [single for single in singles if isinstance(single, Array)]
        if not arrays:
            return call(*singles)
        height = max(len(array.rows) for array in arrays)
        width = max(len(array.rows[0]) for array in arrays)
        self.cells.spend(height * width)
        return Array(
            [
                [self._at(call, singles, row, column) for column in range(width)]
                for row in range(height)
            ]
        )

    def _at(
        self, call: Callable[..., Operand], singles: list[Value | Array], row: int, column: int
    ) -> Value:
        try:
            result = self.single(call(*(_cut(o, row, column) for o in singles)), is_array=False)
        except Faulted as found:
            return found.fault
        return result.rows[0][0] if isinstance(result, Array) else result


def _cut(operand: Value | Array, row: int, column: int) -> Value:
    """The value at a place; one row or column serves for all."""
    if not isinstance(operand, Array):
        return operand
    height, width = len(operand.rows), len(operand.rows[0])
    row, column = (0 if height == 1 else row), (0 if width == 1 else column)
    return operand.rows[row][column] if row < height and column < width else MISSING


def _as_large(operand: Operand, pattern: Operand) -> Operand:
    """The range to add up reaches as far as the one that is searched."""
    if not isinstance(operand, Area) or not isinstance(pattern, Area):
        return operand
    bottom = operand.top + pattern.bottom - pattern.top
    right = operand.left + pattern.right - pattern.left
    return Area(operand.sheet, operand.top, operand.left, bottom, right)
