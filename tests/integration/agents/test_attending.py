"""An agent that attends by itself hears everybody, and decides when it speaks and stops."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.integration.meeting.test_side_talk import LONG, line, of_many
from tests.staging.meetings import WORDS_S, Hum, Setup, fault_codes, hold_meeting
from typing_extensions import override

from modylbench.agents.agent import HeardEvent, Seat
from modylbench.agents.choice import MeetingContext
from modylbench.agents.hosted.agent import choose_class
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.recording.events import Utterance
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios import catalogue
from modylbench.scenarios.scenario import Cue, Scenario
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.variant import instantiate

PATIENT = """
class Patient:
    async def attend(self, seat):
        while True:
            for event in await seat.hear(5.0):
                if event.kind == "caption" and event.speaker == "priya_nair":
                    await seat.wait(0.7)
                    await seat.say(f"I heard {len(event.text)} characters.")
"""


class Attending:
    """Answers the one who asks, after a moment of its own, and keeps all that it hears."""

    def __init__(self, asker: str, answer: str = "It is done.") -> None:
        self._asker, self._answer = asker, answer
        self.heard: list[HeardEvent] = []

    async def attend(self, seat: Seat) -> None:
        while True:
            for event in await seat.hear(1.0):
                self.heard.append(event)
                if event.kind == "caption" and event.speaker == self._asker:
                    await seat.wait(0.45)
                    await seat.say(self._answer)


class Deaf(Attending):
    """Begins to speak and hears nothing more."""

    @override
    async def attend(self, seat: Seat) -> None:
        while not any(event.kind == "caption" for event in await seat.hear(1.0)):
            pass
        await seat.say(LONG)
        await seat.wait_for_playout()


def hold_with(agent: Any, folder: Path, scenario: Scenario, *, has_sound: bool) -> MeetingRecording:
    voice = Hum() if has_sound else None
    attendee = AgentAttendee(lambda: agent, MeasuredTiming(is_measured=False), voice, "agent")
    return hold_meeting(attendee, folder, Setup(scenario=scenario, voice=voice))


@pytest.mark.parametrize("has_sound", [False, True], ids=["words only", "with sound"])
def test_it_hears_all_and_answers_when_it_wants_to(tmp_path: Path, *, has_sound: bool) -> None:
    before = (line("a", "chair", to=("owner",)), line("b", "owner", to=("chair",)))
    script = of_many(before=before)
    agent = Attending(script.participants[0].identity)

    recording = hold_with(agent, tmp_path, script, has_sound=has_sound)

    captions = [(event.speaker, event.text) for event in agent.heard if event.kind == "caption"]
    asked = script.turns[0].human_utterance
    assert captions == [
        ("chair", before[0].text),
        ("owner", before[1].text),
        (script.participants[0].identity, asked),
    ]
    (turn,) = recording.turns
    assert [said.text for said in turn.agent.said] == ["It is done."]
    assert turn.agent.outcome == "answered"
    assert fault_codes(recording) == []
    joined = {event.speaker for event in agent.heard if event.kind == "joined"}
    assert {"chair", "owner", script.participants[0].identity} <= joined


def test_it_gets_the_sound_of_each_speaker(tmp_path: Path) -> None:
    script = of_many(before=(line("a", "chair"),))
    agent = Attending(script.participants[0].identity)

    hold_with(agent, tmp_path, script, has_sound=True)

    pcm = b"".join(event.pcm for event in agent.heard if event.speaker == "chair")
    loud = np.abs(np.frombuffer(pcm, dtype="<i2").astype(float)) > 0
    assert loud.sum() / SAMPLE_RATE_HZ == pytest.approx(WORDS_S, abs=0.1)


def test_nothing_ends_what_it_says_unless_it_stops_itself(tmp_path: Path) -> None:
    cue = Cue(
        id="cut_in",
        speaker="owner",
        trigger=Trigger(agent_speaks_s=1.0),
        text="Sorry, may I come in here?",
        if_not="Sorry, one second.",
        retries=2,
    )
    script = of_many(during=(cue,))

    recording = hold_with(Deaf("nobody"), tmp_path, script, has_sound=False)

    said = [
        event.text
        for event in recording.events
        if isinstance(event, Utterance) and event.speaker == "owner"
    ]
    assert said == [cue.text, cue.if_not, cue.if_not]
    (turn,) = recording.turns
    assert [words.ending for words in turn.agent.said] == ["whole"]


def test_an_agent_that_attends_and_fails_is_blamed(tmp_path: Path) -> None:
    class Failing:
        async def attend(self, seat: Seat) -> None:
            await seat.hear(1.0)
            message = "no more"
            raise RuntimeError(message)

    recording = hold_with(Failing(), tmp_path, of_many(wait_for_agent_sec=2.0), has_sound=False)

    assert ("agent", "raised") in fault_codes(recording)
    assert [turn.agent.outcome for turn in recording.turns] == ["timed_out"]


def test_a_class_in_its_own_process_may_attend(tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text(PATIENT, encoding="utf-8")
    variant = instantiate(catalogue.scenario("financial_analyst"), 0)
    choice = choose_class("patient", f"{tmp_path / 'patient.py'}:Patient")
    folder = tmp_path / "trial"
    folder.mkdir()
    attendee = choice.attendee(MeetingContext(variant, None, tmp_path / "log"))

    recording = hold_meeting(attendee, folder, Setup(scenario=of_many(), voice=None))

    (turn,) = recording.turns
    assert [said.text for said in turn.agent.said] == [
        f"I heard {len(turn.human.text)} characters."
    ]
    assert turn.agent.latency.response_s == pytest.approx(0.9, abs=0.3)
    assert fault_codes(recording) == []


def test_an_agent_that_is_asked_cannot_hear_by_itself(tmp_path: Path) -> None:
    problems: list[str] = []

    class Asked:
        async def answer(self, heard: object, seat: Seat) -> None:  # noqa: ARG002
            try:
                await seat.hear(1.0)
            except ValueError as refused:
                problems.append(str(refused))
            await seat.say("Yes.")
            await asyncio.sleep(0)

    hold_with(Asked(), tmp_path, of_many(), has_sound=False)

    assert len(problems) == 1
    assert "`attend`" in problems[0]
