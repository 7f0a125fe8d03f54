"""Meetings of several people on a LiveKit server pass the suite of every room."""

import asyncio
import itertools
from pathlib import Path

import pytest
from tests.contract.side_talk_suite import *  # noqa: F403 - the tests of the suite
from tests.contract.side_talk_suite import MeetingKind
from tests.staging.livekit.meetings import Setup, hold_on_server
from tests.staging.livekit.runs import StarvationCount

from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.scenario import Scenario

NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def held_in(livekit: LiveKitAddress) -> MeetingKind:
    starving = StarvationCount()

    def hold(
        attendee: AgentAttendee, folder: Path, scenario: Scenario, voice: TextToSpeech
    ) -> MeetingRecording:
        how = Setup(attendee=attendee, scenario=scenario, voice=voice)
        name = f"side-talk-{next(NUMBERS)}"
        with starving.watched():
            return asyncio.run(hold_on_server(name, livekit, folder, how)).recording

    return MeetingKind(hold, usual_slack_s=0.3, starved_s=lambda: starving.starved_s)
