"""What does a person see where a spreadsheet holds a number in a format such as `$#,##0.0,,"M"`?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache

LARGEST = 1e18
LONGEST_CODE = 255  # what spreadsheets themselves allow
MOST_DECIMALS = 30
_PART = re.compile(
    r'"(?P<quoted>[^"]*)"?|[\\!](?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]?'
    r"|(?P<exponent>[eE][+-])|(?P<general>[gG]eneral|@)|(?P<number>[0#?.,]+)|(?P<percent>%)"
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


_KNOWN_BRACKET = re.compile(
    r"\$.*|black|white|red|green|blue|yellow|magenta|cyan|color\s?\d+|h+|m+|s+", re.IGNORECASE
)
UNREAD = "(format not read)"
"""Stands for what a format shows that is not known here; it is no number to anyone."""


@dataclass(slots=True)
class Section:
    """One of the up to four parts of a format: what stands before, in and behind the digits."""

    code: str = ""
    pattern: str = ""
    before: str = ""
    behind: str = ""
    percents: int = 0
    exponent: int = 0
    is_general: bool = False
    is_odd: bool = False
    condition: tuple[str, float] | None = None
    colour: str = ""
    """What the format calls the colour of its text."""

    @property
    def adds_digits(self) -> bool:
        """True where digits are shown that are none of the number's."""
        return any(c.isdigit() for c in self.before + self.behind)


def shown(number: float, code: str) -> str | None:
    """The number in that format; None where it is shown as it is, UNREAD where it is not known how.

    >>> shown(57_500_000, '$#,##0.0,,"M"'), shown(-0.1234, "0.0%"), shown(-3.5, "0.0_);(0.0)")
    ('$57.5M', '-12.3%', '(3.5)')
    """
    section, is_signed = section_for(number, code)
    if section.is_general and not section.is_odd and not section.before + section.behind:
        return None
    if section.is_odd or abs(number) > LARGEST:
        return UNREAD
    digits = _digits(abs(number), section)
    sign = "-" if is_signed and number < 0 and re.search(r"[1-9]", digits) else ""
    return f"{sign}{section.before}{digits}{section.behind}"


def shown_text(text: str, code: str) -> str:
    """A text in that format, which may hide it or put something around it.

    >>> shown_text("a", "0.0"), shown_text("a", ";;;"), shown_text("a", '@" (est.)"')
    ('a', '', 'a (est.)')
    """
    section = text_section(code)
    if section is None:
        return text
    return f"{section.before}{text if section.is_general else ''}{section.behind}"


def text_section(code: str) -> Section | None:
    """The part of a format that is for texts; None where it has none."""
    sections = _sections(code)
    if len(sections) > 3:
        return sections[3]
    return sections[-1] if sections[-1].is_general else None


def section_for(number: float, code: str) -> tuple[Section, bool]:
    """The part of a format that is for a number, and whether it needs a sign of its own."""
    if len(code) > LONGEST_CODE:
        return Section(is_odd=True), False
    return _chosen(number, _sections(code))


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[Section, ...]:
    parts: list[str] = [""]
    for found in _PART.finditer(code):
        if found[0] == ";":
            parts.append("")
        else:
            parts[-1] += found[0]
    return tuple(_section(part) for part in parts[:4])


def _section(code: str) -> Section:
    section = Section(code)
    is_behind = False
    for found in _PART.finditer(code):
        if found["number"] and section.exponent:
            section.exponent = len(found["number"])
        elif found["number"] or found["general"]:
            section.is_odd |= is_behind
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


def _literal(found: re.Match[str], section: Section) -> str:
    """What a part shows that is no digit."""
    match found.lastgroup:
        case "percent" | "other":
            section.percents += found[0] == "%"
            section.is_odd |= found[0] == "/"
            return found[0]
        case "bracket":
            return _bracket(found["bracket"], section)
        case "space":
            return " "
        case "fill":
            section.is_odd |= not found["fill"].isspace()  # repeated over the width of the column
            return ""
        case _:
            return found["quoted"] or found["escaped"] or ""


def _bracket(text: str, section: Section) -> str:
    """The currency that a bracket shows; a condition is kept, a colour or a language shows none."""
    if found := _CONDITION.fullmatch(text):
        section.condition = found[1], float(found[2])
    elif not _KNOWN_BRACKET.fullmatch(text):
        section.is_odd = True
    elif not text.startswith("$"):
        section.colour = text
    return text[1:].partition("-")[0] if text.startswith("$") else ""


def _chosen(number: float, sections: tuple[Section, ...]) -> tuple[Section, bool]:
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


def _digits(number: float, section: Section) -> str:
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
