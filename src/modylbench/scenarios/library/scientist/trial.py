"""Which patients, and which slip of the pen in the file, does a seed give?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.scientist.enrolment import enrolled
from modylbench.scenarios.library.scientist.protocol import HIGH, PRIMARY, SCENARIO, Patient
from modylbench.scenarios.library.scientist.response import observed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SLIPS = (27, 36)  # what swapping the last two digits adds: large enough to matter, not absurd
MISSPOKEN_BY = 10


@dataclass(frozen=True, slots=True)
class Query:
    """A week-12 systolic value with two digits swapped in the file; the source is right."""

    subject: str
    in_file: int
    misspoken: int
    source: int


@dataclass(frozen=True, slots=True)
class Trial:
    """The patients as the source documents have them, and the query on one of them."""

    patients: tuple[Patient, ...]
    query: Query

    def with_value(self, value: float) -> tuple[Patient, ...]:
        """The patients with another value in place of the one in question."""
        return tuple(
            replace(patient, week_12={**patient.week_12, PRIMARY: float(value)})
            if patient.subject == self.query.subject
            else patient
            for patient in self.patients
        )


def conducted(parameters: Mapping[str, float], seed: int) -> Trial | None:
    """The trial of a seed; None where no value lends itself to a swap of digits."""
    numbers = ",".join(f"{name}={value:g}" for name, value in sorted(parameters.items()))
    draw = Draw(SCENARIO, seed, "trial", numbers)
    patients = observed(enrolled(parameters, draw), parameters, draw)
    query = _query(patients, draw)
    return None if query is None else Trial(tuple(patients), query)


def _query(patients: Sequence[Patient], draw: Draw) -> Query | None:
    for patient in draw.in_drawn_order(patients):
        value = patient.week_12.get(PRIMARY)
        if patient.arm != HIGH or value is None:
            continue
        source = round(value)
        swapped = source // 100 * 100 + source % 10 * 10 + source // 10 % 10
        if swapped - source in SLIPS:
            return Query(patient.subject, swapped, source + MISSPOKEN_BY, source)
    return None
