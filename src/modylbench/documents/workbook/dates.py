"""What does a person see where a spreadsheet holds a date or a time?"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from openpyxl.styles.numbers import is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

LATEST = 2_958_465  # 31 December 9999, the last day that spreadsheets know
_PART = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<elapsed>[hms]+)\]|\[[^\]]*\]?'
    r"|(?P<half>am/pm|a/p)|(?P<field>y+|m+|d+|h+|s+)|(?P<other>[^;])",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = "January February March April May June July August September October November December"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


@lru_cache(maxsize=1024)
def is_date(code: str) -> bool:
    """True for a format that shows dates or times."""
    return bool(is_date_format(code))


def shown_date(serial: float, code: str, *, since_1904: bool) -> str | None:
    """The day or time that a serial number stands for, as the format shows it.

    >>> shown_date(46022.75, "d mmm yyyy hh:mm", since_1904=False)
    '31 Dec 2025 18:00'
    """
    if not 0 <= serial <= LATEST:
        return None
    epoch = CALENDAR_MAC_1904 if since_1904 else CALENDAR_WINDOWS_1900
    moment = from_excel(serial, epoch)
    return as_shown(moment, code.partition(";")[0]) if moment is not None else None


def as_shown(moment: datetime | date | time | timedelta, code: str) -> str:
    """The moment in a format."""
    if isinstance(moment, timedelta):
        moment = datetime(1899, 12, 30) + moment  # noqa: DTZ001 - spreadsheets know no zones
    if isinstance(moment, time):
        moment = datetime.combine(date(1899, 12, 30), moment)
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    parts = list(_PART.finditer(code))
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
