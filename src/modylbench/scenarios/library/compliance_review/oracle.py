"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.compliance_review.files import attachments
from modylbench.scenarios.library.compliance_review.minutes import minutes
from modylbench.scenarios.library.compliance_review.rules import RULES
from modylbench.scenarios.library.compliance_review.truth import solve
from modylbench.scenarios.library.compliance_review.workbooks import (
    findings_register,
    remediation_plan,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "sample_counts", "totals", "rates", "ageing", "backlog_measures", "late_filings",
    "late_causes", "actions", "statuses", "clearance", "clearance_corrected", "crew", "minutes",
    "board_note", "count_reconciliation", "validation_log", "legal_hold", "judgement_calls",
    "second_look", "counts_noted", "outage_noted",
)  # fmt: skip


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    made: list[WorkProduct] = []
    if "sample_counts" in reached:
        made.append(findings_register(truth, reached))
    if "actions" in reached:
        made.append(remediation_plan(truth, reached))
    if "minutes" in reached:
        made.append(minutes(truth, reached))
    return tuple(made)
