"""Labels: which words of a row, column or heading matter, and whether they are the ones sought."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.products.numbers import plain
from modylbench.products.units import UnitHint, unit_hint

if TYPE_CHECKING:
    from collections.abc import Sequence

GRAMMAR = frozenset(["the", "a", "an", "of", "for", "in", "at", "on", "to", "and", "by", "our", "as", "with", "is", "are", "s"])
GENERIC = frozenset(
    ["value", "amount", "figure", "result", "projected", "projection", "forecast", "estimated", "estimate"]
)
SYNONYMS = {
    "yr": "year", "y": "year", "mgmt": "management", "amort": "amortisation", "amt": "amount",
    "incl": "including", "excl": "excluding", "dc": "distribution centre", "center": "centre",
    "pct": "%", "percent": "%", "avg": "average", "mult": "multiple",
}  # fmt: skip
NUMBER_WORDS = {word: str(n) for n, word in enumerate(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"])}  # fmt: skip

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"\d[\d,]*(?:\.\d+)?\s?[x×%](?![a-z])|\d[\d,]*(?:\.\d+)?|[^\W\d_]+|%")
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class LabelWords:
    """The words of a label that carry meaning, and the unit it names."""

    words: tuple[str, ...]
    hint: UnitHint


@lru_cache(maxsize=16384)
def label_words(text: str) -> LabelWords:
    """A label's words in one spelling, without grammar, units and footnote marks.

    >>> label_words("Net Revenues (US$ M)").words
    ('net', 'revenue')
    """
    hint, rest = unit_hint(plain(_CAMEL.sub(" ", text)))
    return LabelWords(words(rest), hint)


@lru_cache(maxsize=16384)
def words(text: str) -> tuple[str, ...]:
    """The words of a phrase in one spelling.

    >>> words("FY2026E"), words("Year One"), words("11.0x")
    (('2026',), ('year', '1'), ('11x',))
    """
    found = [_spelt(token) for token in _TOKEN.findall(plain(text))]
    if any(_YEAR.fullmatch(token) for token in found):
        found = [token for token in found if token not in {"fy", "cy", "e", "f", "a", "year"}]
    split = [word for token in found for word in token.split()]
    return tuple(word for word in split if word not in GRAMMAR and word not in GENERIC)


def _spelt(token: str) -> str:
    if token[0].isdigit():
        unit = token[-1] if token[-1] in "x×%" else ""
        digits = token.rstrip("x×% ").replace(",", "")
        return f"{float(digits):.10g}{unit.replace('×', 'x')}" if len(digits) < 30 else token
    if token in SYNONYMS:
        return SYNONYMS[token]
    if token in NUMBER_WORDS:
        return NUMBER_WORDS[token]
    singular = (
        token[:-1] if len(token) > 3 and token.endswith("s") and not token.endswith("ss") else token
    )
    return singular.replace("ization", "isation").replace("ized", "ised").replace("izing", "ising")


class Facets:
    """What a quantity must be called: each facet (the measure, the year, ...) by its aliases."""

    def __init__(self, facets: Sequence[Sequence[str]]) -> None:
        self.count = len(facets)
        pairs = [
            (words(alias), 1 << index) for index, aliases in enumerate(facets) for alias in aliases
        ]
        self.aliases = sorted(
            {pair for pair in pairs if pair[0]}, key=lambda pair: (-len(pair[0]), pair)
        )
        self.all = (1 << self.count) - 1
        self._seen: dict[tuple[str, ...], tuple[int, bool]] = {}

    def named_in(self, label: tuple[str, ...]) -> tuple[int, bool]:
        """The facets a label names, as bits, and whether it names nothing besides."""
        if label not in self._seen:
            self._seen[label] = self._tiled(label)
        return self._seen[label]

    def _tiled(self, label: tuple[str, ...]) -> tuple[int, bool]:
        rest: list[str | None] = list(label)
        named = 0
        for alias, bit in self.aliases:
            if named & bit:
                continue
            start = _position(rest, alias)
            if start is not None:
                rest[start : start + len(alias)] = [None] * len(alias)
                named |= bit
        return named, all(word is None for word in rest)


def _position(rest: Sequence[str | None], alias: tuple[str, ...]) -> int | None:
    for start in range(len(rest) - len(alias) + 1):
        if tuple(rest[start : start + len(alias)]) == alias:
            return start
    return None
