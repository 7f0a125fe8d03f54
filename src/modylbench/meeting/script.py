"""Which slots of the script come one after the other, and to which beat do they belong?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.scenario import FollowUp, Scenario

CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """A human turn as it stands in the script; the closing is a beat after the last."""

    slot: FollowUp
    beat: str
    beat_number: int
    phase: str
    edge_case: str | None


def planned_turns(scenario: Scenario, beats: str = "") -> tuple[PlannedTurn, ...]:
    """Every human turn in order; `beats` such as `3-5` are those held."""
    first = beats.partition("-")[0].strip()
    return tuple(_planned(scenario, int(first) if first.isdigit() else 1))


def _planned(scenario: Scenario, first: int) -> Iterator[PlannedTurn]:
    slots = scenario.human_turns()
    for number, turn in enumerate(scenario.turns, start=first):
        for _ in range(1 + len(turn.follow_ups)):
            yield PlannedTurn(next(slots), turn.beat, number, turn.phase, turn.edge_case)
    for slot in slots:
        yield PlannedTurn(slot, CLOSING, first + len(scenario.turns), "delivery", None)
