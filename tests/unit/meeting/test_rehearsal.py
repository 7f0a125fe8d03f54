"""Speech is ready on a real clock before it is needed, and made but once."""

import asyncio
import threading

import pytest
from tests.staging.meetings import Hoarse, Hum, tone
from typing_extensions import override

from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.synthetic_user import Rehearsal
from modylbench.providers.speech.speech import Speech, SpeechFailure

LINES = [("one", "clb"), ("two", "clb"), ("three", "bdl")]


class Counted(Hum):
    """A voice that takes a while, and counts what it says."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        self.said.append((text, voice))
        await asyncio.to_thread(threading.Event().wait, 0.01)  # in virtual time too
        if text == "two":
            message = "cannot be said"
            raise SpeechFailure(message)
        return Speech(tone(1.0) + text.encode())


def test_lines_are_spoken_ahead_in_order_and_once() -> None:
    voice = Counted()

    async def meeting() -> Speech | None:
        rehearsal = Rehearsal(voice, RealClock())
        async with rehearsal.going_on(LINES):
            first = await rehearsal.speech_of(LINES[0])
            await asyncio.sleep(0.1)
            assert voice.said == LINES
            assert (await rehearsal.speech_of(LINES[2])) is not None
        return first

    first = asyncio.run(meeting())

    assert first is not None
    assert first.pcm.endswith(b"one")
    assert voice.said == LINES


def test_what_cannot_be_spoken_fails_when_it_is_needed() -> None:
    async def meeting() -> None:
        rehearsal = Rehearsal(Counted(), RealClock())
        async with rehearsal.going_on(LINES):
            await asyncio.sleep(0.1)
            with pytest.raises(BrokenOff, match="cannot be said"):
                await rehearsal.speech_of(LINES[1])

    asyncio.run(meeting())


def test_a_meeting_that_ends_stops_the_rehearsal() -> None:
    voice = Counted()

    async def meeting() -> None:
        async with Rehearsal(voice, RealClock()).going_on(LINES):
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)

    asyncio.run(meeting())

    assert voice.said == LINES[:1]


def test_on_virtual_time_nothing_is_spoken_before_it_is_needed() -> None:
    voice = Counted()

    async def meeting(clock: Clock) -> None:
        rehearsal = Rehearsal(voice, clock)
        async with rehearsal.going_on(LINES):
            await clock.sleep(5.0)
            assert voice.said == []
            await rehearsal.speech_of(LINES[2])

    hold(meeting)

    assert voice.said == LINES[2:]


def test_without_a_voice_nothing_is_spoken() -> None:
    async def meeting() -> Speech | None:
        rehearsal = Rehearsal(None, RealClock())
        async with rehearsal.going_on(LINES):
            return await rehearsal.speech_of(LINES[0])

    assert asyncio.run(meeting()) is None


def test_a_voice_that_fails_is_the_harness_s_fault() -> None:
    async def meeting() -> None:
        await Rehearsal(Hoarse(), RealClock()).speech_of(LINES[0])

    with pytest.raises(BrokenOff) as raised:
        asyncio.run(meeting())
    assert (raised.value.culprit, raised.value.code) == ("harness", "speech_failed")
