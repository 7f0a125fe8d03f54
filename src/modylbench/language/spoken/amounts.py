"""Amounts of money, percents, multiples and units as they are said."""

from __future__ import annotations

import re

from modylbench.language.spoken.numbers import number

NUMBER = r"(?>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
RANGE = rf"(?P<low>{NUMBER})(?P<first>SCALE)?(?: ?- ?[$€£]?(?P<high>{NUMBER}))?"
SCALES = {
    "k": "thousand", "thousand": "thousand", "m": "million", "mm": "million", "mn": "million",
    "million": "million", "b": "billion", "bn": "billion", "billion": "billion", "t": "trillion",
    "tn": "trillion", "trillion": "trillion",
}  # fmt: skip
SCALE = r" ?(?:[kKmMbBT]|mm|MM|mn|bn|Bn|tn|thousand|million|billion|trillion)(?!\w)"
SIGN = r"(?P<sign>(?<![\w)])[-+])?"
MONEY = re.compile(
    rf"{SIGN}(?:\b(?P<land>US|AU?|S|SG|CA?|HK|NZ))?(?P<mark>[$€£¥]) ?"
    rf"{RANGE.replace('SCALE', SCALE)}(?P<scale>{SCALE})?(?![\w])"
)
CURRENCIES = {"$": ("dollar", "cent"), "€": ("euro", "cent"), "£": ("pound", ""), "¥": ("yen", "")}
LANDS = {
    "US": "U S ", "A": "Australian ", "AU": "Australian ", "S": "Singapore ", "SG": "Singapore ",
    "C": "Canadian ", "CA": "Canadian ", "HK": "Hong Kong ", "NZ": "New Zealand ",
}  # fmt: skip
CODE = re.compile(r"\b(USD|EUR|GBP|SGD|AUD|CAD|JPY) ?(?=\d)")
CODES = {"USD": "US$", "EUR": "€", "GBP": "£", "SGD": "S$", "AUD": "A$", "CAD": "C$", "JPY": "¥"}
BARE_MONEY = (
    (re.compile(r"(?<!\w)\$ ?(?:M|m|mm|MM|mn)(?!\w)"), "millions of dollars"),
    (re.compile(r"(?<!\w)\$ ?(?:k|K|000)(?!\w)"), "thousands of dollars"),
    (re.compile(r"(?<!\w)\$ ?(?:B|bn)(?!\w)"), "billions of dollars"),
    (re.compile(r"(?<!\w)\$ ?(?=/)"), "dollars"),
    (re.compile(r"(?<!\w)€ ?(?=/)"), "euros"),
    (re.compile(r"(?<!\w)£ ?(?=/)"), "pounds"),
)
ACCOUNTING = (
    (re.compile(rf"(?<!\w)([$€£])\(({NUMBER})\)"), r"-\1\2"),
    (re.compile(rf"\(({NUMBER})\)(?=%|x\b)"), r"-\1"),
    (
        re.compile(
            rf"(^|[:=|,] ?|\b(?:is|was|of|at|to|by|and|or) )\(([$€£]?{NUMBER}(?:{SCALE}|%|x)?)\)",
            re.MULTILINE,
        ),
        r"\1-\2",
    ),
)
START = r"(?<![\w.,])"
RATE = re.compile(
    rf"{SIGN}{START}(?P<low>{NUMBER})%?(?: ?- ?(?P<high>{NUMBER}))? ?"
    r"(?P<unit>%|(?:pp|ppt|bps?|x)(?!\w))(?:-(?=\w))?"
)
RATES = {
    "%": ("percent", "percent"), "pp": ("percentage point", "percentage points"),
    "ppt": ("percentage point", "percentage points"), "bp": ("basis point", "basis points"),
    "bps": ("basis point", "basis points"), "x": ("times", "times"),
}  # fmt: skip
GRID = re.compile(rf"{START}({NUMBER}) ?x ?({NUMBER})(?![\w%])")
SCALED = re.compile(
    rf"{SIGN}{START}{RANGE.replace('(?P<first>SCALE)?', '')}"
    r"(?P<scale>(?:[kKmMB]|mm|MM|mn|bn|Bn|tn)(?!\w))"
)
UNITS = {
    "kWh": ("kilowatt-hour", "kilowatt-hours"), "MWh": ("megawatt-hour", "megawatt-hours"),
    "GWh": ("gigawatt-hour", "gigawatt-hours"), "Wh": ("watt-hour", "watt-hours"),
    "mAh": ("milliamp-hour", "milliamp-hours"), "Ah": ("amp-hour", "amp-hours"),
    "mmHg": ("millimetre of mercury", "millimetres of mercury"), "kW": ("kilowatt", "kilowatts"),
    "MW": ("megawatt", "megawatts"), "GW": ("gigawatt", "gigawatts"),
    "°C": ("degree Celsius", "degrees Celsius"), "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "kg": ("kilogram", "kilograms"), "mg": ("milligram", "milligrams"),
    "km": ("kilometre", "kilometres"), "cm": ("centimetre", "centimetres"),
    "mm": ("millimetre", "millimetres"), "ml": ("millilitre", "millilitres"),
    "dL": ("decilitre", "decilitres"), "L": ("litre", "litres"),
    "ms": ("millisecond", "milliseconds"), "min": ("minute", "minutes"), "h": ("hour", "hours"),
    "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"), "Hz": ("hertz", "hertz"),
    "kB": ("kilobyte", "kilobytes"), "MB": ("megabyte", "megabytes"),
    "GB": ("gigabyte", "gigabytes"), "TB": ("terabyte", "terabytes"), "°": ("degree", "degrees"),
    "μm": ("micrometre", "micrometres"), "μg": ("microgram", "micrograms"),
}  # fmt: skip
NAMES = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
MEASURED = re.compile(
    rf"{SIGN}{START}(?P<low>{NUMBER})(?: ?- ?(?P<high>{NUMBER}))?[ -]?"
    rf"(?P<unit>{NAMES})(?![A-Za-z0-9°])"
)
PER = re.compile(rf"(?<=[a-z]) ?(?:/|per) ?({NAMES})(?![A-Za-z0-9])")
PRICE = re.compile(rf"([$€£] ?{NUMBER}(?:{SCALE})?) ?/ ?(?=[A-Za-z])")
JOINED = re.compile(r"\b(thousand|million|billion|trillion|percent) ?- ?(?=[$€£\d])")
BARE = re.compile(r"(?<![\w])(kWh|MWh|GWh|Wh|mmHg|°C|°F|mg|kg|km)(?![A-Za-z0-9])")
BARE_PER = re.compile(rf"(?<![\w/])({NAMES})/({NAMES})(?![A-Za-z0-9/])")
BEFORE_NOUN = re.compile(
    r"(?:^|\s)(?:an?|the|this|that|our|your|their|its|his|her|my|every|any|another) $",
    re.IGNORECASE,
)
NOUN = re.compile(r" (?!(?:_)\b)[a-z]{3,}".replace("_", "|".join((
    "above", "after", "all", "also", "and", "are", "before", "below", "but", "came", "can", "come",
    "comes", "could", "did", "does", "down", "each", "for", "from", "goes", "had", "has", "have",
    "her", "his", "into", "just", "less", "may", "might", "minus", "more", "must", "net", "not",
    "now", "off", "only", "our", "out", "over", "per", "plus", "she", "should", "since", "than",
    "that", "the", "then", "they", "this", "under", "until", "was", "went", "were", "what", "when",
    "where", "which", "who", "will", "with", "within", "would", "you", "your",
))))  # fmt: skip
INTERVAL = re.compile(r"(?<=percent )CIs?\b")


def say_amounts(text: str) -> str:
    """The text with money, percents, multiples and units in words."""
    for pattern, plain in ACCOUNTING:
        text = pattern.sub(plain, text)
    text = JOINED.sub(r"\1 to ", PRICE.sub(r"\1 per ", text))
    text = CODE.sub(lambda match: CODES[match[1]], text)
    text = MONEY.sub(_money, text)
    for pattern, plain in BARE_MONEY:
        text = pattern.sub(plain, text)
    text = GRID.sub(lambda match: f"{number(match[1])} by {number(match[2])}", text)
    text = RATE.sub(_rate, text)
    text = INTERVAL.sub("confidence interval", text)
    text = SCALED.sub(lambda match: f"{_amount(match)} {_scale(match['scale'])}", text)
    text = MEASURED.sub(_say_amount, text)
    text = PER.sub(lambda match: f" per {UNITS[match[1]][0]}", text)
    text = BARE_PER.sub(lambda match: f"{UNITS[match[1]][1]} per {UNITS[match[2]][0]}", text)
    text = BARE.sub(lambda match: UNITS[match[1]][1], text)
    return PER.sub(lambda match: f" per {UNITS[match[1]][0]}", text)


def _amount(match: re.Match[str]) -> str:
    sign = {"-": "minus ", "+": "plus "}.get(match["sign"] or "", "")
    high = f" to {number(match['high'])}" if match["high"] else ""
    return f"{sign}{number(match['low'])}{high}"


def _scale(text: str | None) -> str:
    return SCALES[text.strip().lower()] if text else ""


def _money(match: re.Match[str]) -> str:
    land = LANDS.get(match["land"] or "", "")
    name, small = CURRENCIES[match["mark"]]
    first, last = _scale(match["first"]), _scale(match["scale"])
    if not (match["high"] or first or last) and small:
        coins = _dollars_and_cents(match, f"{land}{name}", small)
        if coins:
            return coins
    amount = _amount(match)
    if first and match["high"]:
        amount = amount.replace(" to ", f" {first} to ", 1) if first != last else amount
        first = ""
    amount = " ".join(part for part in (amount, last or first) if part)
    is_single = amount in ("one", "minus one") or name == "yen" or _is_adjective(match)
    return f"{amount} {land}{name if is_single else name + 's'}"


def _is_adjective(match: re.Match[str]) -> bool:
    """Whether the amount says of what kind a thing is: `the $5M gain`."""
    before = match.string[max(0, match.start() - 10) : match.start()]
    return bool(BEFORE_NOUN.search(before) and NOUN.match(match.string, match.end()))


def _dollars_and_cents(match: re.Match[str], name: str, small: str) -> str:
    """Dollars and cents, where there are two decimals; else nothing."""
    whole, _, cents = match["low"].partition(".")
    if len(cents) != 2:
        return ""
    sign = "minus " if match["sign"] == "-" else ""
    parts = [_count(whole, name)] if whole.strip("0,") or cents == "00" else []
    parts += [_count(cents.lstrip("0"), small)] if cents != "00" else []
    return sign + " and ".join(parts)


def _count(figure: str, name: str) -> str:
    return f"{number(figure)} {name if figure == '1' else name + 's'}"


def _rate(match: re.Match[str]) -> str:
    singular, many = RATES[match["unit"]]
    name = singular if match["low"] == "1" and not match["high"] else many
    return f"{_amount(match)} {name}" + (" " if match[0].endswith("-") else "")


def _say_amount(match: re.Match[str]) -> str:
    singular, many = UNITS[match["unit"]]
    name = singular if match["low"] == "1" and not match["high"] else many
    return f"{_amount(match)} {name}"
