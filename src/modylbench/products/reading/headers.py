"""What heads the columns of a table: its declared headers, or one of its own rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products import vocabulary
from modylbench.products.labels import label_words, period_places
from modylbench.products.reading.observation import field_hints
from modylbench.products.units import MULTIPLE, UnitHint

if TYPE_CHECKING:
    from modylbench.products.reading.grids import Entry, Line
    from modylbench.products.reading.observation import Words

_LETTERS = re.compile(r"[A-Z]{0,2}|column ?\d*|col\.? ?\d*|#|unnamed.*", re.IGNORECASE)
_MONTH_AND_YEAR = re.compile(
    r"(?:fye?\s)?(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"[\s'-]{0,2}(?P<year>(?:20)?\d\d)\s?[aefp]?",
    re.IGNORECASE,
)
_A_YEAR = re.compile(r"(?:fy|cy)?\s?(?:19|20)\d\d(?:\.0)?\s?[aefp]?", re.IGNORECASE)


@dataclass(slots=True)
class Cells:
    """A line taken apart: its own label ("" for none or a row number), its texts and numbers."""

    label: str
    texts: dict[int, str]
    numbers: dict[int, Entry]

    @property
    def filled(self) -> int:
        """How many cells say something."""
        return len(self.texts) + len(self.numbers)

    @property
    def is_blank(self) -> bool:
        """True for a line that parts two tables."""
        return not self.label and not self.filled


def cells_of(line: Line) -> Cells:
    """The line, taken apart."""
    texts: dict[int, str] = {}
    numbers: dict[int, Entry] = {}
    for column, entry in line.entries.items():
        if entry.shown:
            numbers[column] = entry
        elif entry.text and not entry.text.isspace():
            texts[column] = entry.text
    label = line.label.strip()
    is_row_number = label.isdigit() and not is_a_year(label) and (texts or not numbers)
    return Cells("" if is_row_number else label, texts, numbers)


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


def shown_text(entry: Entry) -> str:
    """What a cell shows, as text."""
    return entry.text or f"{entry.shown[0].number:g}"


def numbers_below(lines: list[Cells]) -> list[set[int]]:
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


def is_header(cells: Cells, below: set[int], *, is_headed: bool, after_break: bool) -> bool:
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


def combined(upper: list[str], lower: list[str]) -> list[str]:
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
