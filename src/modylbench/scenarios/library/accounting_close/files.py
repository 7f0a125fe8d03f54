"""The files that people hand over, in the layout of a seed and with its defects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.books.accruals import SPREAD
from modylbench.scenarios.library.accounting_close.books.flux import TEXTS
from modylbench.scenarios.library.accounting_close.books.ledger import ACCOUNTS, INCOME
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping

CsvRows = list[list[Any]]
REBATE_TERMS = """\
Kestrel Flow Systems - customer rebate programme 2026 (summary of the signed terms)

1. The rebate is earned on all purchases of a calendar year. Its rate depends on the year's total:
   below $600,000               no rebate
   $600,000 to $1,199,999       2.0% of all purchases
   $1,200,000 and above         3.5% of all purchases
2. It is paid once, in the February after. Nothing has been paid for 2026.
3. The programme covers the customers in the file of purchases, and no others. Purchases count on
   the day on which control passes; the file is compiled from the shipping papers on that basis,
   and not from the invoices booked.
4. Accounting policy: at each quarter end the liability is the purchases to date times the rate that
   the year's expected purchases will reach. The controller settles what is expected.
"""


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that people hand over, by name."""
    return {
        "trial_balance.csv": _trial_balance(truth),
        "bank_statement.csv": _statement(truth),
        "cash_book.csv": _cash_book(truth),
        "customer_rebates.csv": _customers(truth),
        "rebate_terms.txt": REBATE_TERMS,
        "shipments.csv": _shipments(truth),
        "received_not_invoiced.csv": _receipts(truth),
        "flux_pack.csv": _flux_pack(truth),
    }


def _has(truth: Mapping[str, Any], defect: str) -> bool:
    return defect in truth.get("defects", ())


def _is_erp(truth: Mapping[str, Any]) -> bool:
    return bool(truth["layout"] == "erp")


def _trial_balance(truth: Mapping[str, Any]) -> str:
    """Balances with a sign, or in a column for each side."""
    balances = truth["balances"]
    if not _is_erp(truth):
        rows = [[a.number, a.name, balances[a.number]] for a in ACCOUNTS]
        return csv_text([["account", "name", "balance_usd_debit_positive"], *rows])
    sides = [
        [a.number, a.name, max(balances[a.number], 0) or "", max(-balances[a.number], 0) or ""]
        for a in ACCOUNTS
    ]
    return csv_text([["GL account", "Description", "Debit USD", "Credit USD"], *sides])


def _statement(truth: Mapping[str, Any]) -> str:
    balance = truth["records"]["opening"]
    rows: CsvRows = [["2026-06-21", "", "Balance brought forward", "", balance]]
    for date, reference, text, amount in truth["records"]["statement"]:
        balance += amount
        rows.append([date, reference, text.upper(), amount, balance])
        if _has(truth, "payment_twice") and reference == truth["repeated_payment"]:
            rows.append(list(rows[-1]))
    header = ["date", "reference", "description", "amount_usd", "balance_usd"]
    return csv_text([header, *(reversed(rows) if _is_erp(truth) else rows)])


def _cash_book(truth: Mapping[str, Any]) -> str:
    records = truth["records"]
    rows: CsvRows = [["2026-06-21", "", "Balance brought forward", records["opening"]]]
    rows += [list(line) for line in records["cash_book"]]
    rows.append(["2026-06-30", "", "Balance 1010", truth["ledger_balance"]])
    return csv_text([["date", "reference", "payee_or_payer", "amount_usd"], *rows])


def _customers(truth: Mapping[str, Any]) -> str:
    rows = []
    for name, purchases, *_ in truth["customers"]:
        is_thousands = _has(truth, "purchases_in_thousands") and name == truth["thousands_customer"]
        shown = purchases // 1_000 if is_thousands else purchases
        rows.append([name, shown, truth["sales_forecasts"][name]])
    return csv_text(
        [["customer", "purchases_jan_to_jun_usd", "sales_team_forecast_2026_usd"], *rows]
    )


def _shipments(truth: Mapping[str, Any]) -> str:
    header = [
        "invoice", "customer", "terms", "dispatched", "delivered", "amount_usd", "cost_usd",
        "booked_in",
    ]  # fmt: skip
    rows: CsvRows = [list(line) for line in truth["shipments"]]
    if _has(truth, "invoice_twice"):
        place = next(n for n, row in enumerate(rows) if row[0] == truth["repeated_invoice"])
        rows.insert(min(len(rows), place + 4), list(rows[place]))
    if not _is_erp(truth):
        return csv_text([header, *rows])
    order = [3, 4, 0, 7, 2, 1, 5, 6]
    names = [
        "Ship date", "POD date", "Invoice no.", "Period", "Terms", "Sold-to", "Net USD",
        "Cost USD",
    ]  # fmt: skip
    return csv_text([names, *([row[place] for place in order] for row in rows)])


def _receipts(truth: Mapping[str, Any]) -> str:
    rows: CsvRows = []
    for supplier, service, account, period, amount, is_booked in truth["receipts"]:
        month = "see contract" if supplier == SPREAD else period
        if _has(truth, "old_estimate") and supplier == truth["old_estimate_of"]:
            note = f"{service}, estimate of June 12, superseded"
            rows.append([supplier, note, account, month, truth["old_estimate"], "no"])
        rows.append([supplier, service, account, month, amount, "yes" if is_booked else "no"])
    total = truth["list_total_shown" if _has(truth, "total_off") else "list_total_right"]
    rows.append(["Total not booked", "", "", "", total, ""])
    header = ["supplier", "service", "account", "month", "amount_usd", "invoice_booked_in_june"]
    return csv_text([header, *rows])


def _flux_pack(truth: Mapping[str, Any]) -> str:
    rows = []
    for account in INCOME:
        number = account.number
        pairs = zip(TEXTS[number], truth["drivers"][number], strict=True)
        drivers = [cell for pair in pairs for cell in pair]
        amounts = [truth["quarter_before"][number], truth["budget_lines"][number]]
        rows.append([number, account.name, *amounts, *drivers])
    header = ["account", "line", "q1_actual_usd", "q2_budget_usd"]
    header += ["driver_1", "driver_1_usd", "driver_2", "driver_2_usd"]
    return csv_text([header, *rows])
