"""Numbers as people write them: $57.5M, 57,500,000, (12.3), 30 %, 4.5x, 350 bps."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.language.plain import THIN_SPACE, word_set
from modylbench.language.plain import plain as plain  # scenarios read both from here
from modylbench.products.quantities.closeness import Measure
from modylbench.products.quantities.physical import unit_named
from modylbench.products.quantities.units import COUNT, CURRENCY, MULTIPLE, PERCENT, money, scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_CELL = 60
MOST_DIGITS = 30  # ours: longer runs of digits are no numbers, and would not fit a float

_DIGITS = re.compile(
    r"(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"
    r"|[1-9]\d{0,2}(?:['\u202f_]\d{3})+(?:[.,]\d+)?"
    r"|[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d+)?"
    r"|[1-9]\d{0,2}\.\d{3},\d+"
    r"|\d+,\d{1,2}(?!,)|0,\d+"
    r"|\d+(?:\.\d+)?|\.\d+)(?!\d)"
)
_DECIMAL_COMMA = re.compile(
    r"\d+,\d{1,2}|0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?:['\u202f_]\d{3})+,\d+"
)
_THREE_DECIMALS = re.compile(r"\d{1,2},\d{3}")  # nothing changes by thousands of points
_SEPARATORS = re.compile(r"[,'\u202f_]")
_PREFIX = re.compile(
    rf"(?P<open>\()?\s?(?P<sign>[-+\u2013\u2014]\s?)?(?P<currency>(?<![a-z]){CURRENCY})?\s?(?P<inner>[-(])?$"
)
_SCALE = (
    r"thousand|million|billion|trillion|mn|mln|mm(?!\s?hg)|bn|tn|mio\.?|mrd\.?|tsd\.?|thsd\.?|k|m|b"
)
_SUFFIX = re.compile(
    r"(?P<exponent>e[+-]?\d{1,2}(?!\w))?(?P<closed>\s?\))?"
    r"(?:[\s-]?(?P<ratio>percentage points?|%[\s-]?(?:points?|pts)|per ?cent|pct|%|pps?|ppts?|pts"
    r"|basis points?|bps|bp"
    r"|x|times|turns?)(?![a-z0-9]|\s\d)"
    rf"|\s?\$?(?P<scale>(?:{_SCALE})(?![a-z0-9])|(?:k|t|m|mn|bn)(?=(?:{CURRENCY})(?![a-z])))"
    r"|-(?P<word>thousand|million|billion)\b)?"
    rf"(?:\s?(?P<after>{CURRENCY}|dollars|euros)(?![a-z]|\s?\d))?"
    r"(?P<close>\s?\))?(?P<trailing>-(?=\s*$))?"
)
_BOUND = re.compile(r"[<>≤≥±]=?\s*$")
_AROUND = re.compile(
    r"(?:about|approx(?:imately|\.)?|around|circa|ca?\.|roughly|some|total|~|≈|=|:|#|no\.(?=\s?\d)|\s)*"
)
_BRACKETS = re.compile(r"\([^()]*\)|[▲▼↑↓△▽].*$")
_A_YEAR = re.compile(
    r"(?:/|\bper\b|\ba\b)\s*(?:year|yr|annum|annual)\b(?!\s*\d)|\bp\.?a\.?(?=\W|$)|\bannually\b"
)
_PER = re.compile(r"^\s*(?:/|per\b|a\b|an\b|each\b)\s*[a-z]+")
_NOUNS = re.compile(r"\s*(?:of\s)?(?:°?[a-z][a-z./&-]*\s*){0,4}")
_MERE_ADDITIONS = word_set(
    "e a f p est total approx net ltm ebitda usd dollars of revenue sales capacity"
)
_NOT_THE_NUMBER = word_set(
    "to and or than above below over under vs versus more less higher lower from up down before "
    "after excluding ex if without downside upside stress target targeted budget budgeted prior "
    "previous hurdle minimum maximum min max cap floor better worse points pts pp"
)


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number as shown: before its unit is settled by the labels around it.

    `number` includes a scale written beside it (57.5M is 57,500,000 with `scaled` true);
    `half_step` is half a unit of the last digit shown, in the same terms. `rate` is true for so
    much per pallet, which is not so much; `physical` names a unit such as mmHg behind it.
    """

    number: float
    half_step: float
    dimension: str | None = None
    scaled: bool = False
    rate: bool = False
    physical: str = ""

    @property
    def measure(self) -> Measure:
        """The number as it stands, taken for one in base units."""
        return Measure(self.number, self.half_step)


UNREADABLE = ShownNumber(math.nan, 0.0)
"""What stands where a number should be shown: it agrees with no number."""


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A number in a running text and where it stands; not `exact` where it is a bound."""

    start: int
    end: int
    shown: ShownNumber
    exact: bool = True


@lru_cache(maxsize=16384)
def number_shown(text: str) -> ShownNumber | None:
    """The number that a whole cell shows, or None when it shows something else.

    >>> shown = number_shown("($12.3M)")
    >>> shown.number, shown.half_step, shown.dimension
    (-12300000.0, 50000.0, 'money:usd')
    """
    if len(text) > LONGEST_CELL or not any(character.isdigit() for character in text):
        return None
    characters = plain(text).strip()
    if " " in characters:
        characters = re.sub(r"(?<=\d) (?=\d{3}(?!\d))", THIN_SPACE, characters)
    found = _figure(characters, 0)
    if found is None:
        return None
    figure, signed = found
    if not _AROUND.fullmatch(characters[: figure.start]):
        return None
    return _with_what_follows(signed, characters[figure.end :])


def _with_what_follows(shown: ShownNumber, behind: str) -> ShownNumber | None:
    """The number with the noun behind it taken into account; None where that makes it another."""
    if not behind:
        return shown
    if physical := unit_named(behind):
        return replace(shown, dimension=shown.dimension or COUNT, physical=physical)
    remarks = [match[0] for match in _BRACKETS.finditer(behind) if not _DIGITS.search(match[0])]
    bare = _A_YEAR.sub(" ", _BRACKETS.sub(" ", behind)).strip(" .,;")
    said = re.findall(r"[a-z]+", " ".join([bare, *remarks]))
    is_rate = _PER.match(bare) is not None
    if not _NOT_THE_NUMBER.isdisjoint(said) or not (is_rate or _NOUNS.fullmatch(bare)):
        return None
    if is_rate:
        return ShownNumber(shown.number, shown.half_step, shown.dimension, shown.scaled, rate=True)
    counted = shown.dimension is None and not _MERE_ADDITIONS.issuperset(bare.split())
    return ShownNumber(
        shown.number, shown.half_step, COUNT if counted else shown.dimension, shown.scaled
    )


def numbers_within(text: str) -> Iterator[tuple[int, int, ShownNumber]]:
    """Every number in running text (made `plain` before), with where it stands."""
    return ((figure.start, figure.end, figure.shown) for figure in figures_within(text))


def figures_within(text: str) -> Iterator[WrittenFigure]:
    """Every number in running text (made `plain` before), and whether it is exact."""
    place = 0
    while (found := _figure(text, place)) is not None:
        figure, signed = found
        place = figure.end
        in_brackets = text[figure.start] == "(" and signed.number < 0
        if in_brackets and not re.search(
            r"(?:\b(?:is|are|was|were|of|at|to)|[:=])\s*$", text[: figure.start]
        ):
            yield WrittenFigure(figure.start, figure.end, figure.shown, figure.exact)
        else:
            yield WrittenFigure(figure.start, figure.end, signed, figure.exact)


def _figure(text: str, place: int) -> tuple[WrittenFigure, ShownNumber] | None:
    """The first number from `place`, as it stands and with the sign that brackets give it."""
    for digits in _DIGITS.finditer(text, place):
        if len(digits[0]) > MOST_DIGITS:
            continue
        prefix = _PREFIX.search(text, max(place, digits.start() - 12), digits.start())
        start = prefix.start() if prefix else digits.start()
        while start < digits.start() and text[start] == " ":
            start += 1
        if prefix is None or not _stands_free(text, start, digits.start(), prefix):
            continue
        suffix = _SUFFIX.match(text, digits.end())
        if suffix is None:
            continue
        return _read(text, start, digits, prefix, suffix)
    return None


def _stands_free(text: str, start: int, digits: int, prefix: re.Match[str]) -> bool:
    """False for the digits of a word such as Q3 or Covid-19."""
    if prefix["currency"]:
        return True
    before = text[digits - 1] if digits else " "
    if before == "-" and digits > 1 and text[digits - 2].isalpha():
        return False
    return not (before.isalnum() or before in "_.") or (start < digits and not before.isalnum())


def _read(
    text: str, start: int, digits: re.Match[str], prefix: re.Match[str], suffix: re.Match[str]
) -> tuple[WrittenFigure, ShownNumber]:
    opened = bool(prefix["open"]) or prefix["inner"] == "("
    closed = bool(suffix["closed"] or suffix["close"])
    if prefix["open"] and not closed:
        start = text.index("(", start) + 1
    end = suffix.end()
    if closed and not opened:
        end = suffix.start("closed") if suffix["closed"] else suffix.start("close")
    dashed = _is_minus(text, prefix)
    is_plus = prefix["sign"] == "+"
    if prefix["sign"] and not is_plus and not dashed:
        start = prefix.end("sign")
    minus = dashed or prefix["inner"] == "-" or bool(suffix["trailing"])
    shown = _shown_number(
        digits[0], prefix, suffix if end == suffix.end() else _SUFFIX.match(text, digits.end(), end)
    )
    shown = _negative(shown) if minus else shown
    bounded = start > 0 and _BOUND.search(text, max(0, start - 3), start) is not None
    in_brackets = opened and closed and not minus
    return WrittenFigure(start, end, shown, not bounded), _negative(shown) if in_brackets else shown


def _is_minus(text: str, prefix: re.Match[str]) -> bool:
    """True for a dash that touches the number and nothing before it."""
    if not prefix["sign"] or prefix["sign"][0] == "+":
        return False
    place = prefix.start("sign")
    before = text[place - 1] if place else " "
    touches = not prefix["sign"].endswith(" ") or not text[:place].strip()
    return touches and not (before.isalnum() or before in "%)")


def _negative(shown: ShownNumber) -> ShownNumber:
    return replace(shown, number=-shown.number)


def _shown_number(digits: str, prefix: re.Match[str], suffix: re.Match[str] | None) -> ShownNumber:
    figures = digits
    ratio = (suffix["ratio"] or "") if suffix else ""
    in_points = ratio.endswith(("points", "pp", "pts")) and not ratio.startswith("b")
    if _DECIMAL_COMMA.fullmatch(digits) or (in_points and _THREE_DECIMALS.fullmatch(digits)):
        figures = digits.replace(".", "").replace(",", ".")
    figures = _SEPARATORS.sub("", figures)
    exponent, ratio, scale, word, after = (
        suffix.group("exponent", "ratio", "scale", "word", "after") if suffix else (None,) * 5
    )
    dimension, power, scaled = _meaning(ratio, scale or word, prefix["currency"] or after)
    power += int(exponent[1:]) if exponent else 0
    decimals = len(figures.partition(".")[2]) - power
    return ShownNumber(float(f"{figures}e{power}"), float(f"5e{-decimals - 1}"), dimension, scaled)


def _meaning(
    ratio: str | None, scale: str | None, currency: str | None
) -> tuple[str | None, int, bool]:
    """The dimension, the power of ten, and whether a scale was written."""
    amount = money(currency) if currency else None
    if ratio is None:
        return (amount, len(f"{scale_of(scale):.0f}") - 1, True) if scale else (amount, 0, False)
    if ratio in {"x", "times", "turn", "turns"}:
        return MULTIPLE, 0, True
    return PERCENT, -4 if ratio.startswith(("b",)) else -2, True


@lru_cache(maxsize=16384)
def shown_value(number: float) -> ShownNumber:
    """A bare JSON number, as finely as it is written."""
    mantissa, _, exponent = repr(float(number)).partition("e")
    decimals = len(mantissa.partition(".")[2].rstrip("0")) - int(exponent or 0)
    return ShownNumber(float(number), float(f"5e{-decimals - 1}"))
