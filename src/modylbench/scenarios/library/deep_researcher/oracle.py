"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.briefing import briefing
from modylbench.scenarios.library.deep_researcher.comparison import (
    competitor_table,
    readiness_timeline,
)
from modylbench.scenarios.library.deep_researcher.handouts import first_batch, second_batch
from modylbench.scenarios.library.deep_researcher.research_state import MILESTONES, ResearchState
from modylbench.scenarios.library.deep_researcher.rules import RULES
from modylbench.scenarios.library.deep_researcher.source_pack import RULES_OF_READING
from modylbench.scenarios.library.deep_researcher.truth import solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    return make_products(ResearchState.of(truth, reached))


def make_products(state: ResearchState) -> tuple[WorkProduct, ...]:
    """The products of a state."""
    made: list[WorkProduct] = []
    if state.has("performance_table"):
        made.append(competitor_table(state))
    if state.has("timeline"):
        made.append(readiness_timeline(state))
    if any(map(state.has, ("briefing", "conflicts", "gaps"))):
        made.append(briefing(state))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "desk_rules.txt": RULES_OF_READING,
        "sources_batch_1.csv": first_batch(truth),
        "sources_batch_2.txt": second_batch(truth),
    }
