"""A meeting in real time is recorded like any other."""

import asyncio
from pathlib import Path

from tests.integration.meeting.capture.test_words import shows
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Hum,
    fault_codes,
    is_complete,
    short_scenario,
    tone,
)
from typing_extensions import override

from modylbench.foundation.clock import RealClock
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.room import A2UI
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.providers.speech.speech import Speech
from modylbench.recording.recording import AgentUnderTest, MeetingRecording


class Brief(Hum):
    """A voice that hums for a fifth of a second."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return Speech(tone(0.2))


def test_a_meeting_in_real_time_is_recorded_like_any_other(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        text = shows("Seven.", 1, is_new=True).text
        await desk.connection.send_text(text, A2UI, {"seq": "1"})
        share = await desk.connection.publish_screen()
        await desk.clock.sleep(0.1)
        await share.show(16, 9, bytes([255, 0, 0, 255]) * (16 * 9))
        await desk.say("Seven.", 0.2)

    async def meeting() -> MeetingRecording:
        clock = RealClock()
        room = InProcessRoom("room", clock)
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=tmp_path,
            agent=AgentUnderTest(name="test"),
            attendee=AnsweringAgent(answer),
            voice=Brief(),
            screens=None,
            shown_work=WorkReader(short_scenario(1)),
            watcher=lambda *_: None,
            no_screens="not wanted",
        )
        try:
            return await conduct_meeting(short_scenario(1), arrangements)
        finally:
            await room.aclose()

    recording = asyncio.run(meeting())

    turn = recording.turns[0]
    assert (recording.setting.clock, recording.ending, fault_codes(recording)) == (
        "real",
        "completed",
        [],
    )
    assert [utterance.text for utterance in turn.agent.said] == ["Seven."]
    assert turn.agent.surfaces is not None
    assert [frame.source for frame in turn.agent.frames] == ["screenshare"]
    assert [reception.missing_s for reception in turn.reception] == [0.0, 0.0]
    assert is_complete(recording, tmp_path)
