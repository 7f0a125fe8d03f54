"""The flux analysis: comparisons with the quarter before and the budget, and what explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.scenarios.library.accounting_close.workbook import (
    DOLLARS,
    PERCENT,
    ColumnHeaders,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


def flux_analysis(truth: Mapping[str, Any], *, is_corrected: bool) -> Spreadsheet:
    """Both sheets; before a limit that was misspoken is corrected, fewer lines are flagged."""
    flagged = truth["flagged" if is_corrected else "flagged_first"]
    limit = truth["threshold_amount" if is_corrected else "threshold_first"]
    return Spreadsheet(
        id="flux_analysis",
        title="Q2 flux analysis",
        sheets=(_comparison(truth), _flagged_lines(truth, flagged, limit)),
    )


def percent(share: float) -> float:
    """A share as it stands in a cell."""
    return round(100 * share, 1) + 0.0


def _comparison(truth: Mapping[str, Any]) -> Sheet:
    headers: ColumnHeaders = (
        ("Q2 adjusted", DOLLARS),
        ("Q1", DOLLARS),
        ("Change", DOLLARS),
        ("Change in %", PERCENT),
        ("Budget", DOLLARS),
        ("Variance", DOLLARS),
        ("Variance in %", PERCENT),
    )
    rows = {
        row["name"]: [
            row["q2"],
            row["q1"],
            row["change"],
            percent(row["change_share"]),
            row["budget"],
            row["variance"],
            percent(row["variance_share"]),
        ]
        for row in truth["comparison"]
    }
    return table("comparison", "Comparison", headers, rows, ["Sales and costs both positive."])


def _flagged_lines(truth: Mapping[str, Any], flagged: list[str], limit: float) -> Sheet:
    rows = {
        row["name"]: [row["change"], row["drivers"], row["entries"], row["unexplained"]]
        for row in truth["explained"]
        if row["number"] in flagged
    }
    headers: ColumnHeaders = (
        ("Total change", DOLLARS),
        ("Explained by drivers", DOLLARS),
        ("Closing entries", DOLLARS),
        ("Unexplained", DOLLARS),
    )
    share = 100 * truth["threshold_share"]
    notes = [f"Lines that moved by more than ${limit:,.0f} and more than {share:g}% since Q1."]
    return table("flagged", "Flagged lines", headers, rows, notes)
