"""The script as it is played: its turns in order, how long it may take, and what is said next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.policy import NextLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.meeting.policy import SeenConditions
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, FollowUp, Scenario

CLOSING = "closing"
SCRIPT = "script"


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
    edge_cases = [1 + len(turn.follow_ups) for turn in scenario.turns if turn.edge_case is not None]
    held = scenario.conversation_turns // 2
    own = held - sum(edge_cases) + max(edge_cases, default=0)
    return scenario.timeout_minutes * 60.0 * held / max(1, own)


class ScriptedPolicy:
    """Says what the script says: of each slot the first alternative whose condition holds."""

    name = SCRIPT

    def __init__(self, scenario: Scenario, beats: str, conditions: SeenConditions) -> None:
        self._plan = planned_turns(scenario, beats)
        self._conditions = conditions
        self._next = 0

    @property
    def turns(self) -> int:
        """How many turns the script has."""
        return len(self._plan)

    @property
    def next_index(self) -> int | None:
        """The index of the next turn; None after the last."""
        if self._next >= len(self._plan):
            return None
        return self._plan[self._next].slot.turn_index

    def lines(self) -> Iterator[Alternative]:
        """All that people may say, in order."""
        for planned in self._plan:
            yield from planned.slot.alternatives

    async def choose(self) -> NextLine:
        """The first alternative of the next slot whose condition holds; the last has none."""
        planned = self._plan[self._next]
        slot = planned.slot
        conditions = [alternative.when for alternative in slot.alternatives]
        number = await self._conditions.first(conditions, slot.turn_index)
        if number is None:
            detail = f"turn {slot.turn_index}: no alternative's condition holds"
            raise BrokenOff("harness", "script_condition_broken", detail)
        return NextLine(
            turn_index=slot.turn_index,
            beat=planned.beat,
            beat_number=planned.beat_number,
            phase=planned.phase,
            edge_case=planned.edge_case,
            number=number,
            alternative=slot.alternatives[number],
        )

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over."""
        self._conditions.add(turn)
        self._next += 1

    async def aclose(self) -> None:
        """Nothing is open."""


def _plan(scenario: Scenario, first: int) -> Iterator[PlannedTurn]:
    slots = scenario.human_turns()
    for number, turn in enumerate(scenario.turns, start=first):
        for _ in range(1 + len(turn.follow_ups)):
            yield PlannedTurn(next(slots), turn.beat, number, turn.phase, turn.edge_case)
    for slot in slots:
        yield PlannedTurn(slot, CLOSING, first + len(scenario.turns), "delivery", None)
