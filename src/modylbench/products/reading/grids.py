"""Numbers in tables: whichever way round, with headers in place or in the first row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words
from modylbench.products.numbers import UNREADABLE, Shown, number_shown, shown_value
from modylbench.products.pointer import join
from modylbench.products.reading.observation import note_hints
from modylbench.products.units import unit_hint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.reading.observation import Words
    from modylbench.products.spreadsheet import Cell, Row, Sheet
    from modylbench.products.units import UnitHint

    Placed = tuple[str, int, int]
    """A text and where it starts and ends."""

DISPLAY_FACTORS = (1.0, 1e3, 1e6, 1e9, 0.01, 100.0, 1e-3, 1e-6, 1e-9)


@dataclass(slots=True)
class Entry:
    """One cell of any table."""

    pointer: str
    text: str
    shown: tuple[Shown, ...]
    unit: str | None = None
    span: tuple[int, int] | None = None


@dataclass(slots=True)
class Line:
    """One row of any table: its label, if it has one of its own, and its entries by column."""

    label: str
    entries: dict[int, Entry]
    unit: str | None = None


@dataclass(slots=True)
class Grid:
    """Any table, before it is understood; `corner` heads the labels of its rows."""

    headers: list[str]
    lines: list[Line]
    context: tuple[Words, ...] = ()
    weak: tuple[UnitHint, ...] = ()
    header_units: dict[int, str] = field(default_factory=dict)
    corner: str = ""


def of_sheet(
    sheet: Sheet, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Grid:
    """A sheet as a grid; `context` is what stands above the sheet's own name."""
    places = {column.id: index for index, column in enumerate(sheet.columns)}
    return Grid(
        headers=[column.label for column in sheet.columns],
        lines=[_line(row, pointer + join("rows", row.id), places) for row in sheet.rows],
        context=(label_words(sheet.name).words, *context),
        weak=(*note_hints(*sheet.notes, sheet.name), *weak),
        header_units={places[column.id]: column.unit for column in sheet.columns if column.unit},
    )


def _line(row: Row, pointer: str, places: dict[str, int]) -> Line:
    entries = {
        places[column]: _entry(cell, f"{pointer}/cells/{column}")
        for column, cell in row.cells.items()
    }
    return Line(row.label, entries, row.unit)


def _entry(cell: Cell, pointer: str) -> Entry:
    value, text = cell.value, cell.text
    if text is None:
        text = value if isinstance(value, str) else ""
    return Entry(pointer, text, readings_of(value, cell.text, cell.unit), cell.unit)


def of_texts(rows: Sequence[Sequence[Placed]], pointer: str, *, is_headed: bool) -> Grid:
    """Rows of texts as a grid; the first column labels them."""
    head = rows[0] if is_headed else ()
    if is_headed and len(rows) == 2 and rows[1] and number_shown(rows[1][0][0]) is not None:
        head, rows = (("", 0, 0), *head), [(), (("", 0, 0), *rows[1])]  # one row needs no label
    return Grid(
        headers=[text for text, _, _ in head[1:]],
        lines=[_line_of_texts(row, pointer) for row in rows[is_headed:] if row],
        corner=head[0][0] if head else "",
    )


def _line_of_texts(row: Sequence[Placed], pointer: str) -> Line:
    entries = {
        column: Entry(pointer, text, readings_of(text, None), span=(start, end))
        for column, (text, start, end) in enumerate(row[1:])
    }
    return Line(row[0][0], entries)


def readings_of(value: object, text: str | None, unit: str | None = None) -> tuple[Shown, ...]:
    """The number a value holds and the one its text shows: one if they agree, or both.

    A text that shows something else than a number in place of one is a reading that agrees with
    none.
    """
    held: Shown | None = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        held = shown_value(value)
    elif isinstance(value, str):
        held = number_shown(value)
    displayed = number_shown(text) if text else None
    if held is None or not text or not text.strip():
        return tuple(reading for reading in (held, displayed) if reading is not None)
    if displayed is None:
        return held, UNREADABLE
    joined = _joined(held, displayed, _factors(unit))
    return (joined,) if joined else (held, displayed)


def _factors(unit: str | None) -> tuple[float, ...]:
    """What a value may be multiplied with to be displayed: by its own unit, if it names one."""
    scale = unit_hint(unit)[0].scale if unit else None
    return DISPLAY_FACTORS if unit is None else (1.0, scale or 1.0)


def _joined(held: Shown, displayed: Shown, factors: tuple[float, ...]) -> Shown | None:
    """The value as finely as it is held, in the terms in which it is displayed."""
    for factor in factors:
        number = float(f"{held.number * factor:.15g}")
        if abs(number - displayed.number) <= displayed.half_step * (1 + 1e-9):
            step = min(held.half_step * factor, displayed.half_step)
            return Shown(number, step, displayed.dimension, displayed.scaled, displayed.rate)
    return None


def blocks(grid: Grid) -> Iterable[Grid]:
    """The tables that stand side by side in a grid without headers, parted by empty columns."""
    used = sorted(
        {
            column
            for line in grid.lines
            for column, entry in line.entries.items()
            if entry.text or entry.shown
        }
    )
    starts = [column for column in used if column - 1 not in used and column != used[0]]
    if not starts:
        yield grid
        return
    for start, end in zip([0, *starts], [*starts, used[-1] + 1], strict=True):
        lines = [
            Line(
                line.label if not start else "",
                {column: entry for column, entry in line.entries.items() if start <= column < end},
                line.unit,
            )
            for line in grid.lines
        ]
        yield Grid(grid.headers, lines, grid.context, grid.weak, grid.header_units, grid.corner)
