"""Statistics: inequalities between tables, and adjusted p-values recomputed from the raw ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    CheckOutcome,
    cells_of,
    places_of,
    unclear_outcome,
    unless_likely,
)
from modylbench.products.finding.find import Ambiguous, FoundTable, Missing
from modylbench.products.quantities.closeness import P_VALUES, RESTATED
from modylbench.products.quantities.quantity import TableSought

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.criteria.criterion import Criterion


def is_ordered(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every number of the target is at least the one of the same name in `against`."""
    tables = _tables(criterion, evidence)
    if isinstance(tables, CheckOutcome):
        return tables
    upper, lower = tables
    below = [
        key
        for key, number in upper.numbers.items()
        if _is_below(number.measure, lower.numbers[key].measure)
    ]
    return _outcome(criterion, tables, [f"{' / '.join(key)} is below" for key in below])


def _is_below(upper: Measure, lower: Measure) -> bool:
    rounding = upper.half_step + lower.half_step
    same = RESTATED.allows(upper.number, lower.number, rounding)
    return upper.number < lower.number and not same


def benjamini_hochberg(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The target is the Benjamini-Hochberg adjustment of the raw p-values in `against`."""
    from scipy.stats import false_discovery_control

    tables = _tables(criterion, evidence)
    if isinstance(tables, CheckOutcome):
        return tables
    adjusted, raw = tables
    keys = sorted(raw.numbers)
    values = [raw.numbers[key].measure.number for key in keys]
    if not all(0 <= value <= 1 for value in values):
        return CheckOutcome(
            "failed",
            expected=criterion.description,
            reason="a raw p-value is not between 0 and 1",
            places=places_of(tables),
        )
    adjusted_right = false_discovery_control(values)
    right = {key: float(value) for key, value in zip(keys, adjusted_right, strict=True)}
    tolerance = P_VALUES.at(criterion.tolerance_pct)
    wrong = [
        f"{' / '.join(key)}: {number.measure.number:.6g}, not {right[key]:.6g}"
        for key, number in adjusted.numbers.items()
        if not tolerance.allows(
            number.measure.number,
            right[key],
            _rounding(raw.numbers[key].measure, number.measure, right[key]),
        )
    ]
    return _outcome(criterion, tables, wrong)


def _rounding(raw: Measure, adjusted: Measure, right: float) -> float:
    """By how much rounding may have moved them: the raw value's grows with the adjustment."""
    stretch = right / raw.number if raw.number else 1.0
    return adjusted.half_step + raw.half_step * stretch


def _tables(
    criterion: Criterion, evidence: Evidence
) -> tuple[FoundTable, FoundTable] | CheckOutcome:
    readings: list[FoundTable] = []
    names = (criterion.target_field, criterion.against or "")
    for name in names:
        table = evidence.read(name)
        if isinstance(table, Missing | Ambiguous):
            return unclear_outcome(table, name, criterion.description)
        if not isinstance(table, FoundTable):
            return CheckOutcome("unverifiable", reason=f"{name} is not a table")
        readings.append(table)
    target, against = readings
    for name, table in zip(names, readings, strict=True):
        sought = evidence.expectations.quantities[name]
        if isinstance(sought, TableSought) and len(table.numbers) < cells_of(sought):
            found = f"{len(table.numbers)} of {cells_of(sought)} numbers"
            return CheckOutcome(
                "missing",
                found,
                criterion.description,
                f"{name}: found {found}",
                places_of(readings),
            )
    if target.numbers.keys() != against.numbers.keys():
        alone = min(target.numbers.keys() ^ against.numbers.keys())
        return CheckOutcome(
            "missing",
            expected=criterion.description,
            reason=f"{' / '.join(alone)} stands in one table only",
        )
    return target, against


def _outcome(
    criterion: Criterion, tables: tuple[FoundTable, FoundTable], wrong: list[str]
) -> CheckOutcome:
    found = f"{len(tables[0].numbers)} pairs"
    reason = "; ".join(wrong[:3])
    pairs = len(tables[0].numbers)
    outcome = CheckOutcome(
        "failed" if wrong else "passed",
        found,
        criterion.description,
        reason,
        places_of(tables),
        share=1 - len(wrong) / pairs if pairs else None,
    )
    names = (criterion.target_field, criterion.against or "")
    return unless_likely(outcome, dict(zip(names, tables, strict=True)))
