"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.portfolio_review.committee_paper import committee_paper
from modylbench.scenarios.library.portfolio_review.dashboard import risk_dashboard
from modylbench.scenarios.library.portfolio_review.handouts import attachments
from modylbench.scenarios.library.portfolio_review.rules import RULES
from modylbench.scenarios.library.portfolio_review.truth import solve
from modylbench.scenarios.library.portfolio_review.workbook import performance_attribution

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "returns", "net_return", "fee_corrected", "attribution", "exposures", "tracking_error",
    "currency", "hedge_corrected", "liquidity", "trades", "cost_cap", "weights_after",
    "waiver_recorded", "stress_shown", "watch_list", "funded_ratio_shown", "top_up_shown",
    "paper", "sources_named",
)  # fmt: skip


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    made: list[WorkProduct] = []
    if "returns" in reached:
        made.append(performance_attribution(truth, reached))
    if "exposures" in reached:
        made.append(risk_dashboard(truth, reached))
    if "paper" in reached:
        made.append(committee_paper(truth, reached))
    return tuple(made)
