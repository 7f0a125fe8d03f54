"""The conversation, turn by turn: who says what, and how the meeting ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.meeting.capture.collector import POLL_S
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.room import RECORDER
from modylbench.meeting.end_of_turn import is_lost, wait_for_agent, wait_for_quiet
from modylbench.meeting.script import ScriptChoice, limit_s, planned_turns
from modylbench.meeting.sound_delivery import check_sound
from modylbench.meeting.synthetic_user import Rehearsal, SyntheticUser
from modylbench.recording.recording import RecordedTurn

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.capture.collector import Collector
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.screen.frames import TurnFrames
    from modylbench.meeting.script import PlannedTurn
    from modylbench.meeting.synthetic_user import VoicedLine
    from modylbench.recording.recording import MeetingEnding, TurnOutcome
    from modylbench.scenarios.scenario import Alternative, Scenario

T = TypeVar("T")
STOPPING_S = 2.0  # ours: who is told to stop speaking has stopped by then

GIVEN_UP = {
    "timed_out": ("no_answer_in_time", "nothing came"),
    "unfinished": ("answer_not_finished", "the answer did not come to an end"),
    "absent": ("absent", "the agent was not there"),
}


class Conversation:
    """What people and the agent say to each other, turn by turn."""

    def __init__(
        self,
        scenario: Scenario,
        arrangements: Arrangements,
        collector: Collector,
        faults: Faults,
    ) -> None:
        self.scenario = scenario
        self.arrangements = arrangements
        self._clock = arrangements.clock
        self._collector = collector
        self._faults = faults
        self._choice = ScriptChoice(arrangements.shown_work, collector.state, arrangements.clock)
        self._rehearsal = Rehearsal(arrangements.voice, arrangements.clock)
        self.plan = planned_turns(scenario, arrangements.beats)
        self.people: dict[str, SyntheticUser] = {}
        self.turns: list[tuple[RecordedTurn, TurnFrames]] = []
        self.ended_s = 0.0
        self._limit_s = limit_s(scenario)

    async def people_join(self) -> list[SyntheticUser]:
        """Every person of the script comes in; the first also tells the agent what was refused."""
        for participant in self.scenario.participants:
            user = await SyntheticUser.join(participant, self.arrangements, self._rehearsal)
            self.people[user.identity] = user
        people = list(self.people.values())
        self._collector.messenger = people[0].connection
        return people

    async def people_leave(self) -> None:
        """Everybody goes: the meeting is over."""
        self.ended_s = self._clock.now_s()
        for user in self.people.values():
            await user.connection.leave()

    async def converse(self) -> MeetingEnding:
        """Say all that the script says, turn by turn; how the meeting ended."""
        async with self._rehearsal.going_on(self._lines()):
            return await self._talk()

    def _lines(self) -> Iterator[VoicedLine]:
        """All that people may say aloud, in order."""
        for planned in self.plan:
            for alternative in planned.slot.alternatives:
                if alternative.channel == "voice":
                    yield self._speaker(alternative).line(alternative)

    async def _talk(self) -> MeetingEnding:
        self._collector.begin(self.plan[0].slot.turn_index)
        if not await self._agent_comes():
            return "agent_left"
        await self._until_heard()
        await wait_for_quiet(self._collector, self._clock)
        for number, planned in enumerate(self.plan, start=1):
            outcome = await self._exchange(planned)
            self.arrangements.watcher(number, len(self.plan), self._clock.now_s())
            is_last = number == len(self.plan)
            ending = self._ending(is_done=is_last and outcome == "answered")
            if ending is not None:
                return ending
            if self.arrangements.is_repeated and self._faults.have_spoilt and not is_last:
                return "broken_off"
            if not is_last:
                self._collector.begin(self.plan[number].slot.turn_index)
        return "completed"

    async def _agent_comes(self) -> bool:
        """Whether an agent has come in time; whose fault it is where none has.

        Nobody can come, or be seen to come, while a link of ours is down: that time is not counted.
        """
        join_s, links = self.arrangements.join_s, self._collector.state.links
        began_s = now_s = self._clock.now_s()
        while not links.are_up or now_s - began_s - links.held_s(now_s, began_s) < join_s:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._unless_troubled(self._collector.state.presence.came.wait())
                    return True
            now_s = self._clock.now_s()
        self._go_on_or_break()
        self._faults.add("agent", "never_joined", f"no agent came within {join_s:g} s")
        return False

    async def _until_heard(self) -> None:
        """Speak to nobody who is not subscribed yet; an agent may do without its ears."""
        for user in self.people.values():
            if not await user.until_heard_by(RECORDER):
                detail = f"{user.identity} is not heard by the recorder"
                raise BrokenOff("infrastructure", "audio_not_delivered", detail)
            for identity in sorted(self._collector.state.presence.here):
                if not await user.until_heard_by(identity):
                    self._collector.state.log.write("not_subscribed", identity=identity)

    async def _exchange(self, planned: PlannedTurn) -> TurnOutcome:
        """One utterance of a person, and the agent's turn after it."""
        self._faults.begin_turn(planned.slot.turn_index)
        await self._until_linked()
        number, alternative = await self._choice.choose(planned.slot)
        user = self._speaker(alternative)
        utterance = await self._unless_troubled(
            user.say(alternative, self._collector, number=number)
        )
        outcome = await wait_for_agent(
            self._collector,
            self._clock,
            patience_s=alternative.wait_for_agent_sec,
            until_s=self._limit_s,
        )
        self._blame(outcome)
        self._blame_for_being_late()
        sound = self._collector.state.sound
        sound.settle(self._clock.now_s())
        check_sound(sound, utterance, self._faults, ended_s=self._clock.now_s())
        reception = sound.reception()
        voices = self._collector.voices()
        agent, frames, room = await self._collector.finish(outcome)
        turn = RecordedTurn(
            turn_index=planned.slot.turn_index,
            beat=planned.beat,
            beat_number=planned.beat_number,
            phase=planned.phase,
            edge_case=planned.edge_case,
            human=utterance.turn,
            agent=agent,
            voices=voices,
            reception=reception,
            room=room,
        )
        self.turns.append((turn, frames))
        self._choice.add(turn)
        return outcome

    def _speaker(self, alternative: Alternative) -> SyntheticUser:
        first = next(iter(self.people.values()))
        return self.people.get(alternative.speaker or "", first)

    def _blame(self, outcome: TurnOutcome) -> None:
        """The agent's fault that a turn did not come to its end; not where we broke it off."""
        if outcome != "answered" and self._collector.state.trouble is None:
            self._faults.add("agent", *GIVEN_UP[outcome])

    def _blame_for_being_late(self) -> None:
        """The fault belongs to the turn that was answered late, whose words ended then."""
        late_s = self._collector.late_s
        if late_s is not None and self.turns:
            detail = f"the answer came at {late_s:.1f} s, into the next question"
            asked_s = self.turns[-1][0].human.ended_s
            self._faults.add("agent", "answered_late", detail, asked_s=asked_s)

    def _ending(self, *, is_done: bool) -> MeetingEnding | None:
        """How the meeting ends with this turn; None where it goes on."""
        self._go_on_or_break()
        if is_lost(self._collector, self._clock):
            self._faults.add("agent", "did_not_come_back", "the agent left for good")
            return "agent_left"
        now_s = self._clock.now_s()
        held_s = self._collector.state.links.held_s(now_s)
        if now_s - held_s >= self._limit_s and not is_done:
            limit = f"{round(self._limit_s / 60.0, 1):g} minutes"
            self._faults.add("agent", "out_of_time", f"the meeting was longer than {limit}")
            return "out_of_time"
        return None

    async def _until_linked(self) -> None:
        """Return when all links of ours are up; nobody speaks before."""
        self._go_on_or_break()
        while not self._collector.state.links.are_up:
            await self._clock.sleep(POLL_S)
            self._go_on_or_break()

    async def _unless_troubled(self, act: Coroutine[Any, Any, T]) -> T:
        """What comes of it; where the meeting cannot go on meanwhile, it is not waited for."""
        acting = asyncio.ensure_future(act)
        troubled = asyncio.ensure_future(self._collector.state.troubled.wait())
        try:
            await asyncio.wait({acting, troubled}, return_when=asyncio.FIRST_COMPLETED)
            if not acting.done():
                self._go_on_or_break()
            return await acting
        finally:
            troubled.cancel()
            acting.cancel()
            await asyncio.wait({acting}, timeout=STOPPING_S)

    def _go_on_or_break(self) -> None:
        if self._collector.state.trouble is not None:
            raise self._collector.state.trouble
