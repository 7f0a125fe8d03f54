"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_strategist.data_pack import TESTS
from modylbench.scenarios.library.business_strategist.entry_strategy import entry_strategy
from modylbench.scenarios.library.business_strategist.risk_register import RISKS
from modylbench.scenarios.library.business_strategist.rules import RULES
from modylbench.scenarios.library.business_strategist.scoring import CRITERIA, NAMES
from modylbench.scenarios.library.business_strategist.strategy_state import (
    MILESTONES,
    StrategyState,
)
from modylbench.scenarios.library.business_strategist.truth import solve
from modylbench.scenarios.library.business_strategist.valuation import YEARS
from modylbench.scenarios.library.business_strategist.workbooks import business_case, scoring_matrix
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]
ECONOMICS = (
    ("population", "Population, insured or not", "million", 1),
    ("insured", "of which with private or employer cover", "million", 1),
    ("visits", "Outpatient visits per person a year", "count", 1),
    ("suitable", "Visits that suit a teleconsultation", "%", 100),
    ("price", "Average price of a paid teleconsultation", "US$", 1),
    ("cities", "People who live in the launch area", "%", 100),
    ("smartphones", "Adults with a smartphone", "%", 100),
    *((f"share_{y}", f"Share of SAM won, year {y}", "%", 100) for y in range(1, YEARS + 1)),
    ("clinicians", "Clinician fees, of revenue", "%", 100),
    ("marketing", "Marketing, of revenue", "%", 100),
    *((f"fixed_{y}", f"Fixed costs, year {y}", "US$ m", 1) for y in range(1, YEARS + 1)),
    ("setup", "Set-up spend, year 0", "US$ m", 1),
)  # fmt: skip


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    state = StrategyState.of(truth, reached)
    made: list[WorkProduct] = []
    if state.has("scores"):
        made.append(scoring_matrix(state))
    if state.has("strategy_draft"):
        made.append(entry_strategy(state))
    if state.has("business_case") or state.has("risk_register"):
        made.append(business_case(state))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "market_pack.csv": market_pack(truth),
        "scoring_guide.csv": scoring_guide(truth),
        "regulator_returns.csv": regulator_returns(truth),
        "source_notes.txt": source_notes(truth),
        "launch_economics.csv": launch_economics(truth),
        "regulatory_brief.txt": regulatory_brief(truth),
        "partner_screen.csv": partner_screen(truth),
        "risk_workshop.csv": risk_workshop(truth),
    }


def market_pack(truth: Mapping[str, Any]) -> str:
    """Six figures of six markets; demand as the vendor's tracker has it."""
    figures = truth["pack"]["figures"]
    sources = {"demand": "Orrin Vale Digital Health Tracker, estimate"}
    rows = [["Criterion", "Metric", "Unit", *NAMES, "Source"]]
    rows += [
        [c.name, c.metric, c.unit, *(f"{figures[c.id][name]:g}" for name in NAMES),
         sources.get(c.id, "Wattlebird desk research")]
        for c in CRITERIA
    ]  # fmt: skip
    return csv_text(rows)


def scoring_guide(truth: Mapping[str, Any]) -> str:  # noqa: ARG001 - the cuts are the same for all
    """Which figure earns which score."""
    rows = [["Criterion", "Metric", "Unit", "Score 1", "Score 2", "Score 3", "Score 4", "Score 5"]]
    rows += [[c.name, c.metric, c.unit, *c.bands()] for c in CRITERIA]
    return csv_text(rows)


def regulator_returns(truth: Mapping[str, Any]) -> str:
    """The same demand as the regulators counted it."""
    returns = truth["pack"]["returns"]
    rows = [["Market", "Paid teleconsultations per 1,000 people, 2025", "Basis"]]
    rows += [[name, f"{returns[name]:g}", "operators' annual returns, audited"] for name in NAMES]
    return csv_text(rows)


def source_notes(truth: Mapping[str, Any]) -> str:
    """How each of the two sources counts."""
    markets = ", ".join(truth["pack"]["returns"])
    return f"""How the two demand sources count (invented for this exercise)

Orrin Vale Digital Health Tracker, 2025 edition
- Vendor estimate from a panel of app users in the capital cities, extrapolated to the country.
- Counts every chat or call with a clinician, free ones included, unless the app reports payment.
- Not audited; no confidence interval is published.

National telehealth returns, 2025
- Annual returns of licensed operators to each health ministry, audited, complete by law.
- Count a consultation once, when it has been paid for.
- Published after the tracker.

Both state the same metric and year for {markets}.
"""


def launch_economics(truth: Mapping[str, Any]) -> str:
    """What a launch brings and costs, line by market."""
    economics = truth["pack"]["economics"]
    rows = [["Line", "Unit", *NAMES]]
    rows += [
        [label, unit, *(f"{round(economics[line][name] * scale, 4):g}" for name in NAMES)]
        for line, label, unit, scale in ECONOMICS
    ]
    return csv_text(rows)


def regulatory_brief(truth: Mapping[str, Any]) -> str:
    """What the regulators ask of a telemedicine operator."""
    pack = truth["pack"]
    lead_times = pack["figures"]["regulatory"]
    by_market = "\n".join(
        f"- {name}: {lead_times[name]:g} months; {100 * pack['caps'][name]:g}%" for name in NAMES
    )
    return f"""Telemedicine operators: counsel's brief (invented for this exercise)

In all six markets
- An operator licence from the health ministry before the first paid visit; none is provisional.
- A licence is valid in the country that granted it, and nowhere else.
- Patient data hosted in-country, with a named data protection officer.
- A locally registered medical director in post when the application is filed.

By market: lead time from a complete filing; most that a foreign company may own
{by_market}
"""


def partner_screen(truth: Mapping[str, Any]) -> str:
    """Three candidates a market and how they did on three tests."""
    rows = [["Market", "Candidate", *TESTS]]
    rows += [[name, *row] for name in NAMES for row in truth["pack"]["partners"][name]]
    return csv_text(rows)


def risk_workshop(truth: Mapping[str, Any]) -> str:
    """What the workshop voted."""
    pack = truth["pack"]
    rows = [["Risk", "Likelihood (1-5)", "Impact (1-5)", "Owner", "Mitigation"]]
    rows += [
        [r.name, f"{pack['likelihood'][r.id]}", f"{pack['impact'][r.id]}", r.owner, r.mitigation]
        for r in RISKS
    ]
    return csv_text(rows)
