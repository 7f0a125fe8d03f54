"""What customers have earned in rebates by the middle of the year."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.accounting_close.books.ledger import total_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.foundation.draw import Draw

TIERS = ((1_200_000, 3.5), (600_000, 2.0), (0, 0.0))
"""From which purchases in a calendar year the rate, in per cent, applies to all of them."""
DISPUTED = "Halvorsen"
OTHERS = ("Ridgeway", "Tolland Water", "Marchetti", "Saltire Mining", "Oakhurst", "Penn Aggregates")
NEAR_A_TIER = 10  # ours: per cent of the limit; nobody else's forecast leaves room for a dispute


@dataclass(frozen=True, slots=True)
class Customer:
    """Purchases from January to June and what the year is expected to bring."""

    name: str
    purchases: int
    forecast: int

    @property
    def rate(self) -> float:
        """The rate of the year's expected purchases, in per cent."""
        return next(rate for least, rate in TIERS if self.forecast >= least)

    @property
    def rebate(self) -> int:
        """What has been earned on the purchases to date; these are whole thousands."""
        return round(self.purchases * self.rate / 100)


def draw_customers(draw: Draw, disputed: str) -> tuple[tuple[Customer, ...], Customer]:
    """The customers as the sales team forecasts them, and the disputed one as the controller does.

    `disputed` says whether the controller expects less ("lower") or more than sales.
    """
    sales, controller = (
        (draw.whole(1_212, 1_290), draw.whole(1_080, 1_165))
        if disputed == "lower"
        else (draw.whole(1_100, 1_185), draw.whole(1_225, 1_310))
    )
    purchases = 1_000 * draw.whole(540, 598)
    first = Customer(DISPUTED, purchases, 1_000 * sales)
    others = []
    for name in OTHERS:
        half_year, growth = 1_000 * draw.whole(240, 900), draw.uniform(1.85, 2.15)
        forecast = _away_from_tiers(round(half_year * growth / 5_000) * 5_000)
        others.append(Customer(name, 1_000 * round(forecast / growth / 1_000), forecast))
    return (first, *others), replace(first, forecast=1_000 * controller)


def _away_from_tiers(forecast: int) -> int:
    for least, _ in TIERS[:-1]:
        room = least * NEAR_A_TIER // 100
        if abs(forecast - least) < room:
            return least + room if forecast >= least else least - room
    return forecast


def total_rebate(customers: Sequence[Customer]) -> int:
    """What all of them have earned."""
    return total_of(customer.rebate for customer in customers)
