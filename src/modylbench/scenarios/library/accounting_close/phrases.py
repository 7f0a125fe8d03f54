"""The figures and words that people say, by the names that the script has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.books.accruals import (
    CONTRACT_DAYS,
    JUNE_DAYS,
    LEGAL,
    SPREAD,
    list_counts,
)
from modylbench.scenarios.library.accounting_close.books.cut_off import slips_of
from modylbench.scenarios.library.accounting_close.books.entries import LABELS
from modylbench.scenarios.library.accounting_close.books.ledger import BY_NUMBER, total_of
from modylbench.scenarios.library.accounting_close.books.rebates import total_rebate
from modylbench.scenarios.library.accounting_close.quarter import MILLION, RECEIPT_FROM
from modylbench.scenarios.library.accounting_close.workbook import identifier
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.accounting_close.quarter import Quarter

HUNDRED = 100


def phrases_of(quarter: Quarter) -> dict[str, Any]:
    """All of them."""
    return {
        "receipt_customer": RECEIPT_FROM,
        "parts_sales_ledger": -quarter.balances["4020"],
        **_rebates(quarter),
        **_cut_off(quarter),
        **_accruals(quarter),
        **_legal_fees(quarter),
        **_results(quarter),
        **_flux(quarter),
        **_open_line(quarter),
        **_approvals(quarter),
        **_side_cases(quarter),
    }


def _rebates(quarter: Quarter) -> dict[str, Any]:
    sales, settled = quarter.sales_view[0], quarter.controllers_view
    required, is_short = total_rebate(quarter.customers), quarter.true_up > 0
    return {
        "halvorsen_sales": sales.forecast,
        "halvorsen_sales_rate": sales.rate / HUNDRED,
        "halvorsen_sales_rebate": sales.rebate,
        "halvorsen_controller": settled.forecast,
        "halvorsen_rate": settled.rate / HUNDRED,
        "halvorsen_rebate": settled.rebate,
        "halvorsen_difference": abs(sales.rebate - settled.rebate),
        "rebate_required": required,
        "rebate_booked": required - quarter.true_up,
        "rebate_true_up": quarter.true_up,
        "rebate_step": abs(quarter.true_up),
        "rebate_side": "short" if is_short else "too high",
        "rebate_move": "accrue another" if is_short else "release",
        "rebate_effect": "lowers" if is_short else "raises",
        "rebate_entry_words": "debit customer rebates and credit rebates payable"
        if is_short
        else "debit rebates payable and credit customer rebates",
    }


def _cut_off(quarter: Quarter) -> dict[str, Any]:
    slips = slips_of(quarter.shipments)
    early = [name for name, shipment in slips.items() if shipment.booked == "Q2"]
    late = [name for name, shipment in slips.items() if shipment.booked == "Q3"]
    largest = max((slips[name] for name in early), key=lambda shipment: shipment.amount)
    return {
        "early_invoices": list_in_words(early),
        "late_invoices": list_in_words(late),
        "largest_early": largest.invoice,
        "largest_early_amount": largest.amount,
        "net_margin": quarter.cut_off["net_revenue"] - quarter.cut_off["net_cost"],
    }


def _accruals(quarter: Quarter) -> dict[str, Any]:
    contract = next(line for line in quarter.receipts if line.supplier == SPREAD)
    final, first = quarter.accruals, quarter.accruals_first
    amounts = {entry.id: entry.amount for entry in quarter.entries}
    plant_first = next(
        entry.amount
        for entry in quarter.entries_with(first)
        if entry.id == "plant_services_accrual"
    )
    return {
        "contract_length": CONTRACT_DAYS,
        "contract_start": f"{final.contract_day}th",
        "contract_start_first": f"{first.contract_day}th",
        "contract_days": JUNE_DAYS + 1 - final.contract_day,
        "contract_days_first": JUNE_DAYS + 1 - first.contract_day,
        "contract_accrual": final.accrual_of(contract),
        "contract_accrual_first": first.accrual_of(contract),
        "accruals_total": total_of(final.by_account().values()),
        "accruals_total_first": total_of(first.by_account().values()),
        "accrued_count": len(final.by_supplier()),
        "freight_accrual": amounts["freight_accrual"],
        "plant_services_accrual": amounts["plant_services_accrual"],
        "plant_services_accrual_first": plant_first,
        "professional_fees_accrual": amounts["professional_fees_accrual"],
        **list_counts(quarter.receipts),
    }


def _legal_fees(quarter: Quarter) -> dict[str, Any]:
    """What two people say of legal fees, and what is billed in the look-alike."""
    amount = next(line.amount for line in quarter.receipts if line.supplier == LEGAL)
    gap = HUNDRED * round(quarter.parameters["legal_gap"])
    difference = 10 * (gap // 20)
    return {
        "legal_amount": amount,
        "legal_misquoted": amount - gap,
        "legal_gap_amount": gap,
        "legal_billed": amount + difference,
        "legal_difference": difference,
    }


def _results(quarter: Quarter) -> dict[str, Any]:
    ledger, close = quarter.results
    headroom = close["EBITDA"] - quarter.covenant_floor
    is_met = headroom > 0
    return {
        "revenue_ledger": ledger["Net revenue"],
        "revenue_close": close["Net revenue"],
        "ebitda_ledger": ledger["EBITDA"],
        "revenue_ledger_m": ledger["Net revenue"] / MILLION,
        "ebitda_ledger_m": ledger["EBITDA"] / MILLION,
        "profit_ledger_m": ledger["Profit before tax"] / MILLION,
        "ebitda_close": close["EBITDA"],
        "profit_ledger": ledger["Profit before tax"],
        "profit_close": close["Profit before tax"],
        "covenant_floor": quarter.covenant_floor,
        "headroom": headroom,
        "headroom_size": abs(headroom),
        "covenant_side": "above" if is_met else "below",
        "is_met": "yes" if is_met else "no",
        "covenant_verdict": "met" if is_met else "breached",
    }


def _flux(quarter: Quarter) -> dict[str, Any]:
    rows = {row["number"] or row["name"]: row for row in quarter.rows}
    largest = max(quarter.flagged_numbers, key=lambda number: abs(rows[number]["change_share"]))
    added = [number for number in quarter.flagged_numbers if number not in quarter.flagged_at_first]
    return {
        "flagged_names": _in_words(quarter.flagged_numbers),
        "flagged_names_first": _in_words(quarter.flagged_at_first),
        "added_names": _in_words(added),
        "added_id": next((identifier(BY_NUMBER[number].name) for number in added), ""),
        "flagged_count": len(quarter.flagged_numbers),
        "flagged_count_first": len(quarter.flagged_at_first),
        "largest_flag": BY_NUMBER[largest].name.lower(),
        "largest_change": rows[largest]["change"],
        "largest_share": rows[largest]["change_share"],
        "ebitda_budget_side": "above" if rows["EBITDA"]["variance"] > 0 else "below",
        "ebitda_variance_size": abs(rows["EBITDA"]["variance"]),
    }


def _in_words(numbers: Sequence[str]) -> str:
    return list_in_words([BY_NUMBER[number].name.lower() for number in numbers])


def _open_line(quarter: Quarter) -> dict[str, Any]:
    """The line that is not explained whole."""
    number = quarter.open_line
    name = BY_NUMBER[number].name
    return {
        "open_id": identifier(name),
        "open_name": name.lower(),
        "open_change": quarter.ledger_changes[number] + quarter.closing_changes[number],
        "open_drivers": quarter.ledger_changes[number] - quarter.unexplained_amount,
        "open_entries": quarter.closing_changes[number],
        "unexplained": quarter.unexplained_amount,
        "unexplained_size": quarter.unexplained_size,
    }


def _approvals(quarter: Quarter) -> dict[str, Any]:
    held = quarter.choices["held_back"]
    return {
        "held_name": LABELS[held][0].lower() + LABELS[held][1:],
        "held_amount": next(entry.amount for entry in quarter.entries if entry.id == held),
        "entry_count": len(quarter.entries),
        "approved_count": len(quarter.entries) - 1,
        "journal_number": quarter.journal_number,
        "journal_text": str(quarter.journal_number),
    }


def _side_cases(quarter: Quarter) -> dict[str, Any]:
    balance = HUNDRED * round(quarter.parameters["ridgeway_balance"])
    return {"ridgeway_owed": balance, "ridgeway_half": balance // 2}
