"""Checks every criterion of a scenario against a set of work products."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.evaluation.findings import Finding, Spot
from modylbench.evaluation.verification import (
    citation_validity,
    compare,
    figures,
    programmatic,
    running,
    statistical,
    structural,
)
from modylbench.evaluation.verification.claims.check import concludes
from modylbench.evaluation.verification.unread import as_misread, as_unread
from modylbench.evaluation.verification.votes import await_vote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from modylbench.evaluation.verification.evidence import CheckOutcome, Evidence
    from modylbench.scenarios.criteria.criterion import CheckType, Criterion

CHECKS: dict[CheckType, Callable[[Criterion, Evidence], CheckOutcome]] = {
    "equals": programmatic.equals,
    "comparison": compare.expression_holds,
    "table_equals": programmatic.table_equals,
    "figures_tie": figures.figures_tie,
    "algebra": compare.expression_holds,
    "rule": programmatic.rule,
    "concludes": concludes,
    "grid": structural.grid,
    "sections": structural.sections,
    "says": structural.says,
    "length": structural.length,
    "chart_form": structural.chart_form,
    "citations": citation_validity.citations,
    "cited_sources": citation_validity.cited_sources,
    "cited_claims": programmatic.rule,
    "inequality": compare.expression_holds,
    "ordered": statistical.is_ordered,
    "benjamini_hochberg": statistical.benjamini_hochberg,
    "recomputed": programmatic.rule,
    "agrees": programmatic.agrees,
    "reconciled": programmatic.rule,
    "behaves": running.behaves,
    "tests_pass": running.tests_pass,
    "tests_catch": running.tests_catch,
    "log_agrees": running.log_agrees,
    "voted": await_vote,
}


def verify(criteria: Iterable[Criterion], evidence: Evidence) -> tuple[Finding, ...]:
    """One finding for every criterion."""
    return tuple(finding(criterion, evidence) for criterion in criteria)


def finding(criterion: Criterion, evidence: Evidence) -> Finding:
    """The criterion, checked."""
    outcome = CHECKS[criterion.check_type](criterion, evidence)
    if outcome.verdict in ("missing", "failed"):
        names = criterion.reads(evidence.expectations.quantities)
        outcome = as_misread(as_unread(outcome, names, evidence), names, evidence)
    located_by, note = _location_notes(criterion, evidence)
    return Finding(
        criterion_id=criterion.id,
        description=criterion.description,
        method=criterion.method,
        check_type=criterion.check_type,
        required=criterion.required,
        is_decisive=criterion.decisive,
        verdict=outcome.verdict,
        found=outcome.found,
        expected=outcome.expected,
        tolerance_pct=criterion.tolerance_pct,
        where=_spots(outcome),
        reason="; ".join(filter(None, (outcome.reason, note))),
        share=outcome.share,
        located_by=located_by,
    )


def _location_notes(criterion: Criterion, evidence: Evidence) -> tuple[str, str]:
    if not evidence.located:
        return "", ""
    return evidence.location_notes(criterion.reads(tuple(evidence.expectations.quantities)))


def _finite(number: float) -> float | None:
    """The number, or None for one that cannot be read."""
    return number if math.isfinite(number) else None


def _spots(outcome: CheckOutcome) -> tuple[Spot, ...]:
    numbers = [
        Spot(product_id=p.product, pointer=p.pointer, span=p.span, value=_finite(p.measure.number))
        for p in outcome.places
    ]
    texts = [Spot(product_id=product, pointer=pointer) for product, pointer in outcome.pointers]
    return (*numbers, *texts)
