"""Meetings of several people in process pass the suite of every room."""

from pathlib import Path

import pytest
from tests.contract.side_talk_suite import *  # noqa: F403 - the tests of the suite
from tests.contract.side_talk_suite import MeetingKind
from tests.staging.meetings import Setup, hold_meeting

from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.scenario import Scenario


def hold_in_process(
    attendee: AgentAttendee, folder: Path, scenario: Scenario, voice: TextToSpeech
) -> MeetingRecording:
    return hold_meeting(attendee, folder, Setup(scenario=scenario, voice=voice))


@pytest.fixture(scope="module")
def held_in() -> MeetingKind:
    return MeetingKind(hold_in_process, usual_slack_s=0.1)
