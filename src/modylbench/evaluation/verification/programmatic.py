"""Values: whether a product shows the number, or the table of numbers, that it should."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.reference.closeness import is_within
from modylbench.evaluation.verification.evidence import CheckOutcome, places_of, unclear_outcome
from modylbench.products.finding.find import Ambiguous, FoundNumber, FoundTable, Missing
from modylbench.products.quantities.units import unit

if TYPE_CHECKING:
    from modylbench.evaluation.findings import Verdict
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.quantities.numbers import Measure
    from modylbench.scenarios.criterion import Criterion


def equals(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The quantity is the expected value, within the tolerance."""
    name = criterion.target_field
    if isinstance(criterion.expected_value, bool) or not isinstance(
        criterion.expected_value, int | float
    ):
        return CheckOutcome(
            "unverifiable",
            reason=f"the expected value {criterion.expected_value!r} is not a number",
        )
    expected = criterion.expected_value * scale_of(name, evidence)
    shown = f"{expected:,.10g}"
    reading = evidence.read(name)
    if isinstance(reading, Missing | Ambiguous):
        return unclear_outcome(reading, name, shown)
    if not isinstance(reading, FoundNumber):
        return CheckOutcome("unverifiable", expected=shown, reason=f"{name} is not a number")
    close = is_within(reading.measure, expected, criterion.tolerance_pct)
    reason = "" if close else _difference(reading.measure, expected)
    return CheckOutcome(
        "passed" if close else "failed",
        f"{reading.measure.number:,.10g}",
        shown,
        reason,
        reading.places,
    )


def table_equals(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every number of the table is the expected one, none is missing and none is added."""
    name = criterion.target_field
    table, wanted = evidence.read(name), criterion.expected_value
    if isinstance(table, Missing | Ambiguous):
        return unclear_outcome(table, name)
    if not isinstance(wanted, dict) or not isinstance(table, FoundTable):
        return CheckOutcome("unverifiable", reason=f"{name} is not a table with expected numbers")
    scale = scale_of(name, evidence)
    expected = {tuple(key.split("|")): number * scale for key, number in wanted.items()}
    absent = [key for key, number in expected.items() if key not in table.numbers and number]
    wrong = [
        f"{' / '.join(key)} is {found.measure.number:,.10g}, not {expected.get(key, 0.0):,.10g}"
        for key, found in table.numbers.items()
        if not is_within(found.measure, expected.get(key, 0.0), criterion.tolerance_pct)
    ]
    faults = [*wrong, *(f"{' / '.join(key)} is not shown" for key in absent)]
    verdict: Verdict = "failed" if wrong else "missing" if absent else "passed"
    reason = "; ".join(faults[:3]) + (f" and {len(faults) - 3} more" if len(faults) > 3 else "")
    found = f"{len(table.numbers)} numbers"
    compared = len(expected.keys() | table.numbers.keys())
    return CheckOutcome(
        verdict,
        found,
        f"{len(expected)} numbers",
        reason,
        places_of([table]),
        share=1 - len(faults) / compared if compared else None,
    )


def scale_of(name: str, evidence: Evidence) -> float:
    """How many base units one unit of the quantity is: truth speaks in the quantity's own unit."""
    return unit(getattr(evidence.expectations.quantities[name], "unit", "count")).scale


def _difference(measure: Measure, expected: float) -> str:
    if not expected:
        return f"off by {measure.number:.6g}"
    return f"off by {(measure.number / expected - 1) * 100:+.2f} %"
