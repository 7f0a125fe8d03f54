"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.scientist import handouts
from modylbench.scenarios.library.scientist.rules import RULES
from modylbench.scenarios.library.scientist.statistics.analysis import MILESTONES, AnalysisState
from modylbench.scenarios.library.scientist.synopsis import synopsis
from modylbench.scenarios.library.scientist.truth import solve
from modylbench.scenarios.library.scientist.workbook import analysis_tables, subgroup_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    state = AnalysisState.of(truth, reached)
    made: list[WorkProduct] = []
    if state.has("disposition"):
        made.append(analysis_tables(state))
    if state.has("subgroups"):
        made.append(subgroup_figure(state))
    if state.has("synopsis"):
        made.append(synopsis(state))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "trial_data.csv": handouts.patient_file(truth),
        "analysis_plan.txt": handouts.ANALYSIS_PLAN,
        "query_log.csv": handouts.query_log(truth),
        "sensitivity.csv": handouts.sensitivity(truth),
        "calder_bp_page.txt": handouts.outside_publication(truth),
    }
