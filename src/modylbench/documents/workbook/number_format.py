"""What a person sees of a number, a text or a date in a format such as `$#,##0.0,,"M"`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache

from openpyxl.styles.numbers import is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

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
LATEST = 2_958_465  # 31 December 9999, the last day that spreadsheets know
_DATE_PART = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<elapsed>[hms]+)\]|\[[^\]]*\]?'
    r"|(?P<half>am/pm|a/p)|(?P<field>y+|m+|d+|h+|s+)|(?P<other>[^;])",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = "January February March April May June July August September October November December"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


@dataclass(slots=True)
class FormatSection:
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


def format_number(number: float, code: str) -> str | None:
    """The number in that format; None where it is shown as it is, UNREAD where it is not known how.

    >>> format_number(57_500_000, '$#,##0.0,,"M"'), format_number(-3.5, "0.0_);(0.0)")
    ('$57.5M', '(3.5)')
    """
    section, is_signed = section_for(number, code)
    if section.is_general and not section.is_odd and not section.before + section.behind:
        return None
    if section.is_odd or abs(number) > LARGEST:
        return UNREAD
    digits = _digits(abs(number), section)
    sign = "-" if is_signed and number < 0 and re.search(r"[1-9]", digits) else ""
    return f"{sign}{section.before}{digits}{section.behind}"


def format_text(text: str, code: str) -> str:
    """A text in that format, which may hide it or put something around it.

    >>> format_text("a", "0.0"), format_text("a", ";;;"), format_text("a", '@" (est.)"')
    ('a', '', 'a (est.)')
    """
    section = text_section(code)
    if section is None:
        return text
    return f"{section.before}{text if section.is_general else ''}{section.behind}"


def text_section(code: str) -> FormatSection | None:
    """The part of a format that is for texts; None where it has none."""
    sections = _sections(code)
    if len(sections) > 3:
        return sections[3]
    return sections[-1] if sections[-1].is_general else None


def section_for(number: float, code: str) -> tuple[FormatSection, bool]:
    """The part of a format that is for a number, and whether it needs a sign of its own."""
    if len(code) > LONGEST_CODE:
        return FormatSection(is_odd=True), False
    return _choose_section(number, _sections(code))


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[FormatSection, ...]:
    parts: list[str] = [""]
    for match in _PART.finditer(code):
        if match[0] == ";":
            parts.append("")
        else:
            parts[-1] += match[0]
    return tuple(_section(part) for part in parts[:4])


def _section(code: str) -> FormatSection:
    section = FormatSection(code)
    is_behind = False
    for match in _PART.finditer(code):
        if match["number"] and section.exponent:
            section.exponent = len(match["number"])
        elif match["number"] or match["general"]:
            section.is_odd |= is_behind
            section.is_general |= bool(match["general"])
            section.pattern += match["number"] or ""
            is_behind = True
        elif match["exponent"]:
            section.exponent = 1
        elif is_behind:
            section.behind += _literal(match, section)
        else:
            section.before += _literal(match, section)
    return section


def _literal(match: re.Match[str], section: FormatSection) -> str:
    """What a part shows that is no digit."""
    match match.lastgroup:
        case "percent" | "other":
            section.percents += match[0] == "%"
            section.is_odd |= match[0] == "/"
            return match[0]
        case "bracket":
            return _bracket(match["bracket"], section)
        case "space":
            return " "
        case "fill":
            section.is_odd |= not match["fill"].isspace()  # repeated over the width of the column
            return ""
        case _:
            return match["quoted"] or match["escaped"] or ""


def _bracket(text: str, section: FormatSection) -> str:
    """The currency that a bracket shows; a condition is kept, a colour or a language shows none."""
    if match := _CONDITION.fullmatch(text):
        section.condition = match[1], float(match[2])
    elif not _KNOWN_BRACKET.fullmatch(text):
        section.is_odd = True
    elif not text.startswith("$"):
        section.colour = text
    return text[1:].partition("-")[0] if text.startswith("$") else ""


def _choose_section(
    number: float, sections: tuple[FormatSection, ...]
) -> tuple[FormatSection, bool]:
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


def _digits(number: float, section: FormatSection) -> str:
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
    return _lay_out(f"{rounded:f}", whole.rstrip(","), decimals)


def _lay_out(digits: str, whole: str, decimals: str) -> str:
    """The rounded digits with as many as the pattern wants, and groups of three."""
    before, _, behind = digits.partition(".")
    before = before.lstrip("0").rjust(min(whole.count("0"), MOST_DECIMALS), "0")
    if "," in whole:
        before = f"{int(before):,}".rjust(len(before)) if before else ""
    optional = len(decimals) - len(decimals.rstrip("#?,"))
    while optional and behind.endswith("0"):
        behind, optional = behind[:-1], optional - 1
    return f"{before}.{behind}" if behind else before


@lru_cache(maxsize=1024)
def is_date(code: str) -> bool:
    """True for a format that shows dates or times."""
    return bool(is_date_format(code))


def format_date(serial: float, code: str, *, since_1904: bool) -> str | None:
    """The day or time that a serial number stands for, as the format shows it.

    >>> format_date(46022.75, "d mmm yyyy hh:mm", since_1904=False)
    '31 Dec 2025 18:00'
    """
    if not 0 <= serial <= LATEST:
        return None
    epoch = CALENDAR_MAC_1904 if since_1904 else CALENDAR_WINDOWS_1900
    moment = from_excel(serial, epoch)
    return format_moment(moment, code.partition(";")[0]) if moment is not None else None


def format_moment(moment: datetime | date | time | timedelta, code: str) -> str:
    """The moment in a format."""
    if isinstance(moment, timedelta):
        moment = datetime(1899, 12, 30) + moment  # noqa: DTZ001 - spreadsheets know no zones
    if isinstance(moment, time):
        moment = datetime.combine(date(1899, 12, 30), moment)
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    parts = list(_DATE_PART.finditer(code))
    halves = any(part["half"] for part in parts)
    result = ""
    previous = ""
    for place, part in enumerate(parts):
        field = (part["field"] or part["elapsed"] or "").lower()
        if field:
            behind = next((p["field"] for p in parts[place + 1 :] if p["field"]), "") or ""
            is_minute = field[0] == "m" and (previous == "h" or behind[:1].lower() == "s")
            result += _field(moment, "n" * len(field) if is_minute else field, halves=halves)
            previous = field[0]
        elif part["half"]:
            result += "AM" if moment.hour < 12 else "PM"
        else:
            result += part["quoted"] or part["escaped"] or part["other"] or ""
    return result.strip()


def _field(moment: datetime, field: str, *, halves: bool) -> str:
    """One field: y, m, d, h, s, or n for minutes."""
    long = len(field) > 1
    match field[0]:
        case "y":
            return f"{moment.year:04d}" if len(field) > 2 else f"{moment.year % 100:02d}"
        case "m" if len(field) > 2:
            name = _MONTHS.split()[moment.month - 1]
            return name if len(field) == 4 else name[: 3 if len(field) == 3 else 1]
        case "d" if len(field) > 2:
            name = _DAYS.split()[moment.weekday()]
            return name if len(field) > 3 else name[:3]
        case kind:
            hour = (moment.hour % 12 or 12) if halves else moment.hour
            number = {
                "m": moment.month,
                "d": moment.day,
                "h": hour,
                "n": moment.minute,
                "s": moment.second,
            }[kind]
            return f"{number:02d}" if long else str(number)
