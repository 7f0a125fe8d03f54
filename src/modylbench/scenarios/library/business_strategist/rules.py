"""Checks of the three products that take more than one line of algebra."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.quantities.closeness import IDENTICAL, RECOMPUTED, TIED
from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.business_strategist.risk_register import RISKS
from modylbench.scenarios.library.business_strategist.scoring import CRITERIA, NAMES
from modylbench.scenarios.library.business_strategist.valuation import YEARS, npv
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.oracle import OracleRule, Readings, RuleReading


TOTAL_STEP = 0.051  # a total shown with one decimal is the coarsest that proves anything
MILLION = 1e6
YEAR_NAMES = tuple(f"Year {year}" for year in range(YEARS + 1))
TOTAL, RANK = "Weighted total", "Rank"


class _ReadingMissing(Exception):
    """A figure that a table does not show."""


def _measure_of(reading: RuleReading, *key: str) -> Measure:
    if isinstance(reading, FoundNumber):
        return reading.measure
    if not isinstance(reading, FoundTable) or key not in reading.numbers:
        raise _ReadingMissing(" / ".join(key))
    return reading.numbers[key].measure


def _text(reading: RuleReading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


def _with_missing_figures(rule: OracleRule) -> OracleRule:
    """The rule with a missing figure as one of the things that are wrong."""

    def check(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
        try:
            return rule(readings, truth)
        except _ReadingMissing as gap:
            return [Absence(f"{gap} is not shown")]

    return check


def weights_add_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The weights of all criteria add up to 100 %."""
    points = [_measure_of(readings["weights"], c.name) for c in CRITERIA]
    total = math.fsum(measure.number for measure in points)
    return [] if TIED.allows(total, 1.0) else [f"they add up to {100 * total:.6g} %"]


def totals_recomputed(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every weighted total is the sum of the weights shown times the scores shown."""
    wrong: list[str] = []
    for name in NAMES:
        right = math.fsum(
            _measure_of(readings["weights"], c.name).number
            * _measure_of(readings["scores"], c.name, name).number
            for c in CRITERIA
        )
        total = _measure_of(readings["totals"], TOTAL, name)
        if abs(total.number - right) > min(total.half_step, TOTAL_STEP) + 1e-3:
            wrong.append(f"{name}: {total.number:.4g}, not {right:.4g}")
    return wrong


def ranks_follow_totals(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Rank 1 is the highest total, and so on down; equals may share a place or not."""
    totals = {name: _measure_of(readings["totals"], TOTAL, name).number for name in NAMES}
    wrong: list[str] = []
    for name, total in totals.items():
        same = [other for other in totals.values() if IDENTICAL.allows(other, total)]
        above = sum(other > max(same) for other in totals.values())  # whole numbers
        rank = _measure_of(readings["ranks"], RANK, name).number
        if not above + 1 <= rank <= above + len(same):
            wrong.append(f"{name} has rank {rank:g} with {above} above it")
    return wrong


def cash_adds_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Net cash is revenue less costs in years 1 to 3, and an outflow in year 0."""
    wrong: list[str] = []
    if _measure_of(readings["cash_flow"], "Net cash flow", YEAR_NAMES[0]).number >= 0:
        wrong.append("year 0 is not an outflow")
    for year in YEAR_NAMES[1:]:
        revenue = _measure_of(readings["revenue"], "Revenue", year)
        costs = _measure_of(readings["total_costs"], "Total costs", year)
        cash = _measure_of(readings["cash_flow"], "Net cash flow", year)
        right = revenue.number - abs(costs.number)
        rounding = revenue.half_step + costs.half_step + cash.half_step
        if not RECOMPUTED.allows(cash.number, right, rounding, rounded=revenue.number):
            wrong.append(f"{year}: {cash.number:.6g}, not {right:.6g}")
    return wrong


def outflows_shown(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Costs by kind and the set-up have the plan's size in every year that is shown."""
    table = readings["outflows"]
    wrong = []
    for key in table.numbers if isinstance(table, FoundTable) else ():
        shown = _measure_of(table, *key).size
        right = truth["outflow_figures"].get("|".join(key), 0.0) * MILLION
        if not RECOMPUTED.allows(shown.number, right, shown.half_step):
            wrong.append(f"{', '.join(key)}: {shown.number:,.6g}, not {right:,.6g}")
    return wrong


def population_is_the_files(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Everybody is counted once, in people, thousands or millions."""
    shown = _measure_of(readings["population_shown"])
    people = truth["population"] * MILLION
    if any(RECOMPUTED.allows(shown.number * scale, people) for scale in (1, 1e3, MILLION)):
        return []
    return [f"{shown.number:,.6g}, not {truth['population']:g} million"]


def insured_are_the_files(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The insured are as many as the file has, in people, thousands or millions."""
    shown = _measure_of(readings["insured_people"])
    people = truth["insured"] * MILLION
    if any(RECOMPUTED.allows(shown.number * scale, people) for scale in (1, 1e3, MILLION)):
        return []
    return [f"{shown.number:,.6g}, not {truth['insured']:g} million"]


def pilot_visits_follow(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The pilot's planned visits are half of year 1's, one by one, in thousands or millions."""
    shown, right = _measure_of(readings["planned_pilot_visits"]), 1e3 * truth["pilot_visits"]
    if any(RECOMPUTED.allows(shown.number * scale, right, 500) for scale in (1, 1e3, MILLION)):
        return []
    return [f"{shown.number:,.6g}, not {right:,.6g}"]


def phases_follow(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Every phase begins and ends in the month that follows from the licence.

    The board's outline says how months count, so that no two phases touch.
    """
    wrong = []
    for phase, months in truth["phases"].items():
        for point, right in zip(("Start", "End"), months, strict=True):
            month = _measure_of(readings["phase_plan"], phase, point).number
            if month != right:
                wrong.append(f"{phase}, {point.lower()}: month {month:g}, not {right:g}")
    return wrong


def npv_recomputed(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """NPV is that of the cash flows shown at the discount rate shown, year-end."""
    flows = [_measure_of(readings["cash_flow"], "Net cash flow", year) for year in YEAR_NAMES]
    shown, rate = _measure_of(readings["npv"]), _measure_of(readings["discount_rate"]).number
    right = npv([flow.number for flow in flows], rate)
    rounding = shown.half_step + math.fsum(flow.half_step for flow in flows)
    is_right = RECOMPUTED.allows(shown.number, right, rounding)
    return [] if is_right else [f"{shown.number:.6g}, not {right:.6g}"]


def scores_multiply(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every risk score is likelihood times impact."""
    wrong: list[str] = []
    for risk in RISKS:
        likelihood, impact, score = (
            _measure_of(readings["register"], risk.name, measure).number
            for measure in ("Likelihood", "Impact", "Risk score")
        )
        if not IDENTICAL.allows(score, likelihood * impact):
            wrong.append(f"{risk.name}: {score:g}, not {likelihood * impact:g}")
    return wrong


def _first_market(readings: Readings) -> str:
    return min(NAMES, key=lambda name: _measure_of(readings["ranks"], RANK, name).number)


def case_is_for_the_first(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The TAM of the case is that of the market that the matrix ranks first."""
    first, tam = _first_market(readings), _measure_of(readings["tam"])
    right = truth["tam_by_market"][first] * MILLION
    if tam.is_close(right, RECOMPUTED):
        return []
    return [f"{tam.number:.6g} is not the TAM of {first}, {right:.6g}"]


RULES: Mapping[str, OracleRule] = {
    rule.__name__: _with_missing_figures(rule)
    for rule in (
        weights_add_up, totals_recomputed, ranks_follow_totals, cash_adds_up, npv_recomputed,
        outflows_shown, population_is_the_files, insured_are_the_files, pilot_visits_follow,
        phases_follow, scores_multiply, case_is_for_the_first,
    )
}  # fmt: skip
