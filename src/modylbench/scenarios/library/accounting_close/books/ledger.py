"""The accounts of the company, and what their balances make: revenue, EBITDA, profit before tax."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Account(NamedTuple):
    """A number and a name; costs and what reduces revenue have debit balances."""

    number: str
    name: str

    @property
    def label(self) -> str:
        """How the ledger shows it.

        >>> Account("1010", "Operating cash").label
        '1010 Operating cash'
        """
        return f"{self.number} {self.name}"


Balances = dict[str, int]
"""Whole dollars by account number, debits positive."""

BALANCE_SHEET = (
    Account("1010", "Operating cash"),
    Account("1100", "Trade receivables"),
    Account("1200", "Inventory"),
    Account("1300", "Prepaid expenses"),
    Account("1500", "Plant and equipment"),
    Account("2010", "Trade payables"),
    Account("2100", "Accrued expenses"),
    Account("2150", "Rebates payable"),
    Account("2300", "Term loan"),
    Account("3000", "Equity"),
)
INCOME = (
    Account("4010", "Pump sales"),
    Account("4020", "Spare parts sales"),
    Account("4100", "Customer rebates"),
    Account("5010", "Cost of sales"),
    Account("5200", "Freight"),
    Account("6010", "Salaries"),
    Account("6100", "Plant services"),
    Account("6200", "Professional fees"),
    Account("6300", "Bank charges"),
    Account("6400", "Depreciation"),
    Account("6500", "Interest"),
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
