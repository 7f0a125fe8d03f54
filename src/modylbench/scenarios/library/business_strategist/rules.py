"""Which checks of the three products take more than one line of algebra?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.products.quantities.find import FoundNumber, FoundTable
from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.business_strategist import case
from modylbench.scenarios.library.business_strategist.case import YEARS
from modylbench.scenarios.library.business_strategist.markets import CRITERIA, NAMES
from modylbench.scenarios.library.business_strategist.passages import (
    averaging,
    figures_in,
    names_in,
    recommended,
)
from modylbench.scenarios.library.business_strategist.register import RISKS, TOP_RISKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.quantities.numbers import Measure
    from modylbench.scenarios.oracle import Reading, Rule

    Readings = Mapping[str, Reading]

TOLERANCE = 0.01  # the default of SPEC 4, on top of what rounding explains
TOTAL_STEP = 0.051  # a total shown with one decimal is the coarsest that proves anything
MOST_ROUNDING = 0.04  # ours: money shown coarser than this proves nothing
MILLION = 1e6
YEAR_NAMES = tuple(f"Year {year}" for year in range(YEARS + 1))
TOTAL, RANK = "Weighted total", "Rank"


class _Missing(Exception):
    """A figure that a table does not show."""


def _shown(reading: Reading, *key: str) -> Measure:
    if isinstance(reading, FoundNumber):
        return reading.measure
    if not isinstance(reading, FoundTable) or key not in reading.numbers:
        raise _Missing(" / ".join(key))
    return reading.numbers[key].measure


def _text(reading: Reading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


def _checked(rule: Rule) -> Rule:
    """The rule with a missing figure as one of the things that are wrong."""

    def checked(found: Readings, truth: Mapping[str, Any]) -> list[str]:
        try:
            return rule(found, truth)
        except _Missing as gap:
            return [f"{gap} is not shown"]

    return checked


def weights_add_up(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The weights of all criteria add up to 100 %."""
    points = [_shown(found["weights"], c.name) for c in CRITERIA]
    total = math.fsum(measure.number for measure in points)
    return [] if abs(total - 1) < 1e-3 else [f"they add up to {100 * total:.6g} %"]


def totals_recomputed(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every weighted total is the sum of the weights shown times the scores shown."""
    wrong: list[str] = []
    for name in NAMES:
        right = math.fsum(
            _shown(found["weights"], c.name).number * _shown(found["scores"], c.name, name).number
            for c in CRITERIA
        )
        total = _shown(found["totals"], TOTAL, name)
        if abs(total.number - right) > min(total.half_step, TOTAL_STEP) + 1e-3:
            wrong.append(f"{name}: {total.number:.4g}, not {right:.4g}")
    return wrong


def ranks_follow_totals(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Rank 1 is the highest total, and so on down; equals may share a place or not."""
    totals = {name: _shown(found["totals"], TOTAL, name).number for name in NAMES}
    wrong: list[str] = []
    for name, total in totals.items():
        above = sum(other > total + 1e-9 for other in totals.values())  # whole numbers
        level = sum(abs(other - total) <= 1e-9 for other in totals.values())  # whole numbers
        rank = _shown(found["ranks"], RANK, name).number
        if not above + 1 <= rank <= above + level:
            wrong.append(f"{name} has rank {rank:g} with {above} above it")
    return wrong


def cash_adds_up(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Net cash is revenue less costs in years 1 to 3, and an outflow in year 0."""
    wrong: list[str] = []
    if _shown(found["cash_flow"], "Net cash flow", YEAR_NAMES[0]).number >= 0:
        wrong.append("year 0 is not an outflow")
    for year in YEAR_NAMES[1:]:
        revenue = _shown(found["revenue"], "Revenue", year)
        costs = _shown(found["total_costs"], "Total costs", year)
        cash = _shown(found["cash_flow"], "Net cash flow", year)
        right = revenue.number - abs(costs.number)
        rounding = revenue.half_step + costs.half_step + cash.half_step
        if abs(cash.number - right) > TOLERANCE * abs(right) + min(
            rounding, MOST_ROUNDING * revenue.number
        ):
            wrong.append(f"{year}: {cash.number:.6g}, not {right:.6g}")
    return wrong


def npv_recomputed(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """NPV is that of the cash flows shown at the discount rate shown, year-end."""
    flows = [_shown(found["cash_flow"], "Net cash flow", year) for year in YEAR_NAMES]
    shown, rate = _shown(found["npv"]), _shown(found["discount_rate"]).number
    right = case.npv([flow.number for flow in flows], rate)
    rounding = shown.half_step + math.fsum(flow.half_step for flow in flows)
    slack = TOLERANCE * abs(right) + min(rounding, MOST_ROUNDING * abs(right))
    return [] if abs(shown.number - right) <= slack else [f"{shown.number:.6g}, not {right:.6g}"]


def scores_multiply(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every risk score is likelihood times impact."""
    wrong: list[str] = []
    for risk in RISKS:
        likelihood, impact, score = (
            _shown(found["register"], risk.name, measure).number
            for measure in ("Likelihood", "Impact", "Risk score")
        )
        if abs(score - likelihood * impact) > 1e-6:
            wrong.append(f"{risk.name}: {score:g}, not {likelihood * impact:g}")
    return wrong


def top_risks_named(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The strategy's risks are the highest of the register."""
    scores = {r: _shown(found["register"], r.name, "Risk score").number for r in RISKS}
    beyond = sorted(scores.values(), reverse=True)[TOP_RISKS]
    text = _text(found["risks"])
    return [
        f"says nothing of {risk.name!r}"
        for risk, score in scores.items()
        if score > beyond and not names_in(text, (risk.name, *risk.aliases))
    ]


def _first(found: Readings) -> str:
    return min(NAMES, key=lambda name: _shown(found["ranks"], RANK, name).number)


def recommends_the_first(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The market that the summary recommends is the one that the matrix ranks first."""
    first, named = _first(found), recommended(_text(found["executive_summary"]))
    return [] if named == first else [f"recommends {named}, the matrix has {first} first"]


def case_is_for_the_first(found: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The TAM of the case is that of the market that the matrix ranks first."""
    first, tam = _first(found), _shown(found["tam"])
    right = truth["tam_by_market"][first] * MILLION
    if abs(tam.number - right) <= TOLERANCE * right + min(tam.half_step, MOST_ROUNDING * right):
        return []
    return [f"{tam.number:.6g} is not the TAM of {first}, {right:.6g}"]


def contradiction_not_averaged(found: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The caveats give both figures, and do not say that the two were averaged."""
    text = _text(found["data_caveats"])
    figures = figures_in(text)
    wrong = [
        f"says nothing of {truth[name]:g}"
        for name in ("vendor_figure", "regulator_figure")
        if truth[name] not in figures
    ]
    return wrong + [f"averages: {sentence[:80]!r}" for sentence in averaging(text)]


RULES: Mapping[str, Rule] = {
    rule.__name__: _checked(rule)
    for rule in (
        weights_add_up, totals_recomputed, ranks_follow_totals, cash_adds_up, npv_recomputed,
        scores_multiply, top_risks_named, recommends_the_first, case_is_for_the_first,
        contradiction_not_averaged,
    )
}  # fmt: skip
