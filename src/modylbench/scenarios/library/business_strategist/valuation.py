"""What a market is worth: funnel, three years of cash, net present value and payback."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

YEARS = 3
ONE_FIGURE = (
    "population", "visits", "suitable", "price", "cities", "smartphones", "clinicians",
    "marketing", "setup",
)  # fmt: skip


@dataclass(frozen=True)
class Economics:
    """What the launch economics say of one market; money in US$ million, shares as fractions."""

    market: str
    population: float
    visits: float
    suitable: float
    price: float
    cities: float
    smartphones: float
    shares: tuple[float, ...]
    clinicians: float
    marketing: float
    fixed: tuple[float, ...]
    setup: float

    @property
    def tam(self) -> float:
        """Everyone's outpatient visits that suit a teleconsultation, at its price."""
        return self.population * self.visits * self.suitable * self.price

    @property
    def sam(self) -> float:
        """The part of it in big cities and on smartphones."""
        return self.tam * self.cities * self.smartphones

    @property
    def revenue(self) -> tuple[float, ...]:
        """The share of the serviceable market won in each year; the market is held flat."""
        return tuple(self.sam * share for share in self.shares)

    @property
    def som(self) -> float:
        """What is won in year 3."""
        return self.revenue[-1]

    @property
    def costs(self) -> tuple[float, ...]:
        """Clinicians, marketing and fixed costs of each year."""
        variable = self.clinicians + self.marketing
        return tuple(
            revenue * variable + fixed
            for revenue, fixed in zip(self.revenue, self.fixed, strict=True)
        )

    @property
    def cash(self) -> tuple[float, ...]:
        """Set-up in year 0, then revenue less costs; before tax and financing."""
        flows = (r - c for r, c in zip(self.revenue, self.costs, strict=True))
        return (-self.setup, *flows)


@dataclass(frozen=True)
class Case:
    """The economics of a market with what they are worth at a discount rate."""

    economics: Economics
    rate: float
    npv: float
    payback: float


def value_case(economics: Economics, rate: float) -> Case:
    """The case at this discount rate, year-end flows, year 0 at face value."""
    return Case(economics, rate, npv(economics.cash, rate), payback(economics.cash))


def npv(cash: Sequence[float], rate: float) -> float:
    """Net present value of yearly flows, the first of them undiscounted.

    >>> round(npv([-100.0, 60.0, 60.0], 0.1), 4)
    4.1322
    """
    factor, parts = 1.0, []
    for flow in cash:
        parts.append(flow * factor)
        factor /= 1 + rate
    return math.fsum(parts)


def payback(cash: Sequence[float]) -> float:
    """Years until the flows add up to zero, evenly spread within a year; infinite where never.

    >>> payback([-100.0, 50.0, 100.0])
    1.5
    """
    for year in range(1, len(cash)):
        before = math.fsum(cash[:year])
        if before < 0 <= before + cash[year]:
            return year - 1 + -before / cash[year]
    return math.inf


def economics_of(pack: Mapping[str, Mapping[str, float]], market: str) -> Economics:
    """One column of the launch economics."""
    column = {line: figures[market] for line, figures in pack.items()}
    return Economics(
        market=market,
        **{line: column[line] for line in ONE_FIGURE},
        shares=tuple(column[f"share_{year}"] for year in range(1, YEARS + 1)),
        fixed=tuple(column[f"fixed_{year}"] for year in range(1, YEARS + 1)),
    )
