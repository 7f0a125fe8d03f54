"""The numbers, names and tables that follow from the fund, as scripts and criteria use them."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.portfolio_review.conclusions import (
    can_be_shown,
    cost_cap,
    has_driver,
    is_clear,
    upper_band,
)
from modylbench.scenarios.library.portfolio_review.fund import (
    CALDER,
    CASH,
    CLASS_NAMES,
    CLASSES,
    DEVELOPED,
    REAL,
    TOTAL,
    Fund,
    draw_fund,
)
from modylbench.scenarios.library.portfolio_review.risk import (
    RiskModel,
    draw_risk_model,
    foreign_exposure,
    limits,
    trades,
    trading_costs,
    weights_after,
)
from modylbench.scenarios.library.tied_figures import round_figures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import Truth

ATTEMPTS = 1500  # funds drawn for one set of parameters
BASIS_POINT = 1e-4
DECIMALS = 6
SPOKEN_SIDES = {True: "above", False: "below"}


@dataclass(frozen=True)
class Review:
    """The fund, its risk model and what is said of them."""

    fund: Fund
    model: RiskModel
    parameters: Mapping[str, float]
    upper_band: float
    cost_cap: float


def solve(parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]) -> Truth | None:
    """Every number of the review; None where no fund comes to these conclusions."""
    model = draw_risk_model(seed)
    for attempt in range(ATTEMPTS):
        fund = draw_fund(parameters, choices["driver"], seed, attempt)
        if fund is None or not has_driver(fund, choices["driver"]):
            continue
        band = upper_band(fund, is_breached=choices["limit_state"] == "breached")
        allowed = cost_cap(fund, model, choices["cost_state"])
        if band is None or allowed is None:
            continue
        truth = review_truth(Review(fund, model, parameters, band, allowed), choices)
        if can_be_shown(truth) and is_clear({**parameters, **truth}):
            return truth
    return None


def review_truth(review: Review, choices: Mapping[str, str]) -> dict[str, Any]:
    """Every name that the script, the files and the criteria use."""
    figures = {
        **_performance(review, choices),
        **_attribution(review, choices),
        **_exposures(review),
        **_currency(review, choices),
        **_liquidity(review),
        **_rebalancing(review, choices),
        **_calder(review.fund),
        **_file_tables(review),
        "class_names": _class_names(),
        "traded_names": [
            names for name, names in zip(CLASSES, _class_names(), strict=True) if name != REAL
        ],
        "classes_and_total": [*_class_names(), TOTAL_NAMES],
    }
    figures["broken_limits"] = _broken_limits(figures)
    cash_after = figures["cash_close"] + figures["trade_table"][CLASS_NAMES[CASH]]
    figures["coverage_after"] = round(cash_after / figures["net_outflow"], DECIMALS)
    known = {**review.parameters, **figures}
    return {
        **figures,
        "page_figures": {name: known[key] for name, key in PAGE_FIGURES.items()},
        "watch_spoken": _points_to_watch(known),
        "broken_spoken": _broken_limits_spoken(known),
    }


OTHER_LIMITS = {
    "Liquidity coverage": ("coverage_side", "below", "minimum"),
    "The currency hedge ratio": ("hedge_side", "below", "minimum"),
    "Tracking error": ("te_side", "above", "limit"),
}
"""The limits beside those of the classes: where its side stands, which one breaks it, its name."""


def _broken_limits(known: Mapping[str, Any]) -> dict[str, str]:
    """The other limits that are broken, each with how."""
    return {
        name: f"{side} its {limit}"
        for name, (key, side, limit) in OTHER_LIMITS.items()
        if known[key] == side
    }


def _points_to_watch(known: Mapping[str, Any]) -> str:
    """What matters most until the trustees meet: limits that are broken come first."""
    points = [
        f"{_mid_sentence(name)}, which is {how}" for name, how in known["broken_limits"].items()
    ]
    is_cured = known["coverage_after"] > known["coverage_minimum"]
    if "Liquidity coverage" in known["broken_limits"] and is_cured:
        points = ["liquidity coverage, which is below its minimum until the trades bring cash up"]
    points += _coverage_after_trades(known)
    calls = "capital calls, because Ruth said the notice of the 29th changed them"
    second = (points or [calls])[0]
    where = "which is above its upper limit until the trades are done"
    if known["limit_side"] == "below":
        where = "because its weight moves with the market and could reach the upper limit"
    return f"First, developed equity, {where}. Second, {second}."


def _coverage_after_trades(known: Mapping[str, Any]) -> list[str]:
    """Liquidity coverage as a point, where the trades take it below its minimum."""
    is_kept = known["coverage_side"] == "above"
    if is_kept and known["coverage_after"] < known["coverage_minimum"]:
        return ["liquidity coverage, which the trades take below its minimum"]
    return []


def _broken_limits_spoken(known: Mapping[str, Any]) -> str:
    """The same as a part of the sentence that sums up the paper; nothing where all are kept."""
    return "".join(
        f", that {_mid_sentence(name)} is {how}" for name, how in known["broken_limits"].items()
    )


def _mid_sentence(name: str) -> str:
    return f"{name[0].lower()}{name[1:]}"


PAGE_FIGURES = {
    "page_gross_return": "gross_return",
    "page_benchmark_return": "benchmark_return",
    "page_gross_excess": "excess_gross_bp",
    "page_net_excess": "excess_net_bp",
    "page_effects|allocation effect": "allocation_bp",
    "page_effects|selection effect": "selection_bp",
    "page_effects|interaction effect": "interaction_bp",
    "page_dev_weight": "dev_weight",
    "page_dev_limit": "dev_ceiling",
    "page_tracking_error": "tracking_error",
    "page_hedge_ratio": "hedge_ratio",
    "page_net_outflow": "net_outflow",
    "page_coverage": "coverage",
    "page_tracking_limit": "te_limit",
    "page_hedge_minimum": "hedge_minimum",
    "page_coverage_minimum": "coverage_minimum",
    "page_cap": "cost_cap",
}
"""What the paper shows beside its trades, by quantity, and the figure that it must be."""


TOTAL_NAMES = (
    "Total fund | total | total portfolio | portfolio | fund | overall | all classes | sum"
)
CLASS_ALIASES = {
    DEVELOPED: "developed equity | developed equities | developed market equity | DM equity",
    "emerging_equity": "emerging equity | emerging equities | emerging market equity | EM equity"
    " | emerging markets",
    "government_bonds": "government bonds | government bond | govt bonds | governments"
    " | treasuries | sovereign bonds",
    "corporate_credit": "corporate credit | credit | corporate bonds | credit bonds",
    REAL: "real assets | real asset",
    CASH: "cash | cash sleeve | cash and equivalents",
}


def _class_names() -> list[str]:
    return [f"{CLASS_NAMES[name]} | {CLASS_ALIASES[name]}" for name in CLASSES]


def _by_class(figures: Mapping[str, float]) -> dict[str, float]:
    """Figures by the names that people use, free of the noise of floats."""
    return round_figures({CLASS_NAMES[name]: figure for name, figure in figures.items()})


def _performance(review: Review, choices: Mapping[str, str]) -> dict[str, Any]:
    fund, parameters = review.fund, review.parameters
    fee_bp = parameters["fee_bp"]
    misspoken = choices["fee_correction"] == "misspoken"
    first_bp = fee_bp + (parameters["fee_overstated_by"] if misspoken else 0)
    gross, benchmark = fund.gross_return, fund.benchmark_return
    net, net_first = gross - fee_bp * BASIS_POINT, gross - first_bp * BASIS_POINT
    figures = {
        "opening_total": fund.opening_total,
        "closing_total": fund.closing_total,
        "gross_return": gross,
        "benchmark_return": benchmark,
        "net_return": net,
        "net_return_first": net_first,
        "fee_first_bp": first_bp,
        "excess_gross_bp": (gross - benchmark) / BASIS_POINT,
        "gap_gross_bp": (benchmark - gross) / BASIS_POINT,
        "excess_net_bp": (net - benchmark) / BASIS_POINT,
        "gap_net_bp": (benchmark - net) / BASIS_POINT,
        "excess_net_first_bp": (net_first - benchmark) / BASIS_POINT,
        "gap_net_first_bp": (benchmark - net_first) / BASIS_POINT,
    }
    returns = {name: fund.return_of(name) for name in CLASSES}
    best = max(CLASSES, key=lambda name: returns[name])
    worst = min(CLASSES, key=lambda name: returns[name])
    return {
        **round_figures(figures),
        "best_class": CLASS_NAMES[best].lower(),
        "best_return": round(returns[best], DECIMALS),
        "worst_class": CLASS_NAMES[worst].lower(),
        "worst_return": round(returns[worst], DECIMALS),
        "opening_weight_table": {
            **_by_class({name: fund.opening_weight(name) for name in CLASSES}), TOTAL: 1.0,
        },
        "policy_table": {**_by_class(fund.policy), TOTAL: 1.0},
        "policy_by_class": _by_class(fund.policy),
        "return_table": {**_by_class(returns), TOTAL: round(gross, DECIMALS)},
        "index_table": {**_by_class(fund.index_returns), TOTAL: round(benchmark, DECIMALS)},
    }  # fmt: skip


def _attribution(review: Review, choices: Mapping[str, str]) -> dict[str, Any]:
    fund, driver = review.fund, choices["driver"]
    names = ("allocation", "selection", "interaction", "effect_total")
    totals = dict(zip(names, fund.total_effects(), strict=True))
    by_class = {
        effect: {name: fund.effects(name)[place] / BASIS_POINT for name in CLASSES}
        for place, effect in enumerate(names)
    }
    lesser = "allocation" if driver == "selection" else "selection"
    worst = min(CLASSES, key=lambda name: by_class["selection"][name])
    drag = min(CLASSES, key=lambda name: by_class["effect_total"][name])
    return {
        **{f"{name}_bp": round(figure / BASIS_POINT, DECIMALS) for name, figure in totals.items()},
        **{
            f"{name}_table": {
                **_by_class(figures),
                TOTAL: round(totals[name] / BASIS_POINT, DECIMALS),
            }
            for name, figures in by_class.items()
        },
        **_hunch(driver, lesser, is_right=choices["hunch_state"] == "right"),
        "weakest_selection": CLASS_NAMES[worst].lower(),
        "weakest_selection_bp": round(by_class["selection"][worst], DECIMALS),
        "weakest_return": round(fund.return_of(worst), DECIMALS),
        "weakest_index": round(fund.index_returns[worst], DECIMALS),
        "drag_class": CLASS_NAMES[drag].lower(),
        "drag_bp": round(by_class["effect_total"][drag], DECIMALS),
    }


def _hunch(driver: str, lesser: str, *, is_right: bool) -> dict[str, str]:
    """What the portfolio manager feels that it was, and what the figures say to that."""
    if is_right:
        return {"hunch": driver, "hunch_verdict": ", and the figures bear that out"}
    return {"hunch": lesser, "hunch_verdict": "; the figures don't bear that out"}


def _exposures(review: Review) -> dict[str, Any]:
    fund, parameters = review.fund, review.parameters
    ranges = limits(fund, review.upper_band)
    weight, ceiling = fund.closing_weight(DEVELOPED), ranges[DEVELOPED][1]
    error = review.model.tracking_error(fund)
    temporary = ceiling + parameters["waiver_room"]
    if weight > ceiling:  # a waiver that leaves the fund in breach would be no use to anybody
        temporary += 0.01 * (1 + int(100 * (weight - ceiling)))
    return {
        **round_figures({
            "dev_weight": weight,
            "dev_ceiling": ceiling,
            "dev_gap": abs(weight - ceiling),
            "dev_policy": fund.policy[DEVELOPED],
            "dev_active": weight - fund.policy[DEVELOPED],
            "tracking_error": error,
            "te_room": abs(error - parameters["te_limit"]),
            "temporary_ceiling": temporary,
            "temporary_room": temporary - weight,
        }),
        "limit_side": SPOKEN_SIDES[weight > ceiling],
        "is_breached": "yes" if weight > ceiling else "no",
        "te_side": SPOKEN_SIDES[error > parameters["te_limit"]],
        "weight_table": _by_class({name: fund.closing_weight(name) for name in CLASSES}),
        "lower_table": _by_class({name: ranges[name][0] for name in CLASSES}),
        "upper_table": _by_class({name: ranges[name][1] for name in CLASSES}),
    }  # fmt: skip


def _currency(review: Review, choices: Mapping[str, str]) -> dict[str, Any]:
    parameters = review.parameters
    exposure = foreign_exposure(review.fund)
    hedge = 5.0 * round(parameters["hedge_share"] * exposure / 5)
    misspoken = choices["hedge_correction"] == "misspoken"
    first = hedge + (parameters["hedge_overstated_by"] if misspoken else 0)
    top_up = parameters["top_up"]
    return {
        **round_figures({
            "foreign_exposure": exposure,
            "hedge": hedge,
            "hedge_first": first,
            "hedge_ratio": hedge / exposure,
            "hedge_ratio_first": first / exposure,
            "unhedged": exposure - hedge,
            "currency_loss": 0.1 * (exposure - hedge),
            "topped_hedge": hedge + top_up,
            "topped_ratio": (hedge + top_up) / exposure,
        }),
        "hedge_side": SPOKEN_SIDES[hedge / exposure > parameters["hedge_minimum"]],
        "hedge_side_first": SPOKEN_SIDES[first / exposure > parameters["hedge_minimum"]],
    }  # fmt: skip


def _liquidity(review: Review) -> dict[str, Any]:
    fund, parameters = review.fund, review.parameters
    size = parameters["fund_size"]
    benefits, contributions, calls = (
        round(parameters[f"{name}_share"] * size, 1)
        for name in ("benefits", "contributions", "calls")
    )
    outflow = round(benefits - contributions + calls, 1)
    old_calls = round(calls - parameters["calls_understated_by"], 1)
    daniel = round(benefits - contributions + old_calls, 1)
    cash = fund.closing_of(CASH)
    stress = round(outflow + parameters["lump_sums"], 1)
    liabilities = round(fund.closing_total / parameters["funded_about"], 1)
    return {
        **round_figures({
            "benefits": benefits,
            "contributions": contributions,
            "calls": calls,
            "calls_daniel": old_calls,
            "net_outflow": outflow,
            "daniel_outflow": daniel,
            "daniel_coverage": cash / daniel,
            "cash_close": cash,
            "coverage": cash / outflow,
            "bearable_outflow": cash / parameters["coverage_minimum"],
            "stress_outflow": stress,
            "stress_coverage": cash / stress,
            "liabilities": liabilities,
            "funded_ratio": fund.closing_total / liabilities,
        }),
        "coverage_side": SPOKEN_SIDES[cash / outflow > parameters["coverage_minimum"]],
        "stress_side": SPOKEN_SIDES[cash / stress > parameters["coverage_minimum"]],
    }  # fmt: skip


def _rebalancing(review: Review, choices: Mapping[str, str]) -> dict[str, Any]:
    fund = review.fund
    bought, costs, after = trades(fund), trading_costs(fund, review.model), weights_after(fund)
    cost = fsum(costs.values())
    most = max(CLASSES, key=lambda name: bought[name])
    least = min(CLASSES, key=lambda name: bought[name])
    is_inside = choices["cost_state"] == "inside"
    return {
        "trade_table": _by_class({name: bought[name] for name in CLASSES if name != REAL}),
        "cost_table": _by_class({name: costs[name] for name in CLASSES if name != REAL}),
        "after_table": _by_class(after),
        "traded_after_table": _by_class({name: after[name] for name in CLASSES if name != REAL}),
        **round_figures({
            "dev_sale": -bought[DEVELOPED],
            "most_bought_amount": bought[most],
            "most_sold_amount": -bought[least],
            "rebalancing_cost": cost,
            "half_cost": cost / 2,
            "cost_gap": abs(cost - review.cost_cap),
            "dev_after": after[DEVELOPED],
                "dev_halfway": (fund.closing_weight(DEVELOPED) + after[DEVELOPED]) / 2,
            "cost_cap": review.cost_cap,
        }),
        "most_bought": CLASS_NAMES[most].lower(),
        "most_sold": CLASS_NAMES[least].lower(),
        "cost_side": SPOKEN_SIDES[cost > review.cost_cap],
        "cost_spoken": "inside" if is_inside else "over",
        "in_full": "yes" if is_inside else "no",
        "is_within_cap": "yes" if is_inside else "no",
        "proposal_spoken": "rebalance in full in the fourth quarter"
        if is_inside
        else "rebalance in two halves, one in the fourth quarter and one in the first, each at "
        f"${cost / 2:.1f} thousand",
    }  # fmt: skip


def _calder(fund: Fund) -> dict[str, float]:
    calder = next(mandate for mandate in fund.mandates if mandate.name == CALDER)
    return round_figures({
        "calder_close": calder.closing,
        "calder_return": calder.gain / calder.opening,
        "calder_share": calder.closing / fund.closing_total,
    })  # fmt: skip


def _file_tables(review: Review) -> dict[str, Any]:
    """What the files are written from."""
    fund, model = review.fund, review.model
    return {
        "mandate_lines": [
            [m.name, m.asset_class, m.currency, m.opening, m.flow, m.closing] for m in fund.mandates
        ],
        "volatility_lines": [[name, model.volatilities[name]] for name in CLASSES],
        "correlation_lines": [
            [model.correlation(first, second) for second in CLASSES] for first in CLASSES
        ],
        "trading_cost_lines": [[name, model.trading_costs_bp[name]] for name in CLASSES],
    }
