"""The names that the script and the criteria use, and what they stand for at a seed."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.accounting_close.books.entries import LABELS
from modylbench.scenarios.library.accounting_close.books.flux import split_in_two
from modylbench.scenarios.library.accounting_close.books.ledger import BY_NUMBER
from modylbench.scenarios.library.accounting_close.phrases import phrases_of
from modylbench.scenarios.library.accounting_close.quarter import draw_quarter
from modylbench.scenarios.library.accounting_close.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.accounting_close.books.entries import Entry
    from modylbench.scenarios.library.accounting_close.quarter import Quarter
    from modylbench.scenarios.oracle import Truth

ATTEMPTS = 200  # ours: the first has the plot at 56 % of 400 seeds, and the worst seed needed 17


def solve(parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]) -> Truth | None:
    """Everything that follows from what is drawn; None where no quarter drawn has the plot."""
    for attempt in range(ATTEMPTS):

        def draw(name: str, attempt: int = attempt) -> Draw:
            return Draw("accounting_close", seed, attempt, name)

        quarter = draw_quarter(parameters, choices, draw)
        if quarter.has_the_plot():
            truth = {**_records(quarter), **_work(quarter), **phrases_of(quarter)}
            return {**truth, **tables_of(truth)}
    return None


def _records(quarter: Quarter) -> dict[str, Any]:
    """What the files hold."""
    records = quarter.records
    return {
        "records": {
            "opening": records.opening,
            "statement": [list(astuple(line)) for line in records.statement],
            "cash_book": [list(astuple(line)) for line in records.cash_book],
        },
        "sales_forecasts": {customer.name: customer.forecast for customer in quarter.sales_view},
        "shipments": [list(astuple(shipment)) for shipment in quarter.shipments],
        "receipts": [list(astuple(line)) for line in quarter.receipts],
        "balances": quarter.balances,
        "quarter_before": quarter.before,
        "budget_lines": quarter.budget,
        "drivers": {number: list(pair) for number, pair in _drivers(quarter).items()},
        **quarter.defect_places,
    }


def _drivers(quarter: Quarter) -> dict[str, tuple[int, int]]:
    """What the controller's pack gives for each line, of the ledger before the entries."""
    return {
        number: split_in_two(change - quarter.unexplained_of(number), quarter.driver_shares[number])
        for number, change in quarter.ledger_changes.items()
    }


def _work(quarter: Quarter) -> dict[str, Any]:
    """What the products are made of."""
    first = quarter.accruals_first
    return {
        "customers": [
            [c.name, c.purchases, c.forecast, c.rate, c.rebate] for c in quarter.customers
        ],
        "accruals": quarter.accruals.by_supplier(),
        "accruals_first": first.by_supplier(),
        "accrual_accounts": {line.supplier: line.account for line in quarter.receipts},
        "entries": [_cells(entry) for entry in quarter.entries],
        "entries_first": [_cells(entry) for entry in quarter.entries_with(first)],
        "adjustments": quarter.adjustments,
        "adjusted": quarter.adjusted_balances,
        "results": list(quarter.results),
        "comparison": quarter.rows,
        "explained": [_explanation(quarter, number) for number in quarter.before],
        "flagged": quarter.flagged_numbers,
        "flagged_first": quarter.flagged_at_first,
        "threshold_first": quarter.limits[1],
        "held_label": LABELS[quarter.choices["held_back"]],
        **quarter.bank,
        **quarter.cut_off,
    }


def _cells(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "label": entry.label,
        "debit": BY_NUMBER[entry.debit].label,
        "credit": BY_NUMBER[entry.credit].label,
        "amount": entry.amount,
        "effect": entry.ebitda_effect,
    }


def _explanation(quarter: Quarter, number: str) -> dict[str, Any]:
    """What the change of a line is made of."""
    unexplained = quarter.unexplained_of(number)
    return {
        "number": number,
        "name": BY_NUMBER[number].name,
        "change": quarter.ledger_changes[number] + quarter.closing_changes[number],
        "drivers": quarter.ledger_changes[number] - unexplained,
        "entries": quarter.closing_changes[number],
        "unexplained": unexplained,
    }
