"""The figures of an agent's text, as a listener would count them.

Years, dates, ordinals, list numbers, levels of confidence and small counts without a unit are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.reference.possible_measures import LEFT_OUT
from modylbench.language.plain import plain
from modylbench.language.spoken.number_words import COINS, MINUS, ONE, in_figures
from modylbench.products.document import Document
from modylbench.products.quantities.closeness import ABOUT, RESTATED, Tolerance
from modylbench.products.quantities.numbers import ShownNumber
from modylbench.products.quantities.units import PERCENT
from modylbench.products.reading import prose
from modylbench.products.reading.index import Index, ProductPart

if TYPE_CHECKING:
    from modylbench.products.quantities.numbers import WrittenFigure

LONGEST_TEXT = 20_000  # ours: characters; nobody says or writes more than that in one answer
TELLING_DIGITS = 3  # ours: 21.3 % is told by chance less often than 20 %
CUT_DIGITS = 2.0  # ours: half steps; people cut digits off where others round
SMALLEST_COUNT = 10  # ours: "three of them" is how people talk, not a figure to be checked

_ORDINAL_WORD = re.compile(
    r"\b(?:(?:twenty|thirty)-)?(?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth)\b",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_NO_FIGURE = re.compile(
    r"\b\d{4}-\d\d?(?:-\d\d?)?\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b"
    r"|\b\d{1,2}:\d\d\b|\b\d{1,2}\s?[ap]\.?m\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+\d{{4}})?"
    rf"|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\s?(?:%|percent|million|thousand))"
    r"|\b\d+(?:st|nd|rd|th)\b"
    r"|\b[a-z]{1,8}(?:-\d{1,9}){2,8}\b|(?<![\w-])0\d*-\d+\b"
    r"|\b\d\d\s?(?:%|percent)[\s-](?:ci\b|confidence|credible|prediction|interval)"
    r"|\b(?:page|slide|row|column|line|step|item|no\.?|number|version|chapter|appendix|footnote)"
    r"\s\d+(?:\.\d+)*\b(?!\s?(?:%|percent|million|thousand))"
    r"|\b'\d\d\b"
)
_HEDGE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa|nearly|almost|some|over|under|"
    r"above|below|more than|less than|just over|just under|close to|order of|up to|at least|"
    r"at most|north of|or so)|~|≈)\s*(?:the\s|a\s)?$"
)
_WHOLE = re.compile(r"(?<![\d.,])\d[\d,]*(?![\d.]*\d)")
_SENTENCE_END = re.compile(r"[.!?\n](?=\s|$)")
_POINTS = re.compile(r"\s?(?:points?|pts?)\b")
_CLAUSE_END = re.compile(r"[,;:.!?()\n](?=\s|$)|\s[-\u2013\u2014]\s|\b(?:but|while|whereas)\b")


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """A figure of a text: its characters, what they come to, the clause and sentences around it."""

    text: str
    shown: ShownNumber
    start: int
    end: int
    clause: str
    sentence: str
    is_hedged: bool
    before: str = ""
    after: str = ""

    @property
    def rounding(self) -> float:
        """By how much rounding may have moved it.

        Zeros at the end of a long number are no digits of it: 12,800,000 is said of 12,812,340.
        """
        return max(self.shown.half_step, _rounded_by(self.text, self.shown.number))

    @property
    def reach(self) -> float:
        """How far another number may be off and still be what was said."""
        return self._tolerance.reach(self.shown.number, CUT_DIGITS * self.rounding)

    @property
    def _tolerance(self) -> Tolerance:
        return ABOUT if self.is_hedged else RESTATED

    def is_value(self, number: float, half_step: float) -> bool:
        """Whether a number is this one, as finely as told or as `half_step`; the sign is free.

        Words say "costs us 25.2" of what a table shows as -25.2.
        """
        rounding = max(CUT_DIGITS * self.rounding, half_step)
        return self._tolerance.allows(abs(number), abs(self.shown.number), rounding)

    def is_same(self, other: StatedFigure) -> bool:
        """Whether both may be the same figure, by value and by unit.

        People leave a unit out where it is clear: "67.5 million of senior, 37.5 of sub".
        """
        dimensions = {self.shown.dimension, other.shown.dimension} - {None}
        if len(dimensions) > 1:
            return False
        number, half_step = other.shown.number, other.shown.half_step
        return self.is_value(number, half_step) or (
            self.shown.dimension is None
            and not self.shown.scaled
            and other.shown.scaled
            and any(self.is_value(number / scale, half_step / scale) for scale in LEFT_OUT)
        )


@lru_cache(maxsize=4096)
def with_figures(text: str) -> str:
    """The text with numbers in figures and what only looks like a figure blanked.

    >>> with_figures("Fifty-seven point five million, on the third of May 2027.")
    '57.5 million, on the third of May 2027.'
    """
    spoken = _ORDINAL_WORD.sub("nth", text[:LONGEST_TEXT])
    figures = MINUS.sub("-", in_figures(ONE.sub("one ", spoken)))
    figures = COINS.sub(
        lambda match: f"${match['whole'].replace(',', '')}.{int(match['cents']):02}", figures
    )
    return figures[:LONGEST_TEXT]


@lru_cache(maxsize=4096)
def stated_figures(text: str) -> tuple[StatedFigure, ...]:
    """Every figure of a text that a listener would take down."""
    characters = _without_non_figures(plain(with_figures(text)))
    return tuple(
        _stated_figure(characters, figure)
        for figure in prose.figures_in(characters)
        if not _is_small_count(characters, figure)
    )


@lru_cache(maxsize=4096)
def words_index(text: str) -> Index:
    """The text as a product of one part, so that quantities are found in it as in a document."""
    observed = tuple(
        prose.prose_observations(_without_non_figures(plain(with_figures(text))), "", (), ())
    )
    return Index(Document(id="words", title=""), (ProductPart(None, None, observed),), ())


def is_telling(stated: StatedFigure, digits: int = TELLING_DIGITS) -> bool:
    """Whether the figure has so many digits that another one is hardly the same by chance."""
    return len(re.sub(r"\D", "", stated.text).strip("0")) >= digits


def _rounded_by(text: str, number: float) -> float:
    """Half a step of the digits before the zeros that end a long whole number; 0 where none do.

    Three digits are taken for told at least, of 4,600 as of 1,540.
    """
    match = _WHOLE.search(text)
    digits = match[0].replace(",", "") if match else ""
    telling = digits.rstrip("0")
    zeros = len(digits) - len(telling)
    if not zeros or len(digits) <= TELLING_DIGITS:
        return 0.0
    is_coarse = zeros >= 3 and len(telling) > 1
    rounded = zeros if is_coarse else min(zeros, len(digits) - TELLING_DIGITS)
    return 0.5 * 10.0**rounded * abs(number) / float(digits)


def _without_non_figures(characters: str) -> str:
    return _NO_FIGURE.sub(lambda match: " " * len(match[0]), characters)


def _is_small_count(characters: str, figure: WrittenFigure) -> bool:
    shown = _in_points(characters, figure)
    is_bare = shown.dimension is None and not shown.scaled
    return is_bare and shown.half_step >= 0.5 and abs(shown.number) < SMALLEST_COUNT


def _in_points(characters: str, figure: WrittenFigure) -> ShownNumber:
    """What a figure comes to; people say "1.5 points" of percentages."""
    shown = figure.shown
    if shown.dimension is None and not shown.scaled and _POINTS.match(characters, figure.end):
        return ShownNumber(
            _hundredth(shown.number), _hundredth(shown.half_step), PERCENT, scaled=True
        )
    return shown


def _hundredth(number: float) -> float:
    return float(f"{number / 100:.15g}")


def _stated_figure(characters: str, figure: WrittenFigure) -> StatedFigure:
    start, end = figure.start, figure.end
    before = characters[max(0, start - prose.NEARBY) : start]
    after = characters[end : end + prose.NEARBY]
    return StatedFigure(
        characters[start:end].strip(),
        _in_points(characters, figure),
        start,
        end,
        _within(_CLAUSE_END, before, characters[start:end], after),
        _within(_SENTENCE_END, before, characters[start:end], after),
        not figure.exact or _HEDGE.search(before[-30:]) is not None,
        _last(_SENTENCE_END, before),
        _first(_SENTENCE_END, after),
    )


def _within(ends: re.Pattern[str], before: str, figure: str, after: str) -> str:
    """What stands around a figure up to the nearest ends."""
    return f"{_last(ends, before)}{figure}{_first(ends, after)}"


def _last(ends: re.Pattern[str], before: str) -> str:
    opening = max((match.end() for match in ends.finditer(before)), default=0)
    return before[opening:]


def _first(ends: re.Pattern[str], after: str) -> str:
    closing = ends.search(after)
    return after[: closing.start()] if closing else after
