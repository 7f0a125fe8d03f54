"""By which limits and caps a quarter comes to its conclusions, and whether they are clear."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.portfolio_review.fund import CLASS_NAMES, DEVELOPED
from modylbench.scenarios.library.portfolio_review.risk import trading_costs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.portfolio_review.fund import Fund
    from modylbench.scenarios.library.portfolio_review.risk import RiskModel

SHORTFALLS = (0.0020, 0.0110)  # by how much the fund may trail its benchmark
LEAST_DRIVER = 0.0015  # an effect that explains a shortfall is no rounding error
OTHER_EFFECTS = 0.55  # of the driver, at most, so that nobody can argue which it is
UPPER_BANDS = (0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045, 0.05)
LEAST_RETURN = 0.0035  # returns in percent with two decimals are then right to 1.5 %
LEAST_TRACKING_ERROR = 0.003  # likewise
LEAST_SALE = 5.0  # $M of developed equity, the class that the meeting is about
LEAST_TRADE = 3.0  # $M, of every class: nobody trades less to get back to policy
EFFECTS = ("allocation", "selection", "interaction")
LEAST_EFFECT_BP = 0.3  # of their totals
SMALL_EFFECT_BP, MOST_SMALL_EFFECTS = 0.2, 4  # in which the second decimal is all there is
CLEAR_OF_LIMIT = 0.003  # of the fund: what no rounding of weights hides
INSIDE_ELSEWHERE = 0.002
CLEAR_OF_TRACKING_LIMIT = 0.0003
MOST_OVER_TRACKING_LIMIT = 1.25  # a fund far over it would have been stopped long before
MOST_BROKEN = 1  # of the limits beside those of the classes: more would be another meeting
CLEAR_OF_HEDGE_MINIMUM = 0.02
CLEAR_OF_COVERAGE = 0.08
LEAST_COVERAGE = 1.03  # nobody goes into a quarter that the cash does not cover
CAPS = {"inside": 1.12, "over": 0.86}  # of the cost, before it is rounded to the step
CAP_STEP = 5.0  # thousands
LEAST_COST = 40.0  # thousands: below it nobody would speak of a cap
MOST_HEDGED = 0.97  # with a top-up: nobody hedges more than there is
CLEARLY_LAST_BP = 1.0  # by which the class that cost most is ahead of the next


def has_driver(fund: Fund, driver: str) -> bool:
    """Whether the fund trails its benchmark and this effect explains most of it."""
    allocation, selection, interaction, excess = fund.total_effects()
    effects = {"allocation": allocation, "selection": selection}
    leading = effects.pop(driver)
    (other,) = effects.values()
    low, high = SHORTFALLS
    return (
        low <= -excess <= high
        and leading <= -LEAST_DRIVER
        and max(abs(other), abs(interaction)) <= OTHER_EFFECTS * -leading
    )


def upper_band(fund: Fund, *, is_breached: bool) -> float | None:
    """The upper band of developed equity that is breached, or is not, and the closest such one."""
    weight = fund.closing_weight(DEVELOPED)
    over = {band: weight - fund.policy[DEVELOPED] - band for band in UPPER_BANDS}
    if is_breached:
        fitting = [band for band, by in over.items() if by >= CLEAR_OF_LIMIT]
        return max(fitting, default=None)
    fitting = [band for band, by in over.items() if by <= -CLEAR_OF_LIMIT]
    return min(fitting, default=None)


def cost_cap(fund: Fund, model: RiskModel, state: str) -> float | None:
    """The cost cap on that side of the cost; None where the cost is too small for one."""
    cost = fsum(trading_costs(fund, model).values())
    steps = cost * CAPS[state] / CAP_STEP
    rounded = CAP_STEP * (int(steps) + (state == "inside"))
    return rounded if cost >= LEAST_COST else None


def can_be_shown(truth: Mapping[str, Any]) -> bool:
    """Whether figures as they are usually rounded are still right."""
    returns = [truth[name] for name in ("gross_return", "net_return", "net_return_first")]
    returns += [*truth["return_table"].values(), *truth["index_table"].values()]
    effects = [
        truth[f"{effect}_table"][name]
        for effect in (*EFFECTS, "effect_total")
        for name in CLASS_NAMES.values()
    ]
    return (
        min(map(abs, returns)) >= LEAST_RETURN
        and truth["tracking_error"] >= LEAST_TRACKING_ERROR
        and min(map(abs, truth["trade_table"].values())) >= LEAST_TRADE
        and min(abs(truth[f"{name}_bp"]) for name in EFFECTS) >= LEAST_EFFECT_BP
        and len([e for e in effects if abs(e) < SMALL_EFFECT_BP]) <= MOST_SMALL_EFFECTS
    )


def is_clear(truth: Mapping[str, Any]) -> bool:
    """Whether every limit is clearly kept or clearly broken, and the other classes are inside."""
    inside = all(
        truth["lower_table"][name] + INSIDE_ELSEWHERE
        <= truth["weight_table"][name]
        <= truth["upper_table"][name] - INSIDE_ELSEWHERE
        for name in CLASS_NAMES.values()
        if name != CLASS_NAMES[DEVELOPED]
    )
    return inside and _limits_are_clear(truth) and _has_clear_losers(truth)


def _limits_are_clear(truth: Mapping[str, Any]) -> bool:
    ratios = [truth["hedge_ratio"], truth["hedge_ratio_first"], truth["topped_ratio"]]
    return (
        abs(truth["tracking_error"] - truth["te_limit"]) >= CLEAR_OF_TRACKING_LIMIT
        and all(abs(ratio - truth["hedge_minimum"]) >= CLEAR_OF_HEDGE_MINIMUM for ratio in ratios)
        and max(ratios) <= MOST_HEDGED
        and all(
            abs(truth[name] - truth["coverage_minimum"]) >= CLEAR_OF_COVERAGE
            for name in ("coverage", "stress_coverage", "daniel_coverage")
        )
        and truth["coverage"] >= LEAST_COVERAGE
        and truth["tracking_error"] <= MOST_OVER_TRACKING_LIMIT * truth["te_limit"]
        and len(truth["broken_limits"]) <= MOST_BROKEN
        and truth["dev_halfway"] <= truth["dev_ceiling"] - INSIDE_ELSEWHERE
        and truth["dev_sale"] >= LEAST_SALE
    )


def _has_clear_losers(truth: Mapping[str, Any]) -> bool:
    """Whether one class is clearly the last by selection, and one by its total effect."""
    for effect in ("selection", "effect_total"):
        last, next_to_last, *_ = sorted(
            truth[f"{effect}_table"][name] for name in CLASS_NAMES.values()
        )
        if next_to_last - last < CLEARLY_LAST_BP:
            return False
    return True
