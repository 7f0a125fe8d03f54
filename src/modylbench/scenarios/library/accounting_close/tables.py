"""The tables that criteria compare, with keys and names as products.yaml has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.books.ledger import ACCOUNTS, INCOME, TOTALS
from modylbench.scenarios.library.accounting_close.flux_workbook import percent
from modylbench.scenarios.library.tied_figures import round_figures, under_quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

BANK_ITEMS = (
    "statement_balance", "ledger_balance", "deposits_in_transit", "outstanding_payments",
    "unbooked_receipt",
)  # fmt: skip
FLUX_COLUMNS = {
    "Q2": "q2", "Q1": "q1", "change": "change", "budget": "budget", "variance": "variance",
}  # fmt: skip
FLAG_COLUMNS = ("change", "drivers", "entries", "unexplained")
SIDES, MEASURES = ("early", "late"), ("revenue", "cost")


def tables_of(truth: Mapping[str, Any]) -> dict[str, Any]:
    """All of them."""
    return {
        **_names(truth),
        **_ledger_tables(truth),
        **_work_tables(truth),
        **_flux_tables(truth),
        **_memo_figures(truth),
    }


def _names(truth: Mapping[str, Any]) -> dict[str, list[str]]:
    """What rows may be called; the first name is the key."""
    flagged = [row for row in truth["explained"] if row["number"] in truth["flagged"]]
    return {
        "account_names": [f"{a.name} | {a.label} | {a.number}" for a in ACCOUNTS],
        "line_names": [
            *(f"{a.name} | {a.label} | {a.number}" for a in INCOME),
            "Net revenue | Revenue | Total net revenue | Total revenue",
            "EBITDA | Adjusted EBITDA",
            "Profit before tax | PBT | Pre-tax profit | Income before tax | Profit before taxes",
        ],
        "entry_names": [f"{e['label']} | {e['label']} entry" for e in truth["entries"]],
        "customer_names": [row[0] for row in truth["customers"]],
        "supplier_names": list(truth["accruals"]),
        "flag_names": [f"{r['name']} | {r['number']} {r['name']} | {r['number']}" for r in flagged],
    }


def _ledger_tables(truth: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    columns = {"unadjusted": "balances", "adjustments": "adjustments", "adjusted": "adjusted"}
    return {
        "balance_table": {
            f"{account.name}|{column}": truth[key][account.number]
            for column, key in columns.items()
            for account in ACCOUNTS
        },
        "result_table": {
            f"{name}|{column}": state[name]
            for column, state in zip(("unadjusted", "adjusted"), truth["results"], strict=True)
            for name in TOTALS
        },
        "entry_amounts": {entry["label"]: entry["amount"] for entry in truth["entries"]},
        "entry_effects": {entry["label"]: entry["effect"] for entry in truth["entries"]},
    }


def _work_tables(truth: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    customers = truth["customers"]
    return {
        "bank_figures": {
            **{name: truth[name] for name in BANK_ITEMS},
            "unbooked_charges": truth["bank_charges"],
        },
        "rebate_table": {row[0]: row[4] for row in customers},
        "rebate_figures": {
            **under_quantity("rebate_purchases", {row[0]: row[1] for row in customers}),
            **under_quantity("rebate_rates", {row[0]: row[3] / 100 for row in customers}),
            "rebate_required": truth["rebate_required"],
            "rebate_booked": truth["rebate_booked"],
        },
        "cut_off_table": {
            f"booked too {side}|{measure}": truth[f"{side}_{measure}"]
            for side in SIDES
            for measure in MEASURES
        },
        "cut_off_counts": under_quantity(
            "cut_off_counts", {f"booked too {side}": truth[f"{side}_count"] for side in SIDES}
        ),
        "accrual_table": dict(truth["accruals"]),
        "list_figures": {
            f"review_{name}": truth[f"list_{name}"]
            for name in ("lines", "accrued", "booked", "july")
        },
    }


def _flux_tables(truth: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    flagged = [row for row in truth["explained"] if row["number"] in truth["flagged"]]
    shares = {
        f"{row['name']}|{column}": percent(row[f"{column}_share"]) / 100
        for row in truth["comparison"]
        for column in ("change", "variance")
    }
    return {
        "flux_table": {
            f"{row['name']}|{column}": row[key]
            for row in truth["comparison"]
            for column, key in FLUX_COLUMNS.items()
        },
        "flux_share_figures": under_quantity("comparison_shares", round_figures(shares)),
        "flag_table": {
            f"{row['name']}|{column}": row[column] for row in flagged for column in FLAG_COLUMNS
        },
    }


def _memo_figures(truth: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    entries = truth["entries"]
    return {
        "memo_covenant_figures": {
            "memo_floor": truth["covenant_floor"],
            "memo_headroom": truth["headroom"],
        },
        "memo_entry_figures": {
            **under_quantity("memo_entry_amounts", {e["label"]: e["amount"] for e in entries}),
            **under_quantity("memo_entry_effects", {e["label"]: e["effect"] for e in entries}),
        },
        "memo_judgement_figures": {
            "memo_forecast": truth["halvorsen_controller"],
            "memo_rebates": truth["rebate_required"],
        },
        "memo_open_figures": {
            "memo_unexplained": truth["unexplained"],
            "memo_outstanding": truth["outstanding_payments"],
        },
    }
