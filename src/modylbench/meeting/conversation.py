"""The conversation, turn by turn: who says what, and how the meeting ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.meeting.arrangements import MeetingProgress
from modylbench.meeting.capture.collector import POLL_S
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.room import RECORDER
from modylbench.meeting.end_of_turn import is_lost, wait_for_agent, wait_for_quiet
from modylbench.meeting.free_form import GoalPolicy
from modylbench.meeting.policy import SeenConditions
from modylbench.meeting.script import ScriptedPolicy, limit_s
from modylbench.meeting.side_talk import Interjections, Passage
from modylbench.meeting.sound_delivery import check_sound
from modylbench.meeting.synthetic_user import HEARD_S, Rehearsal, SyntheticUser
from modylbench.recording.events import RecordedExchange, Utterance
from modylbench.recording.turns import turns_in
from modylbench.scenarios.presence import latecomers

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.capture.collector import Collector
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.screen.frames import TurnFrames
    from modylbench.meeting.policy import HumanPolicy
    from modylbench.meeting.synthetic_user import VoicedLine
    from modylbench.recording.events import MeetingEvent, TurnOutcome
    from modylbench.recording.recording import Attendance, MeetingEnding
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, Scenario

T = TypeVar("T")
STOPPING_S = 2.0  # ours: who is told to stop speaking has stopped by then

GIVEN_UP = {
    "timed_out": ("no_answer_in_time", "nothing came"),
    "unfinished": ("answer_not_finished", "the answer did not come to an end"),
    "absent": ("absent", "the agent was not there"),
}


@dataclass(frozen=True, slots=True)
class HeldExchange:
    """An exchange that is over, with what happened in it and its pictures to be."""

    exchange: RecordedExchange
    events: tuple[MeetingEvent, ...]
    frames: TurnFrames


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
        self._rehearsal = Rehearsal(arrangements.voice, arrangements.clock)
        self._conditions = SeenConditions(
            arrangements.shown_work, collector.state, arrangements.clock
        )
        self.policy = self._human_policy()
        self.people: dict[str, SyntheticUser] = {}
        self._gone: list[SyntheticUser] = []
        self._draining: list[asyncio.Task[None]] = []
        self.exchanges: list[HeldExchange] = []
        self.ended_s = 0.0
        self._limit_s = limit_s(scenario)

    async def people_join(self) -> list[SyntheticUser]:
        """All but latecomers come in; the first also tells the agent what was refused."""
        late = latecomers(self.scenario)
        for participant in self.scenario.participants:
            if participant.identity not in late:
                user = await SyntheticUser.join(participant, self.arrangements, self._rehearsal)
                self.people[user.identity] = user
        people = list(self.people.values())
        self._collector.messenger = people[0].connection
        return people

    async def _come_late(self, identity: str) -> None:
        """Somebody comes in while the meeting goes on, if not there already."""
        if identity in self.people:
            return
        participant = next(
            person for person in self.scenario.participants if person.identity == identity
        )
        user = await SyntheticUser.join(participant, self.arrangements, self._rehearsal)
        self.people[identity] = user
        self._draining.append(asyncio.create_task(user.drain(self._collector.state)))
        await user.until_heard_by(RECORDER)
        presence = self._collector.state.exchange.presence
        with suppress(TimeoutError):  # a room announces one without tracks only after a while
            async with asyncio.timeout(HEARD_S):
                while all(change.identity != identity for change in presence):
                    await self._clock.sleep(POLL_S)

    async def _leave_early(self, identity: str) -> None:
        """Somebody leaves before the end; another tells the agent from now on what was refused."""
        user = self.people.pop(identity)
        self._gone.append(user)
        if self._collector.messenger is user.connection:
            remaining = (other.connection for other in self.people.values())
            self._collector.messenger = next(remaining, None)
        await user.leave()

    async def people_leave(self) -> None:
        """Everybody goes: the meeting is over."""
        self.ended_s = self._clock.now_s()
        for task in self._draining:
            task.cancel()
        for user in self.people.values():
            await user.leave()

    def attendance(self) -> list[Attendance]:
        """Who of the people was there, in the order of the scenario."""
        order = [person.identity for person in self.scenario.participants]
        came = sorted(
            (*self.people.values(), *self._gone), key=lambda user: order.index(user.identity)
        )
        return [user.attendance() for user in came]

    async def converse(self) -> MeetingEnding:
        """Say all that there is to say, turn by turn; how the meeting ended."""
        try:
            async with self._rehearsal.going_on(self._lines()):
                return await self._talk()
        finally:
            await self.policy.aclose()

    def _human_policy(self) -> HumanPolicy:
        """Who decides what the human says: the script, its goals, or a model that pursues them."""
        arrangements = self.arrangements
        conditions = self._conditions
        if arrangements.free_form is None:
            return ScriptedPolicy(self.scenario, arrangements.beats, conditions)
        goals = GoalPolicy(self.scenario, arrangements.free_form, conditions)
        if arrangements.human is None:
            return goals
        from modylbench.meeting.model_policy import ModelPolicy  # slow, and seldom of use

        return ModelPolicy(
            goals,
            arrangements.human,
            self.scenario,
            clock=arrangements.clock,
            on_fallback=self._note_fallback,
        )

    def _note_fallback(self, why: str) -> None:
        """A model's line that was not said: told, and the meeting is valid all the same."""
        self._faults.add("harness", "human_fell_back", why, spoils=False)

    def _lines(self) -> Iterator[VoicedLine]:
        """All that people may say aloud and that is known beforehand, in order."""
        for alternative in self.policy.lines():
            for line in alternative.before:
                if line.channel == "voice":
                    yield line.text, self._voice_of(line.speaker)
            if alternative.channel == "voice":
                yield self._speaker(alternative).line(alternative)
            for cue in alternative.during:
                yield from ((text, self._voice_of(cue.speaker)) for text in cue.texts)

    def _voice_of(self, identity: str) -> str:
        """The voice of somebody who may not be there yet."""
        voice, people = self.arrangements.voice, self.scenario.participants
        names = (person.voice for person in people if person.identity == identity)
        return "" if voice is None else voice.voice_for(next(names, people[0].voice))

    async def _talk(self) -> MeetingEnding:
        index = self.policy.next_index
        self._collector.begin(1 if index is None else index)
        if not await self._agent_comes():
            return "agent_left"
        await self._until_heard()
        await wait_for_quiet(self._collector, self._clock)
        while index is not None:
            outcome = await self._exchange(index)
            self.arrangements.watcher(self._progress())
            index = self.policy.next_index
            is_last = index is None
            ending = self._ending(is_done=is_last and outcome == "answered")
            if ending is not None:
                return ending
            if self.arrangements.is_repeated and self._faults.have_spoilt and not is_last:
                return "broken_off"
            if index is not None:
                self._collector.begin(index)
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

    async def _exchange(self, turn_index: int) -> TurnOutcome:
        """One utterance of a person, and the agent's turn after it."""
        self._faults.begin_turn(turn_index)
        await self._until_linked()
        line = await self.policy.choose()
        alternative = line.alternative
        passage = Passage(
            self.people,
            self._collector,
            self._clock,
            come=self._come_late,
            leave=self._leave_early,
        )
        await self._unless_troubled(passage.play(alternative.before))
        user = self._speaker(alternative)
        utterance = await self._unless_troubled(user.say(line, self._collector))
        interjections = Interjections(
            self.people, self._collector, self._clock, self._conditions.is_wrong
        )
        async with interjections.while_answering(alternative.during):
            outcome = await wait_for_agent(
                self._collector,
                self._clock,
                patience_s=alternative.wait_for_agent_sec,
                until_s=self._limit_s,
                is_interrupted=interjections.are_going_on,
            )
        self._blame(outcome)
        self._blame_for_being_late()
        sound = self._collector.state.sound
        sound.settle(self._clock.now_s())
        check_sound(sound, utterance, self._faults, ended_s=self._clock.now_s())
        reception = sound.reception()
        captured = await self._collector.finish(outcome)
        exchange = RecordedExchange(
            turn_index=line.turn_index,
            beat=line.beat,
            beat_number=line.beat_number,
            phase=line.phase,
            edge_case=line.edge_case,
            asked=utterance.said.id,
            outcome=outcome,
            ended_s=captured.ended_s,
            perceived_s=captured.perceived_s,
            transport_s=captured.transport_s,
            reception=reception,
            messages=captured.messages,
            surfaces=captured.surfaces,
            surface_faults=captured.surface_faults,
            audio=captured.audio,
            room=captured.room,
        )
        self.exchanges.append(HeldExchange(exchange, captured.events, captured.frames))
        self.policy.add(self.turns()[-1])
        return outcome

    def turns(self) -> tuple[RecordedTurn, ...]:
        """What was said and done so far, exchange by exchange."""
        events = [event for held in self.exchanges for event in held.events]
        return turns_in((held.exchange for held in self.exchanges), events, self.all_people())

    def _progress(self) -> MeetingProgress:
        """What somebody who watches is told after an exchange."""
        said = [event for event in self.exchanges[-1].events if isinstance(event, Utterance)]
        last = max(said, key=lambda words: words.started_s, default=None)
        return MeetingProgress(
            turn=len(self.exchanges),
            turns=self.policy.turns,
            meeting_s=self._clock.now_s(),
            last_line="" if last is None else f"{last.speaker}: {last.text}",
            agent_faults=self._faults.of_agent,
        )

    def all_people(self) -> frozenset[str]:
        """The identities of those whom the harness plays, there or not."""
        return frozenset(person.identity for person in self.scenario.participants)

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
        if late_s is not None and self.exchanges:
            detail = f"the answer came at {late_s:.1f} s, into the next question"
            asked_s = self.turns()[-1].human.ended_s
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
