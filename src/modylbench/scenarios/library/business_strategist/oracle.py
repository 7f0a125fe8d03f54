"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_strategist import handouts
from modylbench.scenarios.library.business_strategist.entry_strategy import entry_strategy
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
    if state.has("business_case"):
        made.append(business_case(state))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "market_pack.csv": handouts.market_pack(truth),
        "scoring_guide.csv": handouts.scoring_guide(truth),
        "regulator_returns.csv": handouts.regulator_returns(truth),
        "source_notes.txt": handouts.source_notes(truth),
        "launch_economics.csv": handouts.launch_economics(truth),
        "regulatory_brief.txt": handouts.regulatory_brief(truth),
        "partner_screen.csv": handouts.partner_screen(truth),
        "risk_workshop.csv": handouts.risk_workshop(truth),
    }
