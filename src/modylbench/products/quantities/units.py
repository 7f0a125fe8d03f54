"""Units: what "$M", "in thousands", "%", "x" and "bps" say about a number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from modylbench.language.plain import plain, word_set
from modylbench.products.quantities.physical import stated_unit, unit_named

PERCENT = "percent"
MULTIPLE = "multiple"
COUNT = "count"
MONEY = "money:"

SCALES = {
    "thousand": 1e3, "k": 1e3, "000": 1e3, "million": 1e6, "mn": 1e6, "mm": 1e6, "m": 1e6,
    "mio": 1e6, "mln": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9, "mrd": 1e9, "trillion": 1e12,
    "tn": 1e12, "tsd": 1e3, "thsd": 1e3,
}  # fmt: skip
CODES = word_set(
    "usd eur gbp jpy sgd chf cad aud hkd nzd cny rmb inr krw sek nok dkk brl mxn zar aed pln"
)
SYMBOLS = {
    "us$": "usd", "$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "₹": "inr", "₩": "krw",
    "s$": "sgd", "c$": "cad", "ca$": "cad", "a$": "aud", "au$": "aud", "hk$": "hkd", "nz$": "nzd",
}  # fmt: skip
CURRENCIES = {
    **{code: code for code in CODES}, **SYMBOLS, "dollar": "usd", "euro": "eur", "yen": "jpy",
}  # fmt: skip
CURRENCY = "|".join(
    re.escape(name) for name in sorted({*CODES, *SYMBOLS}, key=lambda n: (-len(n), n))
)
IN_HUNDREDTHS = ("%", "percent", "pct", "per cent", "percentage")
IN_POINTS = (
    "percentage point", "percentage points", "percent point", "percent points", "pp", "ppt", "ppts",
    "pts", "pps",
)  # fmt: skip
IN_BASIS_POINTS = ("bps", "bp", "basis point", "basis points")
RATIOS = {
    **dict.fromkeys((*IN_HUNDREDTHS, *IN_POINTS), (PERCENT, 0.01)),
    **dict.fromkeys(IN_BASIS_POINTS, (PERCENT, 0.0001)),
    **dict.fromkeys(("fraction", "decimal", "frac"), (PERCENT, 1.0)),
    **dict.fromkeys(("x", "times", "multiple", "turn", "turns"), (MULTIPLE, 1.0)),
    "count": (COUNT, 1.0),
}

_WORDS_FOR_MONEY = rf"{CURRENCY}|dollars?|euros?|yen"
_SCALE = (
    r"thousands?|millions?|billions?|trillions?|mn|mln|mm|bn|tn|mio\.?|mrd\.?|tsd\.?|thsd\.?"
    r"|'?000'?s?|k|m|b"
)
_PREFIXED = re.compile(rf"(?<![a-z0-9$])(k|t|mn|mm|m|bn)\s?({CURRENCY})(?![a-z])")
"""MUSD, kEUR, M$: the scale before the currency, as engineers and the Nordic countries write it."""
_BASIS_POINTS = re.compile(r"(?<=[(,])\s*bp(?=\s*(?:[),]|$))")
"""A bp of its own, as in "Allocation (bp)"; beside the word pressure it is blood's."""
_FRACTION = r"(?:decimal )?(?:fractions?|decimals?)"
_POINTS = re.compile(r"%[\s-]?(?:points?|pts?\b|pp\b)|\bper ?cent(?:age)?[\s-]points?\b|\bp\.p\.")
_HINT = re.compile(
    rf"(?:\b(?:(?:all\s+)?(?:figures|amounts|values|numbers)\s+)?in\s+)?"
    rf"(?:(?P<currency>(?<![a-z]){_WORDS_FOR_MONEY})"
    rf"(?:\s*(?:in\s+)?(?P<scale>(?:{_SCALE}))(?![a-z0-9]))?(?![a-z])"
    rf"|(?<![\w.,])(?P<bare>thousands?|millions?|billions?|mn|mln|bn|mio\.?|mrd\.?|tsd\.?|thsd\.?"
    rf"|mm(?!\s?hg)|'?000'?s?)(?![a-z0-9])"
    rf"(?:\s*(?:of\s+)?(?P<after>{_WORDS_FOR_MONEY})(?![a-z]))?"
    rf"|(?<![\w.])(?P<ratio>%|\bpercentage points?\b|\bppt?s?\b|\bpts\b"
    rf"|\bper ?cent(?:age)?\b|\bpct\b|\bbps\b|\bbasis points?\b"
    rf"|\b(?:as|in) (?:an? )?{_FRACTION}\b|(?<=[(,;])\s*{_FRACTION}(?=\s*(?:\)|$))"
    rf"|(?:^|(?<=[(,]))\s*x(?=\s|\)|$)))"
)
_IS_FRACTION = re.compile(rf"{_FRACTION}$")
_A_YEAR = re.compile(r"(?:/|\bper\b|\ba\b)\s*(?:year|yr|annum)\b(?!\s*\d)|\bp\.?a\.?(?=\W|$)")
_RATE = re.compile(r"\s*(?:/|per\b|a\b|each\b)\s*[a-z]")
_OPENS_A_UNIT = re.compile(r"(?:^|[(\[,:;\u2013\u2014|-]|\bin|\bmargins|\bfigures|\bamounts)\s*$")


@dataclass(frozen=True, slots=True)
class UnitHint:
    """What a label or note says of the numbers under it; None where it says nothing.

    `rate` is true for so much per pallet, which is not so much; `sure` where nobody would write
    80 % as 0.8; `physical` names a unit such as mmHg.
    """

    dimension: str | None = None
    scale: float | None = None
    rate: bool = False
    sure: bool = False
    physical: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.dimension is not None or self.scale is not None or bool(self.physical)


Hints = tuple[UnitHint, ...]


LONGEST_TITLE = 200  # ours: a longer text mentions units in passing
NOTHING = UnitHint()
IN_PERCENT = UnitHint(PERCENT, 0.01)


@lru_cache(maxsize=8192)
def unit_hint(text: str) -> tuple[UnitHint, str]:
    """The unit that a label names, and the label without it (a "%" stays: it may be a name's part).

    >>> unit_hint("Revenue (US$ in millions)")
    (UnitHint(dimension='money:usd', scale=1000000.0, rate=False, sure=False), 'revenue ( )')
    """
    rest = _in_one_form(text.lower())
    if rest.strip() in SCALES:
        return UnitHint(None, SCALES[rest.strip()]), ""
    hint = NOTHING
    while (match := _HINT.search(rest)) is not None:
        here = _named_by(match)
        if hint and ((here.dimension and hint.dimension) or (here.scale and hint.scale)):
            break
        hint = UnitHint(hint.dimension or here.dimension, hint.scale or here.scale, sure=here.sure)
        if hint == IN_PERCENT:
            return hint, f"{rest[: match.start()]} % {rest[match.end() :]}"
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    return hint, rest


def _in_one_form(text: str) -> str:
    """A text with its units as most write them.

    >>> _in_one_form("selection (bp)"), _in_one_form("blood pressure (bp)")
    ('selection (bps)', 'blood pressure (bp)')
    """
    if "pressure" not in text:
        text = _BASIS_POINTS.sub("bps", text)
    return _PREFIXED.sub(_scale_behind, _POINTS.sub("pp", _A_YEAR.sub(" ", text)))


def _scale_behind(match: re.Match[str]) -> str:
    return f"{match[2]} {'k' if match[1] == 't' else match[1]}"


def _named_by(match: re.Match[str]) -> UnitHint:
    if match["ratio"]:
        word = match["ratio"].strip()
        if _IS_FRACTION.search(word):
            return UnitHint(*RATIOS["fraction"])
        return UnitHint(*RATIOS[word], sure=word in IN_POINTS or word in IN_BASIS_POINTS)
    currency, scale = match["currency"] or match["after"], match["scale"] or match["bare"]
    return UnitHint(money(currency) if currency else None, scale_of(scale) if scale else None)


@lru_cache(maxsize=4096)
def unit_field(text: str) -> UnitHint:
    """The unit that a field for units names: nothing is left to guess but what it does not say.

    >>> unit_field("$/pallet").rate, unit_field("USD").scale, unit_field("mmHg").dimension
    (True, 1.0, 'count')
    """
    lowered = _in_one_form(plain(text)).strip(" .()")
    if lowered in RATIOS:
        return UnitHint(*RATIOS[lowered], sure=True)
    hint, rest = unit_hint(lowered)
    behind = rest.strip(" .()")
    if hint.dimension is None:
        physical = unit_named(lowered)
        if physical or re.search(r"[a-z]", behind):
            return UnitHint(COUNT, None if physical else hint.scale, physical=physical)
        return hint
    rate = bool(_RATE.match(behind)) and hint.dimension != MULTIPLE
    scale = 1.0 if hint.scale is None else hint.scale
    return UnitHint(hint.dimension, scale, rate, sure=True)


@lru_cache(maxsize=4096)
def note_hint(text: str) -> UnitHint:
    """The unit that a note, caption or title states for what it is about.

    Running text mentions units in passing, so one counts only where a unit would be stated.

    >>> note_hint("US$ in thousands").scale, note_hint("Thousands of trucks, 15 % less").scale
    (1000.0, None)
    """
    lowered = _in_one_form(plain(text))
    if lowered.strip() in SCALES:
        return UnitHint(None, SCALES[lowered.strip()])
    for match in _HINT.finditer(lowered):
        start = match.start()
        stated = _OPENS_A_UNIT.search(lowered[:start]) or match[0].lstrip().startswith("in ")
        if stated and not re.match(r"\s*(?:\d|of\s)", lowered[match.end() :]):
            return _named_by(match)
    physical = stated_unit(lowered)[0] if len(lowered) <= LONGEST_TITLE else ""
    return UnitHint(physical=physical) if physical else NOTHING


def money(currency: str) -> str:
    """The dimension of amounts in a currency."""
    return MONEY + CURRENCIES[currency if currency in CURRENCIES else currency.rstrip("s")]


def scale_of(word: str) -> float:
    """The factor a scale word stands for."""
    bare = word.lower().replace("'", "").rstrip(".")
    if bare in {"000", "000s", "t"}:
        return 1e3
    return SCALES[bare if bare in SCALES else bare.rstrip("s")]


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a quantity: its dimension and how many base units one of it is."""

    dimension: str
    scale: float

    @property
    def is_money(self) -> bool:
        """True for amounts in a currency."""
        return self.dimension.startswith(MONEY)


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
