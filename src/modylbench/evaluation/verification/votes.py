"""Criteria that code cannot check: judges vote on them (SPEC 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.findings import is_left_to_judges
from modylbench.evaluation.verification.evidence import NOT_SHOWN, CheckOutcome
from modylbench.products.finding.find import Missing

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.scenarios.criteria.criterion import Criterion


def await_vote(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Unverifiable where what is asked about is shown, and so for the panel; else missing."""
    reading = evidence.read(criterion.target_field)
    if reading is None or isinstance(reading, Missing):
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    return CheckOutcome("unverifiable", reason="judges vote on it")


def is_met_by_code(criterion: Criterion, verdict: str) -> bool:
    """Whether code has nothing against it: it passed, or nothing here can tell but a vote."""
    return verdict == "passed" or is_left_to_judges(criterion.check_type, verdict)
