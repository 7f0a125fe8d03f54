"""Which words of labels are written short, or in two ways?"""

from __future__ import annotations

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
