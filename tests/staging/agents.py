"""Agents at work, for tests: a table with one human, an agent that attends by name."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modylbench.agents.agent import Agent
from modylbench.agents.choice import AgentChoice, MeetingContext
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import MeasuredTiming, Timing
from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.room import (
    AGENT_STATE,
    CHAT,
    FAULT,
    TRANSCRIPTION,
    AttributesChanged,
    Connection,
    Guest,
    Microphone,
    ParticipantJoined,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, TextToSpeech
from modylbench.scenarios import catalogue
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.variant import Variant, instantiate

PATIENCE_S = 600.0


class Hum:
    """A voice that hums 50 ms for every character; it takes wall time that must not count."""

    name = "hum 1"

    def __init__(self, takes_s: float = 0.0) -> None:
        self.takes_s = takes_s
        self.spoken: list[str] = []

    def voice_for(self, wanted: str) -> str:
        return wanted

    async def speak(self, text: str, voice: str) -> Speech:  # noqa: ARG002
        self.spoken.append(text)
        if self.takes_s:
            await asyncio.to_thread(_sleep_on_the_wall, self.takes_s)
        return Speech(b"\x00\x10" * int(len(text) * 0.05 * SAMPLE_RATE_HZ))


def _sleep_on_the_wall(seconds: float) -> None:
    import time

    time.sleep(seconds)


@dataclass
class Stream:
    """A text stream of the agent, as the recorder got it."""

    topic: str
    attributes: dict[str, str]
    opened_s: float
    text: str = ""
    closed_s: float | None = None
    is_whole: bool = False


@dataclass
class Table:
    """The human's side."""

    clock: Clock
    room: InProcessRoom
    human: Connection
    microphone: Microphone | None
    recorder: Connection
    events: list[RoomEvent] = field(default_factory=list)
    streams: dict[str, Stream] = field(default_factory=dict)
    states: list[tuple[float, str]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def of(self, topic: str) -> list[Stream]:
        return [stream for stream in self.streams.values() if stream.topic == topic]

    @property
    def spoken(self) -> list[Stream]:
        return self.of(TRANSCRIPTION)

    @property
    def faults(self) -> list[dict[str, Any]]:
        return [json.loads(stream.text) for stream in self.of(FAULT)]

    async def say(self, text: str, pcm: bytes = b"") -> float:
        """Say something with a caption; returns when it ended."""
        attributes = {"lk.transcription_final": "true", "lk.segment_id": "human"}
        writer = await self.human.open_text(TRANSCRIPTION, attributes)
        await writer.write(text)
        if self.microphone is not None:
            await self.microphone.play(pcm or b"\x00\x20" * SAMPLE_RATE_HZ)
        else:
            await self.clock.sleep(1.0)
        await writer.close()
        return self.clock.now_s()

    async def write(self, text: str, **attributes: str) -> None:
        named = {key.replace("_", "."): value for key, value in attributes.items()}
        await self.human.send_text(text, CHAT, named)

    async def ask(self, text: str) -> float:
        """Say something and wait for the answer; returns when the question ended."""
        count = len(self.states)
        end_s = await self.say(text)
        await self.until(lambda: _is_answered(self.states[count:]))
        return end_s

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    async def record(self) -> None:
        async for event in self.recorder.events():
            self._take(event)
            self.changed.set()

    def _take(self, event: RoomEvent) -> None:
        self.events.append(event)
        match event:
            case ParticipantJoined(kind="agent"):
                self.states.append((event.at_s, event.attributes[AGENT_STATE]))
            case AttributesChanged(identity="agent") if AGENT_STATE in event.changed:
                self.states.append((event.at_s, event.changed[AGENT_STATE]))
            case TextOpened(identity="agent"):
                stream = Stream(event.topic, dict(event.attributes), event.at_s)
                self.streams[event.stream_id] = stream
            case TextChunk() if event.stream_id in self.streams:
                self.streams[event.stream_id].text += event.text
            case TextClosed() if event.stream_id in self.streams:
                self.streams[event.stream_id].closed_s = event.at_s
                self.streams[event.stream_id].is_whole = event.is_whole
            case _:
                pass


Script = Callable[[Table], Awaitable[None]]


def _is_answered(states: list[tuple[float, str]]) -> bool:
    names = [state for _, state in states]
    return "thinking" in names and names[-1] == "listening"


def meet(
    make_agent: Callable[[], Agent],
    script: Script,
    *,
    timing: Timing | None = None,
    voice: TextToSpeech | None = None,
    scenario: Scenario | None = None,
) -> Table:
    """The table after a meeting in which the human follows the script."""
    invitation = scenario or financial_variant().scenario

    async def meeting(clock: Clock) -> Table:
        table = await _open_table(clock, invitation, has_audio=voice is not None)
        recording = asyncio.create_task(table.record())
        attending = AgentAttendee(make_agent, timing or MeasuredTiming(), voice, "bdl")
        attendee = asyncio.create_task(attending.attend(table.room, invitation, clock))
        following = asyncio.create_task(_follow(table, script))
        await asyncio.wait([attendee, following], return_when=asyncio.FIRST_COMPLETED)
        await table.room.aclose()
        await asyncio.wait([attendee, following, recording], timeout=100)
        following.cancel()
        attendee.result()
        following.result()
        return table

    return hold(meeting)


async def _open_table(clock: Clock, invitation: Scenario, *, has_audio: bool) -> Table:
    room = InProcessRoom("test", clock)
    recorder = await room.join(Guest("recorder", is_hidden=True))
    person = invitation.participants[0].identity
    human = await room.join(Guest(person, person))
    microphone = await human.publish_microphone()
    return Table(clock, room, human, microphone if has_audio else None, recorder)


async def _follow(table: Table, script: Script) -> None:
    await table.until(lambda: any(state == "listening" for _, state in table.states))
    assert any(
        isinstance(event, ParticipantJoined) and event.kind == "agent" for event in table.events
    )
    if table.microphone is not None:
        await table.microphone.until_heard_by("agent")
    await script(table)


def financial_variant() -> Variant:
    return instantiate(catalogue.scenario("financial_analyst"), 0)


def attend_meeting(
    choice: AgentChoice,
    script: Script,
    *,
    log: Path,
    voice: TextToSpeech | None = None,
    is_real: bool = False,
) -> Table:
    """The table after a meeting, on virtual time unless on the wall's."""
    variant = financial_variant()
    place = MeetingContext(variant, voice, log)

    async def meeting(clock: Clock) -> Table:
        table = await _open_table(clock, variant.scenario, has_audio=voice is not None)
        room = table.room
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
