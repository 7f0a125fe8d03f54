"""Every number of a table with the labels of its row and column."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.base_units import LARGEST_BARE_RATIO
from modylbench.products.quantities.labels import LabelWords, label_words, period_places, words
from modylbench.products.quantities.numbers import ShownNumber
from modylbench.products.quantities.units import IN_PERCENT, PERCENT, UnitHint, unit_field
from modylbench.products.reading import grids
from modylbench.products.reading.observation import (
    Observation,
    caption_parts,
    field_hints,
    is_the_topic,
    note_hints,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.quantities.units import Hints
    from modylbench.products.reading.grids import GridEntry, GridLine, Header, LineCells, NumberGrid
    from modylbench.products.reading.observation import Words


IN_POINTS_HINT = UnitHint(PERCENT, 0.01, sure=True)
MOST_PERCENT = 100.0  # ours: a column with more than this holds no percentages
MOST_NAMING = 8  # ours: a row of more numbers than this is not one of a long table


def table_observations(grid: NumberGrid) -> Iterator[Observation]:
    """Every number of the grid with its labels."""
    if grids.are_letters(grid.headers):
        for block in grids.blocks(grid):
            yield from Reader(block, is_headed=False).observations()
    else:
        yield from Reader(grid, is_headed=True).observations()


MOST_OTHERS = 200  # ours: enough of a column to see how its numbers are written


class Reader:
    """Reads a grid from top to bottom, with the headers and the group in force."""

    def __init__(self, grid: NumberGrid, *, is_headed: bool) -> None:
        self.grid = grid
        is_referenced = grids.are_references(grid.lines, grid.corner)
        self.lines = [
            (line, grids.cells_of(line, is_referenced=is_referenced)) for line in grid.lines
        ]
        self.below = grids.numbers_below([cells for _, cells in self.lines])
        self.texts = grids.with_years(grid.headers) if is_headed else []
        self.headers: dict[int, Header] = {}
        self.columns: dict[int, list[GridEntry]] = {}
        self.constant: dict[int, bool] = {}
        self.is_headed = self.is_fresh = is_headed
        self.after_break = not is_headed
        self.is_open = True
        self.group: Words = ()
        self.previous: Words = ()
        self.corner = grid.corner
        self.topic = self._topic()
        self.weak = (*note_hints(grid.corner), *grid.weak)

    def _topic(self) -> Words:
        """The header of the only column of numbers, if it is called what the table is about."""
        columns = {column for _, cells in self.lines for column in cells.numbers}
        if len(columns) != 1 or not self.texts:
            return ()
        header = self._header(columns.pop()).words
        is_mute = vocabulary.ALONE.issuperset(header)
        return header if is_mute or is_the_topic(header, self.grid.context) else ()

    def observations(self) -> Iterator[Observation]:
        """Every number of the grid."""
        for place, (line, cells) in enumerate(self.lines):
            if cells.is_blank:
                self.group = self.group if self.is_open else ()
                self.after_break = self.is_open = True
            elif self._is_header(cells, place):
                self._head(line, cells)
            elif cells.numbers:
                self.after_break = self.is_fresh = self.is_open = False
                yield from self._numbers(line, cells)
            else:
                self._note(cells)

    def _is_header(self, cells: LineCells, place: int) -> bool:
        if not all(grids.is_a_year(grids.shown_text(entry)) for entry in cells.numbers.values()):
            return False
        after_break = self.after_break or (self.is_fresh and not cells.label)
        below = self.below[place]
        return grids.is_header(cells, below, is_headed=self.is_headed, after_break=after_break)

    def _head(self, line: GridLine, cells: LineCells) -> None:
        width = max([*line.entries, len(self.grid.headers) - 1]) + 1
        shown = {c: grids.shown_text(e) for c, e in line.entries.items() if e.text or e.shown}
        texts = [shown.get(column, "") for column in range(width)]
        if self.is_fresh and grids.is_spanned(self.texts, texts):
            texts = grids.combine_headers(self.texts, texts)
        self.texts, self.headers, self.corner = grids.with_years(texts), {}, cells.label
        self.weak = (*note_hints(cells.label), *self.weak)
        self.is_headed = self.is_fresh = self.is_open = True
        self.after_break = False

    def _note(self, cells: LineCells) -> None:
        """A line without numbers: a group, a unit for all that follows, or nothing to read."""
        label = cells.label or next(iter(cells.texts.values()))
        said = label_words(label).words
        others = list(cells.texts.values())[0 if cells.label else 1 :]
        if said and vocabulary.UNIT_HEADERS.issuperset(said):
            self.weak = (*note_hints(*others), *self.weak)
        elif not others:
            self.group = said
            self.weak = (*note_hints(label), *self.weak)
        elif len(others) == 1 and self.is_open:
            self.group = label_words(others[0]).words

    def _header(self, column: int) -> Header:
        header = self.headers.get(column)
        if header is None:
            text = self.texts[column] if column < len(self.texts) else ""
            unit = self.grid.header_units.get(column)
            header = self.headers[column] = grids.header_of(text, unit)
        return header

    def _numbers(self, line: GridLine, cells: LineCells) -> Iterator[Observation]:
        label_column = -1 if cells.label else min(cells.texts, default=-1)
        row = self._row(cells.label or cells.texts.get(label_column, ""))
        kinds, aside, unit = self._row_words(cells, label_column)
        numbered = self._naming_numbers(cells)
        context = (self.group, *self.grid.context) if self.group else self.grid.context
        weak = self.weak
        if label_column >= 0:
            weak = (*note_hints(self._header(label_column).text), *weak)
        fields = field_hints(line.unit)
        for column, entry in cells.numbers.items():
            header = self._header(column)
            if header.is_kind:
                continue
            strong = _cell_units(entry, (unit, fields), row, header)
            is_small = _is_sure(strong) and self._is_of_percentages(entry, header, column)
            yield Observation(
                entry.pointer,
                entry.shown
                if _is_sure(strong)
                else _percent_readings(entry.shown, self._entries_beside(cells, column)),
                (row.words, header.words),
                kinds,
                (*aside, *(said for place, said in numbered if place != column)),
                context,
                strong,
                (IN_POINTS_HINT, *weak) if is_small else weak,
                span=entry.span,
                topic=self.topic,
            )

    def _row(self, label: str) -> LabelWords:
        """The row's words: "1" below Year is Year 1, "% margin" is of the row above."""
        if label.isdigit() and len(label) < 3 and self.corner:
            label = f"{self.corner} {label}"
        row = label_words(label)
        if row.words and vocabulary.FOLLOWERS.issuperset(row.words):
            return LabelWords(
                (*self.previous, *(word for word in row.words if word != "%")), row.hint
            )
        self.previous = row.words
        return row

    def _row_words(
        self, cells: LineCells, label_column: int
    ) -> tuple[tuple[Words, ...], tuple[Words, ...], Hints]:
        """What the row's other cells say: of which period or place, of anything, in which unit."""
        kinds: list[Words] = []
        aside: list[Words] = []
        unit: Hints = ()
        for column, text in cells.texts.items():
            header = self._header(column)
            if column == label_column or header.is_note:
                continue
            if header.is_unit:
                unit = (*unit, *field_hints(text))
            elif header.is_kind and not self._is_constant(column):
                kinds.append(label_words(text).words)
            else:
                aside.extend(caption_parts(text))
        for column, entry in cells.numbers.items():
            header = self._header(column)
            if header.is_numbered:
                kinds.append(words(f"{header.text} {grids.shown_text(entry)}"))
        return tuple(kinds), tuple(aside), unit

    def _is_of_percentages(self, entry: GridEntry, header: Header, column: int) -> bool:
        """True for a bare 1.3 in a column of one measure that also has a bare 5.5.

        If they are percentages, all of them are written alike; a column "Value" or "2027" may hold
        anything.
        """
        if not any(_may_be_fraction(shown, LARGEST_BARE_RATIO) for shown in entry.shown):
            return False
        if vocabulary.ALONE.issuperset(header.words) or period_places(header.words):
            return False
        sizes = [
            abs(shown.number)
            for other in self._column(column)
            for shown in other.shown
            if shown.dimension is None and not shown.scaled
        ]
        return LARGEST_BARE_RATIO < max(sizes, default=0.0) <= MOST_PERCENT

    def _is_constant(self, column: int) -> bool:
        """True for a column that says the same of all rows: it tells none from another."""
        if column not in self.constant:
            said = {line.texts.get(column, "") for _, line in self.lines if line.numbers}
            rows = sum(bool(line.numbers) for _, line in self.lines)
            self.constant[column] = rows > 1 and len(said) == 1
        return self.constant[column]

    def _naming_numbers(self, cells: LineCells) -> list[tuple[int, Words]]:
        """Numbers such as a multiple that name a row of a long table rather than measure it."""
        if not 1 < len(cells.numbers) <= MOST_NAMING:
            return []
        named = ((column, _as_name(entry)) for column, entry in cells.numbers.items())
        return [(column, said) for column, said in named if said]

    def _entries_beside(self, cells: LineCells, column: int) -> Iterator[GridEntry]:
        yield from cells.numbers.values()
        yield from self._column(column)

    def _column(self, column: int) -> list[GridEntry]:
        if column not in self.columns:
            found = (line.numbers[column] for _, line in self.lines if column in line.numbers)
            self.columns[column] = list(islice(found, MOST_OTHERS))
        return self.columns[column]


def _as_name(entry: GridEntry) -> Words:
    """A number as the words of a name, without the detour over its text where there is none."""
    shown = entry.shown[0]
    if entry.text and (shown.dimension is not None or shown.scaled):
        return words(entry.text)
    name = f"{abs(shown.number):.10g}"
    return () if grids.is_a_year(name) else (name,)


def _cell_units(
    entry: GridEntry, fields: tuple[Hints, Hints], row: LabelWords, header: Header
) -> Hints:
    """The units that a cell's fields and labels name, the nearest first."""
    unit, row_field = fields
    hints = [unit_field(entry.unit), *unit] if entry.unit else [*unit]
    if header.label_hint and not header.words:
        hints.append(header.label_hint)
    hints.extend(row_field)
    if row.hint:
        hints.append(row.hint)
    hints.extend(header.field)
    if header.label_hint and header.words:
        hints.append(header.label_hint)
    return tuple(hints)


def _is_sure(strong: Hints) -> bool:
    """False where only a "%" in a label says what a number such as 0.8 is."""
    return next((hint for hint in strong if hint.dimension), None) != IN_PERCENT


def _percent_readings(
    shown: tuple[ShownNumber, ...], others: Iterable[GridEntry]
) -> tuple[ShownNumber, ...]:
    """Both readings of 0.8 below "Churn (%)", unless a neighbour shows which one is meant."""
    if not any(_may_be_fraction(reading) for reading in shown):
        return shown
    bare = (reading for entry in others for reading in entry.shown if reading.dimension is None)
    if any(abs(reading.number) > LARGEST_BARE_RATIO for reading in bare):
        return shown
    return tuple(
        reading
        for number in shown
        for reading in (
            (_percent(number, 0.01), _percent(number, 1.0))
            if _may_be_fraction(number)
            else (number,)
        )
    )


def _may_be_fraction(reading: ShownNumber, most: float = 1.0) -> bool:
    return reading.dimension is None and not reading.scaled and 0 < abs(reading.number) <= most


def _percent(reading: ShownNumber, scale: float) -> ShownNumber:
    return ShownNumber(
        float(f"{reading.number * scale:.15g}"), reading.half_step * scale, PERCENT, scaled=True
    )
