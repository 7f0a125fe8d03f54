"""What risk looks at: limits, tracking error, foreign currency, and the way back to policy.

Amounts are in $M, weights and rates are fractions; costs are in thousands of dollars.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.portfolio_review.fund import (
    CASH,
    CLASSES,
    CREDIT,
    DEVELOPED,
    EMERGING,
    GOVERNMENT,
    REAL,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.portfolio_review.fund import Fund

VOLATILITIES = {
    DEVELOPED: 0.16,
    EMERGING: 0.20,
    GOVERNMENT: 0.06,
    CREDIT: 0.075,
    REAL: 0.11,
    CASH: 0.005,
}
"""Annual, about which a seed draws (ours, of the order that risk models show)."""
CORRELATIONS = {
    (DEVELOPED, EMERGING): 0.75, (DEVELOPED, GOVERNMENT): -0.10, (DEVELOPED, CREDIT): 0.45,
    (DEVELOPED, REAL): 0.55, (DEVELOPED, CASH): 0.0, (EMERGING, GOVERNMENT): -0.05,
    (EMERGING, CREDIT): 0.50, (EMERGING, REAL): 0.45, (EMERGING, CASH): 0.0,
    (GOVERNMENT, CREDIT): 0.55, (GOVERNMENT, REAL): 0.10, (GOVERNMENT, CASH): 0.10,
    (CREDIT, REAL): 0.35, (CREDIT, CASH): 0.05, (REAL, CASH): 0.0,
}  # fmt: skip
"""Likewise; a seed moves those of two risky classes by one step at most."""
CORRELATION_STEP = 0.05
BANDS = {EMERGING: 0.03, GOVERNMENT: 0.06, CREDIT: 0.04, REAL: 0.04, CASH: 0.025}
"""How far the other classes may be from policy, either way."""
LOWER_BAND = 0.05  # of developed equity, whose upper band depends on the seed
TRADING_COSTS = {
    DEVELOPED: (5, 8),
    EMERGING: (15, 25),
    GOVERNMENT: (2, 4),
    CREDIT: (10, 16),
    REAL: (0, 0),
    CASH: (0, 0),
}
"""Basis points one way; real assets are not traded."""
THOUSANDS_A_BP = 0.1  # of a million dollars, one basis point is 0.1 thousand


@dataclass(frozen=True)
class RiskModel:
    """Volatilities, correlations and trading costs of a seed."""

    volatilities: Mapping[str, float]
    correlations: Mapping[tuple[str, str], float]
    trading_costs_bp: Mapping[str, float]

    def correlation(self, first: str, second: str) -> float:
        """The correlation of two classes, in either order."""
        if first == second:
            return 1.0
        key = (first, second)
        return self.correlations[key if key in self.correlations else (second, first)]

    def tracking_error(self, fund: Fund) -> float:
        """Ex ante, a year: the risk of the active weights at quarter-end."""
        active = {name: fund.closing_weight(name) - fund.policy[name] for name in CLASSES}
        risk = {name: active[name] * self.volatilities[name] for name in CLASSES}
        variance = fsum(
            risk[first] * risk[second] * self.correlation(first, second)
            for first in CLASSES
            for second in CLASSES
        )
        return sqrt(max(0.0, variance))


def draw_risk_model(*names: object) -> RiskModel:
    """The risk model of a seed."""
    draw = Draw("portfolio_review", "risk", *names)
    volatilities = {
        name: level if name == CASH else round(level + draw.step(-0.01, 0.01, 0.005), 4)
        for name, level in VOLATILITIES.items()
    }
    correlations = {
        pair: round(level + (draw.whole(-1, 1) * CORRELATION_STEP if CASH not in pair else 0), 2)
        for pair, level in CORRELATIONS.items()
    }
    costs = {name: float(draw.whole(*span)) for name, span in TRADING_COSTS.items()}
    return RiskModel(volatilities, correlations, costs)


def limits(fund: Fund, upper_band: float) -> dict[str, tuple[float, float]]:
    """Lower and upper limit of every class; developed equity has an upper band of its own."""
    bands = {
        **{name: (band, band) for name, band in BANDS.items()},
        DEVELOPED: (LOWER_BAND, upper_band),
    }
    return {
        name: (
            round(max(0.0, fund.policy[name] - bands[name][0]), 4),
            round(fund.policy[name] + bands[name][1], 4),
        )
        for name in CLASSES
    }


def foreign_exposure(fund: Fund) -> float:
    """Closing value of what is not in dollars."""
    return fsum(m.closing for m in fund.mandates if m.currency != "USD")


def trades(fund: Fund) -> dict[str, float]:
    """What to buy (or, below zero, sell): real assets stay, the rest goes by policy weight."""
    liquid = fund.closing_total - fund.closing_of(REAL)
    share = 1 - fund.policy[REAL]
    return {
        name: 0.0
        if name == REAL
        else round(liquid * fund.policy[name] / share - fund.closing_of(name), 6)
        for name in CLASSES
    }


def trading_costs(fund: Fund, model: RiskModel) -> dict[str, float]:
    """What each trade costs, in thousands of dollars."""
    return {
        name: abs(amount) * model.trading_costs_bp[name] * THOUSANDS_A_BP
        for name, amount in trades(fund).items()
    }


def weights_after(fund: Fund) -> dict[str, float]:
    """The shares of the fund once the trades are done, their cost aside."""
    bought = trades(fund)
    return {name: (fund.closing_of(name) + bought[name]) / fund.closing_total for name in CLASSES}
