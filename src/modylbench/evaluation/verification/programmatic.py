"""Checks of numbers: with the truth, with another product, and by the oracle's own rules."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    NOT_SHOWN,
    CheckOutcome,
    places_of,
    pointers_of,
    unclear_outcome,
    unless_likely,
)
from modylbench.foundation.errors import BadFile, and_more, one_line
from modylbench.products.finding.find import Ambiguous, FoundNumber, FoundTable, Missing
from modylbench.products.quantities.closeness import CLOSE, value_tolerance
from modylbench.products.quantities.units import unit
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from modylbench.evaluation.findings import FindingOutcome
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.oracle import RuleReading

IN_ANOTHER_UNIT = "it is in another unit, or shown as something else"
MOST_OF_A_FAILURE = 0.5  # ours: one fault may be one number, or all that the rule is about


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
    close = reading.measure.is_close(expected, value_tolerance(criterion.tolerance_pct))
    reason = "" if close else _difference(reading.measure, expected)
    outcome = CheckOutcome(
        "passed" if close else "failed",
        f"{reading.measure.number:,.10g}",
        shown,
        reason,
        reading.places,
    )
    return unless_likely(outcome, {name: reading})


def table_equals(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every number of the table is the expected one, none is missing and none is added."""
    name = criterion.target_field
    table, wanted = evidence.read(name), criterion.expected_value
    if isinstance(table, Missing | Ambiguous):
        return unclear_outcome(table, name)
    if not isinstance(wanted, dict) or not isinstance(table, FoundTable):
        return CheckOutcome("unverifiable", reason=f"{name} is not a table with expected numbers")
    scale, tolerance = scale_of(name, evidence), value_tolerance(criterion.tolerance_pct)
    expected = {tuple(key.split("|")): number * scale for key, number in wanted.items()}
    absent = [key for key, number in expected.items() if key not in table.numbers and number]
    off = {
        key: found
        for key, found in table.numbers.items()
        if not found.measure.is_close(expected.get(key, 0.0), tolerance)
    }
    wrong = [
        f"{' / '.join(key)} is {found.measure.number:,.10g}, not {expected.get(key, 0.0):,.10g}"
        for key, found in off.items()
    ]
    faults = [*wrong, *(f"{' / '.join(key)} is not shown" for key in absent)]
    verdict: FindingOutcome = "failed" if wrong else "missing" if absent else "passed"
    reason = "; ".join(faults[:3]) + and_more(faults, 3)
    found = f"{len(table.numbers)} numbers"
    compared = len(expected.keys() | table.numbers.keys())
    outcome = CheckOutcome(
        verdict,
        found,
        f"{len(expected)} numbers",
        reason,
        places_of([table]),
        share=1 - len(faults) / compared if compared else None,
    )
    is_sure = any(not found.is_likely for found in off.values())
    return outcome if is_sure else unless_likely(outcome, {name: FoundTable(off, {})})


def scale_of(name: str, evidence: Evidence) -> float:
    """How many base units one unit of the quantity is: truth speaks in the quantity's own unit."""
    return unit(getattr(evidence.expectations.quantities[name], "unit", "count")).scale


def _difference(measure: Measure, expected: float) -> str:
    if math.isnan(measure.number):
        return IN_ANOTHER_UNIT
    if not expected:
        return f"off by {measure.number:.6g}"
    return f"off by {(measure.number / expected - 1) * 100:+.2f} %"


def rule(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The oracle's rule finds nothing wrong with the quantities read."""
    check = evidence.expectations.rules.get(criterion.rule or "")
    if check is None:
        return CheckOutcome("unverifiable", reason=f"the oracle has no rule {criterion.rule!r}")
    readings: dict[str, RuleReading] = {}
    for name in criterion.reads(evidence.expectations.quantities):
        reading = evidence.read(name)
        if isinstance(reading, Missing | Ambiguous):
            return unclear_outcome(reading, name, criterion.description)
        if reading is None:
            return CheckOutcome("missing", "", criterion.description, f"{name}: {NOT_SHOWN}")
        readings[name] = reading
    foreign = [
        f"{name}: {IN_ANOTHER_UNIT}"
        for name, reading in readings.items()
        if _has_no_number(reading)
    ]
    try:
        wrong = foreign or check(readings, evidence.expectations.truth)
    except BadFile as error:  # the rule met something in the product that it cannot handle
        return CheckOutcome("unverifiable", "", criterion.description, _without_folder(error))
    places = places_of(readings.values())
    faults = [line for line in wrong if not isinstance(line, Absence)]
    verdict: FindingOutcome = "failed" if faults else "missing" if wrong else "passed"
    outcome = CheckOutcome(
        verdict,
        ", ".join(readings),
        criterion.description,
        "; ".join((faults or wrong)[:5]),
        places,
        pointers_of(readings.values()),
        share=_share(len(wrong), len(places)),
    )
    return unless_likely(outcome, readings)


def _has_no_number(reading: RuleReading) -> bool:
    """True where something stands that is no number in the quantity's unit.

    A rule's comparisons would all be false of it, and so find nothing wrong.
    """
    if isinstance(reading, FoundTable):
        return any(math.isnan(found.measure.number) for found in reading.numbers.values())
    return isinstance(reading, FoundNumber) and math.isnan(reading.measure.number)


def _without_folder(error: BadFile) -> str:
    """The error without the place of its file on this machine: findings are the same anywhere."""
    folder = f"{Path(error.args[0]).parent}{os.sep}"
    return one_line(": ".join(part.replace(folder, "") for part in error.args if part))


def _share(faults: int, numbers: int) -> float:
    """How far a rule holds: at most half where it fails, and the less the more faults it found."""
    if not faults:
        return 1.0
    return MOST_OF_A_FAILURE * (max(0.0, 1 - faults / numbers) if numbers else 1 / faults)


def _is_same_place(first: object, other: object) -> bool:
    """True where both sides of a tie were read from the same places: then one is not there."""
    ones, others = ({place.key for place in places_of([reading])} for reading in (first, other))
    return bool(ones) and ones == others


def agrees(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Two quantities, or two tables on every name they share, show the same numbers."""
    names = (criterion.target_field, criterion.against or "")
    readings = [evidence.read(name) for name in names]
    for name, reading in zip(names, readings, strict=True):
        if isinstance(reading, Missing | Ambiguous):
            return unclear_outcome(reading, name, criterion.description)
    first, other = readings
    if _is_same_place(first, other):
        reason = f"{names[0]} and {names[1]} stand in one place only"
        return CheckOutcome("missing", "", criterion.description, reason, places_of([first]))
    pairs: dict[tuple[str, ...], tuple[Measure, Measure]] = {}
    absent: list[tuple[str, ...]] = []
    if isinstance(first, FoundNumber) and isinstance(other, FoundNumber):
        pairs[names] = (first.measure, other.measure)
    elif isinstance(first, FoundTable) and isinstance(other, FoundTable):
        shared = first.numbers.keys() & other.numbers.keys()
        absent = sorted(other.numbers.keys() - shared)
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
        if not left.is_close(right, CLOSE.at(criterion.tolerance_pct))
    ]
    reason = "; ".join(apart[:3]) + and_more(apart, 3)
    if absent and not apart:
        reason = f"{names[0]} has no {' / '.join(absent[0])}, which {names[1]} has"
    compared = len(pairs) + len(absent)
    outcome = CheckOutcome(
        "failed" if apart else "missing" if absent else "passed",
        f"{len(pairs) - len(apart)} of {compared} agree",
        criterion.description,
        reason,
        places_of([first, other]),
        share=(len(pairs) - len(apart)) / compared if compared else None,
    )
    return unless_likely(outcome, dict(zip(names, readings, strict=True)))
