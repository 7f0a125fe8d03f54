"""Which numbers, names and tables follow from the export, as scripts and criteria use them?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.decomposition import EFFECTS, two_way
from modylbench.scenarios.library.business_analyst.drawing import draw_opportunities, export_day
from modylbench.scenarios.library.business_analyst.figures import STEPS, Figures, figures_of
from modylbench.scenarios.library.business_analyst.funnels import (
    cohort_funnel,
    created_counts,
    crm_funnel,
)
from modylbench.scenarios.library.business_analyst.names import names
from modylbench.scenarios.library.business_analyst.opportunities import (
    LAST_DAYS,
    QUARTERS,
    STAGES,
    Opportunity,
    as_csv,
)
from modylbench.scenarios.library.business_analyst.posed import is_well_posed
from modylbench.scenarios.library.business_analyst.workbook import identifier, percent, points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.oracle import Truth

DECIMALS = 6
EVER = 10_000  # days
KINDS = ("rate", "crm_rate")
MONTHS = ("October", "November", "December")


def solve(parameters: Mapping[str, float], seed: int) -> Truth | None:
    """Every number of the diagnosis; None where the paradox or the bias is not in the data."""
    records = draw_opportunities(parameters, seed)
    real = [record for record in records if not record.is_test]
    window = round(parameters["window_days"])
    window_first = round(window + parameters["window_overstated_by"])
    created, crm = created_counts(real), crm_funnel(real)
    figures, first = (
        figures_of(days, created, crm=crm, cohort=cohort_funnel(real, days))
        for days in (window, window_first)
    )
    if not is_well_posed(figures, first, _closed_only(real, window)):
        return None
    with_tests = created_counts(records)
    return {
        "window_first": window_first,
        "records": len(records),
        "tests": len(records) - len(real),
        "counts": {
            "created_with_tests": with_tests,
            "created": created,
            "crm": {cell: list(row) for cell, row in crm.items()},
            "cohort": {cell: list(row) for cell, row in figures.cohort.items()},
            "cohort_first": {cell: list(row) for cell, row in first.cohort.items()},
        },
        **_spoken_counts(figures, first, with_tests),
        **_spoken_rates(figures),
        **_steps(figures),
        **_around_the_table(real, figures, parameters),
        **_tables(figures),
        **names(window),
        "opportunities_csv": as_csv(records),
    }


def _closed_only(real: Sequence[Opportunity], window: int) -> Figures:
    """The reading that counts closed deals only, whenever they closed."""
    closed = [one for one in real if one.status != "open"]
    cohort = cohort_funnel(closed, EVER)
    return figures_of(window, created_counts(closed), crm=crm_funnel(closed), cohort=cohort)


def _spoken_counts(
    figures: Figures, first: Figures, with_tests: Mapping[str, int]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for cell, (created, *_, won) in figures.cohort.items():
        place = identifier(cell)
        values |= {f"created_{place}": created, f"created_with_tests_{place}": with_tests[cell]}
        values |= {f"won_{place}": won, f"won_first_{place}": first.cohort[cell][3]}
        values |= {f"archived_{place}": figures.crm[cell][1]}
    return values


def _spoken_rates(figures: Figures) -> dict[str, float]:
    values: dict[str, float] = {}
    for cell, rate in figures.win_rates.items():
        place = identifier(cell)
        values |= {f"rate_{place}": rate, f"crm_rate_{place}": figures.crm_rates[cell]}
        values |= {f"share_{place}": figures.mix[cell]}
    total = figures.effects["Total"]
    values |= {
        "change": total["total effect"],
        "fall": -total["total effect"],
        "mix_effect": total["mix effect"],
        "rate_effect": total["rate effect"],
        "interaction": total["interaction"],
        "rate_effect_two_way": two_way(figures.mix, figures.win_rates)["Total"]["rate effect"],
    }
    effects = ("mix_effect", "rate_effect", "rate_effect_two_way", "interaction", "change")
    overall = [f"{kind}_total_{quarter.lower()}" for kind in KINDS for quarter in QUARTERS]
    return {
        **{name: round(value, DECIMALS) for name, value in values.items()},
        **{f"{name}_cell": points(values[name]) for name in effects},
        **{f"{name}_cell": percent(values[name]) for name in overall},
    }


def _steps(figures: Figures) -> dict[str, Any]:
    """Where Enterprise loses most, and how the last step of SMB moved."""
    rates = figures.step_rates()
    enterprise = rates["Enterprise|Q3"]
    weakest = min(range(len(STEPS)), key=lambda step: enterprise[step])
    start, end = STEPS[weakest].split(" to ")
    return {
        "weakest_step": STEPS[weakest],
        "weakest_step_wordings": [STEPS[weakest], start, end, f"{start}s", f"{start} stage"],
        "weakest_rate_q2": round(rates["Enterprise|Q2"][weakest], DECIMALS),
        "weakest_rate_q3": round(enterprise[weakest], DECIMALS),
    }


def _around_the_table(
    real: Sequence[Opportunity], figures: Figures, parameters: Mapping[str, float]
) -> dict[str, Any]:
    """What is talked about and goes into no product."""
    day = export_day(parameters)
    won = {quarter: [0, 0] for quarter in QUARTERS}
    outbound = {quarter: [0, 0] for quarter in QUARTERS}
    young = 0
    first_window = parameters["window_days"] + parameters["window_overstated_by"]
    for one in real:
        if one.reached(figures.window_days) == len(STAGES):
            won[one.quarter][0] += one.amount
            won[one.quarter][1] += 1
        if one.segment == "Enterprise":
            outbound[one.quarter][0] += one.source == "Outbound"
            outbound[one.quarter][1] += 1
        young += (day - one.created).days < first_window
    # Enough wins to take away more than half of the fall.
    half = round(figures.created["Total|Q3"] * -figures.change / 2)
    extra = half + round(parameters["bi_margin"])
    bi_won = figures.cohort["Enterprise|Q3"][3] + extra
    return {
        "export_date": day.isoformat(),
        "export_day_spoken": f"{MONTHS[day.month - 10]} {day.day}",
        "days_since_quarter_end": (day - LAST_DAYS["Q3"]).days,
        "too_young": young,
        **{f"won_amount_{q.lower()}": round(won[q][0] / 1e6, 3) for q in QUARTERS},
        **{f"average_win_{q.lower()}": round(won[q][0] / won[q][1] / 1e3, 1) for q in QUARTERS},
        **{f"outbound_{q.lower()}": round(outbound[q][0] / outbound[q][1], 4) for q in QUARTERS},
        "bi_won_enterprise_q3": bi_won,
        "bi_extra": extra,
        "bi_rate_total_q3": round(
            (figures.cohort["Total|Q3"][3] + extra) / figures.created["Total|Q3"], DECIMALS
        ),
        "half_way_won": (bi_won + figures.cohort["Enterprise|Q3"][3] + 1) // 2,
        "pipeline_at_twenty": round(parameters["quota_wins"] / 0.20),
        "pipeline_at_thirty": round(parameters["quota_wins"] / 0.30),
        "coverage_at_q3_rate": round(1 / figures.win_rates["Total|Q3"], 2),
    }


def _tables(figures: Figures) -> dict[str, dict[str, float]]:
    """What criteria compare with; the keys as products.yaml names them."""
    return {
        "created_table": dict(figures.created),
        "cohort_table": {
            f"{cell}|{stage}|cohort": count
            for cell, row in figures.cohort.items()
            for stage, count in zip(STAGES, row, strict=True)
        },
        "crm_rate_table": {
            f"{cell}|CRM": round(rate, DECIMALS) for cell, rate in figures.crm_rates.items()
        },
        "effect_table": {
            f"Total|{name}": round(figures.effects["Total"][name], DECIMALS) for name in EFFECTS
        },
    }
