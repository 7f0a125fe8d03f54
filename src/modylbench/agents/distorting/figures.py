"""Figures in what somebody says or writes: found, and replaced by others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FigureKind = Literal["amount", "percent", "multiple"]

SMALLEST_BARE = 20  # ours: a whole number below it, without a unit, counts things in a sentence
YEARS = (1900, 2100)
_ADDRESS = re.compile(r"https?://\S+|\[\d+\]")
_FIGURE = re.compile(
    r"(?<![\w.,/:])(?<![\w)]-)(?P<sign>[-\u2212\u2013+](?=[$€£]?\d))?(?P<currency>(?:US)?[$€£]\s?)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?!\d|[.,:/]\d|-\d)(?=$|[^A-Za-z_]|(?:x|k|K|M|B|m|bn|mn)\b)"
)
_PERCENT = re.compile(
    r"\s?(?:%|per ?cent\b|pct\b|percentage points?\b|points?\b|pts\b|bps\b|basis)"
)
_MULTIPLE = re.compile(r"\s?(?:x\b|turns?\b|times\b)")
_SCALE = re.compile(r"\s?(?:million|billion|thousand|bn|mn|[MKBkm])\b")
PERCENT_UNITS = ("%", "percent", "fraction", "points", "pts", "pp", "bps")
MULTIPLE_UNITS = ("x", "turns", "times")


@dataclass(frozen=True, slots=True)
class FigureInText:
    """A number in a text: from its sign or currency, its `mark`, to its last digit."""

    start: int
    end: int
    mark: str
    digits: str
    kind: FigureKind
    has_unit: bool

    @property
    def number(self) -> float:
        """What the digits say, without sign and scale."""
        return float(self.digits.replace(",", ""))

    @property
    def decimals(self) -> int:
        """How many digits stand behind the point."""
        return len(self.digits.partition(".")[2])

    @property
    def is_result(self) -> bool:
        """Whether it looks like something worked out: no year, no small count, nothing trivial."""
        return is_result(self.number, is_whole=not self.decimals, has_unit=self.has_unit) and not (
            self.kind == "percent" and self.number == 100
        )


def figures_in(text: str) -> Iterator[FigureInText]:
    """The figures of a text in order; not those of names, dates, addresses and references.

    >>> [figure.digits for figure in figures_in("Q3: $1,270.5 by 2025-05-14, see S07, 19.8%")]
    ['1,270.5', '19.8']
    """
    taken = [match.span() for match in _ADDRESS.finditer(text)]
    for match in _FIGURE.finditer(text):
        if any(start <= match.start("digits") < end for start, end in taken):
            continue
        end = match.end()
        kind: FigureKind = "amount"
        if _PERCENT.match(text, end):
            kind = "percent"
        elif _MULTIPLE.match(text, end):
            kind = "multiple"
        has_unit = bool(kind != "amount" or match["currency"] or _SCALE.match(text, end))
        mark = text[match.start() : match.start("digits")]
        yield FigureInText(match.start(), end, mark, match["digits"], kind, has_unit)


def rewrite_figures(text: str, new: Callable[[FigureInText], str | None]) -> str:
    """The text with something else in the places of figures and their marks; None leaves one."""
    pieces, place = [], 0
    for figure in figures_in(text):
        instead = new(figure)
        if instead is not None:
            pieces += [text[place : figure.start], instead]
            place = figure.end
    return "".join([*pieces, text[place:]])


def as_written(number: float, like: FigureInText) -> str:
    """The number with as many decimals and the same marks between thousands."""
    has_commas = "," in like.digits or (like.number < 1_000 <= number)
    return f"{number:,.{like.decimals}f}" if has_commas else f"{number:.{like.decimals}f}"


def kind_of(unit: str | None) -> FigureKind:
    """The kind of a figure whose unit stands beside it.

    >>> kind_of("% of total"), kind_of("x"), kind_of("$M")
    ('percent', 'multiple', 'amount')
    """
    words = (unit or "").lower().split()
    first = words[0] if words else ""
    if first.startswith(PERCENT_UNITS):
        return "percent"
    return "multiple" if first in MULTIPLE_UNITS else "amount"


def is_result(number: float, *, is_whole: bool, has_unit: bool) -> bool:
    """Whether a figure could be wrong without a sentence losing its sense."""
    if number == 0:
        return False
    if has_unit or not is_whole:
        return True
    return abs(number) >= SMALLEST_BARE and not YEARS[0] <= number <= YEARS[1]
