"""Many figures at once: whatever is shown of them is the truth's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    NOT_SHOWN,
    CheckOutcome,
    places_of,
    unclear_outcome,
)
from modylbench.evaluation.verification.programmatic import scale_of
from modylbench.foundation.errors import and_more
from modylbench.products.finding.find import Ambiguous, FoundNumber, FoundTable
from modylbench.products.quantities.closeness import CLOSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.scenarios.criteria.criterion import Criterion


def figures_tie(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every figure shown of these quantities is the expected one.

    The expected figures are named "quantity", or "quantity|member|member" for the cells of a
    table. What is not shown is not asked for here; where nothing is shown, it is missing.
    """
    wanted = criterion.expected_value
    if not isinstance(wanted, dict):
        return CheckOutcome("unverifiable", reason="the expected value is no list of figures")
    names = criterion.reads(evidence.expectations.quantities)
    readings = {name: evidence.read(name) for name in names}
    for name, reading in readings.items():
        if isinstance(reading, Ambiguous):
            return unclear_outcome(reading, name, criterion.description)
    tolerance = CLOSE.at(criterion.tolerance_pct)
    shown = dict(_found_numbers(readings))
    if not shown:
        return CheckOutcome(
            "missing", "", criterion.description, f"{criterion.target_field}: {NOT_SHOWN}"
        )
    off = {
        key: expected
        for key, found in shown.items()
        if not found.measure.is_close(
            expected := _expected_figure(key, wanted, evidence), tolerance
        )
    }
    sure = [key for key in off if not shown[key].is_likely]
    wrong = [
        f"{key.replace('|', ' / ')} is {shown[key].measure.number:,.10g}, not {off[key]:,.10g}"
        for key in sure or off
    ]
    return CheckOutcome(
        "failed" if sure else "missing" if wrong else "passed",
        f"{len(shown)} figures",
        f"{len(wanted)} figures",
        "; ".join(wrong[:3]) + and_more(wrong, 3),
        places_of(readings.values()),
        share=1 - len(wrong) / len(shown),
    )


def _found_numbers(readings: Mapping[str, object]) -> Iterator[tuple[str, FoundNumber]]:
    for name, reading in readings.items():
        if isinstance(reading, FoundNumber):
            yield name, reading
        elif isinstance(reading, FoundTable):
            for key, number in reading.numbers.items():
                yield "|".join((name, *key)), number


def _expected_figure(key: str, wanted: Mapping[str, float], evidence: Evidence) -> float:
    """The figure in base units; a cell that the truth does not have is nothing."""
    return wanted.get(key, 0.0) * scale_of(key.partition("|")[0], evidence)
