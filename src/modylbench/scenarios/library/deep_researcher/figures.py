"""Which figures does a sentence state, and what are they figures of?

The unit tells: 402 Wh/kg is an energy density (of a cell or a pack, as the words beside it say),
1,050 cycles a life, $96/kWh a cost. Numbers without such a unit are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DENSITY = "density"
"""An energy density whose level nobody says."""

_NUMBER = r"\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_DASH = "\u2013|\u2014"
_MINUS = "[-\u2212\u2013]"
_FROM = rf"(?:(?<![\w.,-])(?P<first>{_NUMBER})\s*(?:vs\.?|versus|against|to|-|{_DASH}|/)\s*)?"
_NEGATIVE = rf"(?:minus |{_MINUS} ?)?"
_YEAR = re.compile(r"\b(20[2-4]\d)\b")
_PRODUCTION = re.compile(
    r"\bSOP\b|start of (?:series )?production|production start|series production"
    r"|(?:first|earliest) to production",
    re.IGNORECASE,
)
_KINDS: dict[str, re.Pattern[str]] = {
    DENSITY: re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})\s*"
        r"(?:Wh\s?(?:/|per|·)?\s?kg|watt-hours per kilogram)",
        re.IGNORECASE,
    ),
    "cycle_life": re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})[\s-]+(?:(?:full|deep|charge|equivalent|1C)\s+)*cycles?\b"
        rf"|cycle life(?: of| is| at|:)*\s*(?P<bare>{_NUMBER})(?![\d,.]*\s*%)",
        re.IGNORECASE,
    ),
    "pilot_capacity": re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})\s*(?P<scale>MWh|GWh)", re.IGNORECASE
    ),
    "cost": re.compile(
        rf"(?:\$|USD\s?)\s?(?P<last>{_NUMBER})\s*(?:/|per|a)\s*kWh"
        rf"|(?<![\w.,$])(?P<bare>{_NUMBER})\s*(?:\$|USD|US\$|dollars)\s*(?:/|per|a)\s*kWh",
        re.IGNORECASE,
    ),
    "funding": re.compile(
        rf"(?:\$|USD\s?)\s?(?P<last>{_NUMBER})\s*(?P<scale>million|billion|bn|mn|M|B)\b(?!\s*(?:/|per)\s*kWh)",
        re.IGNORECASE,
    ),
    "min_temperature": re.compile(
        rf"(?:(?<![\w.,])(?P<first>{_NEGATIVE}\d+)\s*(?:°\s?C)?\s*(?:to|and|\.\.|{_DASH})\s*)?"
        rf"(?P<last>{_NEGATIVE}\d+)\s*(?:°\s?C|℃|deg(?:rees)?\.?\s?C\b|degrees Celsius)",
        re.IGNORECASE,
    ),
    "trl": re.compile(r"\bTRL[\s:-]{0,2}(?P<last>[1-9])\b(?!\s?%)", re.IGNORECASE),
}
_ANY = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w,.]*\d|\s?%)")
_THOUSANDFOLD = {"gwh", "billion", "bn", "b"}
_CLAUSE = re.compile(
    r"[,;|]|\band\b|\bbut\b|\bwhile\b|\bwhereas\b|\bversus\b|\bvs\b", re.IGNORECASE
)
_LEVEL = re.compile(r"\b(cell|pack)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of one kind; `values` has more than one where any of several years may be meant."""

    metric: str
    values: tuple[float, ...]

    def is_of(self, metric: str) -> bool:
        """True when this may be a figure of that metric."""
        if self.metric == DENSITY:
            return metric in {"cell_density", "pack_density"}
        if self.metric == "trl":
            return metric.startswith("trl_")
        return metric == self.metric

    def states(self, value: float) -> bool:
        """True when it gives this very number."""
        return any(abs(own - value) <= 1e-9 * max(1.0, abs(value)) for own in self.values)

    def agrees_with(self, other: Figure) -> bool:
        """True when both may be the same figure."""
        kinds = self.is_of(other.metric) or other.is_of(self.metric) or self.metric == other.metric
        return kinds and any(self.states(value) for value in other.values)


@lru_cache(maxsize=4096)
def figures_in(sentence: str) -> tuple[Figure, ...]:
    """The figures of a sentence.

    >>> figures_in("402 Wh/kg at cell level; 1,050 cycles, SOP 2028")[:2]
    (Figure(metric='cell_density', values=(402.0,)), Figure(metric='cycle_life', values=(1050.0,)))
    """
    return tuple(_figures(sentence))


def numbers_in(text: str) -> list[float]:
    """All numbers of a text but percentages, whatever they are figures of."""
    return [_number(found) for found in _ANY.findall(text)]


def shown(figure: Figure) -> str:
    """The figure as findings name it."""
    return f"{figure.metric} {'/'.join(f'{value:g}' for value in figure.values)}"


def _figures(sentence: str) -> Iterator[Figure]:
    for metric, pattern in _KINDS.items():
        for found in pattern.finditer(sentence):
            groups = found.groupdict()
            kind = metric
            if metric == DENSITY:
                kind = _level(sentence, found.start("last"))
            scale = 1000.0 if (groups.get("scale") or "").lower() in _THOUSANDFOLD else 1.0
            for group in ("first", "last", "bare"):
                text = groups.get(group)
                if text and not (group == "first" and _YEAR.fullmatch(text)):
                    yield Figure(kind, (_number(text) * scale,))
    years = _YEAR.findall(sentence)
    if years and _PRODUCTION.search(sentence):
        yield Figure("sop_year", tuple(float(year) for year in years))


def _number(text: str) -> float:
    digits = re.sub(r"[^\d.]", "", text)
    return -float(digits) if re.match(rf"minus|{_MINUS}", text) else float(digits)


def _level(sentence: str, place: int) -> str:
    """The level that the words around a density give it: in its clause, else before, else after."""
    start = max((cut.end() for cut in _CLAUSE.finditer(sentence, 0, place)), default=0)
    cut = _CLAUSE.search(sentence, place)
    clause = _levels(sentence[start : cut.start() if cut else len(sentence)])
    before, after = _levels(sentence[:place]), _levels(sentence[place:])
    if len(set(clause)) == 1:
        return f"{clause[0]}_density"
    if before or after:
        return f"{before[-1] if before else after[0]}_density"
    return DENSITY


def _levels(text: str) -> list[str]:
    return [level.lower() for level in _LEVEL.findall(text)]
