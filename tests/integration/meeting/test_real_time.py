"""A meeting in real time is recorded like any other."""

import asyncio
import time
from pathlib import Path

import pytest
from tests.integration.meeting.capture.test_words import shows
from tests.staging.meetings import (
    AgentTools,
    Answer,
    AnsweringAgent,
    Hum,
    fault_codes,
    is_complete,
    short_scenario,
    tone,
)
from typing_extensions import override

from modylbench.documents.page.walk import PageWalk, walk_page
from modylbench.documents.prose import html_file
from modylbench.foundation.clock import RealClock
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.room import A2UI
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.providers.speech.speech import Speech
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.script import Condition


class Brief(Hum):
    """A voice that hums for a fifth of a second."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return Speech(tone(0.2))


async def conduct_in_real_time(
    scenario: Scenario, answer: Answer, folder: Path
) -> MeetingRecording:
    clock = RealClock()
    room = InProcessRoom("room", clock)
    arrangements = Arrangements(
        room=room,
        clock=clock,
        folder=folder,
        agent=AgentUnderTest(name="test"),
        attendee=AnsweringAgent(answer),
        voice=Brief(),
        screens=None,
        shown_work=WorkReader(scenario),
        watcher=lambda *_: None,
        no_screens="not wanted",
    )
    try:
        return await conduct_meeting(scenario, arrangements)
    finally:
        await room.aclose()


def test_a_meeting_in_real_time_is_recorded_like_any_other(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        text = shows("Seven.", 1, is_new=True).text
        await desk.connection.send_text(text, A2UI, {"seq": "1"})
        share = await desk.connection.publish_screen()
        await desk.clock.sleep(0.1)
        await share.show(16, 9, bytes([255, 0, 0, 255]) * (16 * 9))
        await desk.say("Seven.", 0.2)

    recording = asyncio.run(conduct_in_real_time(short_scenario(1), answer, tmp_path))

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


def test_the_meeting_goes_on_while_a_page_that_the_agent_handed_in_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = short_scenario(2)
    beat = scenario.turns[0]
    slot = beat.follow_ups[0]
    asking = slot.alternatives[0].model_copy(update={"when": Condition(shown="exit_ev")})
    slot = slot.model_copy(update={"alternatives": (asking, slot.alternatives[-1])})
    turns = (beat.model_copy(update={"follow_ups": (slot,)}),)
    ticks: list[float] = []
    spans: list[tuple[float, float]] = []

    def read_page(html: str) -> PageWalk:
        begun = time.perf_counter()
        walk = walk_page(html)
        spans.append((begun, time.perf_counter()))
        return walk

    async def answer(desk: AgentTools) -> None:
        if desk.number == 1:
            page = b"<h1>LBO model</h1><p>Exit EV is $500.0M.</p>"
            await desk.connection.send_file("m.html", page, mime_type="text/html", attributes={})
        await desk.say("Seven.", 0.2)

    async def tick() -> None:
        while True:
            ticks.append(time.perf_counter())
            await asyncio.sleep(0.01)

    async def meeting() -> MeetingRecording:
        ticking = asyncio.create_task(tick())
        try:
            script = scenario.model_copy(update={"turns": turns})
            return await conduct_in_real_time(script, answer, tmp_path)
        finally:
            ticking.cancel()

    monkeypatch.setattr(html_file, "walk_page", read_page)
    recording = asyncio.run(meeting())

    [(begun, ended)] = spans
    assert sum(begun < moment < ended for moment in ticks) > 5
    assert (len(recording.turns), fault_codes(recording)) == (2, [])
