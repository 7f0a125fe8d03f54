"""Checks of an LBO that take more than one line of algebra.

Outflows count by size: some analysts show them in brackets, some do not.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.quantities.closeness import RECOMPUTED, TIED, Tolerance
from modylbench.scenarios.library.financial_analyst.lbo import HOLD_YEARS
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from modylbench.scenarios.oracle import OracleRule, Readings, RuleReading

    Check = Callable[[Readings, Mapping[str, Any]], Iterable[str]]

YEARS = tuple(f"year {number}" for number in range(1, HOLD_YEARS + 1))
MILLION = 1e6
OUTFLOWS = (("capex", "capex", "capex_table"), ("nwc_change", "change in nwc", "nwc_table"))


# Over the words that `words` leaves: in the singular, without articles and pronouns.
class _FigureMissing(Exception):
    """A figure that a table does not show."""


def _size(table: RuleReading, *key: str) -> tuple[float, float]:
    """How large the figure is, and by how much its rounding may have moved it."""
    if not isinstance(table, FoundTable) or key not in table.numbers:
        raise _FigureMissing(" / ".join(key))
    measure = table.numbers[key].measure
    return abs(measure.number), measure.half_step


def _finest_rounding(table: RuleReading) -> float:
    """By how much rounding may have moved the most precise figure of a table."""
    numbers = table.numbers.values() if isinstance(table, FoundTable) else ()
    return min((number.measure.half_step for number in numbers), default=0.0)


def _differ(
    name: str, left: float, right: float, rounding: float, tolerance: Tolerance = RECOMPUTED
) -> Iterator[str]:
    if not tolerance.allows(left, right, rounding, size=max(abs(left), abs(right))):
        yield f"{name}: {left:.6g}, not {right:.6g}"


def _with_missing_figures(rule: Check) -> OracleRule:
    """The rule with a missing figure as one of the things that are wrong."""

    def check(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
        problems: list[str] = []
        try:
            problems.extend(rule(readings, truth))
        except _FigureMissing as gap:
            problems.append(Absence(f"{gap} is not shown"))
        return problems

    return check


def outflows(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:
    """Capex and the increase in working capital are those of the plan, in every year."""
    for quantity, line, table in OUTFLOWS:
        expected = truth[table]
        for year in YEARS:
            size, rounding = _size(readings[quantity], line, year)
            yield from _differ(
                f"{line}, {year}", size, expected[f"{line}|{year}"] * MILLION, rounding
            )


def outflows_shown(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:
    """D&A, interest and tax have the plan's size in every year that is shown."""
    table = readings["operating_outflows"]
    for key in table.numbers if isinstance(table, FoundTable) else ():
        size, rounding = _size(table, *key)
        expected = truth["outflow_figures"].get("|".join(key), 0.0) * MILLION
        yield from _differ(", ".join(key), size, expected, rounding)


def roll_forward(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:  # noqa: ARG001
    """Opening plus PIK less amortisation less sweep is closing, which is the next opening."""
    balances = readings["debt_balances"]
    for year in YEARS:
        senior, sub = (
            [_size(balances, tranche, point, year) for point in ("opening", "closing")]
            for tranche in ("senior", "sub")
        )
        repaid = [
            _size(readings["amortisation"], "amortisation", year),
            _size(readings["cash_sweep"], "sweep", year),
        ]
        accrued = [_size(readings["pik_interest"], "pik", year)]
        yield from _balance_change(f"senior, {year}", senior[1], senior[0], repaid)
        yield from _balance_change(f"sub, {year}", sub[0], sub[1], accrued)
    for tranche in ("senior", "sub"):
        for before, year in pairwise(YEARS):
            closing = _size(balances, tranche, "closing", before)
            opening = _size(balances, tranche, "opening", year)
            rounding = closing[1] + opening[1]
            yield from _differ(f"{tranche} opening, {year}", opening[0], closing[0], rounding)


def _balance_change(
    name: str, low: tuple[float, float], high: tuple[float, float], flows: list[tuple[float, float]]
) -> Iterator[str]:
    """Compares the movement, not the balance: flows are small beside balances."""
    rounding = math.fsum([low[1], high[1], *(flow[1] for flow in flows)])
    yield from _differ(name, high[0] - low[0], math.fsum(flow[0] for flow in flows), rounding)


def sweep_of_cash(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:
    """The sweep is the agreed share of free cash flow after debt service."""
    for year in YEARS:
        cash, cash_rounding = _size(readings["free_cash_flow"], "free cash flow", year)
        sweep, sweep_rounding = _size(readings["cash_sweep"], "sweep", year)
        yield from _differ(year, sweep, truth["sweep_share"] * cash, cash_rounding + sweep_rounding)


def interest_on_opening(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:
    """Interest is the tranche's rate on its opening balance, in cash and in kind."""
    balances = readings["debt_balances"]
    for year in YEARS:
        for tranche, rate in (("senior", "senior_rate"), ("sub", "sub_cash_rate")):
            interest, rounding = _size(readings["cash_interest"], tranche, "interest", year)
            due = truth[rate] * _size(balances, tranche, "opening", year)[0]
            yield from _differ(f"{tranche} interest, {year}", interest, due, rounding)
        pik, rounding = _size(readings["pik_interest"], "pik", year)
        opening, _ = _size(balances, "sub", "opening", year)
        yield from _differ(f"PIK, {year}", pik, truth["sub_pik_rate"] * opening, rounding)


def middle_cell(readings: Readings, truth: Mapping[str, Any]) -> Iterator[str]:
    """The base case of the sensitivity is the diluted IRR of the returns sheet.

    A grid is shown at one precision: a cell of 18 among cells such as 17.32 is 18.00.
    """
    grid, irr = readings["irr_grid"], readings["diluted_irr"]
    key = (f"{truth['exit_multiple']:g}x", f"{100 * truth['growth_year_1']:g}%")
    size, _ = _size(grid, *key)
    if isinstance(irr, FoundNumber):
        both = _finest_rounding(grid) + irr.measure.half_step
        yield from _differ("base case", size, abs(irr.measure.number), both, TIED)


RULES: Mapping[str, OracleRule] = {
    rule.__name__: _with_missing_figures(rule)
    for rule in (
        outflows, outflows_shown, roll_forward, sweep_of_cash, interest_on_opening, middle_cell,
            )
}  # fmt: skip
