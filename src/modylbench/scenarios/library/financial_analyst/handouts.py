"""The files that the associate hands over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Rows = list[list[str]]


def cim_extract(truth: Mapping[str, Any]) -> str:
    """Historicals and the EBITDA bridge, as the sell-side bank shows them."""
    revenue, margin, ebitda = truth["ltm_revenue"], truth["ebitda_margin"], truth["ltm_ebitda"]
    growth = truth["growth_year_1"] + 0.02
    history = [revenue / (1 + growth + 0.03) / (1 + growth), revenue / (1 + growth), revenue]
    margins = [margin - 0.03, margin - 0.01, margin]
    earned = [sales * share for sales, share in zip(history, margins, strict=True)]
    litigation, founder = round(0.03 * ebitda, 2), round(0.05 * ebitda, 2)
    pipeline = truth["pipeline_ebitda"]
    rows: Rows = [
        ["CloudSync - Confidential Information Memorandum (extract)", "", "", "US$M"],
        ["Item", "FY2024A", "FY2025A", "LTM Dec-2026E", "Note"],
        ["Net revenue", *_figures(history), "98% recurring"],
        ["Adjusted EBITDA", *_figures(earned), "see bridge"],
        ["D&A", *_figures(r * truth["da_share"] for r in history), ""],
        ["Capex", *_figures(r * truth["capex_share"] for r in history), "incl. software"],
        ["Gross retention", "92%", "93%", "93%", "logo churn mostly under 50 seats"],
        ["Top-10 customers share of revenue", "24%", "23%", "22%", ""],
        ["LTM EBITDA bridge", "", "", "", ""],
        ["Reported EBITDA", "", "", f"{ebitda - litigation - founder:.2f}", "9+3 management view"],
        ["Add-back: litigation settlement", "", "", f"{litigation:.2f}", "closed, one-off"],
        ["Add-back: founder compensation", "", "", f"{founder:.2f}", "replaced at market rate"],
        ["Adjusted EBITDA", "", "", f"{ebitda:.2f}", "basis of price talk"],
        ["Pipeline contracts (not signed)", "", "", f"{pipeline:.2f}", "management estimate"],
        ["Pro forma adjusted EBITDA", "", "", f"{ebitda + pipeline:.2f}", "illustrative"],
    ]  # fmt: skip
    return csv_text(rows)


def financing_grid(truth: Mapping[str, Any]) -> str:
    """The lenders' terms; the sweep is left to the commitment letter."""
    return csv_text([
        ["Term", "Senior term loan", "Subordinated notes"],
        ["Multiple of EBITDA", f"{truth['senior_multiple']:g}x", f"{truth['sub_multiple']:g}x"],
        ["Cash interest", _percent(truth["senior_rate"]), _percent(truth["sub_cash_rate"])],
        ["PIK interest", "none", _percent(truth["sub_pik_rate"])],
        ["Amortisation a year", _percent(truth["amortisation_share"]) + " of original", "none"],
        ["Tenor", "7 years", "8 years"],
        ["Excess cash flow sweep", "per commitment letter", "none"],
        ["Interest basis in the model", "opening balance", "opening balance"],
        ["Rate type", "floating, no hedge required", "fixed"],
    ])  # fmt: skip


def lender_presentation(truth: Mapping[str, Any]) -> str:
    """The same company in the lenders' deck, whose LTM revenue is not the CIM's."""
    return csv_text([
        ["CloudSync - lender presentation (extract)", "US$M"],
        ["Item", "LTM Dec-2026E"],
        ["Net revenue", f"{truth['lender_ltm_revenue']:.1f}"],
        ["Adjusted EBITDA", f"{truth['ltm_ebitda']:.2f}"],
        ["Source", "company information; no reconciliation to the CIM given"],
    ])  # fmt: skip


def _figures(numbers: Iterable[float]) -> list[str]:
    return [f"{number:.2f}" for number in numbers]


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.2f}%"
