"""Dates, times, years, quarters and fiscal years as they are said."""

from __future__ import annotations

import re

from modylbench.language.spoken.numbers import cardinal, ordinal, year

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
SHORT = {month[:3]: month for month in MONTHS} | {"Sept": "September"}
NAMES = "|".join([*MONTHS, *(f"{short}\\.?" for short in SHORT)])
YEAR = r"(?:19|20)\d\d"
ISO = re.compile(rf"(?<![\w-])({YEAR})-(\d\d)-(\d\d)(?![\w-])")
SLASHED = re.compile(rf"(?<![\w/])(\d\d?)/(\d\d?)/({YEAR})(?![\w/])")
MONTH_DAY = re.compile(
    rf"\b({NAMES}) (\d\d?)(?:st|nd|rd|th)?(?![\w%]|[.,:]\d)(?:,? ({YEAR})(?!\w))?"
)
DAYS = re.compile(
    rf"\b({NAMES}) (\d\d?)(?:st|nd|rd|th)? ?- ?(\d\d?)(?:st|nd|rd|th)?(?![\w%-]|[.,:]\d)"
)
DAY_MONTH = re.compile(
    rf"(?<![\w.,$-])(?:(the) )?(\d\d?)(?:st|nd|rd|th)? (?:of )?({NAMES})\b(?:,? ({YEAR})(?!\w))?"
)
TIME = re.compile(r"(?<![\w:.])([01]?\d|2[0-3]):([0-5]\d)(?![\w:]|\.\d)")
MERIDIEM = re.compile(r"(?<=\d) ?([ap])(?:m\b|\.m\.)", re.IGNORECASE)
FISCAL = re.compile(rf"\bFY ?'?({YEAR}|\d\d)(?:([EAFPB])(?!\w))?(?!\d)")
MARKED = re.compile(rf"(?<![\w.,$€£#-])({YEAR})([EAFPB])(?!\w)")
MARKS = {
    "E": " estimate", "A": " actual", "F": " forecast", "P": " projection", "B": " budget",
}  # fmt: skip
QUARTER = re.compile(rf"\b([QH])([1-4])(?: ?'(\d\d)| ({YEAR}))?(?!\w)")
SPAN = re.compile(rf"(?<![\w.,$-])({YEAR})[-/]({YEAR}|\d\d)(?![\w.,]\d|\w|-)")
ALONE = re.compile(rf"(?<![\w.,$€£#-])({YEAR})(?![\w%]|[.,]\d|-\d)")
APOSTROPHE = re.compile(r"(?<!\w)'(\d\d)(?![\w'])")
DECADE = re.compile(r"(?<![\w.,$-])((?:19|20)\d)0s\b")
JOINED = re.compile(r"(?<=[a-z]) ?- ?(?=(?:fiscal year|Q (?:one|two|three|four)\b))")


def say_dates(text: str) -> str:
    """The text with every date, time, year, quarter and fiscal year in words."""
    text = ISO.sub(lambda found: _date(found, 2, 3, 1), text)
    text = SLASHED.sub(_say_slashed_date, text)
    text = DAYS.sub(_days, text)
    text = MONTH_DAY.sub(_month_day, text)
    text = DAY_MONTH.sub(_day_month, text)
    text = MERIDIEM.sub(lambda match: f" {match[1].upper()}M", text)
    text = TIME.sub(_time, text)
    text = FISCAL.sub(lambda match: f"fiscal year {_year(match[1])}{_mark(match)}", text)
    text = MARKED.sub(lambda match: f"{_year(match[1])}{_mark(match)}", text)
    text = QUARTER.sub(_quarter, text)
    text = DECADE.sub(lambda match: _plural(year(int(match[1]) * 10)), text)
    text = SPAN.sub(lambda match: f"{_year(match[1])} to {_year(match[2])}", text)
    text = ALONE.sub(lambda match: _year(match[1]), text)
    text = JOINED.sub(" to ", text)
    return APOSTROPHE.sub(lambda match: _year(match[1]), text)


def _year(text: str) -> str:
    number = int(text)
    if number >= 100:
        return year(number)
    return cardinal(number) if number >= 10 else f"oh {cardinal(number)}"


def _plural(words: str) -> str:
    return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"


def _date(match: re.Match[str], month: int, day: int, of: int) -> str:
    number, name = int(match[day]), int(match[month])
    if not (1 <= number <= 31 and 1 <= name <= 12):
        return match[0]
    return f"{MONTHS[name - 1]} {ordinal(number)}, {_year(match[of])}"


def _say_slashed_date(match: re.Match[str]) -> str:
    """Month first, unless that can only be a day."""
    return _date(match, 2, 1, 3) if int(match[1]) > 12 else _date(match, 1, 2, 3)


def _month_day(match: re.Match[str]) -> str:
    number = int(match[2])
    if not 1 <= number <= 31:
        return match[0]
    end = f", {_year(match[3])}" if match[3] else ""
    return f"{_month(match[1])} {ordinal(number)}{end}"


def _days(match: re.Match[str]) -> str:
    first, last = int(match[2]), int(match[3])
    if not 1 <= first < last <= 31:
        return match[0]
    return f"{_month(match[1])} {ordinal(first)} to {ordinal(last)}"


def _mark(match: re.Match[str]) -> str:
    return MARKS.get(match[2] or "", "")


def _day_month(match: re.Match[str]) -> str:
    number = int(match[2])
    if not 1 <= number <= 31:
        return match[0]
    end = f", {_year(match[4])}" if match[4] else ""
    return f"the {ordinal(number)} of {_month(match[3])}{end}"


def _month(name: str) -> str:
    return SHORT.get(name.rstrip("."), name)


def _time(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    if minute == 0:
        return cardinal(hour) + (" o'clock" if 1 <= hour <= 12 else " hundred")
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def _quarter(match: re.Match[str]) -> str:
    said = f"{match[1]} {cardinal(int(match[2]))}"
    of = match[3] or match[4]
    return f"{said} {_year(of)}" if of else said
