"""A meeting that an agent attends as a choice by name makes it attend, for tests."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.unit.agents.table import Table

from modylbench.agents.choice import AgentChoice, Place
from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.room import Guest
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import Variant, instantiate

Script = Callable[[Table], Awaitable[None]]


def financial() -> Variant:
    return instantiate(catalogue.scenario("financial_analyst"), 0)


def attended(
    choice: AgentChoice,
    script: Script,
    *,
    log: Path,
    voice: TextToSpeech | None = None,
    is_real: bool = False,
) -> Table:
    """The table after a meeting, on virtual time unless on the wall's."""
    variant = financial()
    place = Place(variant, voice, log)

    async def meeting(clock: Clock) -> Table:
        room = InProcessRoom("test", clock)
        recorder = await room.join(Guest("recorder", is_hidden=True))
        person = variant.scenario.participants[0].identity
        human = await room.join(Guest(person, person))
        microphone = await human.publish_microphone()
        table = Table(clock, room, human, microphone if voice else None, recorder)
        recording = asyncio.create_task(table.record())
        attendee = asyncio.create_task(choice.attendee(place).attend(room, variant.scenario, clock))
        following = asyncio.create_task(_follow(table, script))
        await asyncio.wait([attendee, following], return_when=asyncio.FIRST_COMPLETED)
        if following.done():
            await room.aclose()
        await asyncio.wait([attendee])
        attendee.result()
        await asyncio.wait([following], timeout=60)
        await room.aclose()
        await recording
        following.result()
        return table

    return asyncio.run(meeting(RealClock())) if is_real else hold(meeting)


async def _follow(table: Table, script: Script) -> None:
    await table.until(lambda: any(state == "listening" for _, state in table.states))
    if table.microphone is not None:
        await table.microphone.until_heard_by("agent")
    await script(table)
