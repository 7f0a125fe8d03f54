"""The invoices around the end of the quarter: in which quarter they stand, and belong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.accounting_close.books.bank import CUSTOMERS
from modylbench.scenarios.library.accounting_close.books.ledger import total_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.foundation.draw import Draw

QUARTER_END = "2026-06-30"
AT_DISPATCH, AT_DELIVERY = "FOB origin", "DAP"
"""Terms by which control passes when the goods leave us, and when they arrive."""
WORKING_DAYS = (
    *(f"2026-06-{day}" for day in (17, 18, 22, 23, 24, 25, 26, 29, 30)),
    *(f"2026-07-{day:02d}" for day in (1, 2, 6, 7, 8, 9, 10)),
)
"""Of a company in the US: June 19 and July 3 are holidays in 2026."""
JUNE_30 = WORKING_DAYS.index(QUARTER_END)
LEAVES_BETWEEN = {
    ("early", AT_DELIVERY): (5, JUNE_30),
    ("late", AT_DISPATCH): (JUNE_30 - 1, JUNE_30),
    ("june", AT_DISPATCH): (1, JUNE_30),
    ("june", AT_DELIVERY): (0, 5),
    ("july", AT_DISPATCH): (JUNE_30 + 1, JUNE_30 + 2),
    ("july", AT_DELIVERY): (JUNE_30 - 1, JUNE_30 + 2),
}
"""By kind and terms, the places in the working days between which goods leave us."""
COST_SHARES = (0.56, 0.66)  # ours: of the price


@dataclass(frozen=True, slots=True)
class Shipment:
    """An invoice, its goods and the quarter in which sales booked it."""

    invoice: str
    customer: str
    terms: str
    dispatched: str
    delivered: str
    amount: int
    cost: int
    booked: str

    @property
    def belongs_to(self) -> str:
        """The quarter in which control passed."""
        passed = self.dispatched if self.terms == AT_DISPATCH else self.delivered
        return "Q2" if passed <= QUARTER_END else "Q3"


def draw_shipments(draw: Draw) -> tuple[Shipment, ...]:
    """Invoices by number: most are right, a few too early, and some too late."""
    early, late = draw.whole(2, 3), draw.whole(1, 2)
    kinds = ["early"] * early + ["late"] * late + ["june"] * 6 + ["july"] * 3
    return tuple(
        _shipment(draw, kind, 26_0840 + 3 * place + draw.whole(0, 2))
        for place, kind in enumerate(draw.in_drawn_order(kinds))
    )


def _shipment(draw: Draw, kind: str, number: int) -> Shipment:
    terms = {"early": AT_DELIVERY, "late": AT_DISPATCH}.get(
        kind, draw.one_of((AT_DISPATCH, AT_DELIVERY))
    )
    dispatched, delivered = _days(draw, kind, terms)
    hundreds = {"early": (900, 1_900), "late": (260, 620)}.get(kind, (180, 1_500))
    amount = 100 * draw.whole(*hundreds)
    return Shipment(
        invoice=f"INV-{number}",
        customer=draw.one_of(CUSTOMERS),
        terms=terms,
        dispatched=dispatched,
        delivered=delivered,
        amount=amount,
        cost=100 * round(amount * draw.uniform(*COST_SHARES) / 100),
        booked="Q2" if kind in {"early", "june"} else "Q3",
    )


def _days(draw: Draw, kind: str, terms: str) -> tuple[str, str]:
    """When the goods left us and when they arrived."""
    first, last = LEAVES_BETWEEN[kind, terms]
    left = draw.whole(first, last)
    if (kind, terms) == ("june", AT_DELIVERY):
        return WORKING_DAYS[left], WORKING_DAYS[draw.whole(left + 1, JUNE_30)]
    is_in_july = kind in {"early", "july"}
    arrives = max(left + draw.whole(2, 5), JUNE_30 + 1 if is_in_july else 0)
    return WORKING_DAYS[left], WORKING_DAYS[arrives]


def cut_off_test(shipments: Sequence[Shipment]) -> dict[str, int]:
    """What stands in the wrong quarter, and what comes out of the second in all."""
    early = [s for s in shipments if s.booked == "Q2" and s.belongs_to == "Q3"]
    late = [s for s in shipments if s.booked == "Q3" and s.belongs_to == "Q2"]
    return {
        "early_count": len(early),
        "early_revenue": total_of(s.amount for s in early),
        "early_cost": total_of(s.cost for s in early),
        "late_count": len(late),
        "late_revenue": total_of(s.amount for s in late),
        "late_cost": total_of(s.cost for s in late),
        "net_revenue": total_of(s.amount for s in early) - total_of(s.amount for s in late),
        "net_cost": total_of(s.cost for s in early) - total_of(s.cost for s in late),
    }


def slips_of(shipments: Sequence[Shipment]) -> Mapping[str, Shipment]:
    """The invoices in the wrong quarter, by number."""
    return {s.invoice: s for s in shipments if s.booked != s.belongs_to}
