"""Rules of one scenario: feasibility, cited claims and the like, computed by its oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    NOT_SHOWN,
    CheckOutcome,
    places_of,
    pointers_of,
    unclear_outcome,
)
from modylbench.foundation.errors import BadFile
from modylbench.products.finding.find import Ambiguous, Missing

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.scenarios.criterion import Criterion
    from modylbench.scenarios.oracle import Reading


MOST_OF_A_FAILURE = 0.5  # ours: one fault may be one number, or all that the rule is about


def rule(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The oracle's rule finds nothing wrong with the quantities read."""
    check = evidence.expectations.rules.get(criterion.rule or "")
    if check is None:
        return CheckOutcome("unverifiable", reason=f"the oracle has no rule {criterion.rule!r}")
    readings: dict[str, Reading] = {}
    for name in criterion.reads(evidence.expectations.quantities):
        reading = evidence.read(name)
        if isinstance(reading, Missing | Ambiguous):
            return unclear_outcome(reading, name, criterion.description)
        if reading is None:
            return CheckOutcome("missing", "", criterion.description, f"{name}: {NOT_SHOWN}")
        readings[name] = reading
    try:
        wrong = check(readings, evidence.expectations.truth)
    except BadFile as error:  # the rule met something in the product that it cannot handle
        return CheckOutcome("unverifiable", "", criterion.description, str(error))
    places = places_of(readings.values())
    return CheckOutcome(
        "failed" if wrong else "passed",
        ", ".join(readings),
        criterion.description,
        "; ".join(wrong[:5]),
        places,
        pointers_of(readings.values()),
        share=_share(len(wrong), len(places)),
    )


def _share(faults: int, numbers: int) -> float:
    """How far a rule holds: at most half where it fails, and the less the more faults it found."""
    if not faults:
        return 1.0
    return MOST_OF_A_FAILURE * (max(0.0, 1 - faults / numbers) if numbers else 1 / faults)
