"""Functions of logic, and those that choose an argument or look at where a range lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from modylbench.documents.workbook.formulas.arithmetic import MOST_ARGUMENTS
from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.parse import Constant, parse_reference
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    REFERENCE,
    VALUE,
    Area,
    Array,
    ErrorValue,
    FormulaError,
    UnsupportedFormula,
    compare,
    text,
    truncate,
    truth,
)
from modylbench.documents.workbook.worksheet import LAST_COLUMN, LAST_ROW

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.function import FormulaRun
    from modylbench.documents.workbook.formulas.parse import FormulaNode
    from modylbench.documents.workbook.formulas.values import Operand, Value

    Branch: TypeAlias = Callable[[FormulaRun, Sequence[FormulaNode], bool], Operand]


def _check_count(arguments: Sequence[FormulaNode], least: int, most: int) -> None:
    if not least <= len(arguments) <= most:
        reason = f"a function with {len(arguments)} arguments"
        raise UnsupportedFormula(reason)


def _value(run: FormulaRun, node: FormulaNode) -> Value:
    """One value, whatever stands around it."""
    found = run.single(run.operand(node, is_array=False), is_array=False)
    return found.rows[0][0] if isinstance(found, Array) else found


def _if(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 2, 3)
    otherwise = arguments[2] if len(arguments) > 2 else Constant(value=False)
    test = run.single(run.operand(arguments[0], is_array=is_array), is_array=is_array)
    if not isinstance(test, Array):
        return run.operand(arguments[1] if truth(test) else otherwise, is_array=is_array)
    both = [run.operand(node, is_array=True) for node in (arguments[1], otherwise)]
    return run.lift(lambda t, a, b: a if truth(t) else b, (test, *both), is_array=True)


def _if_error(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 2, 2)
    return _unless(run, arguments, is_array, lambda value: isinstance(value, ErrorValue))


def _if_missing(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 2, 2)
    return _unless(run, arguments, is_array, lambda value: value == MISSING)


def _unless(
    run: FormulaRun,
    arguments: Sequence[FormulaNode],
    is_array: bool,
    is_bad: Callable[[Value], bool],
) -> Operand:
    found = run.single(run.operand(arguments[0], is_array=is_array), is_array=is_array)
    if not isinstance(found, Array):
        return run.operand(arguments[1], is_array=is_array) if is_bad(found) else found
    other = run.operand(arguments[1], is_array=True)
    return run.lift(lambda a, b: b if is_bad(a) else a, (found, other), is_array=True)


def _ifs(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 2, 254)
    for test, result in zip(arguments[::2], arguments[1::2], strict=False):
        if truth(_value(run, test)):
            return run.operand(result, is_array=is_array)
    return MISSING


def _switch(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 3, 254)
    wanted = _value(run, arguments[0])
    cases = arguments[1:]
    for case, result in zip(cases[::2], cases[1::2], strict=False):
        if compare(wanted, _value(run, case)) == 0:
            return run.operand(result, is_array=is_array)
    return run.operand(cases[-1], is_array=is_array) if len(cases) % 2 else MISSING


def _choose(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 2, 255)
    place = truncate(_value(run, arguments[0]))
    if not 1 <= place < len(arguments):
        return VALUE
    return run.operand(arguments[place], is_array=is_array)


def _place(run: FormulaRun, arguments: Sequence[FormulaNode], *, is_row: bool) -> Operand:
    _check_count(arguments, 0, 1)
    if not arguments:
        return float(run.row if is_row else run.column)
    area = _area(run, arguments[0])
    run.cells.spend(min(area.size, LAST_COLUMN))
    if is_row and area.bottom - area.top < LAST_COLUMN:
        return Array([[float(row)] for row in range(area.top, area.bottom + 1)])
    if is_row:
        return float(area.top)
    return Array([[float(column) for column in range(area.left, area.right + 1)]])


def _extent(run: FormulaRun, arguments: Sequence[FormulaNode], *, is_row: bool) -> Operand:
    _check_count(arguments, 1, 1)
    found = run.operand(arguments[0], is_array=True)
    if isinstance(found, Array):
        return float(len(found.rows) if is_row else len(found.rows[0]))
    if not isinstance(found, Area):
        return found if isinstance(found, ErrorValue) else 1.0
    return float(found.bottom - found.top + 1 if is_row else found.right - found.left + 1)


def _area(run: FormulaRun, node: FormulaNode) -> Area:
    found = run.operand(node, is_array=False)
    if isinstance(found, ErrorValue):
        raise FormulaError(found)
    if not isinstance(found, Area):
        raise FormulaError(VALUE)
    return found


def _index(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:  # noqa: ARG001
    _check_count(arguments, 2, 3)
    source = run.operand(arguments[0], is_array=True)
    if isinstance(source, ErrorValue):
        return source
    first, *others = [truncate(_value(run, node)) for node in arguments[1:]]
    if isinstance(source, Area):
        height, width = source.bottom - source.top + 1, source.right - source.left + 1
    elif isinstance(source, Array):
        height, width = len(source.rows), len(source.rows[0])
    else:
        source, height, width = Array([[source]]), 1, 1
    if others:
        row, column = first, others[0]
    else:
        row, column = (1, first) if height == 1 else (first, 1 if width == 1 else 0)
    if not (0 <= row <= height and 0 <= column <= width):
        return REFERENCE
    return _part(source, row, column)


def _part(source: Area | Array, row: int, column: int) -> Operand:
    """The cell at that row and column; 0 means all of them."""
    if isinstance(source, Array):
        rows = source.rows if row == 0 else [source.rows[row - 1]]
        return Array([line if column == 0 else [line[column - 1]] for line in rows])
    return Area(
        source.sheet,
        source.top + row - 1 if row else source.top,
        source.left + column - 1 if column else source.left,
        source.top + row - 1 if row else source.bottom,
        source.left + column - 1 if column else source.right,
    )


def _offset(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:  # noqa: ARG001
    _check_count(arguments, 3, 5)
    area = _area(run, arguments[0])
    down, right, *size = [truncate(_value(run, node)) for node in arguments[1:]]
    height = size[0] if size else area.bottom - area.top + 1
    width = size[1] if len(size) > 1 else area.right - area.left + 1
    if height < 1 or width < 1:
        reason = "OFFSET with a height or width below 1"
        raise UnsupportedFormula(reason)
    top, left = area.top + down, area.left + right
    if top < 1 or left < 1 or top + height - 1 > LAST_ROW or left + width - 1 > LAST_COLUMN:
        return REFERENCE
    return Area(area.sheet, top, left, top + height - 1, left + width - 1)


def _indirect(run: FormulaRun, arguments: Sequence[FormulaNode], is_array: bool) -> Operand:
    _check_count(arguments, 1, 1)
    return run.operand(
        parse_reference(text(_value(run, arguments[0])).strip(), run.sheet), is_array=is_array
    )


BRANCH_FUNCTIONS: dict[str, Branch] = {
    "IF": _if,
    "IFERROR": _if_error,
    "IFNA": _if_missing,
    "IFS": _ifs,
    "SWITCH": _switch,
    "CHOOSE": _choose,
    "ROW": lambda run, arguments, _: _place(run, arguments, is_row=True),
    "COLUMN": lambda run, arguments, _: _place(run, arguments, is_row=False),
    "ROWS": lambda run, arguments, _: _extent(run, arguments, is_row=True),
    "COLUMNS": lambda run, arguments, _: _extent(run, arguments, is_row=False),
    "INDEX": _index,
    "OFFSET": _offset,
    "INDIRECT": _indirect,
}


def _truths(given: tuple[Value | Array, ...]) -> list[bool]:
    """All that is yes or no, or a number; texts and blanks of a range are passed over."""
    found: list[bool] = []
    for argument in given:
        for value in argument.values if isinstance(argument, Array) else [argument]:
            if isinstance(value, ErrorValue):
                raise FormulaError(value)
            if not isinstance(argument, Array) or isinstance(value, bool | float):
                found.append(truth(value))
    if not found:
        raise FormulaError(VALUE)
    return found


def _of_all(call: Callable[[list[bool]], bool]) -> Function:
    return Function(lambda *given: call(_truths(given)), "r", 1, MOST_ARGUMENTS)


def _is(call: Callable[[Value], bool]) -> Function:
    return Function(call, "f", 1, 1)


LOGIC_FUNCTIONS: dict[str, Function] = {
    "AND": _of_all(all),
    "OR": _of_all(any),
    "XOR": _of_all(lambda found: sum(found) % 2 == 1),
    "NOT": Function(lambda value: not truth(value), "v", 1, 1),
    "TRUE": Function(lambda: True, "v", 0, 0),
    "FALSE": Function(lambda: False, "v", 0, 0),
    "NA": Function(lambda: MISSING, "v", 0, 0),
    "N": Function(
        lambda value: float(value) if isinstance(value, bool | float) else 0.0, "v", 1, 1
    ),
    "ISNUMBER": _is(lambda value: isinstance(value, float)),
    "ISTEXT": _is(lambda value: isinstance(value, str)),
    "ISNONTEXT": _is(lambda value: not isinstance(value, str)),
    "ISLOGICAL": _is(lambda value: isinstance(value, bool)),
    "ISBLANK": _is(lambda value: value is None),
    "ISERROR": _is(lambda value: isinstance(value, ErrorValue)),
    "ISERR": _is(lambda value: isinstance(value, ErrorValue) and value != MISSING),
    "ISNA": _is(lambda value: value == MISSING),
    "ISEVEN": Function(lambda number: int(number) % 2 == 0, "n", 1, 1),
    "ISODD": Function(lambda number: int(number) % 2 == 1, "n", 1, 1),
}
