"""Units: what "$M", "in thousands", "%", "x" and "bps" say about a number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

PERCENT = "percent"
MULTIPLE = "multiple"
COUNT = "count"
MONEY = "money:"

SCALES = {
    "thousand": 1e3, "k": 1e3, "000": 1e3, "million": 1e6, "mn": 1e6, "mm": 1e6, "m": 1e6,
    "billion": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12, "tn": 1e12,
}  # fmt: skip
CURRENCIES = {
    "us$": "usd", "usd": "usd", "$": "usd", "dollar": "usd", "€": "eur", "eur": "eur", "euro": "eur",
    "£": "gbp", "gbp": "gbp", "¥": "jpy", "jpy": "jpy", "s$": "sgd", "sgd": "sgd", "chf": "chf",
}  # fmt: skip
RATIOS = {"%": (PERCENT, 0.01), "percent": (PERCENT, 0.01), "pct": (PERCENT, 0.01), "percentage": (PERCENT, 0.01),
          "bps": (PERCENT, 0.0001), "bp": (PERCENT, 0.0001), "fraction": (PERCENT, 1.0),
          "x": (MULTIPLE, 1.0), "×": (MULTIPLE, 1.0), "times": (MULTIPLE, 1.0), "multiple": (MULTIPLE, 1.0),
          "count": (COUNT, 1.0)}  # fmt: skip

_CURRENCY = r"us\$|s\$|usd|eur|gbp|jpy|sgd|chf|\$|€|£|¥|dollars?|euros?"
_SCALE = r"thousands?|millions?|billions?|trillions?|mn|mm|bn|tn|'?000'?s?|k|m|b"
_HINT = re.compile(
    rf"(?:(?P<in>\ball\s+figures\s+in|\bin|\bfigures\s+in|\bamounts\s+in)\s+)?"
    rf"(?:(?P<currency>(?<![a-z]){_CURRENCY})(?:\s*(?:in\s+)?(?P<scale>(?:{_SCALE}))(?![a-z0-9]))?(?![a-z])"
    rf"|(?<![\w])(?P<bare>thousands?|millions?|billions?|mn|bn|mm|'?000'?s?)(?![a-z0-9])"
    rf"(?:\s*(?:of\s+)?(?P<after>{_CURRENCY})(?![a-z]))?"
    rf"|(?<![\w.])(?P<ratio>%|\bpercent(?:age)?\b|\bpct\b|\bbps\b|\bbasis points\b|×|\bx\b))"
)


@dataclass(frozen=True, slots=True)
class UnitHint:
    """What a label or note says of the numbers under it; None where it says nothing."""

    dimension: str | None = None
    scale: float | None = None

    def __bool__(self) -> bool:
        return self.dimension is not None or self.scale is not None


NOTHING = UnitHint()


@lru_cache(maxsize=8192)
def unit_hint(text: str) -> tuple[UnitHint, str]:
    """The unit that a text names, and the text without it.

    >>> unit_hint("Revenue (US$ in millions)")
    (UnitHint(dimension='money:usd', scale=1000000.0), 'Revenue ( )')
    """
    lowered = text.lower()
    if lowered.strip() in SCALES:
        return UnitHint(None, SCALES[lowered.strip()]), ""
    found = _HINT.search(lowered)
    if found is None:
        return NOTHING, text
    rest = (
        f"{text[: found.start()]} {text[found.end() :]}" if len(lowered) == len(text) else lowered
    )
    if found["ratio"]:
        word = found["ratio"].replace("basis points", "bps")
        dimension, scale = RATIOS[word]
        return UnitHint(dimension, scale), rest
    currency = found["currency"] or found["after"]
    scale_word = found["scale"] or found["bare"]
    return (
        UnitHint(
            MONEY + CURRENCIES[currency.rstrip("s") if len(currency) > 3 else currency]
            if currency
            else None,
            scale_of(scale_word) if scale_word else None,
        ),
        rest,
    )


def scale_of(word: str) -> float:
    """The factor a scale word stands for."""
    plain = word.lower().replace("'", "")
    if plain in {"000", "000s"}:
        return 1e3
    return SCALES[plain if plain in SCALES else plain.rstrip("s")]


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a quantity: its dimension and how many base units one of it is."""

    dimension: str
    scale: float


@lru_cache(maxsize=1024)
def unit(name: str) -> Unit:
    """The unit that an author names: "$M", "$", "%", "fraction", "x" or "count".

    >>> unit("$M")
    Unit(dimension='money:usd', scale=1000000.0)
    """
    if name.lower() in RATIOS:
        return Unit(*RATIOS[name.lower()])
    hint, rest = unit_hint(name)
    if hint.dimension is None or rest.strip():
        message = (
            f"found the unit {name!r}, expected one like '$M', '$', '%', 'fraction', 'x' or 'count'"
        )
        raise ValueError(message)
    return Unit(hint.dimension, hint.scale or 1.0)
