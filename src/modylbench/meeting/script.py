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
    return tuple(_plan(scenario, int(first) if first.isdigit() else 1))


def limit_s(scenario: Scenario) -> float:
    """How long the meeting may take.

    A script has one edge case and time for that; one in which more are played has more time, in
    proportion to the requests.
    """
    traps = [1 + len(turn.follow_ups) for turn in scenario.turns if turn.edge_case is not None]
    held = scenario.conversation_turns // 2
    own = held - sum(traps) + max(traps, default=0)
    return scenario.timeout_minutes * 60.0 * held / max(1, own)


def _plan(scenario: Scenario, first: int) -> Iterator[PlannedTurn]:
    slots = scenario.human_turns()
    for number, turn in enumerate(scenario.turns, start=first):
        for _ in range(1 + len(turn.follow_ups)):
            yield PlannedTurn(next(slots), turn.beat, number, turn.phase, turn.edge_case)
    for slot in slots:
        yield PlannedTurn(slot, CLOSING, first + len(scenario.turns), "delivery", None)
