"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_strategist.entry_strategy import entry_strategy
from modylbench.scenarios.library.business_strategist.files import attachments
from modylbench.scenarios.library.business_strategist.rules import RULES
from modylbench.scenarios.library.business_strategist.strategy_state import (
    MILESTONES,
    StrategyState,
)
from modylbench.scenarios.library.business_strategist.truth import solve
from modylbench.scenarios.library.business_strategist.workbooks import business_case, scoring_matrix

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    state = StrategyState.of(truth, reached)
    made: list[WorkProduct] = []
    if state.has("scores"):
        made.append(scoring_matrix(state))
    if state.has("strategy_draft"):
        made.append(entry_strategy(state))
    if state.has("business_case") or state.has("risk_register"):
        made.append(business_case(state))
    return tuple(made)
