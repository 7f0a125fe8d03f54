"""Numbers in tables: whichever way round, with headers in place or in the first row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words, words
from modylbench.products.numbers import number_shown, shown_value
from modylbench.products.pointer import join
from modylbench.products.reading.observation import Observation, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.numbers import Shown
    from modylbench.products.reading.observation import Words
    from modylbench.products.spreadsheet import Cell, Row, Sheet
    from modylbench.products.units import UnitHint

UNIT_HEADERS = frozenset({("unit",), ("uom",), ("measure",)})
_LETTERS = re.compile(r"[A-Z]{0,2}|column ?\d*|col\.? ?\d*|#", re.IGNORECASE)


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
    """Any table, before it is understood."""

    headers: list[str]
    lines: list[Line]
    context: tuple[Words, ...] = ()
    weak: tuple[UnitHint, ...] = ()
    header_units: dict[int, str] = field(default_factory=dict)


def of_sheet(
    sheet: Sheet, pointer: str, context: tuple[str, ...], weak: tuple[UnitHint, ...]
) -> Grid:
    """A sheet as a grid."""
    places = {column.id: index for index, column in enumerate(sheet.columns)}
    return Grid(
        headers=[column.label for column in sheet.columns],
        lines=[_line(row, pointer + join("rows", row.id), places) for row in sheet.rows],
        context=tuple(label_words(text).words for text in (*context, sheet.name)),
        weak=(*hints_of(*sheet.notes, sheet.name), *weak),
        header_units={places[column.id]: column.unit for column in sheet.columns if column.unit},
    )


def _line(row: Row, pointer: str, places: dict[str, int]) -> Line:
    entries = {
        places[column]: _entry(cell, pointer + join("cells", column))
        for column, cell in row.cells.items()
    }
    return Line(row.label, entries, row.unit)


def _entry(cell: Cell, pointer: str) -> Entry:
    readings = readings_of(cell.value, cell.text)
    text = cell.text if cell.text is not None else cell.value if isinstance(cell.value, str) else ""
    return Entry(pointer, text, readings, cell.unit)


def readings_of(value: object, text: str | None) -> tuple[Shown, ...]:
    """The number a value holds and the one its text shows; both, for they may differ."""
    held: Shown | None = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        held = shown_value(value)
    elif isinstance(value, str):
        held = number_shown(value)
    displayed = number_shown(text) if text else None
    return tuple(reading for reading in (held, displayed) if reading is not None)


def observed(grid: Grid) -> Iterator[Observation]:
    """Every number of the grid with its labels."""
    headers = (
        [] if all(_LETTERS.fullmatch(header.strip()) for header in grid.headers) else grid.headers
    )
    group: Words = ()
    for line in grid.lines:
        texts = {
            column: entry.text
            for column, entry in line.entries.items()
            if not entry.shown and entry.text.strip()
        }
        numbers = {column: entry for column, entry in line.entries.items() if entry.shown}
        own_label = "" if line.label.strip().isdigit() and texts else line.label
        if _is_header(texts, numbers, own_label, headers=headers):
            width = max([*texts, *numbers, len(grid.headers) - 1]) + 1
            headers = [
                line.entries[column].text if column in line.entries else ""
                for column in range(width)
            ]
            continue
        if not numbers:
            group = label_words(own_label or next(iter(texts.values()), "")).words
            continue
        yield from _observed_line(grid, line, headers, group)


def _is_header(
    texts: dict[int, str], numbers: dict[int, Entry], label: str, *, headers: list[str]
) -> bool:
    years = all(
        _looks_like_a_year(entry.text or str(entry.shown[0].number)) for entry in numbers.values()
    )
    if not headers:
        return years and len(texts) + len(numbers) >= 2 - bool(label)
    return not numbers and len(texts) >= 2 - bool(label) and len(texts) >= len(headers) - 1 > 1


def _looks_like_a_year(text: str) -> bool:
    return (
        re.fullmatch(r"(?:fy|cy)?\s?(?:19|20)\d\d(?:\.0)?\s?[aefp]?", text.strip().lower())
        is not None
    )


def _observed_line(
    grid: Grid, line: Line, headers: list[str], group: Words
) -> Iterator[Observation]:
    texts = {c: e.text for c, e in line.entries.items() if not e.shown and e.text.strip()}
    label, label_column = line.label, -1
    if not label.strip() or (label.strip().isdigit() and texts):
        label_column = min(texts, default=-1)
        label = texts.get(label_column, "")
    header_words = {c: label_words(headers[c] if c < len(headers) else "") for c in line.entries}
    unit_text = next(
        (text for c, text in texts.items() if header_words[c].words in UNIT_HEADERS), None
    )
    row = label_words(label)
    for column, entry in line.entries.items():
        if not entry.shown or column == label_column:
            continue
        others = tuple(
            words(text) for c, text in texts.items() if c != label_column and text != unit_text
        )
        yield Observation(
            pointer=entry.pointer,
            shown=entry.shown,
            axes=(row.words, header_words[column].words),
            aside=(*others, *_numbered_labels(line, column, header_words)),
            context=(group, *grid.context),
            strong=_strong(
                hints_of(entry.unit),
                (row.hint, *hints_of(line.unit)),
                hints_of(unit_text),
                (header_words[column].hint, *hints_of(grid.header_units.get(column))),
            ),
            weak=grid.weak,
            span=entry.span,
        )


def _strong(*hints: Iterable[UnitHint]) -> tuple[UnitHint, ...]:
    return tuple(hint for group in hints for hint in group if hint)


def _numbered_labels(line: Line, column: int, header_words: dict[int, object]) -> tuple[Words, ...]:
    """Cells such as a year or a multiple that name a row of a long table rather than measure it."""
    return tuple(
        words(entry.text or f"{entry.shown[0].number:g}")
        for c, entry in line.entries.items()
        if c != column and entry.shown
    )
