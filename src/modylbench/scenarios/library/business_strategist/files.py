"""The files that the human hands over, laid out as the seed has it, with its defects in them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.business_strategist.data_pack import PASSED, TESTS
from modylbench.scenarios.library.business_strategist.risk_register import RISKS
from modylbench.scenarios.library.business_strategist.scoring import (
    CRITERIA,
    CRITERION,
    MARKET,
    NAMES,
)
from modylbench.scenarios.library.business_strategist.valuation import YEARS
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.business_strategist.data_pack import Pack
    from modylbench.scenarios.library.business_strategist.strategy_state import StrategyState

    Rows = list[list[str]]

ECONOMICS = (
    ("population", "Population", "million", 1),
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
BY_NAME = tuple(sorted(NAMES))
BASIS, OLD_BASIS = "operators' annual returns, audited", "before audit, superseded"
SUBTOTAL = f"Fixed costs, years 1 to {YEARS}"
SUBTOTAL_ERROR = 1.1  # of a subtotal that was left over from dearer years
OLD_SCREEN = " (first screen, superseded)"
INVESTMENT_LIST = "foreign investment list"
RECOGNITION = "Regional Practitioner Recognition Arrangement"
OUTLINE_SECTIONS = """Sections, 1,200 words at most in all
- Executive summary, in front: the market, how we enter and whether we control it, the partner, NPV
  and payback.
- Market selection, Entry mode, Regulatory path, Partnerships.
- Phasing: a table of Set-up and licensing, Pilot and Scale-up with start month and end month.
- Financial case: a table of TAM, SAM, SOM, Year 3 revenue, NPV, NPV at approval, Our share of NPV,
  Simple payback, Discount rate, Set-up spend, Our part of the set-up spend.
- Risks: the three highest of the register with score, owner and mitigation.
- Data caveats: where sources contradict each other, both figures, both sources, which governs, why.
- Next steps.
"""
OUTLINE_MONTHS = """Months
- Month 1 is the first month after board approval. A phase starts in the month after the one before
  it has ended.
- Set-up and licensing is the licence and then the onboarding. Counsel files on the day of
  approval, so the lead time runs from month 1; delays are a matter for the risk register.
- The pilot takes six months and opens operation; scale-up ends with the third year of operation.
- Within a year volumes are planned flat: half a year has half of the year's visits.
"""
OUTLINE_MONEY = """Money
- NPV and simple payback count from opening day, for the whole venture. By the board's rule the NPV
  stops after the third year, without a terminal value.
- NPV at approval: treasury has the set-up spend fall on opening day, so that the whole NPV is
  divided by one plus the rate to the power of set-up months over twelve.
- Our share of NPV: our stake times the NPV as at opening day. We fund the set-up in proportion, and
  the board approves our own part of it; in a wholly owned company that is all of it.
"""


def slips_in_files(pack: Pack, end: StrategyState, seed: int) -> dict[str, str]:
    """Where the defects lie, should the seed have them."""
    draw = Draw("business_strategist", seed, "slips in files")
    phones = draw.one_of(NAMES)
    counted = {name: figure for name, figure in pack["returns"].items() if name != pack["disputed"]}
    recounted = draw.one_of(tuple(counted))
    out, _ = draw.one_of(end.entry.rejected)
    setup = end.case.economics.setup
    fixed = _fixed_costs(pack["economics"], end.entry.market)
    shown = round(SUBTOTAL_ERROR * fixed, 2)
    return {
        "phones_market": phones,
        "phones_market_spoken": MARKET[phones].spoken_name,
        "phones_fraction": f"{pack['figures']['digital'][phones] / 100:g}",
        "phones_percent": f"{pack['figures']['digital'][phones]:g}%",
        "recounted_market": recounted,
        "recounted_market_spoken": MARKET[recounted].spoken_name,
        "superseded_return": f"{_other_band(counted[recounted]):g}",
        "audited_return": f"{counted[recounted]:g}",
        "set_up_thousands": _plain(1000 * setup),
        "set_up_grouped": f"{1000 * setup:,.0f}",
        "set_up_millions": f"${setup:,.2f} million",
        "subtotal_figure": _plain(shown),
        "subtotal_shown": f"${shown:,.2f} million",
        "subtotal_right": f"${fixed:,.2f} million",
        "rescreened": out,
        "rescreened_short": " ".join(out.split()[:2]),
    }


def _other_band(figure: float) -> float:
    """A figure that would earn another score on demand."""
    demand = CRITERION["demand"]
    for factor in (1.3, 1.5, 1.8, 2.2):
        if demand.score(round(figure * factor)) != demand.score(figure):
            return float(round(figure * factor))
    return float(round(figure * 0.5))


def attachments(truth: Mapping[str, Any]) -> dict[str, str]:
    """The files that the human hands over, by name."""
    return {
        "market_pack.csv": market_pack(truth),
        "scoring_guide.csv": scoring_guide(),
        "regulator_returns.csv": regulator_returns(truth),
        "source_notes.txt": source_notes(truth),
        "launch_economics.csv": launch_economics(truth),
        "regulatory_brief.txt": regulatory_brief(truth),
        "partner_screen.csv": partner_screen(truth),
        "risk_workshop.csv": risk_workshop(truth),
        "counsel_addendum.txt": counsel_addendum(truth),
        "board_paper_outline.txt": board_paper_outline(truth),
    }


def _has(truth: Mapping[str, Any], defect: str) -> bool:
    return defect in truth.get("defects", ())


def _markets(truth: Mapping[str, Any]) -> tuple[str, ...]:
    return NAMES if truth["layout"] == "pack" else BY_NAME


def market_pack(truth: Mapping[str, Any]) -> str:
    """Six figures of six markets; demand as the vendor's tracker has it."""
    figures = {c.id: {**truth["pack"]["figures"][c.id]} for c in CRITERIA}
    if _has(truth, "smartphones_as_fraction"):
        figures["digital"][truth["phones_market"]] /= 100
    sources = {"demand": "Orrin Vale Digital Health Tracker, estimate"}
    source = {c.id: sources.get(c.id, "Wattlebird desk research") for c in CRITERIA}
    markets = _markets(truth)
    shown = {c.id: [f"{figures[c.id][name]:g}" for name in markets] for c in CRITERIA}
    if truth["layout"] == "by_market":
        header = ["Country", *(f"{c.name}: {c.metric} ({c.unit})" for c in CRITERIA)]
        rows = [
            [name, *(shown[c.id][place] for c in CRITERIA)] for place, name in enumerate(markets)
        ]
        return csv_text([header, *rows, ["Source", *(source[c.id] for c in CRITERIA)]])
    if truth["layout"] == "renamed":
        header = ["Source", "Theme", *markets, "Unit", "What is measured"]
        rows = [[source[c.id], c.name, *shown[c.id], c.unit, c.metric] for c in CRITERIA]
        return csv_text([header, *rows])
    header = ["Criterion", "Metric", "Unit", *markets, "Source"]
    rows = [[c.name, c.metric, c.unit, *shown[c.id], source[c.id]] for c in CRITERIA]
    return csv_text([header, *rows])


def scoring_guide() -> str:
    """Which figure earns which score."""
    rows = [["Criterion", "Metric", "Unit", "Score 1", "Score 2", "Score 3", "Score 4", "Score 5"]]
    rows += [[c.name, c.metric, c.unit, *c.bands()] for c in CRITERIA]
    return csv_text(rows)


def regulator_returns(truth: Mapping[str, Any]) -> str:
    """The same demand as the regulators counted it."""
    returns = truth["pack"]["returns"]
    rows = [[name, f"{returns[name]:g}", BASIS] for name in _markets(truth)]
    if _has(truth, "superseded_return"):
        recounted = truth["recounted_market"]
        place = next(at for at, row in enumerate(rows) if row[0] == recounted)
        rows.insert(place, [recounted, truth["superseded_return"], OLD_BASIS])
    figure = "Paid teleconsultations per 1,000 people, 2025"
    if truth["layout"] == "pack":
        return csv_text([["Market", figure, "Basis"], *rows])
    header = ["Basis of count", "Country", "Year", "Paid teleconsultations per 1,000 people"]
    return csv_text([header, *([basis, name, "2025", count] for name, count, basis in rows)])


def source_notes(truth: Mapping[str, Any]) -> str:
    """How each of the two sources counts."""
    markets = ", ".join(truth["pack"]["returns"])
    text = f"""How the two demand sources count

Orrin Vale Digital Health Tracker, 2025 edition
- Vendor estimate from a panel of app users in the capital cities, extrapolated to the country.
- Counts a chat or call with a clinician when the app reports payment; where apps do not report
  it, every chat or call is counted, free ones included. They report it in five of the six markets;
  in {truth["disputed_spoken"]} they do not.
- Not audited; no confidence interval is published.

National telehealth returns, 2025
- Annual returns of licensed operators to each health ministry, audited, complete by law.
- Count a consultation once, when it has been paid for.
- Published after the tracker.

Both state the same metric and year for {markets}.
"""
    return text if truth["layout"] == "pack" else text + _cuttings(truth)


def _cuttings(truth: Mapping[str, Any]) -> str:
    """Quotations at second hand, which are no source of their own."""
    return f"""
Cuttings kept with this note (not checked, not used)
- A trade newsletter: "{truth["disputed_spoken"]}'s telehealth has more than doubled, according to
  industry figures." It names no figure and cites the Orrin Vale tracker.
- A conference slide, quoted in a blog: "one in three adults has tried it". Tried, not paid for, and
  without a year.
"""


def launch_economics(truth: Mapping[str, Any]) -> str:
    """What a launch brings and costs, line by market."""
    economics, markets = truth["pack"]["economics"], _markets(truth)
    in_thousands = truth["top_market"] if _has(truth, "set_up_in_thousands") else ""
    rows: Rows = []
    for line, label, unit, scale in ECONOMICS:
        figures = {name: economics[line][name] * scale for name in markets}
        if line == "setup" and in_thousands:
            figures[in_thousands] *= 1000
        if line == "setup" and _has(truth, "subtotal_does_not_add_up"):
            wrong = {truth["top_market"]: truth["subtotal_figure"]}
            sums = (_plain(_fixed_costs(economics, name)) for name in markets)
            shown = [wrong.get(name, right) for name, right in zip(markets, sums, strict=True)]
            rows.append([SUBTOTAL, unit, *shown])
        rows.append([label, unit, *(_plain(figures[name]) for name in markets)])
    if truth["layout"] == "pack":
        return csv_text([["Line", "Unit", *markets], *rows])
    header = ["Assumption", *markets, "Unit"]
    return csv_text([header, *([label, *figures, unit] for label, unit, *figures in rows)])


def _plain(figure: float) -> str:
    """The figure without an exponent, at most four decimals."""
    return f"{round(figure, 4):.9g}"


def _fixed_costs(economics: Mapping[str, Mapping[str, float]], market: str) -> float:
    """Those of all years of one market."""
    return math.fsum(economics[f"fixed_{year}"][market] for year in range(1, YEARS + 1))


def regulatory_brief(truth: Mapping[str, Any]) -> str:
    """What the regulators ask of a telemedicine operator."""
    pack = truth["pack"]
    lead_times = pack["figures"]["regulatory"]
    by_market = "\n".join(
        f"- {name}: {lead_times[name]:g} months; {100 * pack['caps'][name]:g}%"
        for name in _markets(truth)
    )
    return f"""Telemedicine operators: counsel's brief, as a basis for planning

In all six markets
- An operator licence from the health ministry before the first paid visit; none is provisional.
- A licence is valid in the country that granted it, and nowhere else.
- Patient data hosted in-country, by law or, where the law is silent, by the group's own policy,
  with a named data protection officer.
- A locally registered medical director in post when the application is filed.
- The application may be filed for a company in formation; counsel files it. The company has to
  exist by the time the licence is granted.

By market: lead time from a complete filing; most that a foreign company may own by the country's
{INVESTMENT_LIST}, investment promotion included
{by_market}
"""


def partner_screen(truth: Mapping[str, Any]) -> str:
    """Three candidates a market and how they did on three tests."""
    rescreened = truth["rescreened"]
    rows: Rows = []
    for name in _markets(truth):
        for candidate, *tests in truth["pack"]["partners"][name]:
            if _has(truth, "superseded_screen") and candidate == rescreened:
                rows.append([name, candidate + OLD_SCREEN, *([PASSED] * len(TESTS))])
            rows.append([name, candidate, *tests])
    if truth["layout"] == "pack":
        return csv_text([["Market", "Candidate", *TESTS], *rows])
    header = ["Candidate", *reversed(TESTS), "Country"]
    return csv_text([header, *([who, *reversed(tests), name] for name, who, *tests in rows)])


def risk_workshop(truth: Mapping[str, Any]) -> str:
    """What the workshop voted."""
    pack = truth["pack"]
    votes = [(r, f"{pack['likelihood'][r.id]}", f"{pack['impact'][r.id]}") for r in RISKS]
    if truth["layout"] == "pack":
        rows = [["Risk", "Likelihood (1-5)", "Impact (1-5)", "Owner", "Mitigation"]]
        rows += [[r.name, likely, impact, r.owner, r.mitigation] for r, likely, impact in votes]
        return csv_text(rows)
    rows = [["Owner", "Risk", "Mitigation", "Impact (1-5)", "Likelihood (1-5)"]]
    rows += [[r.owner, r.name, r.mitigation, impact, likely] for r, likely, impact in votes]
    return csv_text(rows)


def counsel_addendum(truth: Mapping[str, Any]) -> str:
    """What counsel confirms of recognition between the markets."""
    return f"""Addendum to counsel's brief

{RECOGNITION}, article 9, in force since 1 July 2025 in all six markets
- A specialist registered in one of them is registered in another within thirty days, on notice.
- Notice may be given before the appointment. The application for the licence needs the local
  registration itself, so notice goes in at least thirty days ahead of the filing.
- So our medical director for {truth["top_spoken"]} may come from any of the six.
- It covers practitioners. Operators still need the licence of the country, with its own lead time.
"""


def board_paper_outline(truth: Mapping[str, Any]) -> str:
    """What the company secretary wants in a board paper, and by which conventions."""
    parts = (OUTLINE_SECTIONS, OUTLINE_MONTHS, OUTLINE_MONEY)
    if truth["layout"] != "pack":
        parts = (OUTLINE_MONEY, OUTLINE_SECTIONS, OUTLINE_MONTHS)
    return "\n".join(("Market entry papers: outline for the board\n", *parts))
