"""The Attendee that gives a Python class a seat in a room, as if it joined from outside."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from modylbench.agents.agent import AttendingAgent, Invitation, OverhearingAgent, Person
from modylbench.agents.seating.calls import RAISED, AgentError, make_guarded
from modylbench.agents.seating.hearing import RoomHearing
from modylbench.agents.seating.listening import RoomListener
from modylbench.agents.seating.seat import RoomSeat
from modylbench.agents.seating.speaking import AgentVoice, SpeechQueue
from modylbench.agents.seating.timing import ComputeMeter
from modylbench.agents.seating.turns import SelfAttendance, TurnTaker, tell_fault
from modylbench.meeting.room import AGENT_STATE, Guest, RoomClosed
from modylbench.providers.speech.speech import SpeechFailure
from modylbench.providers.speech.voices import agent_voice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from modylbench.agents.agent import Agent, HeardTurn, Seat
    from modylbench.agents.choice import MeetingContext
    from modylbench.agents.seating.timing import Timing
    from modylbench.agents.seating.turns import Foresight
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection, Microphone, Room
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.template import Participant


IDENTITY = "agent"
HEARD_WITHIN_S = 10.0  # ours: who does not listen by then is not waited for


def seat_agent(
    make_agent: Callable[[], Agent],
    timing: Timing,
    context: MeetingContext,
    foresight: Foresight | None = None,
) -> AgentAttendee:
    """The agent with a voice that none of the people have, where there is one."""
    if context.voice is None:
        return AgentAttendee(make_agent, timing, None, "", foresight=foresight)
    people = context.variant.scenario.participants
    humans = {context.voice.voice_for(person.voice) for person in people}
    name = agent_voice(context.voice, humans)
    return AgentAttendee(make_agent, timing, context.voice, name, foresight=foresight)


@runtime_checkable
class ReportsFaults(Protocol):
    """An agent of which something may come to light that none of its calls raises."""

    def report_to(self, tell: Callable[[str, str], Awaitable[None]]) -> None:
        """Whom to tell, by code and detail."""


class AgentAttendee:
    """The Attendee that gives an agent its seat; with no voice the meeting has no audio."""

    def __init__(
        self,
        make_agent: Callable[[], Agent],
        timing: Timing,
        voice: TextToSpeech | None,
        voice_name: str,
        *,
        foresight: Foresight | None = None,
    ) -> None:
        self._make_agent, self._timing, self._foresight = make_agent, timing, foresight
        self._voice = AgentVoice(voice, voice_name)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join, take part until the room is closed, and leave."""
        guest = Guest(IDENTITY, IDENTITY, "agent", {AGENT_STATE: "initializing"})
        connection = await room.join(guest)
        try:
            await self._take_part(connection, invitation, clock)
        except RoomClosed:
            return
        except BaseExceptionGroup as group:
            error = _first_error(group)
            if not isinstance(error, RoomClosed):
                raise error from None
        finally:
            with suppress(RoomClosed):
                await connection.leave()

    async def _take_part(self, connection: Connection, scenario: Scenario, clock: Clock) -> None:
        microphone = await connection.publish_microphone() if self._voice.engine else None
        if microphone is not None:
            await _until_heard(microphone, scenario.participants)
        meter = ComputeMeter(clock, is_measured=self._timing.is_measured)
        speaking = SpeechQueue(
            connection, clock, microphone=microphone, voice=self._voice, timing=self._timing
        )
        invited = invitation_to(scenario)
        seat = RoomSeat(connection, speaking, invitation=invited, clock=clock, meter=meter)
        with clock.pausing():  # an agent is made before it comes
            agent = await self._agent(connection)
        if isinstance(agent, ReportsFaults):
            agent.report_to(partial(tell_fault, connection))
        worker: TurnTaker | SelfAttendance
        listener: RoomListener | RoomHearing
        if attends_by_itself(agent):
            worker = SelfAttendance(agent, seat, connection=connection, meter=meter, clock=clock)
            listener = seat.hearing = RoomHearing(connection, clock, worker.on_reply)
        else:
            worker = TurnTaker(
                agent, seat, connection=connection, timing=self._timing, meter=meter, clock=clock
            )
            worker.foresight = self._foresight
            listener = RoomListener(connection, clock, worker)
        async with asyncio.TaskGroup() as tasks:
            at_work = [tasks.create_task(speaking.run()), tasks.create_task(worker.run())]
            await seat.end_turn()
            await listener.run()
            for task in at_work:
                task.cancel()

    async def _agent(self, connection: Connection) -> Agent:
        """The agent; one that never answers in the place of one that could not be made."""
        try:
            agent = make_guarded(self._make_agent)
            make_guarded(lambda: isinstance(agent, OverhearingAgent))
        except AgentError as raised:
            await tell_fault(connection, RAISED, str(raised))
            return _AbsentAgent()
        return agent


def attends_by_itself(agent: Agent | AttendingAgent) -> bool:
    """Whether it has `attend`; of an agent in a process, whether the class there has."""
    does: bool = getattr(agent, "attends_by_itself", isinstance(agent, AttendingAgent))
    return does


class _AbsentAgent:
    """Sits where an agent should be."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Say nothing."""


def invitation_to(scenario: Scenario) -> Invitation:
    """What everybody who is invited knows beforehand."""
    people = tuple(
        Person(person.identity, _name(person), person.role) for person in scenario.participants
    )
    return Invitation(scenario.title, scenario.meeting_goal, people)


def _name(person: Participant) -> str:
    """The name that a persona begins with."""
    return person.persona.partition(",")[0].strip() or person.identity


async def _until_heard(microphone: Microphone, people: tuple[Participant, ...]) -> None:
    for person in people:
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_WITHIN_S):
                await microphone.until_heard_by(person.identity)


def _first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What went wrong, out of its group: before all else, that the voice failed."""
    found = _errors_in(group)
    voices = [error for error in found if isinstance(error, SpeechFailure)]
    others = [error for error in found if not isinstance(error, RoomClosed)]
    return (*voices, *others, *found)[0]


def _errors_in(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [cause for part in error.exceptions for cause in _errors_in(part)]
    return [error]
