"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.financial_analyst.deal_state import MILESTONES, DealState
from modylbench.scenarios.library.financial_analyst.files import attachments
from modylbench.scenarios.library.financial_analyst.rules import RULES
from modylbench.scenarios.library.financial_analyst.tear_sheet import ic_tear_sheet
from modylbench.scenarios.library.financial_analyst.truth import solve
from modylbench.scenarios.library.financial_analyst.workbooks import irr_sensitivity, lbo_model

if TYPE_CHECKING:
    from collections.abc import Mapping

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
