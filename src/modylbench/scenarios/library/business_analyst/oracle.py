"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.dashboard import (
    action_dashboard,
    funnel_chart,
    texts_of,
)
from modylbench.scenarios.library.business_analyst.files import attachments
from modylbench.scenarios.library.business_analyst.funnel import MILESTONES, figures_at
from modylbench.scenarios.library.business_analyst.rules import RULES
from modylbench.scenarios.library.business_analyst.truth import solve
from modylbench.scenarios.library.business_analyst.workbook import conversion_analysis

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    figures = figures_at(truth, reached)
    made: list[WorkProduct] = []
    if "segment_mix" in reached:
        made.append(conversion_analysis(figures, reached, truth))
    if "funnel_chart" in reached:
        made.append(funnel_chart(figures, by_segment="chart_by_segment" in reached))
    if "dashboard" in reached:
        made.append(action_dashboard(figures, texts_of(truth, reached), reached, truth))
    return tuple(made)
