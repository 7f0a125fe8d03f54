"""The truth of the funding round: what every seed should arrive at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.research_board.decision_paper import board_decision
from modylbench.scenarios.library.research_board.files import attachments
from modylbench.scenarios.library.research_board.rules import RULES
from modylbench.scenarios.library.research_board.truth import solve
from modylbench.scenarios.library.research_board.workbooks import (
    funding_allocation,
    project_scoring,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "scoring",
    "base_rate_corrected",
    "full_costs",
    "overhead_corrected",
    "conditions",
    "allocation",
    "envelope_cut",
    "envelope_cases",
    "decision",
    "votes",
    "grade_case",
    "consumables_case",
    "gate_dates",
    "reserve_case",
    "protected_case",
)
SCORING_PARTS = frozenset({"scoring", "full_costs", "grade_case", "consumables_case", "gate_dates"})
PAPER_PARTS = frozenset({"conditions", "decision", "votes"})


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made by then."""
    made: list[WorkProduct] = []
    if reached & SCORING_PARTS:
        made.append(project_scoring(truth, reached))
    if "allocation" in reached:
        made.append(funding_allocation(truth, reached))
    if reached & PAPER_PARTS:
        made.append(board_decision(truth, reached))
    return tuple(made)
