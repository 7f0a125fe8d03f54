"""Which numbers, names and tables follow from a pack, as scripts and criteria use them?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_strategist import pack as data
from modylbench.scenarios.library.business_strategist import weights as weighting
from modylbench.scenarios.library.business_strategist import wordings
from modylbench.scenarios.library.business_strategist.case import YEARS, npv
from modylbench.scenarios.library.business_strategist.markets import (
    CRITERIA,
    CRITERION,
    MARKET,
    NAMES,
)
from modylbench.scenarios.library.business_strategist.matrix import weighed
from modylbench.scenarios.library.business_strategist.register import RAISED, RISKS
from modylbench.scenarios.library.business_strategist.scoring_matrix import column_id
from modylbench.scenarios.library.business_strategist.stage import MILESTONES, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import Truth

MONEY_DECIMALS, RATIO_DECIMALS = 3, 6
BEFORE_CORRECTION = frozenset(MILESTONES[:2])
BEFORE_SOURCE = frozenset(MILESTONES[:3])
BEFORE_COMMITTEE = frozenset(MILESTONES[:4])


def solve(parameters: Mapping[str, float], seed: int) -> Truth | None:
    """Every number of the meeting; None where no pack makes a clear problem of the parameters."""
    weights = (weighting.final(parameters), weighting.corrected(parameters))
    if not weighting.are_sensible(weights[1]):
        return None
    pack = data.drawn(parameters, weights, seed)
    return None if pack is None else _truth(parameters, pack)


def _truth(parameters: Mapping[str, float], pack: data.Pack) -> Truth:
    told = {**parameters, "pack": pack, **_first_slips(parameters)}
    end = Stage.of(told, frozenset(MILESTONES))
    return {
        "pack": pack,
        **_first_slips(parameters),
        **_weights(parameters),
        **_places(told, end),
        **_misspoken_lead(told),
        **_sources(pack, end),
        **_money(end, told),
        **_entry(end, pack),
        **_risks(end),
        **wordings.names(),
        **wordings.said_of(end),
        **_tables(end),
    }


def _first_slips(parameters: Mapping[str, float]) -> dict[str, float]:
    first = parameters["discount_rate"] - parameters["rate_understated_by"]
    return {"discount_rate_first": round(first, 4)}


def _weights(parameters: Mapping[str, float]) -> dict[str, float]:
    meant, last = weighting.corrected(parameters), weighting.final(parameters)
    return {
        "weight_digital": meant["digital"],
        "weight_size_final": last["size"],
        "weight_regulatory_final": last["regulatory"],
        "weight_size_final_pct": round(100 * last["size"], 1),
        "weight_regulatory_final_pct": round(100 * last["regulatory"], 1),
        "weight_size_pct": round(100 * meant["size"], 1),
        "weight_demand_pct": round(100 * meant["demand"], 1),
    }


def _places(told: Mapping[str, Any], end: Stage) -> dict[str, Any]:
    """Who is first at every point of the meeting, and by how much."""
    vendor = Stage.of(told, BEFORE_SOURCE).matrix
    settled = Stage.of(told, BEFORE_COMMITTEE).matrix
    matrix, disputed = end.matrix, end.pack["disputed"]
    first, second = matrix.order[:2]
    vendor_final = weighed(vendor.scores, matrix.weights)
    return {
        "top_market": first,
        "top_spoken": MARKET[first].spoken,
        "top_column": column_id(first),
        "runner_up": second,
        "runner_up_spoken": MARKET[second].spoken,
        "last_market": matrix.order[-1],
        "last_spoken": MARKET[matrix.order[-1]].spoken,
        "top_total": matrix.totals[first],
        "runner_up_total": matrix.totals[second],
        "lead": matrix.lead,
        "vendor_top_total": vendor.totals[disputed],
        "vendor_lead": vendor.lead,
        "vendor_final_total": vendor_final.totals[disputed],
        "settled_top_total": settled.totals[first],
        "settled_disputed_total": settled.totals[disputed],
        "settled_disputed_rank": settled.ranks[disputed],
        "last_regulatory_score": matrix.scores["regulatory"][matrix.order[-1]],
        "last_lead_months": int(end.pack["figures"]["regulatory"][matrix.order[-1]]),
    }


def _misspoken_lead(told: Mapping[str, Any]) -> dict[str, Any]:
    """Who is first on the weights as the director reads them out, which may be two at once."""
    matrix = Stage.of(told, BEFORE_CORRECTION).matrix
    first = [MARKET[name].spoken for name in matrix.order if matrix.ranks[name] == 1]
    alone = len(first) == 1
    others, last = first[:-1], first[-1]
    return {
        "misspoken_lead": f"{last} is first" if alone else f"{', '.join(others)} and {last} tie",
        "misspoken_total": max(matrix.totals.values()),
    }


def _sources(pack: data.Pack, end: Stage) -> dict[str, Any]:
    disputed, demand = pack["disputed"], CRITERION["demand"]
    counted, claimed = pack["returns"][disputed], pack["figures"]["demand"][disputed]
    mean = (counted + claimed) / 2
    return {
        "disputed_market": disputed,
        "disputed_spoken": MARKET[disputed].spoken,
        "disputed_column": column_id(disputed),
        "regulator_figure": counted,
        "vendor_figure": claimed,
        "mean_figure": mean,
        "regulator_score": end.matrix.scores["demand"][disputed],
        "vendor_score": demand.score(claimed),
        "mean_score": demand.score(mean),
    }


def _money(end: Stage, told: Mapping[str, Any]) -> dict[str, float]:
    case, economics = end.case, end.case.economics
    first_rate = told["discount_rate_first"]
    insured = end.pack["economics"]["insured"][economics.market]
    target = round(economics.som * told["target_multiple"], 1)
    money = {
        "tam": economics.tam,
        "sam": economics.sam,
        "som": economics.som,
        "npv": case.npv,
        "npv_first": npv(economics.cash, first_rate),
        "inflated_tam": economics.tam * (1 + insured / economics.population),
        "board_target": target,
    }
    ratios = {
        "payback": case.payback,
        "sam_share_of_tam": economics.sam / economics.tam,
        "target_share": target / economics.sam,
    }
    return {
        **{name: round(value, MONEY_DECIMALS) for name, value in money.items()},
        **{name: round(value, RATIO_DECIMALS) for name, value in ratios.items()},
        "population": economics.population,
        "insured": insured,
    }


def _entry(end: Stage, pack: data.Pack) -> dict[str, Any]:
    entry = end.entry
    return {
        "stake": entry.stake,
        "entry_mode": entry.mode,
        "control_spoken": wordings.CONTROL[entry.mode],
        "partner": entry.partner,
        "rejected_spoken": wordings.rejected(entry.rejected),
        "lead_months": entry.lead_months,
        "ready_month": entry.phases["Set-up and licensing"][1],
        "pilot_start": entry.phases["Pilot"][0],
        "pilot_end": entry.phases["Pilot"][1],
        "scale_end": entry.phases["Scale-up"][1],
        "promised_months": max(2, entry.lead_months // 2),
        "tam_by_market": {
            name: round(data.economics(pack, name).tam, MONEY_DECIMALS) for name in NAMES
        },
    }


def _risks(end: Stage) -> dict[str, Any]:
    register = end.register
    return {
        "licence_likelihood_first": register.likelihood[RAISED] - 1,
        "licence_likelihood": register.likelihood[RAISED],
        "licence_score": register.score(RAISED),
        "first_risk": register.order[0].name,
        "second_risk": register.order[1].name,
        "third_risk": register.order[2].name,
    }


def _tables(end: Stage) -> dict[str, dict[str, float]]:
    """The tables that criteria compare, keyed by the first spelling of every name."""
    matrix, register = end.matrix, end.register
    revenue = end.case.economics.revenue
    return {
        "scores_table": {
            f"{c.name}|{name}": matrix.scores[c.id][name] for c in CRITERIA for name in NAMES
        },
        "weights_table": {c.name: matrix.weights[c.id] for c in CRITERIA},
        "revenue_table": {
            f"Revenue|Year {year}": round(revenue[year - 1], MONEY_DECIMALS)
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
