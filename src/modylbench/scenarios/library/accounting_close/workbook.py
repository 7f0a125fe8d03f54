"""The close workbook, as far as the meeting has got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.accounting_close.books.entries import (
    ACCRUAL_ENTRIES,
    BANK_ENTRIES,
    CUT_OFF_ENTRIES,
    REBATE_ENTRIES,
)
from modylbench.scenarios.library.accounting_close.books.ledger import ACCOUNTS, TOTALS, total_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

DOLLARS, PERCENT = "$", "%"
ColumnHeaders = tuple[tuple[str, str | None], ...]
"""Label and unit of every column."""
SIGNS = "US dollars; debits positive, credits negative."
ENTRIES_BY_MILESTONE = {
    "bank": BANK_ENTRIES,
    "rebates": REBATE_ENTRIES,
    "cut_off": CUT_OFF_ENTRIES,
    "accruals": ACCRUAL_ENTRIES,
}


def identifier(label: str) -> str:
    """The id of a row or column of that label.

    >>> identifier("Rebate true-up (%)")
    'rebate_true_up'
    """
    kept = "".join(letter if letter.isalnum() else " " for letter in label.lower())
    return "_".join(kept.split())


def table(
    name: str,
    title: str,
    headers: ColumnHeaders,
    rows: Mapping[str, Iterable[float | str | None]],
    notes: Sequence[str] = (),
) -> Sheet:
    """A sheet with a row for every label; what is None has no cell."""
    columns = tuple(Column(id=identifier(label), label=label, unit=unit) for label, unit in headers)
    return Sheet(
        id=name,
        name=title,
        columns=columns,
        rows=tuple(
            Row(
                id=identifier(label),
                label=label,
                cells={
                    column.id: Cell(value=value)
                    for column, value in zip(columns, values, strict=True)
                    if value is not None
                },
            )
            for label, values in rows.items()
        ),
        notes=tuple(notes),
    )


def close_workbook(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The workbook: a sheet for every part of the close reached."""
    is_corrected = "accrual_corrected" in reached or truth["correction"] != "accrual"
    first = "" if is_corrected else "_first"
    sheets = [_trial_balance(truth, is_adjusted="results" in reached)]
    sheets += [make(truth) for name, make in WORK_SHEETS.items() if name in reached]
    if "accruals" in reached:
        sheets.append(_accruals(truth, truth[f"accruals{first}"]))
    known = {
        entry for name, own in ENTRIES_BY_MILESTONE.items() if name in reached for entry in own
    }
    if known:
        entries = [entry for entry in truth[f"entries{first}"] if entry["id"] in known]
        sheets.append(_entries(entries))
    if "results" in reached:
        sheets.append(_results(truth))
    sheets += [make(truth) for name, make in SIDE_SHEETS.items() if name in reached]
    return Spreadsheet(id="close_workbook", title="Q2 close workbook", sheets=tuple(sheets))


def _trial_balance(truth: Mapping[str, Any], *, is_adjusted: bool) -> Sheet:
    columns = {"Unadjusted": truth["balances"]}
    if is_adjusted:
        columns |= {"Adjustments": truth["adjustments"], "Adjusted": truth["adjusted"]}
    rows = {
        account.label: [balances[account.number] for balances in columns.values()]
        for account in ACCOUNTS
    }
    headers: ColumnHeaders = tuple((name, DOLLARS) for name in columns)
    return table("trial_balance", "Trial balance", headers, rows, [SIGNS])


def _bank(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "Balance per bank statement": "statement_balance",
        "Deposits in transit": "deposits_in_transit",
        "Outstanding payments": "outstanding_payments",
        "Adjusted bank balance": "adjusted_bank",
        "Balance per ledger": "ledger_balance",
        "Receipt not booked": "unbooked_receipt",
        "Charges not booked": "bank_charges",
        "Adjusted ledger balance": "adjusted_ledger",
    }
    cells = {label: [truth[name]] for label, name in rows.items()}
    notes = [
        "Adjusted bank: statement plus deposits in transit less outstanding payments.",
        "Adjusted ledger: ledger plus the receipt less the charges.",
    ]
    return table("bank_rec", "Bank reconciliation", (("Amount", DOLLARS),), cells, notes)


def _rebates(truth: Mapping[str, Any]) -> Sheet:
    rows: dict[str, list[float | str | None]] = {
        name: [purchases, rate, rebate] for name, purchases, _, rate, rebate in truth["customers"]
    }
    rows["Rebate required"] = [None, None, truth["rebate_required"]]
    rows["Rebate booked"] = [None, None, truth["rebate_booked"]]
    rows["Rebate difference"] = [None, None, truth["rebate_true_up"]]
    headers: ColumnHeaders = (("Purchases", DOLLARS), ("Rate", PERCENT), ("Rebate", DOLLARS))
    notes = ["Required less booked: what is above zero is accrued, what is below zero is released."]
    return table("rebates", "Rebate accrual", headers, rows, notes)


def _cut_off(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "Booked too early": [truth[f"early_{name}"] for name in ("count", "revenue", "cost")],
        "Booked too late": [truth[f"late_{name}"] for name in ("count", "revenue", "cost")],
        "Net out of Q2": [None, truth["net_revenue"], truth["net_cost"]],
    }
    headers: ColumnHeaders = (("Invoices", None), ("Revenue", DOLLARS), ("Cost", DOLLARS))
    notes = [
        f"Too early: {truth['early_invoices']}. Too late: {truth['late_invoices']}.",
        "Control passes at dispatch under FOB origin and at delivery under DAP.",
    ]
    return table("cut_off", "Cut-off test", headers, rows, notes)


def _accruals(truth: Mapping[str, Any], amounts: Mapping[str, int]) -> Sheet:
    rows: dict[str, list[float | str | None]] = {
        name: [amount, f"account {truth['accrual_accounts'][name]}"]
        for name, amount in amounts.items()
    }
    rows["Total accruals"] = [total_of(amounts.values()), None]
    return table("accruals", "Accruals", (("Accrual", DOLLARS), ("Account", None)), rows)


def _entries(entries: Sequence[Mapping[str, Any]]) -> Sheet:
    rows = {
        entry["label"]: [entry["debit"], entry["credit"], entry["amount"], entry["effect"]]
        for entry in entries
    }
    headers: ColumnHeaders = (
        ("Debit", None),
        ("Credit", None),
        ("Amount", DOLLARS),
        ("EBITDA effect", DOLLARS),
    )
    return table("entries", "Proposed entries", headers, rows)


def _results(truth: Mapping[str, Any]) -> Sheet:
    ledger, close = truth["results"]
    rows: dict[str, list[float | str | None]] = {
        name: [ledger[name], close[name]] for name in TOTALS
    }
    rows["Covenant minimum"] = [None, truth["covenant_floor"]]
    rows["Covenant headroom"] = [None, truth["headroom"]]
    headers: ColumnHeaders = (("Unadjusted", DOLLARS), ("Adjusted", DOLLARS))
    notes = ["EBITDA is before depreciation and interest. Headroom is EBITDA less the minimum."]
    return table("results", "Results", headers, rows, notes)


def _true_ups(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "Ashby Legal": [truth["legal_amount"], truth["legal_billed"], truth["legal_difference"]]
    }
    headers: ColumnHeaders = (("In list", DOLLARS), ("Billed", DOLLARS), ("Difference", DOLLARS))
    return table("july_true_ups", "July true-ups", headers, rows)


def _approval_log(truth: Mapping[str, Any]) -> Sheet:
    rows = {"Bank charges voucher": [truth["journal_number"], truth["bank_charges"], "Dev Raman"]}
    headers: ColumnHeaders = (("Journal number", None), ("Posted", DOLLARS), ("Approved by", None))
    return table("approval_log", "Approval log", headers, rows)


def _halvorsen(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "On the sales forecast": [truth["halvorsen_sales_rebate"]],
        "On the controller's forecast": [truth["halvorsen_rebate"]],
        "Gap between them": [truth["halvorsen_difference"]],
    }
    return table("halvorsen", "Halvorsen both ways", (("Amount", DOLLARS),), rows)


def _list_review(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "Lines on the list": [truth["list_lines"]],
        "Lines already booked": [truth["list_booked"]],
        "Lines of July": [truth["list_july"]],
        "Lines we accrue": [truth["list_accrued"]],
    }
    return table("list_review", "List review", (("Number", None),), rows)


def _ridgeway(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        "Ridgeway owes": [truth["ridgeway_owed"]],
        "Ridgeway reserve at half": [truth["ridgeway_half"]],
    }
    return table("ridgeway", "Ridgeway side case", (("Amount", DOLLARS),), rows)


WORK_SHEETS: Mapping[str, Callable[[Mapping[str, Any]], Sheet]] = {
    "bank": _bank,
    "rebates": _rebates,
    "cut_off": _cut_off,
}
SIDE_SHEETS: Mapping[str, Callable[[Mapping[str, Any]], Sheet]] = {
    "july_true_ups": _true_ups,
    "approval_log": _approval_log,
    "halvorsen_both_ways": _halvorsen,
    "list_review": _list_review,
    "ridgeway_side_case": _ridgeway,
}
"""The tabs that only some meetings ask for, by the milestone with which they come."""
