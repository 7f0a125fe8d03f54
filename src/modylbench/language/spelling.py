"""Labels in full words: signs and short forms written out."""

from __future__ import annotations

import re

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
