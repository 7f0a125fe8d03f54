"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher import source_pack
from modylbench.scenarios.library.deep_researcher import truth as pack_truth
from modylbench.scenarios.library.deep_researcher.briefing import briefing
from modylbench.scenarios.library.deep_researcher.comparison import (
    competitor_table,
    readiness_timeline,
)
from modylbench.scenarios.library.deep_researcher.research_state import MILESTONES, ResearchState
from modylbench.scenarios.library.deep_researcher.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.oracle import Truth

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def solve(parameters: Mapping[str, float], seed: int) -> Truth | None:
    """Everything that follows from the parameters; None where two figures could be confused."""
    return pack_truth.solve(parameters, seed)


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    return make_products(ResearchState.of(truth, reached))


def make_products(state: ResearchState) -> tuple[WorkProduct, ...]:
    """The products of a state."""
    products: list[WorkProduct] = []
    if state.has("performance_table"):
        products.append(competitor_table(state))
    if state.has("timeline"):
        products.append(readiness_timeline(state))
    if state.has("briefing"):
        products.append(briefing(state))
    return tuple(products)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "desk_rules.txt": source_pack.RULES_OF_READING,
        "sources_batch_1.csv": source_pack.first_batch(truth),
        "sources_batch_2.txt": source_pack.second_batch(truth),
    }
