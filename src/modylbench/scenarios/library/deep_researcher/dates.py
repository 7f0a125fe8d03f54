"""Is a date that somebody wrote the date that is meant?"""

from __future__ import annotations

import re

MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
)  # fmt: skip
_YEAR = re.compile(r"20\d\d")
_NAMED = re.compile(rf"\b({'|'.join(MONTHS)})[a-z]*\b", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<!\d)(?:20\d\d[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.]20\d\d)")


def is_that_date(text: str, date: str) -> bool:
    """True when the text gives the year and the month of an ISO date (days are often left out).

    >>> is_that_date("14 September 2026", "2026-09-14"), is_that_date("2026-08-14", "2026-09-14")
    (True, False)
    """
    year, month, day = date.split("-")
    if year not in _YEAR.findall(text):
        return False
    named = _NAMED.search(text)
    if named:
        return MONTHS.index(named[1].lower()) + 1 == int(month)
    numbered = _NUMBERED.search(text)
    if numbered is None:
        return False
    if numbered[1]:
        return int(numbered[1]) == int(month)
    # 14/09/2026 and 09/14/2026 are both written.
    return sorted((int(numbered[2]), int(numbered[3]))) == sorted((int(month), int(day)))
