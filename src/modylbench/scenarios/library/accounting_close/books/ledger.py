"""The accounts of the company, and what their balances make: revenue, EBITDA, profit before tax."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class LedgerAccount(NamedTuple):
    """A number and a name; costs and what reduces revenue have debit balances."""

    number: str
    name: str

    @property
    def label(self) -> str:
        """How the ledger shows it.

        >>> LedgerAccount("1010", "Operating cash").label
        '1010 Operating cash'
        """
        return f"{self.number} {self.name}"


Balances = dict[str, int]
"""Whole dollars by account number, debits positive."""

BALANCE_SHEET = (
    LedgerAccount("1010", "Operating cash"),
    LedgerAccount("1100", "Trade receivables"),
    LedgerAccount("1200", "Inventory"),
    LedgerAccount("1300", "Prepaid expenses"),
    LedgerAccount("1500", "Plant and equipment"),
    LedgerAccount("2010", "Trade payables"),
    LedgerAccount("2100", "Accrued expenses"),
    LedgerAccount("2150", "Rebates payable"),
    LedgerAccount("2300", "Term loan"),
    LedgerAccount("3000", "Equity"),
)
INCOME = (
    LedgerAccount("4010", "Pump sales"),
    LedgerAccount("4020", "Spare parts sales"),
    LedgerAccount("4100", "Customer rebates"),
    LedgerAccount("5010", "Cost of sales"),
    LedgerAccount("5200", "Freight"),
    LedgerAccount("6010", "Salaries"),
    LedgerAccount("6100", "Plant services"),
    LedgerAccount("6200", "Professional fees"),
    LedgerAccount("6300", "Bank charges"),
    LedgerAccount("6400", "Depreciation"),
    LedgerAccount("6500", "Interest"),
)
ACCOUNTS = BALANCE_SHEET + INCOME
BY_NUMBER = {account.number: account for account in ACCOUNTS}
SALES = frozenset({"4010", "4020"})
REVENUE = frozenset({"4010", "4020", "4100"})
BELOW_EBITDA = frozenset({"6400", "6500"})
"""EBITDA is before depreciation and interest; bank charges are an operating cost."""
TOTALS = ("Net revenue", "EBITDA", "Profit before tax")


def total_of(amounts: Iterable[int]) -> int:
    """What whole dollars add up to."""
    return sum(amounts)  # whole numbers, which no order of adding rounds


def as_lines(balances: Mapping[str, int]) -> Balances:
    """The lines of the income statement as people read them: sales and costs both positive."""
    return {
        account.number: -balances[account.number]
        if account.number in SALES
        else balances[account.number]
        for account in INCOME
    }


def totals_of(lines: Mapping[str, int]) -> dict[str, int]:
    """Net revenue, EBITDA and profit before tax of lines as people read them."""
    signed = {number: value if number in SALES else -value for number, value in lines.items()}
    below = total_of(signed[number] for number in BELOW_EBITDA)
    profit = total_of(signed.values())
    return {
        "Net revenue": total_of(signed[number] for number in REVENUE),
        "EBITDA": profit - below,
        "Profit before tax": profit,
    }
