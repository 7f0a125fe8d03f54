"""Consistency: whether one product says what another says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.reference.closeness import is_close
from modylbench.evaluation.verification.evidence import CheckOutcome, places_of, unclear_outcome
from modylbench.products.finding.find import Ambiguous, FoundNumber, FoundTable, Missing

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.quantities.numbers import Measure
    from modylbench.scenarios.criterion import Criterion


def agrees(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Two quantities, or two tables on every name they share, show the same numbers."""
    names = (criterion.target_field, criterion.against or "")
    readings = [evidence.read(name) for name in names]
    for name, reading in zip(names, readings, strict=True):
        if isinstance(reading, Missing | Ambiguous):
            return unclear_outcome(reading, name, criterion.description)
    first, other = readings
    pairs: dict[tuple[str, ...], tuple[Measure, Measure]] = {}
    if isinstance(first, FoundNumber) and isinstance(other, FoundNumber):
        pairs[names] = (first.measure, other.measure)
    elif isinstance(first, FoundTable) and isinstance(other, FoundTable):
        shared = first.numbers.keys() & other.numbers.keys()
        absent = sorted(other.numbers.keys() - shared)
        if absent:
            reason = f"{names[0]} has no {' / '.join(absent[0])}, which {names[1]} has"
            return CheckOutcome(
                "missing", "", criterion.description, reason, places_of([first, other])
            )
        pairs |= {
            key: (first.numbers[key].measure, other.numbers[key].measure) for key in sorted(shared)
        }
    else:
        return CheckOutcome(
            "unverifiable", reason=f"{names[0]} and {names[1]} are not two numbers or two tables"
        )
    apart = [
        f"{' / '.join(key)}: {left.number:,.10g} and {right.number:,.10g}"
        for key, (left, right) in pairs.items()
        if not is_close(left, right, criterion.tolerance_pct)
    ]
    more = f" and {len(apart) - 3} more" if len(apart) > 3 else ""
    return CheckOutcome(
        "failed" if apart else "passed",
        f"{len(pairs) - len(apart)} of {len(pairs)} agree",
        criterion.description,
        "; ".join(apart[:3]) + more,
        places_of([first, other]),
        share=1 - len(apart) / len(pairs) if pairs else None,
    )
