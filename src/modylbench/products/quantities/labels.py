"""Labels: which words of a row, column or heading matter, and whether they are the ones sought."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.language.plain import plain, word_set
from modylbench.language.spoken.numbers import UP_TO_TWELVE
from modylbench.products.quantities.physical import UNMISTAKABLE, stated_unit, unit_named
from modylbench.products.quantities.units import (
    IN_HUNDREDTHS,
    RATIOS,
    SCALES,
    UnitHint,
    unit_hint,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Tokens = tuple[str, ...]
    Rest = Sequence[str | None]
    Tiles = tuple[int, Tokens]
    PlaceOf = Callable[[Rest, Tokens], int | None]

_ANSWERS = re.compile(r"\(\s?(?:y/n|n/y|m/f|f/m|yes/no)\s?\)")
_COUNTED = "pallet|plt|unit|case|order|item|customer|user|patient|person|head|employee|visit|day"
_PER = re.compile(rf"\s*/\s*(?=(?:{_COUNTED})s?\b)")
"""A stroke before what is counted; before anything else it may part two names."""
_SPACED_PERCENT = re.compile(
    r"(?<![\w.])(?<!year )(?<!quarter )(?!(?:19|20)\d\d\b)(\d+(?:\.\d+)?) (?:%|per ?cent\b|pct\b)"
)
_PERIOD_AND_PERCENT = re.compile(r"\b((?:[qh]|quarter|year|fy|y)\s?(?:\d|\d{4})|(?:19|20)\d\d) %")
_OF_TOTAL = re.compile(r"(?:%|\bpercent) of (?:the )?(?:grand )?total\b")
_INITIALS = re.compile(r"\b(?:[a-z]\.){2,}")
_NUMBER_OF = re.compile(r"\bno\.(?= )")
_UNTIL = re.compile(r"^to (?=(?:day|week|month|quarter|year)\b)|(?<=month )to$|(?<=year )to$")
SPELT_OUT = {
    "yr": "year", "y": "year", "fy": "year", "qtr": "quarter", "mo": "month", "wk": "week",
    "mgmt": "management", "amort": "amortisation", "sched": "scheduled", "bal": "balance",
    "rev": "revenue", "mfg": "manufacturing", "sr": "senior", "jr": "junior", "mult": "multiple",
    "amt": "amount", "qty": "quantity", "vol": "volume", "num": "number", "tot": "total",
    "incl": "including", "excl": "excluding", "pct": "%", "percent": "%",
    "avg": "average", "min": "minimum", "max": "maximum", "cum": "cumulative", "est": "estimated",
    "wt": "weight", "wtd": "weighted", "prob": "probability", "chg": "change", "\u03b4": "delta",
    "std": "standard", "err": "error", "diff": "difference", "conf": "confidence",
    "adj": "adjusted", "unadj": "unadjusted", "util": "utilisation", "temp": "temperature",
    "conv": "conversion", "opp": "opportunity", "mkt": "market", "plt": "pallet",
    "dc": "distribution centre", "center": "centre", "license": "licence", "versus": "vs",
    "against": "vs",
}  # fmt: skip
_PARTS = re.compile(r"[,()]|\b(?:of|from|for|in)\b")
_DIRECTED = re.compile(
    r"[/<>\u2192&]|\s[-\u2013\u2014]\s|^[a-z]+-[a-z]+$"
    r"|\b(?:to|by|on|at|and|or|as|with|per|vs|versus|v|minus|less|plus|over|against|compared"
    r"|between|than|until|before|after|without|x)\b"
)
_REMARK = re.compile(r"[,;(\[]")
_UNIT = re.compile(r"\(\s*/[^()]*\)")  # what is left of "($/kWh)"
_SAYS_SOMETHING = re.compile(r"[^\W_]")


def percentages_joined(label: str) -> str:
    """A label with each percent sign at its number, so that it is not taken for the label's unit.

    >>> percentages_joined("cycles to 80 per cent"), percentages_joined("q2 %")
    ('cycles to 80%', 'q2 %')
    """
    return _SPACED_PERCENT.sub(r"\1%", label)


def in_full(label: str) -> str:
    """A lower-case label with its signs as words.

    >>> in_full("cost/pallet"), in_full("q2 % of total"), in_full("no. of sites")
    ('cost per pallet', 'q2 share of total', 'number of sites')
    """
    spaced = " ".join(label.split()).replace("per cent", "percent")
    if "/" in spaced:
        spaced = _PER.sub(" per ", _ANSWERS.sub(" ", spaced)).strip()
    if "%" in spaced:
        spaced = _OF_TOTAL.sub("share of total", _PERIOD_AND_PERCENT.sub(r"\1 percent", spaced))
    if "." in spaced:
        spaced = _INITIALS.sub(lambda match: match[0].replace(".", ""), spaced)
        spaced = _NUMBER_OF.sub("number", spaced)
    return _UNTIL.sub("until ", spaced.replace("prior to", "before"))


class PartedWords(tuple[str, ...]):
    """The words of a label whose parts may change places.

    It differs from the same words in a label that leaves no such choice, so that what was found
    for one is never taken for the other. `head` is how many of them stand before the first comma
    or bracket.
    """

    head: int = 0

    @override
    def __eq__(self, other: object) -> bool:
        is_alike = isinstance(other, PartedWords) and self.head == other.head
        return is_alike and tuple.__eq__(self, other)

    @override
    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


def is_parted(label: str) -> bool:
    """True when a comma, brackets or "of" part a label in two, and nothing says which way round.

    >>> is_parted("total cost, landed"), is_parted("revenue ( )"), is_parted("equity to sponsor")
    (True, False, False)
    """
    bare = _UNIT.sub(" ", label)
    parts = [part for part in _PARTS.split(bare) if _SAYS_SOMETHING.search(part)]
    return len(parts) > 1 and not _DIRECTED.search(bare)


@lru_cache(maxsize=16384)
def is_free(alias: str) -> bool:
    """True for a name whose words say the same in any order, of which at most one is a number."""
    lowered = alias.lower()
    is_denied = re.search(r"\b(?:not|no|non)\b", lowered)
    return not (is_denied or _DIRECTED.search(lowered)) and len(re.findall(r"\d+", lowered)) < 2


def found_in_any_order(rest: Sequence[str | None], alias: tuple[str, ...]) -> int | None:
    """Where the words of an alias stand together, whichever comes first."""
    wanted = sorted(alias)
    for start in range(len(rest) - len(alias) + 1):
        there = [word for word in rest[start : start + len(alias)] if word is not None]
        if sorted(there) == wanted:
            return start
    return None


GRAMMAR = word_set("the a an of for in at on to and by our as with is are s")
ADDING_NOTHING = word_set("% amount figure projected projection forecast estimated estimate actual")
ADDING_LITTLE = word_set("total grand overall objective optimal optimised headline")
"""Tokens that are nothing beside a name, and something by themselves."""

AS_PERCENT = word_set("%")
IN_COUNTS = word_set("number count quantity")
"""Tokens inside a name that only say how it is measured: "Qualified % of created"."""

PERIODS = word_set("year quarter q h month week")
RATE_WORDS = word_set("per price rate unit tariff each")
NUMBER_WORDS = {word: str(number) for number, word in enumerate(UP_TO_TWELVE)}
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}

LONGEST_LABEL = 200  # ours: nobody reads more of a row's or column's name

_CAMEL = re.compile(r"(?<=[a-z]{2}[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_TOKEN = re.compile(
    r"\d(?:[\d,]*\d)?(?:\.\d+)?\s?[x%](?![a-z])|\d(?:[\d,]*\d)?(?:\.\d+)?|[^\W\d_]+|%"
)
_MARKS = ",:()=/\u2013\u2014"
_SENTENCE_TOKEN = re.compile(rf"{_TOKEN.pattern}|[{_MARKS}]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CALENDAR_YEAR = re.compile(
    r"\b(?:(?:fy|cy|(?:fiscal|financial|calendar) years?|years?)[\s:-]?\s?'?)?"
    r"((?:19|20)\d\d)[aefp]?\b(?![.,]?\d)"
)
_SHORT_YEAR = re.compile(r"\b(?:fy|cy)\s?'?(\d\d)[aefp]?\b(?![.,]?\d|\s?[%x])")
_KIND_OF_YEAR = re.compile(
    r"\b(?:fiscal|financial|projection|projected|plan|model|forecast) (?=years?\b)"
)
_ORDINAL_YEAR = re.compile(r"\b(first|second|third|fourth|fifth)(?: full)?[ -]year\b")
_ORDINAL_PERIOD = re.compile(
    r"\b(?P<ordinal>first|second|third|fourth|[1-4](?:st|nd|rd|th))[ -](?P<period>quarter|half)\b"
    r"|\b(?P<kind>quarter|half)[ -](?P<number>[1-4])\b"
)
_INTERVAL = re.compile(
    r"\(?\s*\d\d\s?%\s?(?:ci\b|confidence intervals?)\s*\)?|\bci[ _]?(?:9[059])\b|\b9[059][ _]?ci\b"
)
_TIMES = re.compile(r"(?<=\w) [x\u00d7*] (?=\w)")
_HEAD_COUNT = re.compile(r"\(\s?n\s?=\s?[\d,]+\s?\)")
_ENUMERATED = re.compile(
    r"^\s*(?:\(?(?:[a-zA-Z]|[ivx]{2,4})\)\s+(?=\w{2})"
    r"|(?:\(?\d{1,2}\)|\d{1,2}\.|[A-Z]\.)\s+(?=[^\W\d]{2}))"
)
"""The number of a row or section: "3. Revenue", "(b) Capex", "ii) Tax"."""
_FOOTNOTE = re.compile(r"(?<=\w)\s?[(\[]\d[)\]]\s*$")
_SUM = re.compile(
    r"(?<=\w)\s?\(\s?=?\s?(?=[^()+]*[^\W\d_])(?:[^()+]{1,40}\+){1,8}(?=[^()]*[^\W\d_])[^()+]{1,40}\)"
)
"""What a total is added up from: how it is worked out, and no name of its own."""
_ADDED_UP = re.compile(r"\b(?:totals?|sum|overall|combined|together|all|net)\b")
_COMPARED = re.compile(r"([<>\u2264\u2265]=?)\s?(?=\d)|(?<=\d)(\+)(?=\s|$)")
_COMPARISONS = {
    "<": "under", ">": "above", "<=": "upto", "\u2264": "upto", ">=": "least", "\u2265": "least",
    "+": "least",
}  # fmt: skip
_COMPARING = frozenset("<>+\u2264\u2265")
_BRITISH = re.compile(r"(i|aly)z(ation|ed|ing)")
_LEAD_IN = re.compile(r"^\s*(?:less|plus|add|of which|memo)\s*:\s*")


@dataclass(frozen=True, slots=True)
class LabelWords:
    """The words of a label that carry meaning, and the unit it names."""

    words: Tokens
    hint: UnitHint


INITIALS = frozenset({"mm", "m", "k", "b"})
"""A label of nothing else is a name (Mid-Market, men), not a scale: that stands beside a name."""


@lru_cache(maxsize=16384)
def label_words(text: str) -> LabelWords:
    """A label's words in one spelling, without grammar, units and footnote marks.

    >>> label_words("Net Revenues (US$ M)").words
    ('net', 'revenue')
    >>> label_words("Total (price + volume)").words
    ('total',)
    """
    label = _FOOTNOTE.sub("", _ENUMERATED.sub("", text[:LONGEST_LABEL]))
    spaced = _TIMES.sub(" ", label) if " " in label else _CAMEL.sub(" ", label).replace("_", " ")
    folded = _HEAD_COUNT.sub(" ", " ".join(plain(spaced).split()))
    if "+" in folded and _ADDED_UP.search(folded.partition("(")[0]):
        folded = _SUM.sub(" ", folded)
    if folded in INITIALS:
        return LabelWords(words(folded), UnitHint())
    bare = _INTERVAL.sub(" ", _LEAD_IN.sub("", percentages_joined(folded)))
    physical, bare = stated_unit(bare)
    hint, rest = unit_hint(bare) if " " in label else _suffix_hint(bare)
    if physical:
        hint = replace(hint, physical=physical)
    said = words(in_full(rest))
    if len(said) < 2 or not is_parted(rest):
        return LabelWords(said, hint)
    parted = PartedWords(said)
    parted.head = len(words(in_full(_REMARK.split(rest, maxsplit=1)[0])))
    return LabelWords(parted, hint)


def _suffix_hint(spaced: str) -> tuple[UnitHint, str]:
    """The unit that ends a name in code, `_x`, `_frac` or `_usd_m`, and the name without it."""
    parts = spaced.split(" ")
    for length in (4, 3, 2, 1):
        last = parts[-length:] if len(parts) > length else []
        physical = unit_named("/".join(last)) or unit_named(" ".join(last))
        if physical and (length > 1 or physical in UNMISTAKABLE):
            hint, rest = unit_hint(" ".join(parts[:-length]))
            return replace(hint, physical=physical), rest
    hint, rest = unit_hint(spaced)
    head, _, tail = spaced.rpartition(" ")
    if not head or hint:
        return hint, rest
    if tail in RATIOS and tail not in IN_HUNDREDTHS:
        return UnitHint(*RATIOS[tail], sure=tail != "x"), head
    is_scale = tail in SCALES and tail != "b"  # a plan_b is no billion
    return (UnitHint(None, SCALES[tail]), head) if is_scale else (hint, rest)


@lru_cache(maxsize=8192)
def identifier_words(name: str) -> LabelWords:
    """The words of a name in code, where a last part such as `_k` or `_x` is a unit.

    >>> identifier_words("capexYear2_k").words, identifier_words("capexYear2_k").hint.scale
    (('capex', 'year', '2'), 1000.0)
    """
    return label_words(name.strip())


@lru_cache(maxsize=16384)
def words(text: str) -> Tokens:
    """The words of a phrase in one spelling.

    >>> words("FY2026E"), words("Year One"), words("11.0x")
    (('2026',), ('year', '1'), ('11x',))
    """
    said: list[str] = []
    for word in _spelt_words(text, _TOKEN):
        if word in {"%", "x"} and said and _NUMBER.fullmatch(said[-1]) and not _names_period(said):
            said[-1] += word
        elif word not in GRAMMAR:
            while said and said[-1] == "year" and _YEAR.fullmatch(word):
                said.pop()
            said.append(word)
    return tuple(said)


def _names_period(said: list[str]) -> bool:
    """True behind "Q2" or "2027", which is no number to take a percent sign."""
    return bool(_YEAR.fullmatch(said[-1])) or bool(said[:-1] and said[-2] in PERIODS)


@lru_cache(maxsize=16384)
def sentence_words(text: str) -> Tokens:
    """The words of running text in one spelling, with the small words and marks that bind them.

    >>> sentence_words("Revenue, in Year 1, is")
    ('revenue', ',', 'in', 'year', '1', ',', 'is')
    """
    return _spelt_words(text, _SENTENCE_TOKEN)


def _spelt_words(text: str, tokens: re.Pattern[str]) -> Tokens:
    characters = " ".join(plain(text).split()).replace("mm hg", "mmhg")
    if not _COMPARING.isdisjoint(characters):
        characters = _COMPARED.sub(
            lambda match: f" {_COMPARISONS.get(match[1] or match[2], '')} ", characters
        )
    if "year" in characters or any(character.isdigit() for character in characters):
        characters = _CALENDAR_YEAR.sub(r" \1 ", characters)
        characters = _SHORT_YEAR.sub(r" 20\1 ", characters)
        characters = _KIND_OF_YEAR.sub("", characters)
        characters = _ORDINAL_YEAR.sub(lambda match: f"year {ORDINALS[match[1]]}", characters)
    if "quarter" in characters or "half" in characters:
        characters = _ORDINAL_PERIOD.sub(_period_in_short, characters)
    found: list[str] = []
    for token in tokens.findall(characters):
        number, space, sign = token.partition(" ")
        parts = (number, sign) if space and _is_behind_period(found) else (token,)
        found += (word for part in parts for word in _spelling(part).split())
    return tuple(found)


def _is_behind_period(found: list[str]) -> bool:
    """True where a number that follows is that of a period: the sign of "year 1 %" is not its."""
    for word in reversed(found):
        if word not in GRAMMAR and word not in _MARKS:
            return word in PERIODS
    return False


def _period_in_short(match: re.Match[str]) -> str:
    """The quarter or half as Q2 or H1."""
    ordinal, period, number = match.group("ordinal", "period", "number")
    place = ORDINALS.get(ordinal, ordinal[:1]) if ordinal else number
    return f"{'q' if (period or match['kind']) == 'quarter' else 'h'}{place}"


@lru_cache(maxsize=16384)
def _spelling(token: str) -> str:
    if token[0].isdecimal():
        unit = token[-1] if token[-1] in "x%" else ""
        digits = token.rstrip("x% ").replace(",", "")
        return f"{float(digits):.10g}{unit}" if len(digits) < 30 else token
    if token in NUMBER_WORDS:
        return NUMBER_WORDS[token]
    singular = token if token in SPELT_OUT else _singular(token)
    return SPELT_OUT.get(singular) or _BRITISH.sub(r"\1s\2", singular)


def _singular(token: str) -> str:
    if token.endswith("s") and token[:-1] in SPELT_OUT:
        return token[:-1]
    if len(token) > 4 and token.endswith("ies"):
        return f"{token[:-3]}y"
    return token[:-1] if len(token) > 3 and token.endswith("s") and token[-2] != "s" else token


def period_places(label: Tokens) -> list[int]:
    """Where a label names a year, quarter or other period.

    >>> period_places(("revenue", "year", "1", "2027"))
    [1, 3]
    """
    return [
        place
        for place, word in enumerate(label)
        if _YEAR.fullmatch(word)
        or (
            word in PERIODS
            and place + 1 < len(label)
            and label[place + 1].isdigit()
            and len(label[place + 1]) < 3
        )
    ]


class Facets:
    """What a quantity must be called: each facet (the measure, the year, ...) by its aliases."""

    def __init__(self, facets: Sequence[Sequence[str]], *, are_counts: bool = False) -> None:
        self.count = len(facets)
        pairs = [
            (tuple(label_words(alias).words), 1 << index)
            for index, aliases in enumerate(facets)
            for alias in aliases
        ]
        self.free = frozenset(
            tuple(label_words(alias).words)
            for aliases in facets
            for alias in aliases
            if is_free(alias)
        )
        self.units: dict[int, frozenset[str]] = {}
        for index, aliases in enumerate(facets):
            named = {label_words(alias).hint.physical for alias in aliases} - {""}
            if named:
                self.units[1 << index] = frozenset(named)
        self.aliases = sorted(
            {pair for pair in pairs if pair[0]}, key=lambda pair: (-len(pair[0]), pair)
        )
        self._starting: dict[str, list[int]] = {}
        for place, (alias, _) in enumerate(self.aliases):
            self._starting.setdefault(alias[0], []).append(place)
        self.all = (1 << self.count) - 1
        self.vocabulary = frozenset(word for alias, _ in self.aliases for word in alias)
        self.idle = AS_PERCENT | IN_COUNTS if are_counts else AS_PERCENT
        self.measure_words = frozenset(
            word for alias, bit in self.aliases if bit == 1 for word in alias
        )
        self.periods = 0
        for alias, bit in self.aliases:
            self.periods |= bit if period_places(alias) else 0
        self.seeks_rate = not RATE_WORDS.isdisjoint(self.vocabulary)
        self._seen: dict[Tokens, tuple[int, bool]] = {}
        self._left_over: dict[Tokens, Tokens] = {}

    def named_in(self, label: Tokens) -> tuple[int, bool]:
        """The facets a label names, as bits, and whether it names nothing besides."""
        seen = self._seen.get(label)
        if seen is None:
            seen = self._seen[label] = self._read_tiles(label)
        return seen

    def _read_tiles(self, label: Tokens) -> tuple[int, bool]:
        """The label as it stands; if that names more than is sought, read more freely."""
        named, left_over = self._tiles(label, self._place_of)
        content = type(label)(word for word in label if word not in self.idle)
        if left_over and len(content) < len(label):
            named, left_over = self._better_tiles((named, left_over), content, self._place_of)
        if left_over and isinstance(label, PartedWords) and self.vocabulary.issuperset(left_over):
            named, left_over = self._better_tiles(
                (named, left_over), content, self._place_in_any_order
            )
        self._left_over[label] = left_over
        return named, not left_over

    def _better_tiles(self, known: Tiles, label: Tokens, place_of: PlaceOf) -> Tiles:
        freely = self._tiles(label, place_of)
        return known if freely[1] or not freely[0] else freely

    def _tiles(self, label: Tokens, place_of: PlaceOf) -> Tiles:
        """The facets that a label's words name from the longest alias on, and the words left."""
        rest: list[str | None] = list(label)
        named = 0
        said = self.vocabulary.intersection(label)
        possible = [place for word in said for place in self._starting.get(word, ())]
        for place in sorted(possible):
            alias, bit = self.aliases[place]
            start = place_of(rest, alias) if said.issuperset(alias) else None
            if start is not None:
                rest[start : start + len(alias)] = [None] * len(alias)
                named |= bit
        idle = ADDING_NOTHING | ADDING_LITTLE if named else ADDING_NOTHING
        return named, tuple(word for word in rest if word is not None and word not in idle)

    @staticmethod
    def _place_of(rest: Rest, alias: Tokens) -> int | None:
        for start in range(len(rest) - len(alias) + 1):
            if tuple(rest[start : start + len(alias)]) == alias:
                return start
        return None

    def _place_in_any_order(self, rest: Rest, alias: Tokens) -> int | None:
        start = self._place_of(rest, alias)
        if start is None and alias in self.free:
            return found_in_any_order(rest, alias)
        return start

    def left_over(self, label: Tokens) -> Tokens:
        """The words of a label that are part of no name sought."""
        self.named_in(label)
        return self._left_over[label]

    def other_period_in(self, label: Tokens) -> bool:
        """True when a label names a period besides the one sought, or in its place."""
        return bool(self.periods and period_places(self.left_over(label)))
