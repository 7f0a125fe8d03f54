"""Meetings for tests: a small voice, agents that do one thing, and ways to hold and record them."""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from typing_extensions import override

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.evaluation.views.turns import AgentWords
from modylbench.foundation.clock import Clock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.arrangements import Arrangements, Attendee, MeetingProgress
from modylbench.meeting.capture.screen.screens import Screens
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.room import (
    A2UI_ACTION,
    TRANSCRIPTION,
    Connection,
    Guest,
    Microphone,
    Room,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailure, TextToSpeech
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.scenarios import catalogue
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.variant import Variant, instantiate

WORDS_S = 2.0
"""How long people speak in these meetings, whatever they say."""


def tone(seconds: float, rate_hz: int = SAMPLE_RATE_HZ, level: float = 8_000.0) -> bytes:
    """A tone of 400 Hz: 16-bit mono."""
    at = np.arange(round(seconds * rate_hz)) / rate_hz
    return (level * np.sin(2 * np.pi * 400 * at)).astype("<i2").tobytes()


class Hum:
    """A voice that hums for two seconds, whatever it is to say."""

    name = "hum 1.0"

    def voice_for(self, wanted: str) -> str:
        return wanted

    async def speak(self, text: str, voice: str) -> Speech:  # noqa: ARG002
        return Speech(tone(WORDS_S))


class Hoarse(Hum):
    """A voice that fails."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        message = "the engine is gone"
        raise SpeechFailure(message)


class Slow(Hum):
    """A voice that goes on for half a second after its last word."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return Speech(tone(WORDS_S) + bytes(len(tone(0.5))))


class Mute(Hum):
    """A voice of which nothing is heard."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return Speech(bytes(len(tone(WORDS_S))))


@dataclass
class AgentTools:
    """What an agent in these tests works with; `number` counts what it was asked, from 1."""

    room: Room
    clock: Clock
    connection: Connection
    microphone: Microphone
    number: int = 0
    replies: list[str] = field(default_factory=list)

    async def say(self, text: str, seconds: float = 1.0) -> None:
        writer = await self.connection.open_text(TRANSCRIPTION, {})
        await writer.write(text)
        await self.microphone.play(tone(seconds))
        await writer.close()


Answer = Callable[[AgentTools], Coroutine[Any, Any, None]]


class AnsweringAgent:
    """An agent that does one thing whenever somebody has spoken."""

    def __init__(self, answer: Answer, *, begun: Answer | None = None) -> None:
        self._answer = answer
        self._begun = begun
        self.desk: AgentTools | None = None

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        connection = await room.join(Guest("agent", "Agent", "agent"))
        microphone = await connection.publish_microphone()
        desk = self.desk = AgentTools(room, clock, connection, microphone)
        topics: dict[str, str] = {}
        async with asyncio.TaskGroup() as tasks:
            async for event in connection.events():
                if isinstance(event, TextOpened):
                    topics[event.stream_id] = event.topic
                    if event.topic == TRANSCRIPTION and self._begun is not None:
                        tasks.create_task(self._begun(desk))
                elif isinstance(event, TextChunk) and topics[event.stream_id] == A2UI_ACTION:
                    desk.replies.append(event.text)
                elif isinstance(event, TextClosed) and topics[event.stream_id] == TRANSCRIPTION:
                    desk.number += 1
                    await self._answer(desk)


async def answer_politely(desk: AgentTools) -> None:
    """Answer after a second."""
    await desk.clock.sleep(1.0)
    await desk.say(f"Answer {desk.number}.")


@lru_cache
def scenario() -> Scenario:
    """The financial analyst's, at seed 0."""
    return instantiate(catalogue.scenario("financial_analyst"), 0).scenario


def short_scenario(slots: int = 1, **update: Any) -> Scenario:
    """The first slots of it (at most three)."""
    whole = scenario()
    first = whole.turns[0]
    beat = first.model_copy(update={"follow_ups": first.follow_ups[: slots - 1]})
    return whole.model_copy(update={"turns": (beat,), "closing": None, **update})


class ShakyRoom(InProcessRoom):
    """A room in which things happen to somebody that happen only on a network."""

    def tell(self, identity: str, event: RoomEvent) -> None:
        """Let this happen to one who is there."""
        self._members.by_identity[identity].inbox.put(event, "", is_vital=True)


@dataclass
class Setup:
    """How a meeting differs from the usual one."""

    slots: int = 1
    voice: TextToSpeech | None = field(default_factory=Hum)
    screens: Screens | None = None
    scenario: Scenario | None = None
    watched: list[MeetingProgress] = field(default_factory=list)
    disturb: Callable[[ShakyRoom, Clock], Coroutine[Any, Any, None]] | None = None
    has_captions: bool = True
    is_repeated: bool = False


def patience_s() -> float:
    """How long the first turn of a short meeting waits for an answer."""
    return short_scenario(1).turns[0].wait_for_agent_sec


def hold_meeting(
    attendee: Attendee | None, folder: Path, setup: Setup | None = None
) -> MeetingRecording:
    """What is left of a meeting with this agent."""
    how = setup or Setup()
    script = how.scenario or short_scenario(how.slots)

    async def meeting(clock: Clock) -> MeetingRecording:
        room = ShakyRoom("room", clock)
        disturbance = asyncio.create_task(how.disturb(room, clock)) if how.disturb else None
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name="test"),
            attendee=attendee,
            voice=how.voice,
            screens=how.screens,
            shown_work=WorkReader(script),
            watcher=lambda progress: how.watched.append(progress),
            no_screens="not wanted",
            has_captions=how.has_captions,
            is_repeated=how.is_repeated,
        )
        try:
            return await conduct_meeting(script, arrangements)
        finally:
            if disturbance is not None:
                disturbance.cancel()
            await room.aclose()

    return hold(meeting)


def fault_codes(recording: MeetingRecording) -> list[tuple[str, str]]:
    """Whose fault was what."""
    return [(fault.culprit, fault.code) for fault in recording.faults]


def is_complete(recording: MeetingRecording, folder: Path) -> bool:
    """Whether the record names every file that is there, and each as it is."""
    on_disk = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {file.path: file.sha256 for file in recording.files()} == on_disk


def record_meeting(
    agent: str, variant: Variant, folder: Path, *, beats: str = ""
) -> MeetingRecording:
    """The recording of a meeting with one of our agents."""
    choice = choose_agent(agent, AgentOptions())
    folder.mkdir(parents=True, exist_ok=True)

    async def meeting(clock: Clock) -> MeetingRecording:
        room = InProcessRoom("test", clock)
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name=agent),
            attendee=choice.attendee(MeetingContext(variant, None, folder / "log")),
            voice=None,
            screens=None,
            shown_work=WorkReader(variant.scenario),
            watcher=lambda *_: None,
            no_screens="a test",
            beats=beats,
        )
        try:
            return await conduct_meeting(variant.scenario, arrangements)
        finally:
            await room.aclose()

    return hold(meeting)


def captions(recording: MeetingRecording) -> dict[int, AgentWords]:
    """What the agent says that it said."""
    return {
        turn.turn_index: AgentWords(
            " ".join(utterance.text for utterance in turn.agent.said), "captions"
        )
        for turn in recording.turns
    }
