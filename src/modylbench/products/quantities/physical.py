"""Physical units in labels: which one is stated, and what one is in another.

A table of our own: the dozen units of meetings' figures need no library of thousands, whose parser
would take "min", "m" and "C" in an analyst's label for units as well.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ENERGY = {"wh": 1.0, "kwh": 1e3, "mwh": 1e6, "j": 1 / 3600, "kj": 1 / 3.6, "mj": 1e3 / 3.6}
_MASS = {"kg": 1.0, "g": 1e-3, "mg": 1e-6, "tonne": 1e3, "lb": 0.453592, "pound": 0.453592}
_VOLUME = {"l": 1.0, "litre": 1.0, "liter": 1.0, "ml": 1e-3, "m3": 1e3, "cm3": 1e-3}


def _per(units: dict[str, float], others: dict[str, float]) -> dict[str, float]:
    """Each of the units for one of each of the others."""
    return {
        f"{name}/{other}": factor / divisor
        for name, factor in units.items()
        for other, divisor in others.items()
    }


KINDS = {
    "pressure": {
        "mmhg": 1.0, "mm hg": 1.0, "torr": 1.0, "kpa": 7.50062, "hpa": 0.750062, "mbar": 0.750062,
        "bar": 750.062, "psi": 51.7149, "cmh2o": 0.735559,
    },
    "energy per mass": _per(_ENERGY, _MASS),
    "energy per volume": _per(_ENERGY, _VOLUME),
    "energy": {
        "wh": 1.0, "kwh": 1e3, "mwh": 1e6, "gwh": 1e9, "twh": 1e12, "mwh/year": 1e6,
        "gwh/year": 1e9, "twh/year": 1e12,
    },
    "power": {"kw": 1e3, "mw": 1e6, "gw": 1e9},
    "temperature": {"\N{DEGREE SIGN}c": 1.0, "degc": 1.0, "deg c": 1.0, "celsius": 1.0, "c": 1.0},
    "temperature (F)": {
        "\N{DEGREE SIGN}f": 1.0, "degf": 1.0, "deg f": 1.0, "fahrenheit": 1.0, "f": 1.0,
    },
    "temperature (K)": {"kelvin": 1.0},
    "time": {
        "s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hr": 3600.0,
        "hour": 3600.0, "day": 86400.0, "d": 86400.0, "week": 604800.0, "month": 2629800.0,
        "yr": 31557600.0, "year": 31557600.0,
    },
    "time a day": {
        "h/day": 1.0, "h/d": 1.0, "hour/day": 1.0, "hr/day": 1.0, "min/day": 1 / 60,
        "minute/day": 1 / 60,
    },
    "beats": {"bpm": 1.0, "beat/min": 1.0, "beat/minute": 1.0, "1/min": 1.0, "/min": 1.0},
    "filtration": {
        "ml/min": 1.0, "ml/min/173m2": 1.0, "ml/min/1.73m2": 1.0, "ml/min/1.73m": 1.0,
        "ml/min/1,73m2": 1.0, "ml/min/1,73m": 1.0, "ml/s": 60.0,
    },
    "mass": _MASS,
    "length": {"km": 1e3, "mile": 1609.344, "cm": 1e-2},
    "volume": {"litre": 1.0, "liter": 1.0, "ml": 1e-3},
}  # fmt: skip
"""Units by what they measure, each in terms of the first of its kind. Filtration is always by body
surface and capacity always by year, so that leaving that out says the same."""

_KIND_OF = {name: (kind, factor) for kind, units in KINDS.items() for name, factor in units.items()}
UNMISTAKABLE = {
    name for name in _KIND_OF
    if "/" in name or name in {
        "mmhg", "mm hg", "kpa", "hpa", "kwh", "mwh", "gwh", "twh", "bpm", "\N{DEGREE SIGN}c",
        "\N{DEGREE SIGN}f",
    }
}  # fmt: skip
LONGEST_UNIT = 24
_IN_BRACKETS = re.compile(r"[(\[]\s*(?:in\s+)?([^()\[\]]{1,24}?)\s*[)\]]")
_AFTER_COMMA = re.compile(r"(?:,|\bin)\s+([^,()\[\]]{1,24}?)\s*$")
_LAST = re.compile(r"\s(\S{1,16}(?:\s(?:hg|min|1[.,]?73\s?m2?))*)\s*$")
_DEGREES = re.compile(
    r"(?<=temp)(?:erature)?s?\.?(?:\s\w+){0,3}?\s\(?(?:in\s|deg(?:rees?)?\s?|\N{DEGREE SIGN}\s?)?"
    r"(c|f|celsius|fahrenheit|kelvin)\)?$"
)
"""A letter behind a temperature, which says nothing behind anything else."""
_PER = re.compile(r"\s*(?:/|\bper\b|\ba\b(?=\s(?:day|year|minute)))\s*")


@lru_cache(maxsize=8192)
def unit_named(text: str) -> str:
    """The physical unit that a text is, in one spelling; "" for anything else.

    >>> unit_named("hours per day"), unit_named("mmHg"), unit_named("pallets")
    ('hour/day', 'mmhg', '')
    """
    if not text or len(text) > LONGEST_UNIT:
        return ""
    folded = _PER.sub("/", text.lower().strip(" .")).replace("\N{SUPERSCRIPT TWO}", "2")
    folded = (
        folded.replace("/yr", "/year").replace("/y", "/year")
        if folded.endswith(("/yr", "/y"))
        else folded
    )
    for name in (folded, folded.replace(" ", ""), _singular(folded)):
        if name in _KIND_OF:
            return name
    return ""


def _singular(name: str) -> str:
    return "/".join(
        part[:-1] if len(part) > 2 and part.endswith("s") else part for part in name.split("/")
    )


@lru_cache(maxsize=8192)
def stated_unit(label: str) -> tuple[str, str]:
    """The physical unit that a lower-case label states, and the label without it.

    >>> stated_unit("time at target (h/day)"), stated_unit("first month")
    (('h/day', 'time at target  '), ('', 'first month'))
    """
    for inside in _IN_BRACKETS.finditer(label):
        if name := unit_named(inside[1]):
            return name, f"{label[: inside.start()]} {label[inside.end() :]}"
    behind = _AFTER_COMMA.search(label)
    if behind and (name := unit_named(behind[1])):
        return name, label[: behind.start()]
    if (degrees := _DEGREES.search(label)) and (name := unit_named(degrees[1])):
        return name, _without_degrees(label[: degrees.start(1)])
    last = _LAST.search(label)
    if last and (name := unit_named(last[1])) in UNMISTAKABLE:
        before = label[: last.start()]
        return name, before if " " in before.strip() else label  # "Cell Wh/kg" has no other name
    return "", label


def _without_degrees(label: str) -> str:
    """The label before the letter of a scale, without "deg" or "in"."""
    return re.sub(r"\s\(?(?:in|deg(?:rees?)?|\N{DEGREE SIGN})?\s?\(?$", "", label)


def factor_between(stated: str, asked: str) -> float | None:
    """What one of the unit stated is in the unit asked for; None where they measure other things.

    >>> factor_between("kpa", "mmhg"), factor_between("wh/l", "wh/kg")
    (7.50062, None)
    """
    (kind, factor), (other, divisor) = _KIND_OF[stated], _KIND_OF[asked]
    return factor / divisor if kind == other else None
