"""What does a person see where a spreadsheet holds a number in a format such as `$#,##0.0,,"M"`?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache

LARGEST = 1e18
LONGEST_CODE = 255  # what spreadsheets themselves allow
MOST_DECIMALS = 30
_PART = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]?'
    r"|(?P<exponent>[eE][+-])|(?P<general>[gG]eneral)|(?P<number>[0#?.,]+)|(?P<percent>%)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)")
_COMPARED = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
}


@dataclass(slots=True)
class _Section:
    """One of the up to four parts of a format: what stands before, in and behind the digits."""

    pattern: str = ""
    before: str = ""
    behind: str = ""
    percents: int = 0
    exponent: int = 0
    is_general: bool = False
    is_odd: bool = False
    condition: tuple[str, float] | None = None
    literals: list[str] = field(default_factory=list)


def shown(number: float, code: str) -> str | None:
    """The number in that format; None where it is shown as it is, or in a way not known here.

    >>> shown(57_500_000, '$#,##0.0,,"M"'), shown(-0.1234, "0.0%"), shown(-3.5, "0.0_);(0.0)")
    ('$57.5M', '-12.3%', '(3.5)')
    """
    if abs(number) > LARGEST or len(code) > LONGEST_CODE:
        return None
    sections = _sections(code)
    section, is_signed = _chosen(number, sections)
    if section.is_odd or (section.is_general and not section.before + section.behind):
        return None
    digits = _digits(abs(number), section)
    sign = "-" if is_signed and number < 0 and re.search(r"[1-9]", digits) else ""
    return f"{sign}{section.before}{digits}{section.behind}"


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[_Section, ...]:
    parts: list[str] = [""]
    for found in _PART.finditer(code):
        if found[0] == ";":
            parts.append("")
        else:
            parts[-1] += found[0]
    return tuple(_section(part) for part in parts[:4])


def _section(code: str) -> _Section:
    section = _Section()
    is_behind = False
    for found in _PART.finditer(code):
        if found["number"] and section.exponent:
            section.exponent = len(found["number"])
        elif found["number"] or found["general"]:
            section.is_odd |= is_behind and bool(section.before or section.behind)
            section.is_general |= bool(found["general"])
            section.pattern += found["number"] or ""
            is_behind = True
        elif found["exponent"]:
            section.exponent = 1
        elif is_behind:
            section.behind += _literal(found, section)
        else:
            section.before += _literal(found, section)
    return section


def _literal(found: re.Match[str], section: _Section) -> str:
    """What a part shows that is no digit."""
    match found.lastgroup:
        case "percent" | "other":
            section.percents += found[0] == "%"
            section.is_odd |= found[0] in "/@"
            return found[0]
        case "bracket":
            return _bracket(found["bracket"], section)
        case "space" | "fill":
            return " " if found["space"] else ""
        case _:
            return found["quoted"] or found["escaped"] or ""


def _bracket(text: str, section: _Section) -> str:
    """The currency that a bracket shows; a condition is kept, a colour or a language shows none."""
    if found := _CONDITION.fullmatch(text):
        section.condition = found[1], float(found[2])
    return text[1:].partition("-")[0] if text.startswith("$") else ""


def _chosen(number: float, sections: tuple[_Section, ...]) -> tuple[_Section, bool]:
    """The section for a number, and whether it needs a sign of its own."""
    conditions = [section.condition for section in sections[:3]]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=False):
            if condition is None or _COMPARED[condition[0]](number, condition[1]):
                return section, True
        return sections[-1], True
    if number < 0 and len(sections) > 1:
        return sections[1], False
    if number == 0 and len(sections) > 2:
        return sections[2], False
    return sections[0], True


def _digits(number: float, section: _Section) -> str:
    if section.is_general:
        return f"{number:.15g}"
    if not section.pattern:
        return ""
    whole, _, decimals = section.pattern.partition(".")
    last = decimals or whole
    thousands = len(last) - len(last.rstrip(","))
    shift = 2 * section.percents - 3 * thousands
    places = min(sum(c in "0#?" for c in decimals), MOST_DECIMALS)
    with localcontext() as context:
        context.prec = 80
        value = Decimal(f"{number:.15g}").scaleb(shift)
        if section.exponent:
            mantissa, _, power = f"{value:.{places}E}".partition("E")
            return f"{mantissa}E{power[0]}{power[1:].rjust(section.exponent, '0')}"
        rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return _laid_out(f"{rounded:f}", whole.rstrip(","), decimals)


def _laid_out(digits: str, whole: str, decimals: str) -> str:
    """The rounded digits with as many as the pattern wants, and groups of three."""
    before, _, behind = digits.partition(".")
    before = before.lstrip("0").rjust(min(whole.count("0"), MOST_DECIMALS), "0")
    if "," in whole:
        before = f"{int(before):,}".rjust(len(before)) if before else ""
    optional = len(decimals) - len(decimals.rstrip("#?,"))
    while optional and behind.endswith("0"):
        behind, optional = behind[:-1], optional - 1
    return f"{before}.{behind}" if behind else before
