"""The truth of the Q4 distribution plan: what every seed should arrive at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.dashboard import executive_dashboard
from modylbench.scenarios.library.optimization_solver.files import attachments
from modylbench.scenarios.library.optimization_solver.rules import RULES
from modylbench.scenarios.library.optimization_solver.truth import solve
from modylbench.scenarios.library.optimization_solver.workbooks import shipment_plan, what_if

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "baseline",
    "capacity",
    "minimum",
    "minimum_corrected",
    "single_source",
    "what_ifs",
    "growth_corrected",
    "dc_loss",
    "shadow_prices",
    "dashboard",
    "cost_chart",
    "worst_case",
    "recommendations",
    "short_stop",
    "demand_bridge",
    "confirmed_throughput",
    "norvale_case",
)


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made by then."""
    made: list[WorkProduct] = []
    if "baseline" in reached:
        made.append(shipment_plan(truth, _plan_by_then(truth, reached), reached))
    if "what_ifs" in reached:
        made.append(what_if(truth, reached))
    if "dashboard" in reached:
        made.append(executive_dashboard(truth, reached))
    return tuple(made)


def _plan_by_then(truth: Mapping[str, Any], reached: frozenset[str]) -> str:
    """The name of the plan that stands when these milestones have been reached, in any order."""
    is_first = truth["misspoken"] == "minimum" and "minimum_corrected" not in reached
    if {"minimum", "single_source"} <= reached:
        return "final_first" if is_first else "final"
    if "minimum" in reached:
        return "committed_first" if is_first else "committed"
    if "single_source" in reached:
        return "anchored"
    is_right = truth["misspoken"] != "throughput" or "capacity" in reached
    return "corrected" if is_right else "baseline"
