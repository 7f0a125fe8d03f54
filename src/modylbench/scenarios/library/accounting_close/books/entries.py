"""The entries that the close proposes, and the results with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.accounting_close.books.accruals import FEES, FREIGHT, PLANT
from modylbench.scenarios.library.accounting_close.books.ledger import INCOME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.scenarios.library.accounting_close.books.ledger import Balances


@dataclass(frozen=True, slots=True)
class Entry:
    """One debit and one credit of the same amount, so that it balances."""

    id: str
    label: str
    debit: str
    credit: str
    amount: int

    @property
    def ebitda_effect(self) -> int:
        """How it moves EBITDA: a debit to income lowers it, a credit raises it."""
        income = {account.number for account in INCOME}
        return self.amount * ((self.credit in income) - (self.debit in income))


BANK_ENTRIES = ("bank_charges", "unbooked_receipt")
REBATE_ENTRIES = ("rebate_true_up",)
CUT_OFF_ENTRIES = ("cut_off_revenue", "cut_off_cost")
ACCRUAL_ENTRIES = ("freight_accrual", "plant_services_accrual", "professional_fees_accrual")
LABELS = {
    "bank_charges": "Bank charges",
    "unbooked_receipt": "Unbooked receipt",
    "rebate_true_up": "Rebate true-up",
    "cut_off_revenue": "Cut-off revenue",
    "cut_off_cost": "Cut-off cost",
    "freight_accrual": "Freight accrual",
    "plant_services_accrual": "Plant services accrual",
    "professional_fees_accrual": "Professional fees accrual",
}


def proposed_entries(
    bank: Mapping[str, int], true_up: int, cut_off: Mapping[str, int], accruals: Mapping[str, int]
) -> list[Entry]:
    """All entries; a true-up below zero releases what was accrued too much."""
    rebate = ("4100", "2150") if true_up > 0 else ("2150", "4100")
    sides = {
        "bank_charges": ("6300", "1010", bank["bank_charges"]),
        "unbooked_receipt": ("1010", "1100", bank["unbooked_receipt"]),
        "rebate_true_up": (*rebate, abs(true_up)),
        "cut_off_revenue": ("4010", "1100", cut_off["net_revenue"]),
        "cut_off_cost": ("1200", "5010", cut_off["net_cost"]),
        "freight_accrual": (FREIGHT, "2100", accruals[FREIGHT]),
        "plant_services_accrual": (PLANT, "2100", accruals[PLANT]),
        "professional_fees_accrual": (FEES, "2100", accruals[FEES]),
    }
    return [Entry(name, LABELS[name], *side) for name, side in sides.items()]


def adjustments_of(entries: Iterable[Entry], numbers: Iterable[str]) -> Balances:
    """What the entries add to each account, debits positive."""
    added = dict.fromkeys(numbers, 0)
    for entry in entries:
        added[entry.debit] += entry.amount
        added[entry.credit] -= entry.amount
    return added
