"""Functions of dates, as the serial numbers that spreadsheets count days by."""

from __future__ import annotations

import math
from calendar import monthrange
from datetime import date, timedelta

from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.values import NUMBER, FormulaError
from modylbench.documents.workbook.number_format import LATEST

_START = date(1899, 12, 30)
_FIRST_SURE = 61  # spreadsheets believe in a 29 February 1900


def day_of(serial: float) -> date:
    """The day that a number stands for."""
    whole = math.floor(serial)
    if not 0 <= whole <= LATEST:
        raise FormulaError(NUMBER)
    return _START + timedelta(days=whole + (whole < _FIRST_SURE - 1))


def serial_of(day: date) -> float:
    """The number that stands for a day."""
    count = (day - _START).days
    if count < 1:
        raise FormulaError(NUMBER)
    return float(count if count >= _FIRST_SURE else count - 1)


def _date(year: float, month: float, day: float) -> float:
    """The day; months and days may be too many or too few."""
    full = int(year) + (1900 if 0 <= year < 1900 else 0)
    if not (abs(month) < 1e5 and abs(day) < 1e7 and 1900 <= full <= 9999):
        raise FormulaError(NUMBER)
    first = _shift_months(date(full, 1, 1), int(month) - 1)
    try:
        return serial_of(first + timedelta(days=int(day) - 1))
    except OverflowError as error:
        raise FormulaError(NUMBER) from error


def _shift_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last."""
    count = day.year * 12 + day.month - 1 + months
    year, month = divmod(count, 12)
    if not 1899 <= year <= 9999:
        raise FormulaError(NUMBER)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _months(months: float) -> int:
    if abs(months) > 1e6:
        raise FormulaError(NUMBER)
    return int(months)


def _edate(serial: float, months: float) -> float:
    return serial_of(_shift_months(day_of(serial), _months(months)))


def _eomonth(serial: float, months: float) -> float:
    other = _shift_months(day_of(serial).replace(day=1), _months(months))
    return serial_of(other.replace(day=monthrange(other.year, other.month)[1]))


def _weekday(serial: float, kind: float = 1.0) -> float:
    day = day_of(serial).weekday()
    if kind not in {1, 2, 3}:
        raise FormulaError(NUMBER)
    return float({1: (day + 1) % 7 + 1, 2: day + 1, 3: day}[int(kind)])


DATE_FUNCTIONS: dict[str, Function] = {
    "DATE": Function(_date, "n", 3, 3),
    "YEAR": Function(lambda serial: float(day_of(serial).year), "n", 1, 1),
    "MONTH": Function(lambda serial: float(day_of(serial).month), "n", 1, 1),
    "DAY": Function(lambda serial: float(day_of(serial).day), "n", 1, 1),
    "EDATE": Function(_edate, "n", 2, 2),
    "EOMONTH": Function(_eomonth, "n", 2, 2),
    "DAYS": Function(lambda end, start: float(math.floor(end) - math.floor(start)), "n", 2, 2),
    "WEEKDAY": Function(_weekday, "n", 1, 2),
    "ISOWEEKNUM": Function(lambda serial: float(day_of(serial).isocalendar()[1]), "n", 1, 1),
}
