"""The bank's statement and our cash book of the last days of the quarter, and what parts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.accounting_close.books.ledger import total_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.draw import Draw

CUSTOMERS = (
    "Calder Refining", "Brightwater Utilities", "Nordmark Paper", "Verity Chemicals",
    "Lowell Desalination", "Ironside Steel", "Mercer Irrigation", "Tamworth Power",
)  # fmt: skip
"""Large accounts outside the rebate programme: no file says what they buy in a half-year."""
SUPPLIERS = (
    "Denholm Castings", "Quayle Motors", "Bexley Seals", "Orrin Bearings", "Hadley Steel",
    "Tern Coatings", "Lyle Fasteners", "Marlow Gaskets", "Stroud Machining",
)  # fmt: skip
"""Of material, which is most of what the company pays."""
LINES_OF_ONE = 2  # ours: more payments to one payee within a week would look like a fault
FIRST_DAY, LAST_DAY = 22, 30  # of June
MATCHED = 15
LATE_PAYMENTS = 3
LAST_CLEARED_DAY = 26  # a Friday; what was paid on the 29th or later clears in July


@dataclass(frozen=True, slots=True)
class BankLine:
    """A line of the statement or the cash book; money out is negative."""

    date: str
    reference: str
    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class BankRecords:
    """Both records, which begin at the same balance."""

    opening: int
    statement: tuple[BankLine, ...]
    cash_book: tuple[BankLine, ...]

    def reconciliation(self) -> dict[str, int]:
        """Every line of the reconciliation; what stands in only one of the records parts them."""
        known = {line.reference for line in self.statement}
        booked = {line.reference for line in self.cash_book}
        ours = [line.amount for line in self.cash_book if line.reference not in known]
        theirs = [line.amount for line in self.statement if line.reference not in booked]
        bank = self.opening + total_of(line.amount for line in self.statement)
        ledger = self.opening + total_of(line.amount for line in self.cash_book)
        deposits = total_of(amount for amount in ours if amount > 0)
        payments = -total_of(amount for amount in ours if amount < 0)
        charges = -total_of(amount for amount in theirs if amount < 0)
        receipt = total_of(amount for amount in theirs if amount > 0)
        return {
            "statement_balance": bank,
            "deposits_in_transit": deposits,
            "outstanding_payments": payments,
            "adjusted_bank": bank + deposits - payments,
            "ledger_balance": ledger,
            "bank_charges": charges,
            "unbooked_receipt": receipt,
            "adjusted_ledger": ledger + receipt - charges,
        }


def draw_records(draw: Draw, receipt_from: str) -> BankRecords:
    """The records of a seed; the customer's receipt is in the bank and not in our books."""
    opening = 100 * draw.whole(9_000, 16_000)
    payers, payees = (iter(draw.in_drawn_order(n * LINES_OF_ONE)) for n in (CUSTOMERS, SUPPLIERS))
    matched = list(_lines_in_both(draw, payers, payees))
    payments = [
        BankLine(
            f"2026-06-{LAST_DAY - 1 + place // 2:02d}",
            f"PY-{4180 + 7 * place + draw.whole(0, 5)}",
            next(payees),
            -100 * draw.whole(90, 560),
        )
        for place in range(LATE_PAYMENTS)
    ]
    deposit = BankLine(
        "2026-06-30",
        f"RC-{2260 + draw.whole(0, 9)}",
        next(payers),
        100 * draw.whole(240, 900),
    )
    bank_only = [
        BankLine("2026-06-26", "BK-0611", "Wire fees", -10 * draw.whole(60, 180)),
        BankLine("2026-06-30", "BK-0630", "Service charge, quarter", -10 * draw.whole(240, 620)),
        BankLine("2026-06-30", "LB-7714", f"Lockbox {receipt_from}", 100 * draw.whole(240, 520)),
    ]
    return BankRecords(
        opening,
        tuple(sorted([*matched, *bank_only], key=_by_day)),
        tuple(sorted([*matched, *payments, deposit], key=_by_day)),
    )


def _lines_in_both(draw: Draw, payers: Iterator[str], payees: Iterator[str]) -> Iterator[BankLine]:
    """What both records have, by day and number."""
    days = LAST_CLEARED_DAY - FIRST_DAY + 1
    for place in range(MATCHED):
        is_receipt = draw.uniform(0, 1) < 0.45  # ours: somewhat more payments than receipts
        name = next(payers if is_receipt else payees)
        number = (2200 if is_receipt else 4100) + 3 * place + draw.whole(0, 2)
        amount = 100 * draw.whole(60, 1_400 if is_receipt else 820)
        yield BankLine(
            f"2026-06-{FIRST_DAY + days * place // MATCHED:02d}",
            f"{'RC' if is_receipt else 'PY'}-{number}",
            name,
            amount if is_receipt else -amount,
        )


def _by_day(line: BankLine) -> tuple[str, str]:
    return line.date, line.reference
