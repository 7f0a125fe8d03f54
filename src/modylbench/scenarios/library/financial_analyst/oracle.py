"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.financial_analyst.deal_state import MILESTONES, DealState
from modylbench.scenarios.library.financial_analyst.rules import RULES
from modylbench.scenarios.library.financial_analyst.tear_sheet import ic_tear_sheet
from modylbench.scenarios.library.financial_analyst.truth import solve
from modylbench.scenarios.library.financial_analyst.workbooks import irr_sensitivity, lbo_model
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    state = DealState.of(truth, reached)
    made: list[WorkProduct] = []
    if state.has("assumptions"):
        made.append(lbo_model(state))
    if state.has("sensitivity"):
        made.append(irr_sensitivity(state))
    if state.has("tear_sheet"):
        made.append(ic_tear_sheet(state))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "cim_extract.csv": cim_extract(truth),
        "financing_grid.csv": financing_grid(truth),
        "lender_presentation.csv": lender_presentation(truth),
    }


def cim_extract(truth: Mapping[str, Any]) -> str:
    """Historicals and the EBITDA bridge, as the sell-side bank shows them."""
    revenue, margin, ebitda = truth["ltm_revenue"], truth["ebitda_margin"], truth["ltm_ebitda"]
    growth = truth["growth_year_1"] + 0.02
    history = [revenue / (1 + growth + 0.03) / (1 + growth), revenue / (1 + growth), revenue]
    margins = [margin - 0.03, margin - 0.01, margin]
    earned = [sales * share for sales, share in zip(history, margins, strict=True)]
    litigation, founder = round(0.03 * ebitda, 2), round(0.05 * ebitda, 2)
    pipeline = truth["pipeline_ebitda"]
    rows: list[list[str]] = [
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
