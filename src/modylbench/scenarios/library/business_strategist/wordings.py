"""Under which names may products speak of markets, years and risks, and what must they say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.case import YEARS
from modylbench.scenarios.library.business_strategist.markets import CRITERIA, MARKET, MARKETS
from modylbench.scenarios.library.business_strategist.register import RISKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.business_strategist.stage import Stage

Wordings = list[list[str]]
"""What a text must speak of, each thing in any of its wordings."""

MODE = {
    "wholly owned subsidiary": (
        ["wholly owned", "wholly-owned", "100% owned", "fully owned", "full ownership"],
    ),
    "majority joint venture": (
        ["joint venture", "JV", "joint-venture"],
        [
            "majority", "a controlling", "the controlling", "keep control", "keeping control",
            "retain control", "retaining control", "we control", "us control", "us in control",
        ],
    ),
    "minority joint venture": (
        ["joint venture", "JV", "joint-venture"],
        ["minority", "non-controlling", "no control", "without control", "not in control"],
    ),
}  # fmt: skip


CONTROL = {
    "wholly owned subsidiary": "leaves us in full control",
    "majority joint venture": "leaves us in control",
    "minority joint venture": "does not leave us in control",
}
FAILING = {
    "Holds a local care licence": ("lacks a local care licence", "both lack a local care licence"),
    "No exclusivity with a rival platform": (
        "is tied to a rival platform",
        "are both tied to a rival platform",
    ),
    "Integrity check": ("fails the integrity check", "both fail the integrity check"),
}

CAPPED = [
    "cap", "ceiling", "limit", "capped", "uncapped", "limited to", "maximum", "allowed", "allows",
    "permits", "permitted", "up to", "may own", "may hold", "can own", "can hold", "restricted to",
    "restricts",
]  # fmt: skip
LICENCE = ["licence", "license", "licensing"]
KEEPING = (
    "data", "record", "hosted", "hosting", "host", "stored", "storage", "kept", "held", "stay",
    "remain", "reside", "processed", "server", "cloud", "centre", "center",
)  # fmt: skip
HOME = (
    "in-country", "in the country", "inside the country", "within the country", "locally",
    "onshore", "domestically",
)  # fmt: skip
LOCAL = ("in-country", "local", "onshore", "domestic")
HOSTED = ("data", "patient data", "hosting", "host", "storage", "server", "cloud")
RESIDENCY = ("data residency", "data localisation", "data localization", "data sovereignty")
SCALING = ["scale-up", "scale up", "scaling", "roll-out", "rollout", "expansion", "scale"]
STOPPING = ["stop", "stopping rule", "stop rule", "kill", "go/no-go", "no-go", "gate", "halt"]
REGULATORS = ["regulator", "regulator's", "regulators", "audited", "ministry", "returns"]
VENDOR = ["vendor", "tracker", "Orrin Vale", "panel"]
RULING = (
    "govern", "governed by the", "governing source", "prevail", "precedence", "takes priority",
    "supersede", "override", "authoritative", "preferred source", "source of record",
)  # fmt: skip
CHOOSING = (
    "use", "used", "using", "rely on", "relies on", "relied on", "adopt", "adopted", "score on",
    "scored on", "scored from", "based on", "rest on", "prefer", "preferred", "go by", "went by",
    "go with", "went with", "follow", "followed", "take", "took", "trust", "chose", "keep to",
)  # fmt: skip
CHOSEN = ("used", "adopted", "preferred", "followed", "relied on", "chosen", "taken", "scored")
AUDITED = (
    "returns", "audited", "regulator", "regulatory returns", "regulatory figure", "ministry",
    "national returns", "official returns", "official figure",
)  # fmt: skip


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
        "regulatory_wordings": [LICENCE, months, stake, _hosting(market), ["medical director"]],
        "partner_wordings": [[entry.partner], *([name] for name, _ in entry.rejected)],
        "phasing_wordings": [["pilot"], SCALING, STOPPING, _percentages(end.stop_share)],
        "caveat_wordings": [disputed, *_figures(end), REGULATORS, VENDOR, _governing(end)],
    }  # fmt: skip


def rejected(candidates: Sequence[tuple[str, str]]) -> str:
    """Why the two other candidates are out, as people say it.

    >>> rejected([("Melati Care", "Integrity check"), ("Cahaya", "Integrity check")])
    'Melati Care and Cahaya both fail the integrity check'
    """
    (one, test), (other, other_test) = candidates
    if test == other_test:
        return f"{one} and {other} {FAILING[test][1]}"
    return f"{one} {FAILING[test][0]} and {other} {FAILING[other_test][0]}"


def _percentages(fraction: float) -> list[str]:
    number = f"{100 * fraction:g}"
    return [f"{number}%", f"{number} percent", f"{number} per cent"]


def _figures(end: Stage) -> Wordings:
    disputed = end.pack["disputed"]
    counted, claimed = end.pack["returns"][disputed], end.pack["figures"]["demand"][disputed]
    return [[f"{counted:g}"], [f"{claimed:g}"]]


def _hosting(market: list[str]) -> list[str]:
    """That patient data stay in the country: where they are, next to the fact that they are."""
    home = [*HOME, *(f"in {name}" for name in market), *(f"in the {m}" for m in market)]
    return [
        *RESIDENCY,
        *(f"{kept} {where}" for kept in KEEPING for where in home),
        *(f"{local} {hosted}" for local in LOCAL for hosted in HOSTED),
        "locally hosted",
        "locally stored",
    ]


def _governing(end: Stage) -> list[str]:
    """That the regulators' figure is the one that counts, and not only that something is used."""
    counted = f"{end.pack['returns'][end.pack['disputed']]:g}"
    chosen = [*AUDITED, counted]
    return [
        *RULING,
        *(
            f"{verb} {the}{source}"
            for verb in CHOOSING
            for the in ("the ", "")
            for source in chosen
        ),
        *(
            f"{source} {verb} {done}"
            for source in ("returns", "regulator", "regulator figure", "audited figure", counted)
            for verb in ("is", "are", "was", "were")
            for done in CHOSEN
        ),
    ]
