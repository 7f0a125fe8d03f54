"""Numbers as people write them: $57.5M, 57,500,000, (12.3), 30 %, 4.5x, 350 bps."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.products.units import (
    COUNT,
    CURRENCIES,
    MONEY,
    MULTIPLE,
    PERCENT,
    UnitHint,
    scale_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.units import Unit

LARGEST_BARE_RATIO = 1.5  # ours: a bare 30 for a percentage means 30 %, a bare 0.3 means 30 % too
FINE_ENOUGH = (
    0.005  # ours: a figure rounded by more than 0.5 % of itself is too coarse to prove equality
)

_DIGITS = (
    r"\d{1,3}(?:[,'\u00a0\u202f\u2009]\d{3})+(?:\.\d+)?(?!\d)"
    r"|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?(?!\d)"
    r"|\d{1,3}\.\d{3},\d{1,2}(?!\d)"
    r"|\d+,\d{1,2}(?![\d,])"
    r"|\d+(?:\.\d+)?|\.\d+"
)
_CURRENCY = r"us\$|s\$|usd|eur|gbp|jpy|sgd|chf|\$|€|£|¥"
_SUFFIX = (
    r"percentage points?|percent|pct|%|basis points|bps|bp|thousand|million|billion|trillion"
    r"|mn|mm|bn|tn|k|m|b|x|×|times"
)
_NUMBER = re.compile(
    rf"(?P<open>\()?\s?(?P<sign>[-+])?\s?(?P<currency>(?<![a-z]){_CURRENCY})?\s?(?P<inner>[-(])?\s?"
    rf"(?<![\w.])(?P<digits>{_DIGITS})(?P<exponent>e[+-]?\d{{1,3}}(?!\w))?"
    rf"(?:\s?(?P<suffix>{_SUFFIX})(?![a-z0-9]))?(?:\s?(?P<after>usd|eur|gbp|dollars|euros)\b)?"
    rf"(?P<close>\s?\))?(?P<trailing>-(?=\s|$))?"
)
_SUPERSCRIPTS = re.compile(r"[\u00b9\u00b2\u00b3\u2070-\u209c†‡§]+")
_FOOTNOTE = re.compile(
    r"\[\^?\w{1,3}\]|(?<=[\d%xmkb])\s*\((?:\d|[a-z]|i{1,3})\)\s*$|\*+|`|(?<![a-z0-9])_+|_+(?![a-z0-9])"
)
_AROUND = re.compile(
    r"^(?:about|approx(?:imately|\.)?|around|circa|ca?\.|roughly|some|~|≈|=|\s)*$", re.IGNORECASE
)
_BEHIND = re.compile(
    r"^(?:\s|e|a|f|p\.?a\.?|per (?:year|annum|annual|pallet|unit|month|week|day)|/\s?\w+"
    r"|pallets?|units?|days?|years?|months?|weeks?|usd|dollars|loads?|trucks?|\.)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A number as shown: before its unit is settled by the labels around it.

    `number` includes a scale written beside it (57.5M is 57,500,000 with `scaled` true);
    `half_step` is half a unit of the last digit shown, in the same terms.
    """

    number: float
    half_step: float
    dimension: str | None = None
    scaled: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in base units (dollars, a fraction of one, turns) and how finely it was shown."""

    number: float
    half_step: float

    def equals_at_shown_precision(self, expected: float) -> bool:
        """True when `expected`, rounded as this was, is this, and the rounding was not too coarse."""
        if self.half_step > FINE_ENOUGH * abs(expected) and self.number != expected:
            return False
        return abs(self.number - expected) <= self.half_step * (1 + 1e-9)

    def agrees_with(self, other: Measure) -> bool:
        """True when one is the other, shown more or less finely."""
        step = max(self.half_step, other.half_step)
        return abs(self.number - other.number) <= step * (1 + 1e-9) + 1e-9 * abs(self.number)


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """The text in plain lower-case characters with footnote marks blanked, position for position."""
    marks = _SUPERSCRIPTS.sub(_blank, text)
    characters = "".join(_plain_character(character) for character in marks)
    return _FOOTNOTE.sub(_blank, characters)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _plain_character(character: str) -> str:
    if character.isascii():
        return character.lower()
    if character in "\u2212\u2012":
        return "-"
    if character in "\u00a0\u2009\u202f":
        return "\u202f"
    normal = unicodedata.normalize("NFKC", character).lower()
    return normal if len(normal) == 1 else character


@lru_cache(maxsize=16384)
def number_shown(text: str) -> Shown | None:
    """The number that a whole cell shows, or None when it shows something else.

    >>> number_shown("($12.3M)")
    Shown(number=-12300000.0, half_step=50000.0, dimension='money:usd', scaled=True)
    """
    if len(text) > 60 or not any(character.isdigit() for character in text):
        return None
    characters = re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u202f", plain(text)).strip()
    characters = "-" + characters[1:] if characters.startswith("–") else characters
    found = _NUMBER.search(characters)
    if found is None:
        return None
    before, behind = characters[: found.start()], characters[found.end() :]
    if not _AROUND.match(before) or not _BEHIND.match(behind):
        return None
    return _shown(found)


def numbers_within(text: str) -> Iterable[tuple[int, int, Shown]]:
    """Every number in running text (made `plain` before), with where it stands."""
    for found in _NUMBER.finditer(text):
        start = found.start() + len(found[0]) - len(found[0].lstrip(" "))
        yield start, found.end(), _shown(found)


def _shown(found: re.Match[str]) -> Shown:
    digits = found["digits"]
    decimal_comma = re.fullmatch(
        r"\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}", digits
    )
    figures = (
        digits.replace(".", "").replace(",", ".")
        if decimal_comma
        else re.sub(r"[^\d.]", "", digits)
    )
    exponent = int(found["exponent"][1:]) if found["exponent"] else 0
    number = float(f"{figures}e{exponent}")
    decimals = len(figures.partition(".")[2]) - exponent
    brackets = (found["open"] or found["inner"] == "(") and found["close"]
    if found["sign"] == "-" or found["inner"] == "-" or brackets or found["trailing"]:
        number = -number
    dimension, scale, scaled = _meaning(found["suffix"], found["currency"] or found["after"])
    return Shown(number * scale, 0.5 * 10.0**-decimals * scale, dimension, scaled)


def _meaning(suffix: str | None, currency: str | None) -> tuple[str | None, float, bool]:
    money = MONEY + CURRENCIES.get(currency.rstrip("s"), currency) if currency else None
    match suffix:
        case None:
            return money, 1.0, False
        case "%" | "percent" | "pct" | "percentage point" | "percentage points":
            return PERCENT, 0.01, True
        case "bps" | "bp" | "basis points":
            return PERCENT, 0.0001, True
        case "x" | "×" | "times":
            return MULTIPLE, 1.0, True
        case _:
            return money, scale_of(suffix), True


def shown_value(number: float) -> Shown:
    """A bare JSON number, as finely as it is written."""
    digits = repr(float(number))
    mantissa, _, exponent = digits.partition("e")
    decimals = len(mantissa.partition(".")[2].rstrip("0")) - int(exponent or 0)
    return Shown(float(number), 0.5 * 10.0**-decimals)


def measured(
    shown: Shown, strong: tuple[UnitHint, ...], weak: tuple[UnitHint, ...], unit: Unit
) -> Measure | None:
    """The number in base units of `unit`, or None when the labels say it is something else.

    Strong hints (the cell, its row, its column) decide; weak ones (notes, titles) help where they
    fit. A bare number is read in the unit the meeting speaks in.
    """
    if shown.dimension is not None and shown.dimension != unit.dimension:
        return None
    if shown.scaled:
        return Measure(shown.number, shown.half_step) if _scale_fits(shown, unit) else None
    scale: float | None = None
    for hint in strong:
        if hint.dimension not in {None, unit.dimension} and shown.dimension is None:
            return None
        scale = scale if scale is not None else hint.scale
    if scale is None:
        fitting = (hint for hint in weak if hint.dimension in {None, unit.dimension})
        scale = next((hint.scale for hint in fitting if hint.scale is not None), None)
        if scale is not None and unit.dimension in {MULTIPLE, COUNT, PERCENT}:
            scale = None  # "US$ in millions" on a sheet says nothing of its ratios and counts
    if scale is None:
        scale = _bare_scale(shown.number, unit)
    return Measure(shown.number * scale, shown.half_step * scale)


def _scale_fits(shown: Shown, unit: Unit) -> bool:
    if shown.dimension is not None:
        return True
    return unit.dimension.startswith(MONEY) or unit.dimension == COUNT


def _bare_scale(number: float, unit: Unit) -> float:
    if unit.dimension == PERCENT:
        return 0.01 if abs(number) > LARGEST_BARE_RATIO else 1.0
    if unit.scale > 1 and abs(number) < unit.scale / 1000:
        return unit.scale
    return 1.0
