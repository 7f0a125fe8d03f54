"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.files import attachments
from modylbench.scenarios.library.accounting_close.flux_workbook import flux_analysis
from modylbench.scenarios.library.accounting_close.memo import close_memo
from modylbench.scenarios.library.accounting_close.rules import RULES
from modylbench.scenarios.library.accounting_close.truth import solve
from modylbench.scenarios.library.accounting_close.workbook import SIDE_SHEETS, close_workbook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "ledger",
    "bank",
    "rebates",
    "cut_off",
    "accruals",
    "accrual_corrected",
    "results",
    "flux",
    "threshold_corrected",
    *SIDE_SHEETS,
    "memo",
    "approval",
)


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    made: list[WorkProduct] = []
    if "ledger" in reached:
        made.append(close_workbook(truth, reached))
    if "flux" in reached:
        is_corrected = "threshold_corrected" in reached or truth["correction"] != "threshold"
        made.append(flux_analysis(truth, is_corrected=is_corrected))
    if "memo" in reached:
        made.append(close_memo(truth, reached))
    return tuple(made)
