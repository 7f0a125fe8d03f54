"""What the formulas of a workbook come to, in whatever order they depend on each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from openpyxl.utils import get_column_letter

from modylbench.documents.workbook.formulas.arithmetic import (
    ARITHMETIC_FUNCTIONS,
    STATISTICS_FUNCTIONS,
)
from modylbench.documents.workbook.formulas.dates import DATE_FUNCTIONS
from modylbench.documents.workbook.formulas.finance import FINANCE_FUNCTIONS
from modylbench.documents.workbook.formulas.function import RANGES, coerce
from modylbench.documents.workbook.formulas.logic import BRANCH_FUNCTIONS, LOGIC_FUNCTIONS
from modylbench.documents.workbook.formulas.lookup import CRITERIA_FUNCTIONS, LOOKUP_FUNCTIONS
from modylbench.documents.workbook.formulas.parse import (
    Chain,
    Constant,
    FunctionCall,
    NameReference,
    SignedOperand,
    parse_formula,
)
from modylbench.documents.workbook.formulas.text import TEXT_FUNCTIONS
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    NAME,
    OPERATORS,
    REFERENCE,
    VALUE,
    Area,
    Array,
    ErrorValue,
    FormulaError,
    UnsupportedFormula,
    apply_sign,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from modylbench.documents.workbook.formulas.function import Function, WorkbookCells
    from modylbench.documents.workbook.formulas.parse import FormulaNode
    from modylbench.documents.workbook.formulas.values import Operand, Value

MOST_WORK = 2_000_000
"""Ours: parts of formulas and cells looked at in one workbook. The same file always stops at the
same place; a model of ten worksheets takes a twentieth of it."""
LARGEST_AREA = 200_000
CIRCULAR = "the formula depends on itself"
CellKey: TypeAlias = tuple[str, int, int]
"""A worksheet's name in small letters, row and column."""
DEEPEST = 150
FUNCTIONS: dict[str, Function] = {
    **ARITHMETIC_FUNCTIONS,
    **STATISTICS_FUNCTIONS,
    **CRITERIA_FUNCTIONS,
    **LOOKUP_FUNCTIONS,
    **FINANCE_FUNCTIONS,
    **TEXT_FUNCTIONS,
    **DATE_FUNCTIONS,
    **LOGIC_FUNCTIONS,
}
"""Those of business models. Not TODAY, NOW, RAND and their like, which are another each day; nor
what depends on filters (SUBTOTAL) or fills several cells."""


@dataclass(frozen=True, slots=True)
class Formula:
    """What a cell computes; an array formula does so cell by cell."""

    text: str
    is_array: bool = False
    reason: str = ""
    """Why it cannot be computed, where that is known before."""


@dataclass(slots=True)
class SheetSource:
    """The cells of one worksheet: what they hold, or what they compute."""

    cells: dict[tuple[int, int], Value | Formula] = field(default_factory=dict)
    bottom: int = 1
    right: int = 1

    def put(self, place: tuple[int, int], content: Value | Formula) -> None:
        """Fill a cell."""
        self.cells[place] = content
        self.bottom, self.right = max(self.bottom, place[0]), max(self.right, place[1])


class _Pending(Exception):
    """Cells that have to be computed first."""

    def __init__(self, keys: list[CellKey]) -> None:
        super().__init__()
        self.keys = keys


class Calculation:
    """Computes formulas as they are asked for, each once."""

    def __init__(
        self,
        sources: Mapping[str, SheetSource],
        names: Mapping[tuple[str, str], str],
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        self._sources = sources
        self._names = names
        self.left_out = left_out
        self._trees: dict[CellKey, FormulaNode] = {}
        self._results: dict[CellKey, Value] = {}
        self._failures: dict[CellKey, str] = {}
        self._work = 0

    def result(self, key: CellKey) -> Value:
        """What the cell comes to; UnsupportedFormula with the reason where it cannot be said."""
        if key not in self._results and key not in self._failures:
            self._compute_in_order(key)
        if key in self._failures:
            raise UnsupportedFormula(self._failures[key])
        return self._results[key]

    def _compute_in_order(self, key: CellKey) -> None:
        """Compute a cell and before it all that it needs: a stack, as chains may be long."""
        stack: list[CellKey] = [key]
        path: dict[CellKey, int] = {}
        while stack:
            current = stack[-1]
            if current in self._results or current in self._failures:
                path.pop(current, None)
                stack.pop()
                continue
            path.setdefault(current, len(path))
            try:
                self._results[current] = self._compute(current)
            except UnsupportedFormula as found:
                self._failures[current] = found.reason
            except _Pending as needed:
                turned = [path[key] for key in needed.keys if key in path]
                if turned:
                    self._work += len(path)
                    for cell in list(path)[min(turned) :]:
                        self._failures[cell] = CIRCULAR
                else:
                    stack += needed.keys

    def _compute(self, key: CellKey) -> Value:
        sheet, row, column = key
        formula = self._sources[sheet].cells[row, column]
        if not isinstance(formula, Formula):
            return formula
        if formula.reason:
            raise UnsupportedFormula(formula.reason)
        if key not in self._trees:
            self.spend(len(formula.text))
            self._trees[key] = parse_formula(formula.text, sheet)
        tree = self._trees[key]
        return FormulaEvaluation(self, sheet, row, column).result(tree, is_array=formula.is_array)

    def spend(self, work: int) -> None:
        """Count work; UnsupportedFormula where it was too much."""
        self._work += work
        if self._work > MOST_WORK:
            reason = "the workbook's formulas take too much work"
            raise UnsupportedFormula(reason)

    def array(self, area: Area) -> Array:
        """The values of an area, as far as the worksheet is filled."""
        source = self._sources.get(area.sheet)
        if source is None:
            raise FormulaError(REFERENCE)
        bottom = max(area.top, min(area.bottom, source.bottom))
        right = max(area.left, min(area.right, source.right))
        size = (bottom - area.top + 1) * (right - area.left + 1)
        if size > LARGEST_AREA:
            reason = f"refers to more than {LARGEST_AREA:,} cells"
            raise UnsupportedFormula(reason)
        self.spend(size)
        pending: list[CellKey] = []
        rows = [
            [self._value(source, area.sheet, row, column, pending) for column in
             range(area.left, right + 1)]
            for row in range(area.top, bottom + 1)
        ]  # fmt: skip
        if pending:
            raise _Pending(pending)
        return Array(rows)

    def _value(
        self, source: SheetSource, sheet: str, row: int, column: int, pending: list[CellKey]
    ) -> Value:
        content = source.cells.get((row, column))
        if not isinstance(content, Formula):
            return content
        key = sheet, row, column
        if key in self._results:
            return self._results[key]
        if key not in self._failures:
            pending.append(key)
            return None
        where = f"{sheet}!{get_column_letter(column)}{row}"
        reason = self._failures[key]
        raise UnsupportedFormula(
            reason if reason.startswith("needs ") else f"needs {where}: {reason}"
        )

    def resolve_name(self, name: NameReference, sheet: str) -> FormulaNode:
        """What a defined name stands for; one of the worksheet itself goes first."""
        for home in (name.sheet or sheet, ""):
            if (written := self._names.get((home, name.name))) is not None:
                self.spend(len(written))
                return parse_formula(written, sheet)
        raise FormulaError(NAME)


class FormulaEvaluation:
    """The formula of one cell."""

    def __init__(self, cells: WorkbookCells, sheet: str, row: int, column: int) -> None:
        self.cells = cells
        self.sheet = sheet
        self.row, self.column = row, column
        self._depth = 0

    def result(self, node: FormulaNode, *, is_array: bool = False) -> Value:
        """What the cell shows; a blank cell that it refers to is 0."""
        try:
            found = self.single(self.operand(node, is_array=is_array), is_array=is_array)
        except FormulaError as fault:
            return fault.error
        if isinstance(found, Array):
            found = found.rows[0][0]
        return 0.0 if found is None else found

    def operand(self, node: FormulaNode, *, is_array: bool) -> Operand:
        """What a part of the formula comes to."""
        self.cells.spend(1)
        self._depth += 1
        if self._depth > DEEPEST:
            reason = "the formula is nested too deeply"
            raise UnsupportedFormula(reason)
        try:
            return self._operand(node, is_array=is_array)
        except FormulaError as found:
            return found.error
        finally:
            self._depth -= 1

    def _operand(self, node: FormulaNode, *, is_array: bool) -> Operand:  # noqa: PLR0911 - a kind each
        match node:
            case Constant(value):
                return value
            case Area():
                return node
            case NameReference():
                return self.operand(self.cells.resolve_name(node, self.sheet), is_array=is_array)
            case Chain(first, rest):
                left = self.operand(first, is_array=is_array)
                for operator, other in rest:
                    right = self.operand(other, is_array=is_array)
                    left = self.lift(OPERATORS[operator], (left, right), is_array=is_array)
                return left
            case SignedOperand(operand, is_negative, percents):
                inner = self.operand(operand, is_array=is_array)
                sign = partial(apply_sign, is_negative=is_negative, percents=percents)
                return self.lift(sign, (inner,), is_array=is_array)
            case FunctionCall():
                return self._call(node, is_array=is_array)

    def _call(self, node: FunctionCall, *, is_array: bool) -> Operand:
        if node.name in BRANCH_FUNCTIONS:
            return BRANCH_FUNCTIONS[node.name](self, node.arguments, is_array)
        function = FUNCTIONS.get(node.name)
        if function is None or node.name in self.cells.left_out:
            reason = f"the function {node.name} is not computed"
            raise UnsupportedFormula(reason)
        if not function.least <= len(node.arguments) <= function.most:
            reason = f"{node.name} with {len(node.arguments)} arguments"
            raise UnsupportedFormula(reason)
        return self._apply(function, self._arguments(function, node, is_array), is_array)

    def _arguments(self, function: Function, node: FunctionCall, is_array: bool) -> list[Operand]:
        found: list[Operand] = []
        for place, argument in enumerate(node.arguments):
            kind = function.kind(place)
            operand = self.operand(argument, is_array=is_array or kind == "a")
            if node.name in {"SUMIF", "AVERAGEIF"} and place == 2:
                operand = _as_large(operand, found[0])
            found.append(operand)
        return found

    def _apply(self, function: Function, given: list[Operand], is_array: bool) -> Operand:
        """The function on its arguments, once for each cell of a range that stands for a value."""
        kinds = [function.kind(place) for place in range(len(given))]
        for operand, kind in zip(given, kinds, strict=True):
            if isinstance(operand, ErrorValue) and kind in "ra":
                return operand
        arguments = [
            self.array(operand) if kind in RANGES else operand
            for operand, kind in zip(given, kinds, strict=True)
        ]
        places = [place for place, kind in enumerate(kinds) if kind not in RANGES]

        def call(*values: Value) -> Operand:
            for place, value in zip(places, values, strict=True):
                arguments[place] = coerce(value, kinds[place])
            own = (self.cells.spend,) if function.spends else ()
            result: Operand = function.call(*own, *arguments)
            return result

        if not places:
            return call()
        return self.lift(call, [given[place] for place in places], is_array=is_array)

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
        return self._intersect(operand) if isinstance(operand, Area) else operand

    def _intersect(self, operand: Area) -> Value:
        if operand.left == operand.right and operand.top <= self.row <= operand.bottom:
            return self._cell(operand.sheet, self.row, operand.left)
        if operand.top == operand.bottom and operand.left <= self.column <= operand.right:
            return self._cell(operand.sheet, operand.top, self.column)
        return VALUE

    def _cell(self, sheet: str, row: int, column: int) -> Value:
        return self.cells.array(Area(sheet, row, column, row, column)).rows[0][0]

    def lift(
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
        except FormulaError as found:
            return found.error
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
