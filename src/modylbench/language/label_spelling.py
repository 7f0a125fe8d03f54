"""How labels are written: signs and short forms in full, and words in another order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Sequence

_ANSWERS = re.compile(r"\(\s?(?:y/n|n/y|m/f|f/m|yes/no)\s?\)")
_COUNTED = "pallet|plt|unit|case|order|item|customer|user|patient|person|head|employee|visit|day"
_PER = re.compile(rf"\s*/\s*(?=(?:{_COUNTED})s?\b)")
"""A stroke before what is counted; before anything else it may part two names."""
_SPACED_PERCENT = re.compile(
    r"(?<![\w.])(?<!year )(?<!quarter )(?!(?:19|20)\d\d\b)(\d+(?:\.\d+)?) %"
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
_UNIT = re.compile(r"\(\s*/[^()]*\)")  # what is left of "($/kWh)"
_SAYS_SOMETHING = re.compile(r"[^\W_]")


def percentages_joined(label: str) -> str:
    """A label with each percent sign at its number, so that it is not taken for the label's unit.

    >>> percentages_joined("cycles to 80 %"), percentages_joined("q2 %")
    ('cycles to 80%', 'q2 %')
    """
    return _SPACED_PERCENT.sub(r"\1%", label)


def in_full(label: str) -> str:
    """A lower-case label with its signs as words.

    >>> in_full("cost/pallet"), in_full("q2 % of total"), in_full("no. of sites")
    ('cost per pallet', 'q2 share of total', 'number of sites')
    """
    spaced = " ".join(label.split())
    if "/" in spaced:
        spaced = _PER.sub(" per ", _ANSWERS.sub(" ", spaced)).strip()
    if "%" in spaced:
        spaced = _OF_TOTAL.sub("share of total", _PERIOD_AND_PERCENT.sub(r"\1 percent", spaced))
    if "." in spaced:
        spaced = _INITIALS.sub(lambda found: found[0].replace(".", ""), spaced)
        spaced = _NUMBER_OF.sub("number", spaced)
    return _UNTIL.sub("until ", spaced.replace("prior to", "before"))


class PartedWords(tuple[str, ...]):
    """The words of a label whose parts may change places.

    It differs from the same words in a label that leaves no such choice, so that what was found
    for one is never taken for the other.
    """

    __slots__ = ()

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, PartedWords) and tuple.__eq__(self, other)

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


def is_free(alias: str) -> bool:
    """True for a name whose words say the same in any order, of which at most one is a number."""
    lowered = alias.lower()
    return not _DIRECTED.search(lowered) and len(re.findall(r"\d+", lowered)) < 2


def found_in_any_order(rest: Sequence[str | None], alias: tuple[str, ...]) -> int | None:
    """Where the words of an alias stand together, whichever comes first."""
    wanted = sorted(alias)
    for start in range(len(rest) - len(alias) + 1):
        there = [word for word in rest[start : start + len(alias)] if word is not None]
        if sorted(there) == wanted:
            return start
    return None
