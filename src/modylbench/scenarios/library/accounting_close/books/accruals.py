"""The list of what was received and not invoiced, and what of it belongs to the quarter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.accounting_close.books.ledger import total_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.foundation.draw import Draw

FREIGHT, PLANT, FEES = "5200", "6100", "6200"
SPREAD = "Corbett"
"""The supplier whose contract runs over the end of the quarter, by days."""
LEGAL, POWER = "Ashby Legal", "Tulsa Power"
CONTRACT_DAYS = 30
JUNE_DAYS = 30


@dataclass(frozen=True, slots=True)
class ReceivedService:
    """A service received, its account, its months, and whether its invoice is in the ledger."""

    supplier: str
    service: str
    account: str
    period: str
    amount: int
    is_booked: bool

    @property
    def is_due(self) -> bool:
        """Whether the quarter lacks it: service up to June, and no invoice booked."""
        return not self.is_booked and self.period != "2026-07"


@dataclass(frozen=True, slots=True)
class AccrualList:
    """All lines, and the day in June on which the contract over two quarters begins."""

    receipts: tuple[ReceivedService, ...]
    contract_day: int

    def accrual_of(self, receipt: ReceivedService) -> int:
        """What of a line belongs to the quarter and is not in the ledger."""
        if not receipt.is_due:
            return 0
        if receipt.supplier != SPREAD:
            return receipt.amount
        return receipt.amount * (JUNE_DAYS + 1 - self.contract_day) // CONTRACT_DAYS

    def by_account(self) -> dict[str, int]:
        """What is to be accrued on each account."""
        return {
            account: total_of(
                self.accrual_of(line) for line in self.receipts if line.account == account
            )
            for account in (FREIGHT, PLANT, FEES)
        }

    def by_supplier(self) -> dict[str, int]:
        """What is to be accrued for each supplier that is due something, in the list's order."""
        return {line.supplier: self.accrual_of(line) for line in self.receipts if line.is_due}


def draw_receipts(draw: Draw) -> tuple[ReceivedService, ...]:
    """The list of a seed; every supplier stands on it once."""

    def hundreds(low: int, high: int) -> int:
        return 100 * draw.whole(low, high)

    lines = [
        ReceivedService(
            "Arrow Freight", "road freight", FREIGHT, "2026-06", hundreds(240, 520), False
        ),
        ReceivedService(
            "Delmar Lines", "sea freight", FREIGHT, "2026-06", hundreds(90, 230), False
        ),
        ReceivedService(
            "Northway Haulage", "road freight", FREIGHT, "2026-07", hundreds(80, 260), False
        ),
        ReceivedService(POWER, "electricity", PLANT, "2026-06", hundreds(210, 380), False),
        ReceivedService("Hale Cleaning", "cleaning", PLANT, "2026-06", hundreds(40, 90), True),
        ReceivedService(
            SPREAD, "maintenance contract", PLANT, "", 3_000 * draw.whole(8, 16), False
        ),
        ReceivedService(
            LEGAL, "legal, June time report", FEES, "2026-06", hundreds(180, 420), False
        ),
        ReceivedService(
            "Brandt Audit", "interim audit work", FEES, "2026-06", hundreds(70, 160), True
        ),
        ReceivedService(
            "Vale Payroll", "payroll service", FEES, "2026-07", hundreds(30, 70), False
        ),
        ReceivedService("Orme Advisory", "tax advice", FEES, "2026-05", hundreds(60, 140), False),
    ]
    return tuple(draw.in_drawn_order(lines))


def list_counts(receipts: Sequence[ReceivedService]) -> dict[str, int]:
    """How many lines there are, and what has become of them."""
    due = len([line for line in receipts if line.is_due])
    booked = len([line for line in receipts if line.is_booked])
    return {
        "list_lines": len(receipts),
        "list_accrued": due,
        "list_booked": booked,
        "list_july": len(receipts) - due - booked,
    }
