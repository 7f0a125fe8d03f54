"""Tables as grids of numbers, under declared headers or those of their first rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.products.pointer import join
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.closeness import RESTATED
from modylbench.products.quantities.labels import label_words, period_places
from modylbench.products.quantities.numbers import (
    UNREADABLE,
    ShownNumber,
    number_shown,
    shown_value,
)
from modylbench.products.quantities.units import MULTIPLE, UnitHint, unit_hint
from modylbench.products.reading.observation import field_hints, note_hints

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.reading.observation import Words
    from modylbench.products.spreadsheet import Cell, Row, Sheet

    Placed = tuple[str, int, int]
    """A text and where it starts and ends."""

DISPLAY_FACTORS = (1.0, 1e3, 1e6, 1e9, 0.01, 100.0, 1e-3, 1e-6, 1e-9)
_LETTERS = re.compile(r"[A-Z]{0,2}|column ?\d*|col\.? ?\d*|#|unnamed.*", re.IGNORECASE)
_MONTH_AND_YEAR = re.compile(
    r"(?:fye?\s)?(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"[\s'-]{0,2}(?P<year>(?:20)?\d\d)\s?[aefp]?",
    re.IGNORECASE,
)
_A_YEAR = re.compile(r"(?:fy|cy)?\s?(?:19|20)\d\d(?:\.0)?\s?[aefp]?", re.IGNORECASE)

_REFERENCE = re.compile(r"[\[(]?[A-Za-z]{0,4}[-./# ]?\d{1,4}(?:[-.]\d{1,3}){0,3}[a-z]?[.)\]]?")
_REFERENCE_HEADER = re.compile(
    r"(?:(?:w/?p|row|line|item|table|audit|source|cell) ?)?(?:ref(?:erence)?s?|nos?|ids?|index)\.?"
    r"|#|line|row|w/?p"
)
FEWEST_REFERENCES = 3  # ours: two rows may well be called A1 and A2
TOLD_APART = 0.8  # ours: share of the rows that the texts behind references tell apart


@dataclass(slots=True)
class GridEntry:
    """One cell of any table."""

    pointer: str
    text: str
    shown: tuple[ShownNumber, ...]
    unit: str | None = None
    span: tuple[int, int] | None = None


@dataclass(slots=True)
class GridLine:
    """One row of any table: its label, if it has one of its own, and its entries by column."""

    label: str
    entries: dict[int, GridEntry]
    unit: str | None = None


@dataclass(slots=True)
class NumberGrid:
    """Any table, before it is understood; `corner` heads the labels of its rows."""

    headers: list[str]
    lines: list[GridLine]
    context: tuple[Words, ...] = ()
    weak: tuple[UnitHint, ...] = ()
    header_units: dict[int, str] = field(default_factory=dict)
    corner: str = ""


def of_sheet(
    sheet: Sheet, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> NumberGrid:
    """A sheet as a grid; `context` is what stands above the sheet's own name."""
    places = {column.id: index for index, column in enumerate(sheet.columns)}
    return NumberGrid(
        headers=[column.label for column in sheet.columns],
        lines=[_line(row, pointer + join("rows", row.id), places) for row in sheet.rows],
        context=(*names_within(sheet.name), *context),
        weak=(*note_hints(*sheet.notes, sheet.name), *weak),
        header_units={places[column.id]: column.unit for column in sheet.columns if column.unit},
        corner=next(filter(_heads_references, sheet.notes), ""),
    )


def names_within(name: str) -> tuple[Words, ...]:
    """A sheet's name, and what stands in it behind each colon: a title below the worksheet's.

    >>> names_within("Exhibit: Costs: by plant")
    (('exhibit', 'cost', 'plant'), ('cost', 'plant'), ('plant',))
    """
    parts = name.split(": ")
    behind = (": ".join(parts[place:]) for place in range(len(parts)))
    return tuple(dict.fromkeys(said for text in behind if (said := label_words(text).words)))


def _line(row: Row, pointer: str, places: dict[str, int]) -> GridLine:
    entries = {
        places[column]: _entry(cell, f"{pointer}/cells/{column}")
        for column, cell in row.cells.items()
    }
    return GridLine(row.label, entries, row.unit)


def _entry(cell: Cell, pointer: str) -> GridEntry:
    value, text = cell.value, cell.text
    if text is None:
        text = value if isinstance(value, str) else ""
    return GridEntry(pointer, text, readings_of(value, cell.text, cell.unit), cell.unit)


def of_texts(rows: Sequence[Sequence[Placed]], pointer: str, *, is_headed: bool) -> NumberGrid:
    """Rows of texts as a grid; the first column labels them."""
    head = rows[0] if is_headed else ()
    if is_headed and len(rows) == 2 and rows[1] and number_shown(rows[1][0][0]) is not None:
        head, rows = (("", 0, 0), *head), [(), (("", 0, 0), *rows[1])]  # one row needs no label
    return NumberGrid(
        headers=[text for text, _, _ in head[1:]],
        lines=[_line_of_texts(row, pointer) for row in rows[is_headed:] if row],
        corner=head[0][0] if head else "",
    )


def _line_of_texts(row: Sequence[Placed], pointer: str) -> GridLine:
    entries = {
        column: GridEntry(pointer, text, readings_of(text, None), span=(start, end))
        for column, (text, start, end) in enumerate(row[1:])
    }
    return GridLine(row[0][0], entries)


def readings_of(
    value: object, text: str | None, unit: str | None = None
) -> tuple[ShownNumber, ...]:
    """The number a value holds and the one its text shows: one if they agree, or both.

    A text that shows something else than a number in place of one is a reading that agrees with
    none.
    """
    held: ShownNumber | None = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        held = shown_value(value)
    elif isinstance(value, str):
        held = number_shown(value)
    displayed = number_shown(text) if text else None
    if held is None or not text or not text.strip():
        return tuple(reading for reading in (held, displayed) if reading is not None)
    if displayed is None:
        return held, UNREADABLE
    joined = _join_readings(held, displayed, _factors(unit))
    return (joined,) if joined else (held, displayed)


def _factors(unit: str | None) -> tuple[float, ...]:
    """What a value may be multiplied with to be displayed: by its own unit, if it names one."""
    scale = unit_hint(unit)[0].scale if unit else None
    return DISPLAY_FACTORS if unit is None else (1.0, scale or 1.0)


def _join_readings(
    held: ShownNumber, displayed: ShownNumber, factors: tuple[float, ...]
) -> ShownNumber | None:
    """The value as finely as it is held, in the terms in which it is displayed."""
    for factor in factors:
        number = float(f"{held.number * factor:.15g}")
        if displayed.measure.is_close(number, RESTATED):
            step = min(held.half_step * factor, displayed.half_step)
            return ShownNumber(number, step, displayed.dimension, displayed.scaled, displayed.rate)
    return None


def blocks(grid: NumberGrid) -> Iterable[NumberGrid]:
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
            GridLine(
                line.label if not start else "",
                {column: entry for column, entry in line.entries.items() if start <= column < end},
                line.unit,
            )
            for line in grid.lines
        ]
        yield NumberGrid(
            grid.headers, lines, grid.context, grid.weak, grid.header_units, grid.corner
        )


@dataclass(slots=True)
class LineCells:
    """A line taken apart: its own label ("" for none or a row number), its texts and numbers."""

    label: str
    texts: dict[int, str]
    numbers: dict[int, GridEntry]

    @property
    def cell_count(self) -> int:
        """How many cells say something."""
        return len(self.texts) + len(self.numbers)

    @property
    def is_blank(self) -> bool:
        """True for a line that parts two tables."""
        return not self.label and not self.cell_count


def cells_of(line: GridLine, *, is_referenced: bool = False) -> LineCells:
    """The line, taken apart; where a table `is_referenced`, its first column only numbers rows."""
    texts: dict[int, str] = {}
    numbers: dict[int, GridEntry] = {}
    for column, entry in line.entries.items():
        if entry.shown:
            numbers[column] = entry
        elif entry.text and not entry.text.isspace():
            texts[column] = entry.text
    label = line.label.strip()
    is_row_number = label.isdigit() and not is_a_year(label) and (texts or not numbers)
    if is_referenced and _REFERENCE.fullmatch(label):
        is_row_number = True
    return LineCells("" if is_row_number else label, texts, numbers)


def are_references(lines: Sequence[GridLine], corner: str = "") -> bool:
    """True when the labels of the rows are references (W01, 1.2, A-3), and texts behind name them.

    Each is another, in one form, and the texts tell the rows apart, or the column says that it has
    references: a code such as DC2 beside "open" is a name.
    """
    rows = [(line.label.strip(), cells_of(line)) for line in lines]
    rows = [(label, cells) for label, cells in rows if label and cells.numbers]
    labels = [label for label, _ in rows]
    if not labels or not all(map(_is_reference, labels)) or len(set(labels)) < len(labels):
        return False
    if _heads_references(corner):
        return all(cells.cell_count > 1 for _, cells in rows)
    if not all(cells.texts for _, cells in rows):
        return False
    if len(labels) < FEWEST_REFERENCES or len({_letters(label) for label in labels}) > 1:
        return False
    said = {tuple(cells.texts.items()) for _, cells in rows}
    return len(said) >= TOLD_APART * len(rows)


def _heads_references(header: str) -> bool:
    return _REFERENCE_HEADER.fullmatch(header.strip().lower()) is not None


def _is_reference(label: str) -> bool:
    return bool(_REFERENCE.fullmatch(label)) and not (
        is_a_year(label) or period_places(label_words(label).words)
    )


def _letters(label: str) -> str:
    return "".join(character for character in label if character.isalpha())


@dataclass(slots=True)
class Header:
    """One column's header and what its words say of the cells below."""

    text: str
    words: Words
    label_hint: UnitHint | None
    field: tuple[UnitHint, ...]
    is_unit: bool
    is_note: bool
    is_kind: bool
    is_numbered: bool


def header_of(text: str, unit: str | None) -> Header:
    """A header of this text, with the unit that its column declares."""
    label = label_words(text)
    hint: UnitHint | None = label.hint or None
    if label.words and vocabulary.AS_MULTIPLE.issuperset(label.words):
        hint = UnitHint(MULTIPLE, 1.0)
    said = set(label.words)
    return Header(
        text.replace("_", " "),
        label.words,
        hint,
        field_hints(unit),
        is_unit=bool(said) and vocabulary.UNIT_HEADERS.issuperset(said),
        is_note=not vocabulary.NOTES_HEADERS.isdisjoint(said),
        is_kind=bool(said) and vocabulary.DIMENSION_HEADERS.issuperset(said),
        is_numbered=bool(said) and vocabulary.NUMBERED_HEADERS.issuperset(said),
    )


def are_letters(headers: list[str]) -> bool:
    """True when the columns have no headers but letters, numbers or nothing."""
    return all(_LETTERS.fullmatch(header.strip()) for header in headers)


def is_a_year(text: str) -> bool:
    """True for 2027, FY2027 or 2027E."""
    return _A_YEAR.fullmatch(text.strip()) is not None


def shown_text(entry: GridEntry) -> str:
    """What a cell shows, as text."""
    return entry.text or f"{entry.shown[0].number:g}"


def numbers_below(lines: list[LineCells]) -> list[set[int]]:
    """For each line, the columns of the next line of numbers of the same table."""
    result: list[set[int]] = []
    below: set[int] = set()
    for cells in reversed(lines):
        result.append(below)
        if cells.is_blank:
            below = set()
        elif cells.numbers:
            below = set(cells.numbers)
    return result[::-1]


def is_header(cells: LineCells, below: set[int], *, is_headed: bool, after_break: bool) -> bool:
    """True when a line heads the numbers in the columns `below` it."""
    over = (cells.texts.keys() | cells.numbers.keys()) & below
    if len(over) >= 2:
        return not is_headed or not cells.label or (after_break and over == below)
    if not over or (is_headed and not after_break):
        return False
    text = cells.texts.get(min(over), "")
    return _says_little(text) or not (cells.label or cells.texts.keys() - over)


def _says_little(header: str) -> bool:
    """True for a header that is a unit, a period or a word such as Amount."""
    said = label_words(header).words
    return vocabulary.NEUTRAL.issuperset(said) or bool(period_places(said))


def with_years(headers: list[str]) -> list[str]:
    """The headers with Dec-26, Dec-27, ... as years, where they are a year apart."""
    found = [_MONTH_AND_YEAR.fullmatch(header.strip()) for header in headers]
    dates = [date for date in found if date]
    if len(dates) < 2 or len({date["month"].lower()[:3] for date in dates}) > 1:
        return headers
    return [
        f"20{date['year'][-2:]}" if date else header
        for date, header in zip(found, headers, strict=True)
    ]


def combine_headers(upper: list[str], lower: list[str]) -> list[str]:
    """Two rows of headers as one, the upper ones spanning the blanks behind them."""
    spanning = ""
    result = []
    for place, text in enumerate(lower):
        spanning = upper[place] if place < len(upper) and upper[place].strip() else spanning
        result.append(f"{spanning} {text}".strip())
    return result


def is_spanned(upper: list[str], lower: list[str]) -> bool:
    """True when an upper row of headers has gaps that a lower one fills."""
    above, below = (sum(bool(text.strip()) for text in row) for row in (upper, lower))
    return 2 <= above < below
