"""The truth of the Q4 distribution plan: what every seed should arrive at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver import handouts
from modylbench.scenarios.library.optimization_solver.dashboard import (
    executive_dashboard,
)
from modylbench.scenarios.library.optimization_solver.rules import RULES
from modylbench.scenarios.library.optimization_solver.truth import truth_of
from modylbench.scenarios.library.optimization_solver.workbooks import (
    shipment_plan,
    what_if,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

PLAN_OF = {
    "baseline": "baseline",
    "capacity": "corrected",
    "minimum": "committed",
    "single_source": "final",
}
"""The plan that each milestone of the shipment plan leaves."""

MILESTONES = (
    *PLAN_OF,
    "what_ifs",
    "dc_loss",
    "shadow_prices",
    "dashboard",
    "cost_chart",
    "worst_case",
    "recommendations",
)


def solve(parameters: Mapping[str, float], seed: int) -> dict[str, Any] | None:
    """Every name and number of a seed; None where the problem is not well posed."""
    return truth_of(parameters, seed)


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made by then."""
    made: list[WorkProduct] = []
    plans = [plan for milestone, plan in PLAN_OF.items() if milestone in reached]
    if plans:
        made.append(shipment_plan(truth, plans[-1]))
    if "what_ifs" in reached:
        made.append(what_if(truth, reached))
    if "dashboard" in reached:
        made.append(executive_dashboard(truth, reached))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> dict[str, str]:
    """The files that are handed over, by name."""
    return handouts.files(truth)
