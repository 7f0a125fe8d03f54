"""What do the formulas of a workbook come to, in whatever order they depend on each other?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from openpyxl.utils import get_column_letter

from modylbench.documents.workbook.formulas.evaluate import Evaluation
from modylbench.documents.workbook.formulas.parse import parsed
from modylbench.documents.workbook.formulas.values import (
    NAME,
    REFERENCE,
    Area,
    Array,
    Faulted,
    NotComputed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.documents.workbook.formulas.parse import Name, Node
    from modylbench.documents.workbook.formulas.values import Value

MOST_WORK = 2_000_000
"""Ours: parts of formulas and cells looked at in one workbook. The same file always stops at the
same place; a model of ten worksheets takes a twentieth of it."""

LARGEST_AREA = 200_000
CIRCULAR = "the formula depends on itself"
Key: TypeAlias = tuple[str, int, int]
"""A worksheet's name in small letters, row and column."""


@dataclass(frozen=True, slots=True)
class Formula:
    """What a cell computes; an array formula does so cell by cell."""

    text: str
    is_array: bool = False
    reason: str = ""
    """Why it cannot be computed, where that is known before."""


@dataclass(slots=True)
class Source:
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

    def __init__(self, keys: list[Key]) -> None:
        super().__init__()
        self.keys = keys


class Calculation:
    """Computes formulas as they are asked for, each once."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        names: Mapping[tuple[str, str], str],
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        self._sources = sources
        self._names = names
        self.left_out = left_out
        self._trees: dict[Key, Node] = {}
        self._results: dict[Key, Value] = {}
        self._failures: dict[Key, str] = {}
        self._work = 0

    def result(self, key: Key) -> Value:
        """What the cell comes to; NotComputed with the reason where it cannot be said."""
        if key not in self._results and key not in self._failures:
            self._settle(key)
        if key in self._failures:
            raise NotComputed(self._failures[key])
        return self._results[key]

    def _settle(self, key: Key) -> None:
        """Compute a cell and before it all that it needs: a stack, as chains may be long."""
        stack: list[Key] = [key]
        path: dict[Key, int] = {}
        while stack:
            current = stack[-1]
            if current in self._results or current in self._failures:
                path.pop(current, None)
                stack.pop()
                continue
            path.setdefault(current, len(path))
            try:
                self._results[current] = self._computed(current)
            except NotComputed as found:
                self._failures[current] = found.reason
            except _Pending as needed:
                turned = [path[key] for key in needed.keys if key in path]
                if turned:
                    self._work += len(path)
                    for one in list(path)[min(turned) :]:
                        self._failures[one] = CIRCULAR
                else:
                    stack += needed.keys

    def _computed(self, key: Key) -> Value:
        sheet, row, column = key
        formula = self._sources[sheet].cells[row, column]
        if not isinstance(formula, Formula):
            return formula
        if formula.reason:
            raise NotComputed(formula.reason)
        if key not in self._trees:
            self.spend(len(formula.text))
            self._trees[key] = parsed(formula.text, sheet)
        tree = self._trees[key]
        return Evaluation(self, sheet, row, column).result(tree, is_array=formula.is_array)

    def spend(self, work: int) -> None:
        """Count work; NotComputed where it was too much."""
        self._work += work
        if self._work > MOST_WORK:
            reason = "the workbook's formulas take too much work"
            raise NotComputed(reason)

    def array(self, area: Area) -> Array:
        """The values of an area, as far as the worksheet is filled."""
        source = self._sources.get(area.sheet)
        if source is None:
            raise Faulted(REFERENCE)
        bottom = max(area.top, min(area.bottom, source.bottom))
        right = max(area.left, min(area.right, source.right))
        size = (bottom - area.top + 1) * (right - area.left + 1)
        if size > LARGEST_AREA:
            reason = f"refers to more than {LARGEST_AREA:,} cells"
            raise NotComputed(reason)
        self.spend(size)
        pending: list[Key] = []
        rows = [
            [self._value(source, area.sheet, row, column, pending) for column in
             range(area.left, right + 1)]
            for row in range(area.top, bottom + 1)
        ]  # fmt: skip
        if pending:
            raise _Pending(pending)
        return Array(rows)

    def _value(
        self, source: Source, sheet: str, row: int, column: int, pending: list[Key]
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
        raise NotComputed(reason if reason.startswith("needs ") else f"needs {where}: {reason}")

    def named(self, name: Name, sheet: str) -> Node:
        """What a defined name stands for; one of the worksheet itself goes first."""
        for home in (name.sheet or sheet, ""):
            if (written := self._names.get((home, name.name))) is not None:
                self.spend(len(written))
                return parsed(written, sheet)
        raise Faulted(NAME)
