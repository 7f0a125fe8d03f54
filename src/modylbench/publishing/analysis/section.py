"""One analysis for its readers: sentences, tables and a plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from modylbench.foundation.score_text import (
    NOT_MEASURED,
    difference_text,
    score_text,
    share_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RowItem = TypeVar("RowItem")
CellValue = str | int | float | bool | None
TableCells = tuple[CellValue, ...]
ColumnKind = Literal["text", "count", "score", "difference", "share", "flag", "figure"]
MOST_SERIES = 8
"""Ours: more lines than that cannot be told apart in one picture."""
_FIGURE_DIGITS = 4
_LEAST_FIGURE = 0.0001


@dataclass(frozen=True, slots=True)
class AnalysisColumn(Generic[RowItem]):
    """A column and what stands in it of an item; one that is not printed is in the CSV alone."""

    name: str
    value: Callable[[RowItem], CellValue]
    kind: ColumnKind = "text"
    is_printed: bool = True


@dataclass(frozen=True, slots=True)
class AnalysisTable:
    """Numbers in full precision; `brief` are the rows to print, where those are not all."""

    name: str
    columns: tuple[AnalysisColumn[Any], ...]
    rows: tuple[TableCells, ...]
    brief: tuple[TableCells, ...] | None = None

    @staticmethod
    def of(
        name: str,
        columns: tuple[AnalysisColumn[RowItem], ...],
        items: Sequence[RowItem],
        brief: Sequence[RowItem] | None = None,
    ) -> AnalysisTable:
        """A row for each item, and for each of those to print."""
        rows = tuple(_row(item, columns) for item in items)
        short = None if brief is None else tuple(_row(item, columns) for item in brief)
        return AnalysisTable(name, columns, rows, short)

    def printed_rows(self) -> list[list[str]]:
        """The head and the brief rows as people read them, in columns that are printed."""
        places = [place for place, column in enumerate(self.columns) if column.is_printed]
        rows = self.rows if self.brief is None else self.brief
        head = [self.columns[place].name.replace("_", " ") for place in places]
        body = [[cell_text(row[place], self.columns[place].kind) for place in places]
                for row in rows]  # fmt: skip
        return [head, *body] if body else []


@dataclass(frozen=True, slots=True)
class PlotSeries:
    """Values at places of a chart, None where one was not measured."""

    name: str
    values: tuple[float | None, ...]
    intervals: tuple[tuple[float, float] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Dots beside labels, or lines over them; `alternative` tells what is to be seen."""

    kind: Literal["dots", "lines"]
    title: str
    labels: tuple[str, ...]
    series: tuple[PlotSeries, ...]
    value_label: str
    label_label: str
    bounds: tuple[float, float] | None
    alternative: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be seen."""
        return all(value is None for series in self.series for value in series.values)


@dataclass(frozen=True, slots=True)
class AnalysisSection:
    """One analysis."""

    name: str
    title: str
    says: tuple[str, ...]
    tables: tuple[AnalysisTable, ...]
    chart: Plot | None = None


def cell_text(value: CellValue, kind: ColumnKind) -> str:
    """A cell for people.

    >>> cell_text(5.996, "score"), cell_text(None, "share"), cell_text(True, "flag")
    ('5.99', 'not measured', 'yes')
    """
    if value is None:
        return NOT_MEASURED
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _WRITTEN[kind](value)


def _row(item: RowItem, columns: Sequence[AnalysisColumn[RowItem]]) -> TableCells:
    return tuple(column.value(item) for column in columns)


def _figure(value: float) -> str:
    return f"{value:.{_FIGURE_DIGITS}f}" if value >= _LEAST_FIGURE else f"<{_LEAST_FIGURE:g}"


def _count(value: float) -> str:
    return f"{value:g}"


_WRITTEN: dict[ColumnKind, Callable[[float], str]] = {
    "text": _count,
    "flag": _count,
    "count": _count,
    "figure": _figure,
    "score": score_text,
    "difference": difference_text,
    "share": share_text,
}


def interval_end(interval: tuple[float, float] | None, end: int) -> float | None:
    """The lower (0) or the upper (1) bound of an interval, where it is known."""
    return None if interval is None else interval[end]


def series_note(shown: int, total: int) -> str:
    """What a picture leaves out; empty where that is nothing."""
    return f" The first {shown} of {total} are drawn." if shown < total else ""
