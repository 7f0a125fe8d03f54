"""Which functions look at where a range lies, or compute only the argument that they choose?"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from modylbench.documents.workbook.formulas.parse import Constant, reference
from modylbench.documents.workbook.formulas.values import (
    MISSING,
    REFERENCE,
    VALUE,
    Area,
    Array,
    Fault,
    Faulted,
    NotComputed,
    compared,
    text,
    truth,
    whole,
)
from modylbench.documents.workbook.worksheet import LAST_COLUMN, LAST_ROW

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.around import Run
    from modylbench.documents.workbook.formulas.parse import Node
    from modylbench.documents.workbook.formulas.values import Operand, Value

    Branch: TypeAlias = Callable[[Run, Sequence[Node], bool], Operand]


def _counted(arguments: Sequence[Node], least: int, most: int) -> None:
    if not least <= len(arguments) <= most:
        reason = f"a function with {len(arguments)} arguments"
        raise NotComputed(reason)


def _value(run: Run, node: Node) -> Value:
    """One value, whatever stands around it."""
    found = run.single(run.operand(node, is_array=False), is_array=False)
    return found.rows[0][0] if isinstance(found, Array) else found


def _if(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 2, 3)
    otherwise = arguments[2] if len(arguments) > 2 else Constant(value=False)
    test = run.single(run.operand(arguments[0], is_array=is_array), is_array=is_array)
    if not isinstance(test, Array):
        return run.operand(arguments[1] if truth(test) else otherwise, is_array=is_array)
    both = [run.operand(node, is_array=True) for node in (arguments[1], otherwise)]
    return run.lifted(lambda t, a, b: a if truth(t) else b, (test, *both), is_array=True)


def _if_fault(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 2, 2)
    return _unless(run, arguments, is_array, lambda value: isinstance(value, Fault))


def _if_missing(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 2, 2)
    return _unless(run, arguments, is_array, lambda value: value == MISSING)


def _unless(
    run: Run, arguments: Sequence[Node], is_array: bool, is_bad: Callable[[Value], bool]
) -> Operand:
    found = run.single(run.operand(arguments[0], is_array=is_array), is_array=is_array)
    if not isinstance(found, Array):
        return run.operand(arguments[1], is_array=is_array) if is_bad(found) else found
    other = run.operand(arguments[1], is_array=True)
    return run.lifted(lambda a, b: b if is_bad(a) else a, (found, other), is_array=True)


def _ifs(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 2, 254)
    for test, result in zip(arguments[::2], arguments[1::2], strict=False):
        if truth(_value(run, test)):
            return run.operand(result, is_array=is_array)
    return MISSING


def _switch(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 3, 254)
    wanted = _value(run, arguments[0])
    cases = arguments[1:]
    for case, result in zip(cases[::2], cases[1::2], strict=False):
        if compared(wanted, _value(run, case)) == 0:
            return run.operand(result, is_array=is_array)
    return run.operand(cases[-1], is_array=is_array) if len(cases) % 2 else MISSING


def _choose(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 2, 255)
    place = whole(_value(run, arguments[0]))
    if not 1 <= place < len(arguments):
        return VALUE
    return run.operand(arguments[place], is_array=is_array)


def _place(run: Run, arguments: Sequence[Node], *, is_row: bool) -> Operand:
    _counted(arguments, 0, 1)
    if not arguments:
        return float(run.row if is_row else run.column)
    area = _area(run, arguments[0])
    run.cells.spend(min(area.size, LAST_COLUMN))
    if is_row and area.bottom - area.top < LAST_COLUMN:
        return Array([[float(row)] for row in range(area.top, area.bottom + 1)])
    if is_row:
        return float(area.top)
    return Array([[float(column) for column in range(area.left, area.right + 1)]])


def _extent(run: Run, arguments: Sequence[Node], *, is_row: bool) -> Operand:
    _counted(arguments, 1, 1)
    found = run.operand(arguments[0], is_array=True)
    if isinstance(found, Array):
        return float(len(found.rows) if is_row else len(found.rows[0]))
    if not isinstance(found, Area):
        return found if isinstance(found, Fault) else 1.0
    return float(found.bottom - found.top + 1 if is_row else found.right - found.left + 1)


def _area(run: Run, node: Node) -> Area:
    found = run.operand(node, is_array=False)
    if isinstance(found, Fault):
        raise Faulted(found)
    if not isinstance(found, Area):
        raise Faulted(VALUE)
    return found


def _index(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:  # noqa: ARG001
    _counted(arguments, 2, 3)
    source = run.operand(arguments[0], is_array=True)
    if isinstance(source, Fault):
        return source
    first, *others = [whole(_value(run, node)) for node in arguments[1:]]
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


def _offset(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:  # noqa: ARG001
    _counted(arguments, 3, 5)
    area = _area(run, arguments[0])
    down, right, *size = [whole(_value(run, node)) for node in arguments[1:]]
    height = size[0] if size else area.bottom - area.top + 1
    width = size[1] if len(size) > 1 else area.right - area.left + 1
    if height < 1 or width < 1:
        reason = "OFFSET with a height or width below 1"
        raise NotComputed(reason)
    top, left = area.top + down, area.left + right
    if top < 1 or left < 1 or top + height - 1 > LAST_ROW or left + width - 1 > LAST_COLUMN:
        return REFERENCE
    return Area(area.sheet, top, left, top + height - 1, left + width - 1)


def _indirect(run: Run, arguments: Sequence[Node], is_array: bool) -> Operand:
    _counted(arguments, 1, 1)
    return run.operand(
        reference(text(_value(run, arguments[0])).strip(), run.sheet), is_array=is_array
    )


BRANCHES: dict[str, Branch] = {
    "IF": _if,
    "IFERROR": _if_fault,
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
