"""Who decides what the human says next: a script, or goals that are pursued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.errors import ModylBenchError
from modylbench.meeting.arrangements import ShownMaterial
from modylbench.meeting.capture.background_work import run_in_background
from modylbench.meeting.capture.faults import BrokenOff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import ShownWork
    from modylbench.meeting.capture.state import CaptureState
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.goals import Intent
    from modylbench.scenarios.scenario import Alternative
    from modylbench.scenarios.script import Condition

MOST_SAID = 2_000_000  # ours: characters; what was said last counts
BROKEN = (
    ModylBenchError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError,
    RecursionError,
)  # fmt: skip
"""What an author's condition may raise."""


@dataclass(frozen=True, slots=True)
class NextLine:
    """What is said next, where in the meeting that is, and in free form what for."""

    turn_index: int
    beat: str
    beat_number: int
    phase: str
    edge_case: str | None
    number: int
    alternative: Alternative
    intent: Intent | None = None


class HumanPolicy(Protocol):
    """Decides, turn by turn, what the human says."""

    @property
    def name(self) -> str:
        """Who decides, as recordings name it."""

    @property
    def turns(self) -> int:
        """How many turns there are, as far as that is known."""

    @property
    def next_index(self) -> int | None:
        """The index of the next turn; None where all has been said."""

    def lines(self) -> Iterator[Alternative]:
        """What may be said and is known beforehand, in order."""

    async def choose(self) -> NextLine:
        """What is said now; raises BrokenOff where that cannot be told."""

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over."""

    async def aclose(self) -> None:
        """The meeting is over: nothing more is asked."""


class SeenConditions:
    """Which of several conditions holds of what the agent shows and said last."""

    def __init__(self, shown_work: ShownWork, state: CaptureState, clock: Clock) -> None:
        self._shown_work = shown_work
        self._state = state
        self._clock = clock
        self.said = ""

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over; what was said before it counts no more (SPEC 13)."""
        said = [words.text for words in turn.agent.said]
        said += [message.text for message in turn.agent.chat]
        self.said = "\n".join(said)[-MOST_SAID:]

    async def first(self, conditions: Sequence[Condition | None], turn_index: int) -> int | None:
        """The number of the first that holds; raises BrokenOff where one cannot be told.

        What an agent has made may take seconds to read, for which the meeting does not stand still
        on a real clock.
        """
        async with self._state.surfaces_free:
            shown = self._material(conditions)
        return await run_in_background(
            lambda: self._first_matching(conditions, shown, turn_index), self._clock
        )

    async def is_wrong(self, criterion: str) -> bool:
        """Whether what the agent shows now fails that criterion of the scenario."""
        async with self._state.surfaces_free:
            shown = self._shown_material()
        return await run_in_background(
            lambda: self._shown_work.is_wrong(criterion, shown), self._clock
        )

    def _first_matching(
        self, conditions: Sequence[Condition | None], shown: ShownMaterial | None, turn_index: int
    ) -> int | None:
        try:
            return self._shown_work.first_condition(conditions, shown, self.said)
        except BROKEN as error:
            detail = f"turn {turn_index}: {type(error).__name__}: {error}"
            raise BrokenOff("harness", "script_condition_broken", detail) from error

    def _material(self, conditions: Sequence[Condition | None]) -> ShownMaterial | None:
        """What is shown and handed over now, where a condition asks for it."""
        given = [condition for condition in conditions if condition is not None]
        if not any(condition.shown or condition.missing for condition in given):
            return None
        return self._shown_material()

    def _shown_material(self) -> ShownMaterial:
        surfaces = self._state.surfaces.surfaces.snapshot()
        files = tuple(self._state.files.latest.values())
        return ShownMaterial(surfaces, files, self._state.folder.root)
