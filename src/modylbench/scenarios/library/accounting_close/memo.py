"""The close memo that goes to the audit committee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.accounting_close.books.ledger import TOTALS
from modylbench.scenarios.library.text_forms import markdown_table

if TYPE_CHECKING:
    from collections.abc import Mapping

APPROVER = "Dev Raman"


def close_memo(truth: Mapping[str, Any], reached: frozenset[str]) -> Document:
    """The memo; until the controller has spoken, all entries are proposals."""
    sections = (
        Section(id="results", heading="Results", body=_results(truth)),
        Section(id="entries", heading="Entries", body=_entries(truth, reached)),
        Section(id="judgements", heading="Judgements", body=_judgements(truth)),
        Section(id="open_items", heading="Open items", body=_open_items(truth)),
    )
    return Document(id="close_memo", title="Q2 close memo", sections=sections)


def _dollars(amount: float) -> str:
    return f"-${-amount:,.0f}" if amount < 0 else f"${amount:,.0f}"


def _results(truth: Mapping[str, Any]) -> str:
    ledger, close = truth["results"]
    rows = [[name, _dollars(ledger[name]), _dollars(close[name])] for name in TOTALS]
    is_met = truth["headroom"] > 0
    verdict = (
        "Adjusted EBITDA is above the covenant minimum: the covenant is met."
        if is_met
        else "Adjusted EBITDA is below the covenant minimum: the covenant is breached."
    )
    return (
        f"{markdown_table(['', 'Unadjusted', 'Adjusted'], rows)}\n\n{verdict}\n\n"
        f"- Covenant minimum: {_dollars(truth['covenant_floor'])}\n"
        f"- Covenant headroom: {_dollars(truth['headroom'])}"
    )


def _entries(truth: Mapping[str, Any], reached: frozenset[str]) -> str:
    approved = _approved_entries(truth, reached)
    rows = [
        [
            entry["label"],
            _dollars(entry["amount"]),
            _dollars(entry["effect"]),
            APPROVER if entry["id"] in approved else "pending",
        ]
        for entry in truth["entries"]
    ]
    text = markdown_table(["Entry", "Amount", "EBITDA effect", "Approved by"], rows)
    if "approval" not in reached:
        return f"{text}\n\nWhat is pending is proposed to {APPROVER}, controller."
    return (
        f"{text}\n\n{APPROVER}, controller, approved all entries but one. The "
        f"{truth['held_label'].lower()} waits for his approval; it is in the adjusted figures.\n\n"
        f"- Approved entries: {truth['approved_count']}\n"
        f"- Amount awaiting approval: {_dollars(truth['held_amount'])}"
    )


def _approved_entries(truth: Mapping[str, Any], reached: frozenset[str]) -> set[str]:
    """The entries that the controller has approved by then."""
    if "approval" in reached:
        return {entry["id"] for entry in truth["entries"]} - {truth["held_back"]}
    return {"bank_charges"} if "approval_log" in reached else set()


def _judgements(truth: Mapping[str, Any]) -> str:
    return (
        "Halvorsen's rebate is accrued at the rate that the controller's forecast reaches, and not "
        "on the forecast of sales, which is in another tier. Revenue follows control: at dispatch "
        "under FOB origin, at delivery under DAP.\n\n"
        f"- Halvorsen forecast: {_dollars(truth['halvorsen_controller'])}\n"
        f"- Rebate required: {_dollars(truth['rebate_required'])}"
    )


def _open_items(truth: Mapping[str, Any]) -> str:
    return (
        f"Of the change in {truth['open_name']} a part is not explained; the controller looks into "
        "it. Payments that the bank had not cleared by quarter end are to be followed up.\n\n"
        f"- Unexplained change: {_dollars(truth['unexplained'])}\n"
        f"- Outstanding payments: {_dollars(truth['outstanding_payments'])}"
    )
