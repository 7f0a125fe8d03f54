"""The numbers, names and tables that follow from a data pack, as scripts and criteria use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.language.spoken.numbers import ordinal
from modylbench.scenarios.library.business_strategist import data_pack as data
from modylbench.scenarios.library.business_strategist import scoring as weighting
from modylbench.scenarios.library.business_strategist.conclusions import conclusion_terms
from modylbench.scenarios.library.business_strategist.figures import (
    case_figures,
    outflow_figures,
    paper_figures,
)
from modylbench.scenarios.library.business_strategist.files import slips_in_files
from modylbench.scenarios.library.business_strategist.risk_register import RAISED, RISKS
from modylbench.scenarios.library.business_strategist.scoring import (
    CRITERIA,
    CRITERION,
    MARKET,
    MARKETS,
    NAMES,
    weigh_scores,
)
from modylbench.scenarios.library.business_strategist.spoken_phrases import spoken_phrases
from modylbench.scenarios.library.business_strategist.strategy_state import (
    CORRECTIONS_OF_CASE,
    MILESTONES,
    StrategyState,
)
from modylbench.scenarios.library.business_strategist.valuation import YEARS
from modylbench.scenarios.library.business_strategist.workbooks import column_id
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_strategist.scoring import ScoringMatrix
    from modylbench.scenarios.oracle import Truth


DECIMALS = 6  # more than anything is said with: what is rounded twice is rounded wrong
LEAST_FIRST_NPV = 0.1  # US$ million, before a correction: nobody reports an NPV of 0.00
BEFORE_CORRECTION = frozenset(MILESTONES[:2])
BEFORE_SOURCE = frozenset(MILESTONES[:3])
BEFORE_COMMITTEE = frozenset(MILESTONES[:4])
Wordings = list[list[str]]
"""What a text must speak of, each thing in any of its wordings."""
MODE = {
    "wholly owned subsidiary": [
        "wholly owned", "wholly-owned", "100% owned", "fully owned", "full ownership",
    ],
    "majority joint venture": ["joint venture", "JV", "joint-venture"],
    "minority joint venture": ["joint venture", "JV", "joint-venture"],
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


def solve(
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],
) -> Truth | None:
    """Every number of the meeting; None where no pack makes a clear problem of the parameters."""
    weights = (weighting.final_weights(parameters), weighting.corrected_weights(parameters))
    if not weighting.are_sensible_weights(weights[1]):
        return None
    pack = data.draw_pack(parameters, weights, seed, choices)
    if pack is None:
        return None
    truth = _truth(parameters, choices, pack, seed)
    return truth if abs(truth["npv_first"]) >= LEAST_FIRST_NPV else None


def _truth(
    parameters: Mapping[str, float], choices: Mapping[str, str], pack: data.Pack, seed: int
) -> Truth:
    slips = _first_slips(parameters, choices)
    known = {**parameters, **choices, "pack": pack, **slips}
    end = StrategyState.of(known, frozenset(MILESTONES))
    truth = {
        "pack": pack,
        **slips,
        **_weights(parameters, choices["weight_slip"]),
        **_places(known, end),
        **_misspoken_lead(known),
        **_moved_by_correction(known),
        **_sources(pack, end),
        **_money(end, known),
        **_entry(end, pack),
        **_risks(end),
        **_look_alike_figures(end),
        **slips_in_files(pack, end, seed),
        **names(),
        **said_of(end),
        **_tables(end),
        "case_figures": case_figures(end),
        "outflow_figures": outflow_figures(end),
        "paper_figures": paper_figures(end),
        "phases": {name: list(months) for name, months in end.entry.phases.items()},
    }
    truth |= conclusion_terms(truth)
    return {**truth, **spoken_phrases({**known, **truth, "seed": seed})}


def _first_slips(parameters: Mapping[str, float], choices: Mapping[str, str]) -> dict[str, float]:
    rate = parameters["discount_rate"]
    first = rate - parameters["rate_understated_by"] if choices["case_slip"] == "rate" else rate
    return {"discount_rate_first": round(first, 4)}


def _weights(parameters: Mapping[str, float], slip: str) -> dict[str, Any]:
    said = weighting.misspoken_weights(parameters, slip)
    corrected, last = weighting.corrected_weights(parameters), weighting.final_weights(parameters)
    return {
        **{f"said_{name}": said[name] for name in ("size", "demand", "pay")},
        "said_size_pct": round(100 * said["size"], 1),
        "weight_pay_pct": round(100 * corrected["pay"], 1),
        "weight_digital": corrected["digital"],
        "weight_size_final": last["size"],
        "weight_regulatory_final": last["regulatory"],
        "weight_size_final_pct": round(100 * last["size"], 1),
        "weight_regulatory_final_pct": round(100 * last["regulatory"], 1),
        "weight_size_pct": round(100 * corrected["size"], 1),
        "weight_demand_pct": round(100 * corrected["demand"], 1),
        "offsite_weights_table": {c.name: corrected[c.id] for c in CRITERIA},
    }


def _places(known: Mapping[str, Any], end: StrategyState) -> dict[str, Any]:
    """Who is first at every point of the meeting, and by how much."""
    vendor = StrategyState.of(known, BEFORE_SOURCE).matrix
    settled = StrategyState.of(known, BEFORE_COMMITTEE).matrix
    matrix, disputed = end.matrix, end.pack["disputed"]
    first, second = matrix.order[:2]
    vendor_final = weigh_scores(vendor.scores, matrix.weights)
    vendor_first = vendor.order[0]
    return {
        "top_market": first,
        "top_spoken": MARKET[first].spoken_name,
        "top_column": column_id(first),
        "runner_up": second,
        "runner_up_spoken": MARKET[second].spoken_name,
        "last_market": matrix.order[-1],
        "last_spoken": MARKET[matrix.order[-1]].spoken_name,
        "top_total": matrix.totals[first],
        "runner_up_total": matrix.totals[second],
        "lead": matrix.lead,
        "vendor_first_spoken": MARKET[vendor_first].spoken_name,
        "vendor_top_total": vendor.totals[vendor_first],
        "vendor_lead": vendor.lead,
        "vendor_final_total": vendor_final.totals[disputed],
        "vendor_final_rank": vendor_final.ranks[disputed],
        "settled_top_total": settled.totals[first],
        "settled_disputed_total": settled.totals[disputed],
        "settled_disputed_rank": settled.ranks[disputed],
        "settled_disputed_place": _place(settled, disputed),
        "settled_lead": settled.lead,
        **_moved_places(settled, matrix),
        "last_regulatory_band": CRITERION["regulatory"].bands()[
            matrix.scores["regulatory"][matrix.order[-1]] - 1
        ],
        "last_regulatory_score": matrix.scores["regulatory"][matrix.order[-1]],
        "last_lead_months": int(end.pack["figures"]["regulatory"][matrix.order[-1]]),
    }


def _place(matrix: ScoringMatrix, market: str) -> str:
    """The rank of a market as people say it, with whoever shares it."""
    rank = matrix.ranks[market]
    level = [name for name in matrix.order if matrix.ranks[name] == rank and name != market]
    shared = f", level with {list_in_words([MARKET[name].spoken_name for name in level])},"
    return f"number {rank}{shared if level else ''}"


def _moved_places(before: ScoringMatrix, after: ScoringMatrix) -> dict[str, str]:
    """What the committee's weights do below the first place, and to the lead."""
    moved = _rank_moves(before, after)
    lead = (
        f"its lead goes from {before.lead:.2f} to {after.lead:.2f}"
        if round(before.lead, 2) != round(after.lead, 2)
        else f"its lead stays at {after.lead:.2f}"
    )
    places = f"; {list_in_words(moved)}" if moved else "; no rank moves"
    return {"places_moved": f"{lead}{places}"}


def _rank_moves(before: ScoringMatrix, after: ScoringMatrix) -> list[str]:
    """Every market whose rank differs, with both ranks in words."""
    return [
        f"{MARKET[name].spoken_name} goes from {_spoken_rank(before, name)} to "
        f"{_spoken_rank(after, name)}"
        for name in after.order
        if before.ranks[name] != after.ranks[name]
    ]


def _spoken_rank(matrix: ScoringMatrix, market: str) -> str:
    """The rank in words, with whether somebody shares it."""
    rank = matrix.ranks[market]
    shared = list(matrix.ranks.values()).count(rank) > 1
    return f"{'a shared ' if shared else ''}{ordinal(rank)}"


def _misspoken_lead(known: Mapping[str, Any]) -> dict[str, Any]:
    """Who is first on the weights as the director reads them out, which may be two at once."""
    matrix = StrategyState.of(known, BEFORE_CORRECTION).matrix
    first = [MARKET[name].spoken_name for name in matrix.order if matrix.ranks[name] == 1]
    alone = len(first) == 1
    others, last = first[:-1], first[-1]
    return {
        "misspoken_lead": f"{last} is first" if alone else f"{', '.join(others)} and {last} tie",
        "misspoken_total": max(matrix.totals.values()),
    }


def _moved_by_correction(known: Mapping[str, Any]) -> dict[str, str]:
    """What the two weights do once they are the right way round: to the first place, and below."""
    before = StrategyState.of(known, BEFORE_CORRECTION).matrix
    after = StrategyState.of(known, BEFORE_SOURCE).matrix
    name = after.order[0]
    first, old, new = MARKET[name].spoken_name, before.totals[name], after.totals[name]
    if before.ranks[name] != 1:
        lead = f"{first} comes first now, at {new:.2f}"
    elif "shared" in _spoken_rank(before, name):
        lead = f"{first} is first alone now, at {new:.2f}"
    elif round(old, 2) == round(new, 2):
        lead = f"{first} is first as before, still at {new:.2f}"
    else:
        lead = f"{first} is first as before, at {new:.2f} instead of {old:.2f}"
    below = [move for move in _rank_moves(before, after) if not move.startswith(f"{first} ")]
    places = f"; {list_in_words(below)}" if below else "; no other rank moves"
    return {"correction_moved": f"{lead}{places}"}


def _sources(pack: data.Pack, end: StrategyState) -> dict[str, Any]:
    disputed, demand = pack["disputed"], CRITERION["demand"]
    counted, claimed = pack["returns"][disputed], pack["figures"]["demand"][disputed]
    mean = (counted + claimed) / 2
    return {
        "disputed_market": disputed,
        "disputed_spoken": MARKET[disputed].spoken_name,
        "disputed_column": column_id(disputed),
        "regulator_figure": counted,
        "vendor_figure": claimed,
        "mean_figure": mean,
        "regulator_score": end.matrix.scores["demand"][disputed],
        "vendor_score": demand.score(claimed),
        "mean_score": demand.score(mean),
    }


def _money(end: StrategyState, known: Mapping[str, Any]) -> dict[str, float]:
    case, economics = end.case, end.case.economics
    first = StrategyState.of(known, frozenset(MILESTONES) - CORRECTIONS_OF_CASE).case
    insured = end.pack["economics"]["insured"][economics.market]
    target = end.board_target
    money = {
        "tam": economics.tam,
        "sam": economics.sam,
        "som": economics.som,
        "npv": case.npv,
        "sam_first": first.economics.sam,
        "som_first": first.economics.som,
        "npv_first": first.npv,
        "npv_at_approval": end.npv_at_approval,
        "npv_share": end.npv_share,
        "inflated_tam": economics.tam * (1 + insured / economics.population),
        "board_target": target,
    }
    ratios = {
        "payback": case.payback,
        "payback_first": first.payback,
        "sam_share_of_tam": economics.sam / economics.tam,
        "target_share": target / economics.sam,
    }
    return {
        **{name: round(value, DECIMALS) for name, value in {**money, **ratios}.items()},
        "share_of_paid_visits": round(end.share_of_paid_visits, 3),
        "share_in_launch_area": round(end.share_in_launch_area, 3),
        "setup": round(economics.setup, DECIMALS),
        "setup_share": round(end.setup_share, DECIMALS),
        "population": economics.population,
        "insured": insured,
    }


def _entry(end: StrategyState, pack: data.Pack) -> dict[str, Any]:
    entry = end.entry
    return {
        "stake": entry.stake,
        "entry_mode": entry.mode,
        "npv_places_said": end.npv_places_in_words,
        "control_spoken": CONTROL[entry.mode],
        "partner": entry.partner,
        "rejected_spoken": rejected_spoken(entry.rejected),
        "lead_months": entry.lead_months,
        "ready_month": entry.phases["Set-up and licensing"][1],
        "pilot_start": entry.phases["Pilot"][0],
        "pilot_end": entry.phases["Pilot"][1],
        "scale_end": entry.phases["Scale-up"][1],
        "promised_months": max(2, entry.lead_months // 2),
        "pilot_visits": round(end.pilot_visits),
        "stop_visits": round(end.stop_share * end.pilot_visits),
        "tam_by_market": {name: round(data.economics(pack, name).tam, DECIMALS) for name in NAMES},
    }


def _risks(end: StrategyState) -> dict[str, Any]:
    register = end.register
    return {
        "licence_likelihood_first": register.likelihood[RAISED] - 1,
        "licence_likelihood": register.likelihood[RAISED],
        "licence_score": register.score(RAISED),
        "first_risk": register.order[0].name,
        "second_risk": register.order[1].name,
        "third_risk": register.order[2].name,
    }


def _look_alike_figures(end: StrategyState) -> dict[str, float]:
    """What look-alikes add to the products."""
    disputed = end.pack["disputed"]
    mean = (end.pack["returns"][disputed] + end.pack["figures"]["demand"][disputed]) / 2
    averaged = end.with_demand_of_disputed(mean)
    return {
        "mean_total": averaged.totals[disputed],
        "final_disputed_total": end.matrix.totals[disputed],
        "promised_safely": end.promised_month,
        "promise_slack": end.promised_month - end.entry.phases["Pilot"][0],
        "uninsured": round((1 - end.insured_share) * end.case.economics.population, 1),
        "insured_share": round(end.insured_share, DECIMALS),
    }


def _tables(end: StrategyState) -> dict[str, dict[str, float]]:
    """The tables that criteria compare, keyed by the first spelling of every name."""
    matrix, register = end.matrix, end.register
    revenue = end.case.economics.revenue
    return {
        "scores_table": {
            f"{c.name}|{name}": matrix.scores[c.id][name] for c in CRITERIA for name in NAMES
        },
        "weights_table": {c.name: matrix.weights[c.id] for c in CRITERIA},
        "revenue_table": {
            f"Revenue|Year {year}": round(revenue[year - 1], DECIMALS)
            for year in range(1, YEARS + 1)
        },
        "register_table": {
            f"{risk.name}|{measure}": figure
            for risk in RISKS
            for measure, figure in (
                ("Likelihood", register.likelihood[risk.id]),
                ("Impact", register.impact[risk.id]),
                ("Risk score", register.score(risk.id)),
            )
        },
    }


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


def said_of(end: StrategyState) -> dict[str, Wordings]:
    """What the sections of the strategy must say."""
    entry, mode = end.entry, MODE[end.entry.mode]
    stake = _percentages(entry.stake)
    months = [f"{entry.lead_months} months", f"{entry.lead_months}-month"]
    market, disputed = (
        list(MARKET[name].written_names) for name in (entry.market, end.pack["disputed"])
    )
    return {
        "summary_wordings": [market, mode, [entry.partner], ["NPV", "net present value"]],
        "regulatory_wordings": [LICENCE, months, stake, _hosting(market), ["medical director"]],
        "partner_wordings": [[entry.partner], *([name] for name, _ in entry.rejected)],
        "phasing_wordings": [["pilot"], SCALING, STOPPING, _percentages(end.stop_share)],
        "caveat_wordings": [disputed, *_figures(end), REGULATORS, VENDOR],
    }  # fmt: skip


def rejected_spoken(candidates: Sequence[tuple[str, str]]) -> str:
    """Why the two other candidates are out, as people say it.

    >>> rejected_spoken([("Melati Care", "Integrity check"), ("Cahaya", "Integrity check")])
    'Melati Care and Cahaya both fail the integrity check'
    """
    (name, test), (other, other_test) = candidates
    if test == other_test:
        return f"{name} and {other} {FAILING[test][1]}"
    return f"{name} {FAILING[test][0]} and {other} {FAILING[other_test][0]}"


def _percentages(fraction: float) -> list[str]:
    number = f"{100 * fraction:g}"
    return [f"{number}%", f"{number} percent", f"{number} per cent"]


def _figures(end: StrategyState) -> Wordings:
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
