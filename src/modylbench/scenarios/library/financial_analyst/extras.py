"""What a meeting may ask for beside the model: alternative cases, an upside, comparables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.tied_figures import round_figures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.financial_analyst.lbo import Deal, ProjectionYear

MORE_SENIOR = 0.5  # turns
CASH_FLOW_MULTIPLE = 5.0
SIZED_BY = 8.0  # times year-1 free cash flow after interest, which the associate asks for
COMPARABLE_SIZE, COMPARABLE_PREMIUM = 1.8, 1.5  # its EBITDA by ours, and turns above our multiple
OTHER_SIZE, OTHER_MULTIPLE = 1.3, 11.5  # the other transaction's EBITDA by the first one's
MONEY_DECIMALS, RATIO_DECIMALS = 3, 6


def with_more_senior(deal: Deal) -> Deal:
    """The alternative with half a turn more senior, at the same price."""
    return replace(deal, senior_multiple=deal.senior_multiple + MORE_SENIOR)


def extra_figures(
    deal: Deal, first: ProjectionYear, parameters: Mapping[str, float]
) -> dict[str, Any]:
    """Every figure of the sheets that only some meetings have."""
    senior = deal.senior_debt + MORE_SENIOR * deal.ltm_ebitda
    debt = senior + deal.sub_debt
    cash_flow = first.ebitda - first.capex - first.nwc_increase
    sized = CASH_FLOW_MULTIPLE * cash_flow
    lender_revenue = round(deal.ltm_revenue * (1 + parameters["lender_revenue_gap"]), 1)
    comparable_ebitda = round(COMPARABLE_SIZE * deal.ltm_ebitda, 1)
    comparable_ev = round((deal.entry_multiple + COMPARABLE_PREMIUM) * comparable_ebitda, 0)
    other_ebitda = round(OTHER_SIZE * comparable_ebitda, 1)
    other_ev = round(OTHER_MULTIPLE * other_ebitda)
    money = {
        "more_senior_debt": senior,
        "more_total_debt": debt,
        "more_sponsor_equity": deal.enterprise_value - debt,
        "unlevered_cash_flow": cash_flow,
        "senior_on_cash_flow": sized,
        "closed_form_senior": closed_form_senior(deal, first),
        "reconciling_revenue": lender_revenue - deal.ltm_revenue,
        "comparable_ebitda": comparable_ebitda,
        "comparable_ev": comparable_ev,
        "other_ebitda": other_ebitda,
        "other_ev": other_ev,
        "check_saved": senior - deal.senior_debt,
    }
    ratios = {
        "more_senior_multiple": senior / deal.ltm_ebitda,
        "more_total_multiple": debt / deal.ltm_ebitda,
        "more_equity_share": 1 - debt / deal.enterprise_value,
        "cash_flow_multiple": CASH_FLOW_MULTIPLE,
        "senior_on_cash_flow_multiple": sized / deal.ltm_ebitda,
        "comparable_multiple": comparable_ev / comparable_ebitda,
        "other_multiple": other_ev / other_ebitda,
    }
    return {
        **_shown_beside(money, ratios),
        "other_beside_ours": "above what we pay too"
        if ratios["other_multiple"] > deal.entry_multiple
        else "below what we pay",
        **{name: round(figure, MONEY_DECIMALS) for name, figure in money.items()},
        **{name: round(figure, RATIO_DECIMALS) for name, figure in ratios.items()},
    }


def closed_form_senior(deal: Deal, first: ProjectionYear) -> float:
    """The loan that is eight times year-1 free cash flow after its own interest.

    With interest on the opening balance the cash flow falls by the loan's interest after tax, so
    that loan = 8 x (cash flow without it - loan x rate x (1 - tax)) has one solution.
    """
    after_tax_rate = deal.senior_rate * (1 - deal.tax_rate)
    without = first.cash_before_repayment + first.senior_opening * after_tax_rate
    return SIZED_BY * without / (1 + SIZED_BY * after_tax_rate)


def _shown_beside(
    money: Mapping[str, float], ratios: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """The lesser figures of the alternatives, as criteria name them."""
    return {
        "more_senior_figures": round_figures(
            {
                "more_leverage": ratios["more_total_multiple"],
                "more_total_debt": money["more_total_debt"],
                "more_equity_share": ratios["more_equity_share"],
            }
        ),
        "sizing_figures": round_figures(
            {
                "sizing_multiple": ratios["cash_flow_multiple"],
                "sized_turns": ratios["senior_on_cash_flow_multiple"],
            }
        ),
    }
