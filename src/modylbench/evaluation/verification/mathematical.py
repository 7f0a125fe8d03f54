"""Rules of one scenario: feasibility, optimality and the like, computed by its oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.outcome import Outcome, places_of, unclear
from modylbench.products.find import Ambiguous, Found, FoundTable, Missing

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.scenarios.criterion import Criterion


def rule(criterion: Criterion, evidence: Evidence) -> Outcome:
    """The oracle's rule finds nothing wrong with the quantities read."""
    check = evidence.expectations.rules.get(criterion.rule or "")
    if check is None:
        return Outcome("unverifiable", reason=f"the oracle has no rule {criterion.rule!r}")
    readings: dict[str, Found | FoundTable] = {}
    for name in criterion.reads(evidence.expectations.quantities):
        reading = evidence.read(name)
        if isinstance(reading, Missing | Ambiguous):
            return unclear(reading, name, criterion.description)
        if not isinstance(reading, Found | FoundTable):
            return Outcome("unverifiable", reason=f"{name} is neither a number nor a table")
        readings[name] = reading
    wrong = check(readings, evidence.expectations.truth)
    places = places_of(readings.values())
    found = f"{len(places)} numbers read"
    return Outcome(
        "failed" if wrong else "passed", found, criterion.description, "; ".join(wrong[:5]), places
    )
