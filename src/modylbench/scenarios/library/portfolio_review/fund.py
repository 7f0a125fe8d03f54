"""A multi-asset fund over one quarter: mandates, policy, returns and their attribution.

Amounts are in $M, weights and returns are fractions. All flows are booked on the last day, so that
a return is (closing value - flow) / opening value - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping

DEVELOPED, EMERGING, GOVERNMENT, CREDIT, REAL, CASH = CLASSES = (
    "developed_equity", "emerging_equity", "government_bonds", "corporate_credit", "real_assets",
    "cash",
)  # fmt: skip
CLASS_NAMES = {name: name.replace("_", " ").capitalize() for name in CLASSES}
TOTAL = "Total fund"
CALDER = "Calder Ridge Global Value"
MANDATES = (
    ("Larkspur Core Equity", DEVELOPED, "USD", 0.48),
    (CALDER, DEVELOPED, "foreign", 0.32),
    ("Fenwick Quality Growth", DEVELOPED, "USD", 0.20),
    ("Oriel Emerging Leaders", EMERGING, "foreign", 0.65),
    ("Tamarind Frontier Fund", EMERGING, "foreign", 0.35),
    ("Treasury Ladder (internal)", GOVERNMENT, "USD", 0.70),
    ("Inflation-Linked Reserve", GOVERNMENT, "USD", 0.30),
    ("Pell Street Credit", CREDIT, "USD", 0.50),
    ("Northgate High Yield", CREDIT, "USD", 0.22),
    ("Brightwater Euro Credit", CREDIT, "foreign", 0.28),
    ("Halden Infrastructure II", REAL, "USD", 0.45),
    ("Cobb Timberland", REAL, "USD", 0.20),
    ("Stellan Property Fund", REAL, "foreign", 0.35),
    ("Cash sleeve", CASH, "USD", 1.00),
)  # fmt: skip
"""Name, asset class, currency and share of its class; all of them invented."""


@dataclass(frozen=True, slots=True)
class QuarterRanges:
    """What a seed draws from: index returns, active weights, and what managers add to an index."""

    index_returns: Mapping[str, tuple[float, float]]
    active_weights: Mapping[str, tuple[float, float]]
    beyond_index: tuple[float, float]


QUARTERS_BY_DRIVER = {
    "selection": QuarterRanges(
        {
            DEVELOPED: (-0.045, 0.055), EMERGING: (-0.05, 0.06), GOVERNMENT: (-0.02, 0.03),
            CREDIT: (-0.01, 0.03), REAL: (-0.01, 0.025), CASH: (0.009, 0.012),
        },
        {
            DEVELOPED: (0.010, 0.034), EMERGING: (-0.012, 0.010), GOVERNMENT: (-0.022, 0.002),
            CREDIT: (-0.010, 0.010), REAL: (-0.010, 0.010),
        },
        (-0.014, 0.009),
    ),
    "allocation": QuarterRanges(
        {
            DEVELOPED: (-0.055, -0.010), EMERGING: (-0.06, 0.0), GOVERNMENT: (0.008, 0.032),
            CREDIT: (0.0, 0.025), REAL: (-0.01, 0.025), CASH: (0.009, 0.012),
        },
        {
            DEVELOPED: (0.024, 0.045), EMERGING: (-0.004, 0.012), GOVERNMENT: (-0.045, -0.018),
            CREDIT: (-0.012, 0.006), REAL: (-0.010, 0.008),
        },
        (-0.006, 0.004),
    ),
}  # fmt: skip
"""Quarters in which that effect is likely to explain a shortfall (ours)."""
CASH_SWING = 0.009  # ours: cash of a pension fund stays near its policy weight
BEYOND_CASH = (-0.0004, 0.0004)
BETWEEN_MANDATES = 0.008  # ours: how far mandates of one class come out from each other
UNEVEN = (0.99, 1.01)  # of what weights and shares make: no mandate has a round size
FLOWS = 3  # mandates that money moves in or out of at quarter-end


@dataclass(frozen=True, slots=True)
class Mandate:
    """One line of the holdings file."""

    name: str
    asset_class: str
    currency: str
    opening: float
    flow: float
    closing: float

    @property
    def gain(self) -> float:
        """What it earned."""
        return self.closing - self.flow - self.opening


@dataclass(frozen=True)
class Fund:
    """The quarter as the files show it."""

    mandates: tuple[Mandate, ...]
    policy: Mapping[str, float]
    index_returns: Mapping[str, float]

    @property
    def opening_total(self) -> float:
        """The fund at the start of the quarter."""
        return fsum(mandate.opening for mandate in self.mandates)

    @property
    def closing_total(self) -> float:
        """The fund at its end, flows included."""
        return fsum(mandate.closing for mandate in self.mandates)

    def closing_of(self, asset_class: str) -> float:
        """An asset class at the end of the quarter."""
        return fsum(m.closing for m in self.mandates if m.asset_class == asset_class)

    def opening_of(self, asset_class: str) -> float:
        """An asset class at the start of the quarter."""
        return fsum(m.opening for m in self.mandates if m.asset_class == asset_class)

    def opening_weight(self, asset_class: str) -> float:
        """Its share at the start of the quarter, by which returns are weighted."""
        return self.opening_of(asset_class) / self.opening_total

    def closing_weight(self, asset_class: str) -> float:
        """Its share at the end, which limits are about."""
        return self.closing_of(asset_class) / self.closing_total

    def return_of(self, asset_class: str) -> float:
        """What an asset class returned, before the fee."""
        gains = [m.gain for m in self.mandates if m.asset_class == asset_class]
        return fsum(gains) / self.opening_of(asset_class)

    @property
    def gross_return(self) -> float:
        """What the fund returned, before the fee."""
        return fsum(m.gain for m in self.mandates) / self.opening_total

    @property
    def benchmark_return(self) -> float:
        """What the policy portfolio returned."""
        return fsum(self.policy[name] * self.index_returns[name] for name in CLASSES)

    def allocation(self, asset_class: str) -> float:
        """Brinson-Fachler: the active weight by what the index did against the benchmark."""
        active = self.opening_weight(asset_class) - self.policy[asset_class]
        return active * (self.index_returns[asset_class] - self.benchmark_return)

    def selection(self, asset_class: str) -> float:
        """The policy weight by what the mandates did against their index."""
        beyond = self.return_of(asset_class) - self.index_returns[asset_class]
        return self.policy[asset_class] * beyond

    def interaction(self, asset_class: str) -> float:
        """The active weight by what the mandates did against their index."""
        active = self.opening_weight(asset_class) - self.policy[asset_class]
        return active * (self.return_of(asset_class) - self.index_returns[asset_class])

    def effects(self, asset_class: str) -> tuple[float, float, float, float]:
        """Allocation, selection, interaction and their sum."""
        parts = (
            self.allocation(asset_class),
            self.selection(asset_class),
            self.interaction(asset_class),
        )
        return (*parts, fsum(parts))

    def total_effects(self) -> tuple[float, float, float, float]:
        """The same over all asset classes: the sum is the excess return."""
        by_class = [self.effects(name) for name in CLASSES]
        return tuple(fsum(column) for column in zip(*by_class, strict=True))  # type: ignore[return-value]


def policy_weights(parameters: Mapping[str, float]) -> dict[str, float]:
    """The policy portfolio: government bonds take what the others leave."""
    weights = {name: parameters[f"policy_{name}"] for name in CLASSES if name != GOVERNMENT}
    rest = round(1 - fsum(weights.values()), 4)
    return {name: weights.get(name, rest) for name in CLASSES}


def draw_fund(parameters: Mapping[str, float], driver: str, *names: object) -> Fund | None:
    """A fund of this size and policy; None where cash would swing too far."""
    draw = Draw("portfolio_review", "fund", *names)
    policy, ranges = policy_weights(parameters), QUARTERS_BY_DRIVER[driver]
    index_returns = {
        name: round(draw.uniform(*ranges.index_returns[name]), 4) for name in CLASSES
    }  # to the hundredth of a percent, as index providers publish them
    active = {name: draw.uniform(*span) for name, span in ranges.active_weights.items()}
    active[CASH] = -fsum(active.values())
    if abs(active[CASH]) > CASH_SWING:
        return None
    beyond = {
        name: draw.uniform(*(BEYOND_CASH if name == CASH else ranges.beyond_index))
        for name in CLASSES
    }
    moved = draw.in_drawn_order([name for name, kind, _, _ in MANDATES if kind not in {REAL, CASH}])
    flows = {name: draw.step(-12, 18, 0.5) for name in moved[:FLOWS]}
    mandates = []
    for name, kind, currency, share in MANDATES:
        size = parameters["fund_size"] * draw.uniform(*UNEVEN)
        opening = round(size * (policy[kind] + active[kind]) * share, 1)
        apart = 0.0 if kind == CASH else draw.uniform(-BETWEEN_MANDATES, BETWEEN_MANDATES)
        grown = opening * (1 + index_returns[kind] + beyond[kind] + apart)
        flow = flows.get(name, 0.0)
        mandates.append(Mandate(name, kind, currency, opening, flow, round(grown + flow, 1)))
    return Fund(tuple(mandates), policy, index_returns)
