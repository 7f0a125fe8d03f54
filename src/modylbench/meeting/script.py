"""The script as it is played: its turns in order, how long it may take, and what is said next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.meeting.arrangements import ShownMaterial
from modylbench.meeting.capture.background_work import run_in_background
from modylbench.meeting.capture.faults import BrokenOff

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import ShownWork
    from modylbench.meeting.capture.state import CaptureState
    from modylbench.recording.recording import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, FollowUp, Scenario

CLOSING = "closing"
MOST_SAID = 2_000_000  # ours: characters; what was said last counts
BROKEN = (
    ModylBenchError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError,
    RecursionError,
)  # fmt: skip
"""What an author's condition may raise."""


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


class ScriptChoice:
    """Which of a slot's alternatives is said, given what the agent shows and said last."""

    def __init__(self, shown_work: ShownWork, state: CaptureState, clock: Clock) -> None:
        self._shown_work = shown_work
        self._state = state
        self._clock = clock
        self._said = ""

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over; what was said before it counts no more (SPEC 13)."""
        said = [words.text for words in turn.agent.said]
        said += [message.text for message in turn.agent.chat]
        self._said = "\n".join(said)[-MOST_SAID:]

    async def choose(self, slot: FollowUp) -> tuple[int, Alternative]:
        """The first alternative whose condition holds; raises BrokenOff where one cannot be told.

        The last has no condition. What an agent has made may take seconds to read, for which the
        meeting does not stand still on a real clock.
        """
        async with self._state.surfaces_free:
            shown = self._material(slot)
        return await run_in_background(lambda: self._first_matching(slot, shown), self._clock)

    def _first_matching(
        self, slot: FollowUp, shown: ShownMaterial | None
    ) -> tuple[int, Alternative]:
        conditions = [alternative.when for alternative in slot.alternatives]
        try:
            number = self._shown_work.first_condition(conditions, shown, self._said)
        except BROKEN as error:
            detail = f"turn {slot.turn_index}: {type(error).__name__}: {error}"
            raise BrokenOff("harness", "script_condition_broken", detail) from error
        if number is None:
            detail = f"turn {slot.turn_index}: no alternative's condition holds"
            raise BrokenOff("harness", "script_condition_broken", detail)
        return number, slot.alternatives[number]

    def _material(self, slot: FollowUp) -> ShownMaterial | None:
        """What is shown and handed over now, where a condition asks for it."""
        conditions = [
            alternative.when for alternative in slot.alternatives if alternative.when is not None
        ]
        if not any(condition.shown or condition.missing for condition in conditions):
            return None
        surfaces = self._state.surfaces.surfaces.snapshot()
        files = tuple(self._state.files.latest.values())
        return ShownMaterial(surfaces, files, self._state.folder.root)


def _plan(scenario: Scenario, first: int) -> Iterator[PlannedTurn]:
    slots = scenario.human_turns()
    for number, turn in enumerate(scenario.turns, start=first):
        for _ in range(1 + len(turn.follow_ups)):
            yield PlannedTurn(next(slots), turn.beat, number, turn.phase, turn.edge_case)
    for slot in slots:
        yield PlannedTurn(slot, CLOSING, first + len(scenario.turns), "delivery", None)
