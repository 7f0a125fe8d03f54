"""Under which names may products speak of markets, years and risks, and what must they say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.case import YEARS
from modylbench.scenarios.library.business_strategist.markets import CRITERIA, MARKET, MARKETS
from modylbench.scenarios.library.business_strategist.register import RISKS

if TYPE_CHECKING:
    from modylbench.scenarios.library.business_strategist.stage import Stage

Wordings = list[list[str]]
"""What a text must speak of, each thing in any of its wordings."""

MODE = {
    "wholly owned subsidiary": (
        ["wholly owned", "wholly-owned", "100% owned", "fully owned", "full ownership"],
    ),
    "majority joint venture": (
        ["joint venture", "JV", "joint-venture"],
        ["majority", "controlling", "control", "in control"],
    ),
    "minority joint venture": (
        ["joint venture", "JV", "joint-venture"],
        ["minority", "non-controlling", "control"],
    ),
}


CAPPED = [
    "cap", "ceiling", "limit", "limits", "capped", "limited", "maximum", "allowed", "allows",
    "permits", "permitted",
]  # fmt: skip
HOSTING = [
    "in-country", "in country", "data residency", "hosted in", "data localisation", "local hosting",
    "hosted locally", "locally hosted", "data hosting", "onshore", "stored locally",
]  # fmt: skip
SCALING = ["scale-up", "scale up", "scaling", "roll-out", "rollout", "expansion", "scale"]
STOPPING = ["stop", "stopping rule", "stop rule", "kill", "go/no-go", "no-go", "gate", "halt"]
REGULATORS = ["regulator", "regulator's", "regulators", "audited", "ministry", "returns"]
VENDOR = ["vendor", "tracker", "Orrin Vale", "panel"]
GOVERNING = [
    "govern", "governs", "governed", "governing", "prevail", "prevails", "precedence", "we use",
    "we used", "is used", "are used", "we rely on", "relied on", "rely on", "relies on",
    "we have used", "adopted", "we adopt", "scored on", "based on", "prefer", "preferred",
    "authoritative", "we go by", "went with",
]  # fmt: skip


def names() -> dict[str, list[str]]:
    """The roles of the tables: every member with its spellings."""
    years = [_year(number) for number in range(1, YEARS + 1)]
    year_0 = "Year 0 | Y0 | set-up | launch year | investment year | set-up year | Year 0 (set-up)"
    return {
        "market_names": [market.spellings for market in MARKETS],
        "criterion_names": [criterion.spellings for criterion in CRITERIA],
        "risk_names": [risk.spellings for risk in RISKS],
        "year_names": years,
        "year_0_names": [year_0, *years],
    }


def _year(number: int) -> str:
    year = f"year {number}"
    return f"Year {number} | Y{number} | FY{number} | operating {year} | {year} of operation"


def said_of(end: Stage) -> dict[str, Wordings]:
    """What the sections of the strategy must say."""
    entry, mode = end.entry, MODE[end.entry.mode]
    stake = _percentages(entry.stake)
    months = [f"{entry.lead_months} months", f"{entry.lead_months}-month"]
    market, disputed = (list(MARKET[name].written) for name in (entry.market, end.pack["disputed"]))
    return {
        "summary_wordings": [market, mode[0], [entry.partner], ["NPV", "net present value"]],
        "entry_mode_wordings": [*mode, stake, CAPPED],
        "regulatory_wordings": [
            ["licence", "license", "licensing"], months, stake, HOSTING, ["medical director"],
        ],
        "partner_wordings": [[entry.partner], *([name] for name, _ in entry.rejected)],
        "phasing_wordings": [["pilot"], SCALING, STOPPING, _percentages(end.stop_share)],
        "caveat_wordings": [disputed, *_figures(end), REGULATORS, VENDOR, GOVERNING],
    }  # fmt: skip


def _percentages(fraction: float) -> list[str]:
    number = f"{100 * fraction:g}"
    return [f"{number}%", f"{number} percent", f"{number} per cent"]


def _figures(end: Stage) -> Wordings:
    disputed = end.pack["disputed"]
    counted, claimed = end.pack["returns"][disputed], end.pack["figures"]["demand"][disputed]
    return [[f"{counted:g}"], [f"{claimed:g}"]]
