"""The lesser figures of case and paper, which must be right wherever they are shown."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from modylbench.scenarios.library.tied_figures import round_figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.library.business_strategist.strategy_state import StrategyState
    from modylbench.scenarios.library.tied_figures import FiguresByQuantity


def case_figures(end: StrategyState) -> FiguresByQuantity:
    """The funnel's steps, the shares won, and cash as it adds up."""
    economics = end.case.economics
    return round_figures(
        {
            "visits_per_person": economics.visits,
            "price_per_visit": economics.price,
            "funnel_shares|suitable": economics.suitable,
            "funnel_shares|launch area": economics.cities,
            "funnel_shares|smartphones": economics.smartphones,
            "funnel_shares|share in year 3": economics.shares[-1],
            **_by_year("share_of_sam|Share of SAM", economics.shares, 1),
            **_by_year("cumulative_cash|Cumulative cash", list(accumulate(economics.cash)), 0),
        }
    )


def outflow_figures(end: StrategyState) -> FiguresByQuantity:
    """Costs by kind and the set-up, which some show in brackets."""
    economics = end.case.economics
    return round_figures(
        {
            **_by_year("Clinician fees", [r * economics.clinicians for r in economics.revenue], 1),
            **_by_year("Marketing", [r * economics.marketing for r in economics.revenue], 1),
            **_by_year("Fixed costs", economics.fixed, 1),
            "Set-up investment|Year 0": economics.setup,
        }
    )


def paper_figures(end: StrategyState) -> FiguresByQuantity:
    """What the board paper says again of matrix, case and register."""
    case, economics = end.case, end.case.economics
    return round_figures(
        {
            **{f"page_ranks|Rank|{name}": rank for name, rank in end.matrix.ranks.items()},
            "page_money|TAM": economics.tam,
            "page_money|SAM": economics.sam,
            "page_money|SOM": economics.som,
            "page_money|year 3 revenue": economics.revenue[-1],
            "page_setup": economics.setup,
            "page_setup_share": end.setup_share,
            "page_paid_visits": end.share_of_paid_visits,
            "page_area_visits": end.share_in_launch_area,
            "page_payback": case.payback,
            "page_discount_rate": case.rate,
            **{
                f"page_risk_scores|{risk.name}": end.register.score(risk.id)
                for risk in end.register.order
            },
        }
    )


def _by_year(name: str, amounts: Sequence[float], first_year: int) -> FiguresByQuantity:
    return {f"{name}|Year {year}": amount for year, amount in enumerate(amounts, first_year)}
