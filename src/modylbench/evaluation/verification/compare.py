"""Whether an expression over found quantities holds, given how finely each was shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    CheckOutcome,
    places_of,
    unclear_outcome,
    unless_likely,
)
from modylbench.products.finding.find import Ambiguous, FoundNumber, Missing
from modylbench.products.quantities.closeness import EXACT, IDENTICAL
from modylbench.scenarios.criteria.expressions import (
    BadExpression,
    QuantityComparison,
    names_in,
    parse_comparisons,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.quantities.closeness import Tolerance
    from modylbench.scenarios.criteria.criterion import Criterion


def expression_holds(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The outcome of a comparison, algebra or inequality criterion."""
    text = criterion.target_field
    try:
        comparisons = parse_comparisons(text, tuple(evidence.expectations.quantities))
    except BadExpression as error:
        return CheckOutcome("unverifiable", expected=text, reason=str(error))
    found: dict[str, FoundNumber] = {}
    for name in names_in(comparisons):
        reading = evidence.read(name)
        if isinstance(reading, Missing | Ambiguous):
            return unclear_outcome(reading, name, text)
        if not isinstance(reading, FoundNumber):
            return CheckOutcome("unverifiable", expected=text, reason=f"{name} is not a number")
        found[name] = reading
    return unless_likely(_judge_comparisons(comparisons, found, criterion, text), found)


def forbidden_holds(expression: str, evidence: Evidence) -> bool:
    """True when all quantities of the expression are shown and it holds, exactly."""
    comparisons = parse_comparisons(expression, tuple(evidence.expectations.quantities))
    readings = {name: evidence.read(name) for name in names_in(comparisons)}
    values = {
        name: found.measure.number
        for name, found in readings.items()
        if isinstance(found, FoundNumber) and not found.is_likely
    }
    return len(values) == len(readings) and all(
        comparison_holds(
            value_of(comparison.left, values),
            comparison.operator,
            value_of(comparison.right, values),
        )
        for comparison in comparisons
    )


def _judge_comparisons(
    comparisons: Sequence[QuantityComparison],
    found: Mapping[str, FoundNumber],
    criterion: Criterion,
    text: str,
) -> CheckOutcome:
    values = {name: reading.measure.number for name, reading in found.items()}
    steps = {name: reading.measure.half_step for name, reading in found.items()}
    shown = ", ".join(f"{name} = {value:,.10g}" for name, value in values.items())
    places = places_of(found.values())
    for comparison in comparisons:
        left, right = value_of(comparison.left, values), value_of(comparison.right, values)
        if not (math.isfinite(left) and math.isfinite(right)):
            return CheckOutcome(
                "unverifiable", shown, text, "it divides by zero or overflows", places
            )
        tolerance = EXACT.at(criterion.tolerance_pct)
        rounded = rounding(comparison, values, steps)
        if not comparison_holds(left, comparison.operator, right, tolerance, rounded):
            sides = f"the left side is {left:,.10g}, the right side {right:,.10g}"
            reason = f"{comparison.operator} does not hold: {sides}"
            return CheckOutcome("failed", shown, text, reason, places)
    return CheckOutcome("passed", shown, text, places=places)


def rounding(
    comparison: QuantityComparison, values: Mapping[str, float], steps: Mapping[str, float]
) -> float:
    """How far the two sides may drift apart because figures are shown rounded."""

    def gap(at: Mapping[str, float]) -> float:
        return value_of(comparison.left, at) - value_of(comparison.right, at)

    here = gap(values)
    drifts = [
        abs(gap({**values, name: values[name] + step}) - here) for name, step in steps.items()
    ]
    return math.fsum(drift for drift in drifts if math.isfinite(drift))


def comparison_holds(
    left: float,
    operator: str,
    right: float,
    tolerance: Tolerance = IDENTICAL,
    rounded: float = 0.0,
) -> bool:
    """True when the comparison holds within the tolerance; `!=`, `<` and `>` grant none."""
    size = max(abs(left), abs(right))
    is_same = tolerance.allows(left, right, rounded, size=size)
    outcomes = {
        "==": is_same,
        "=": is_same,
        "!=": not IDENTICAL.allows(left, right, size=size),
        "<=": left <= right or is_same,
        ">=": left >= right or is_same,
        "<": left < right,
        ">": left > right,
    }
    return outcomes[operator]
