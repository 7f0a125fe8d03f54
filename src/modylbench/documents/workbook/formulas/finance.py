"""Functions of money over time: present values, returns, annuities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.arithmetic import MOST_ARGUMENTS, numbers_in, total
from modylbench.documents.workbook.formulas.function import Function
from modylbench.documents.workbook.formulas.values import (
    DIVISION,
    NUMBER,
    VALUE,
    FormulaError,
    finite,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.documents.workbook.formulas.lookup import Spend
    from modylbench.documents.workbook.formulas.values import Array, Value

MOST_STEPS = 60
_RATES = (*(-0.99 + 0.03 * step for step in range(33)), *(0.05 * 1.3**step for step in range(40)))
"""Rates from -99 % to about 140,000 %, between which a sign may change."""


def _present_value(rate: float, flows: Sequence[float], times: Sequence[float]) -> float:
    if rate <= -1:
        raise FormulaError(DIVISION if rate == -1 else NUMBER)
    try:
        return total(f / (1 + rate) ** t for f, t in zip(flows, times, strict=True))
    except (OverflowError, ZeroDivisionError) as error:
        raise FormulaError(NUMBER) from error


def root(value: Callable[[float], float], guess: float) -> float:
    """The rate at which the value is 0: of several, the one nearest to the guess."""
    rates = sorted({*_RATES, guess})
    best: float | None = None
    before: tuple[float, float] | None = None
    for rate in rates:
        try:
            found = value(rate)
        except FormulaError:
            before = None
            continue
        if found == 0 or (before is not None and (before[1] < 0) != (found < 0)):
            between = (
                rate
                if found == 0
                else _root_by_bisection(value, (before or (rate, found))[0], rate)
            )
            if best is None or abs(between - guess) < abs(best - guess):
                best = between
        before = rate, found
    if best is None:
        raise FormulaError(NUMBER)
    return best


def _root_by_bisection(value: Callable[[float], float], low: float, high: float) -> float:
    is_negative = value(low) < 0
    for _ in range(MOST_STEPS):
        middle = (low + high) / 2
        if (value(middle) < 0) == is_negative:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _npv(rate: float, *given: Value | Array) -> float:
    flows = numbers_in(given)
    return _present_value(rate, flows, range(1, len(flows) + 1))


def _irr(spend: Spend, given: Value | Array, guess: float = 0.1) -> float:
    flows = numbers_in([given])
    return _return(spend, flows, range(len(flows)), guess)


def _return(spend: Spend, flows: list[float], times: Sequence[float], guess: float) -> float:
    if not flows or min(flows) >= 0 or max(flows) <= 0:
        raise FormulaError(NUMBER)
    spend(len(flows) * (len(_RATES) + 2 * MOST_STEPS))
    return root(lambda rate: _present_value(rate, flows, times), guess)


def _dated_flows(flows: Value | Array, days: Value | Array) -> tuple[list[float], list[float]]:
    found, on = numbers_in([flows]), [float(math.floor(day)) for day in numbers_in([days])]
    if len(found) != len(on) or not found or min(on) < on[0]:
        raise FormulaError(NUMBER)
    return found, [(day - on[0]) / 365 for day in on]


def _xnpv(rate: float, flows: Value | Array, days: Value | Array) -> float:
    return _present_value(rate, *_dated_flows(flows, days))


def _xirr(spend: Spend, flows: Value | Array, days: Value | Array, guess: float = 0.1) -> float:
    return _return(spend, *_dated_flows(flows, days), guess)


def _growth(rate: float, periods: float) -> float:
    try:
        return float((1 + rate) ** periods)
    except (OverflowError, ZeroDivisionError) as error:
        raise FormulaError(NUMBER) from error


def _annuity(rate: float, periods: float, due: float) -> float:
    """What payments of 1 come to at the end."""
    if rate == 0:
        return periods
    growth = _growth(rate, periods) - 1
    if -0.5 < rate < 0.5 and abs(growth) < 0.5:
        growth = math.expm1(periods * math.log1p(rate))  # exact where the rate is next to 0
    return (1 + rate * bool(due)) * growth / rate


def _fv(rate: float, periods: float, pay: float = 0.0, now: float = 0.0, due: float = 0.0) -> float:
    return finite(-(now * _growth(rate, periods) + pay * _annuity(rate, periods, due)))


def _pv(rate: float, periods: float, pay: float = 0.0, end: float = 0.0, due: float = 0.0) -> float:
    growth = _growth(rate, periods)
    if growth == 0:
        raise FormulaError(NUMBER)
    return finite(-(end + pay * _annuity(rate, periods, due)) / growth)


def _pmt(rate: float, periods: float, now: float, end: float = 0.0, due: float = 0.0) -> float:
    annuity = _annuity(rate, periods, due)
    if periods == 0 or annuity == 0:
        raise FormulaError(NUMBER)
    return finite(-(now * _growth(rate, periods) + end) / annuity)


def _ipmt(
    rate: float, period: float, periods: float, now: float, end: float = 0.0, due: float = 0.0
) -> float:
    """The interest in one payment."""
    if not 1 <= period <= periods:
        raise FormulaError(NUMBER)
    if due and period == 1:
        return 0.0
    payment = _pmt(rate, periods, now, end, due)
    interest = _fv(rate, period - 1, payment, now, due) * rate
    return interest / (1 + rate) if due else interest


def _ppmt(
    rate: float, period: float, periods: float, now: float, end: float = 0.0, due: float = 0.0
) -> float:
    return _pmt(rate, periods, now, end, due) - _ipmt(rate, period, periods, now, end, due)


def _nper(rate: float, pay: float, now: float, end: float = 0.0, due: float = 0.0) -> float:
    try:
        if rate == 0:
            return finite(-(now + end) / pay)
        steady = pay * (1 + rate * bool(due)) / rate
        return finite(math.log((steady - end) / (steady + now)) / math.log(1 + rate))
    except (ValueError, ZeroDivisionError) as error:
        raise FormulaError(NUMBER) from error


def _rate(  # noqa: PLR0913, PLR0917
    spend: Spend, periods: float, pay: float, now: float, end: float = 0.0, due: float = 0.0,
    guess: float = 0.1,
) -> float:  # fmt: skip
    spend(len(_RATES) + 2 * MOST_STEPS)
    if periods <= 0:
        raise FormulaError(NUMBER)
    return root(lambda rate: _fv(rate, periods, pay, now, due) - end, guess)


def _rri(periods: float, now: float, end: float) -> float:
    if periods <= 0 or now == 0 or end / now < 0:
        raise FormulaError(NUMBER)
    return float((end / now) ** (1 / periods) - 1)


def _sln(cost: float, salvage: float, life: float) -> float:
    if life == 0:
        raise FormulaError(DIVISION)
    return (cost - salvage) / life


def _effect(nominal: float, periods: float) -> float:
    if nominal <= 0 or periods < 1:
        raise FormulaError(NUMBER)
    return finite(_growth(nominal / int(periods), int(periods)) - 1)


def _mirr(given: Value | Array, finance: float, reinvest: float) -> float:
    flows = numbers_in([given])
    if not flows or min(flows) >= 0 or max(flows) <= 0:
        raise FormulaError(DIVISION)
    last = len(flows) - 1
    places = range(len(flows))
    paid = _present_value(finance, [min(flow, 0.0) for flow in flows], places)
    earned = _present_value(reinvest, [max(flow, 0.0) for flow in flows], places)
    if paid == 0:
        raise FormulaError(VALUE)
    return float((-earned * _growth(reinvest, last) / paid) ** (1 / last) - 1)


FINANCE_FUNCTIONS: dict[str, Function] = {
    "NPV": Function(_npv, "nr", 2, MOST_ARGUMENTS),
    "IRR": Function(_irr, "rn", 1, 2, spends=True),
    "MIRR": Function(_mirr, "rnn", 3, 3),
    "XNPV": Function(_xnpv, "nrr", 3, 3),
    "XIRR": Function(_xirr, "rrn", 2, 3, spends=True),
    "FV": Function(_fv, "n", 3, 5),
    "PV": Function(_pv, "n", 3, 5),
    "PMT": Function(_pmt, "n", 3, 5),
    "IPMT": Function(_ipmt, "n", 4, 6),
    "PPMT": Function(_ppmt, "n", 4, 6),
    "NPER": Function(_nper, "n", 3, 5),
    "RATE": Function(_rate, "n", 3, 6, spends=True),
    "RRI": Function(_rri, "n", 3, 3),
    "SLN": Function(_sln, "n", 3, 3),
    "EFFECT": Function(_effect, "n", 2, 2),
}
