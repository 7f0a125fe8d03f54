"""What went wrong in the meeting, and whose fault it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError, one_line
from modylbench.meeting.capture.store import storable_text
from modylbench.recording.recording import Fault

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.foundation.stalls import Stall
    from modylbench.recording.recording import Culprit

MOST_DETAIL = 500
STALLED = "harness_stalled"
BY_FLOODS = {"speech_slipped", "audio_missing", "audio_not_delivered", "events_lost", STALLED}
"""What goes wrong on our side where an agent sends more than can be taken."""

MOST_OF_A_TURN = 20  # ours: what an agent's seat reports beyond it says nothing new


class BrokenOff(ModylBenchError):
    """The meeting cannot go on; through no fault of the agent's."""

    def __init__(self, culprit: Culprit, code: str, detail: str) -> None:
        super().__init__(culprit, code, detail)
        self.culprit: Culprit = culprit
        self.code = code
        self.detail = detail


class Faults:
    """All faults of one meeting, each with the turn and the time at which it came to light."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._found: list[Fault] = []
        self._of_turn = 0
        self._begun: list[tuple[float, int]] = []
        self.turn_index: int | None = None

    def begin_turn(self, turn_index: int) -> None:
        """What comes to light from now on belongs to this turn."""
        self.turn_index = turn_index
        self._begun.append((self._clock.now_s(), turn_index))
        self._of_turn = 0

    def add(
        self,
        culprit: Culprit,
        code: str,
        detail: str,
        *,
        asked_s: float | None = None,
        spoils: bool = True,
    ) -> None:
        """One more; the agent's are counted, so that it cannot fill the record with them.

        It belongs to the turn of `asked_s`, when what went wrong was asked for, or to this one.
        """
        if culprit == "agent":
            self._of_turn += 1
            if self._of_turn > MOST_OF_A_TURN:
                return
        fault = Fault(
            culprit=culprit,
            code=code,
            detail=one_line(storable_text(detail, MOST_DETAIL)),
            turn_index=self._turn_at(asked_s),
            at_s=round(self._clock.now_s(), 3),
            spoils=spoils,
        )
        self._found.append(fault)

    def add_stall(self, stall: Stall) -> None:
        """The harness did not run for a while, which the agent's latency would pay for.

        One that computed all the while may do so for what the agent has sent: that is told, and
        buys it no other try.
        """
        took = f"the harness did not get to run for {stall.seconds:.1f} s"
        if stall.is_busy:
            detail = f"{took}: it was busy, maybe with what it was sent"
            self.add("harness", "harness_busy", detail, spoils=False)
        else:
            detail = f"{took}: it was stopped, or the machine slept or had too much to do"
            self.add("infrastructure", STALLED, detail)

    @property
    def have_spoilt(self) -> bool:
        """Whether the meeting is invalid already."""
        return any(fault.is_spoiling for fault in self._found)

    @property
    def of_agent(self) -> int:
        """How many are the agent's."""
        return sum(fault.culprit == "agent" for fault in self._found)

    def blame_flood(self) -> None:
        """The agent flooded in this turn: what that cost us must not buy it another try."""
        self._found = [
            fault.model_copy(update={"spoils": False})
            if fault.code in BY_FLOODS and fault.turn_index == self.turn_index
            else fault
            for fault in self._found
        ]

    def _turn_at(self, asked_s: float | None) -> int | None:
        if asked_s is None:
            return self.turn_index
        found = [turn_index for begun_s, turn_index in self._begun if begun_s <= asked_s]
        return found[-1] if found else self.turn_index

    def add_break(self, why: BrokenOff) -> None:
        """That the meeting was broken off, once."""
        if not any(fault.code == why.code for fault in self._found):
            self.add(why.culprit, why.code, why.detail)

    def all(self) -> tuple[Fault, ...]:
        """In the order in which they came to light."""
        return tuple(self._found)
