"""A meeting that the harness spoilt is held again, and never taken for a finished one."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.staging.trials import quiet_options

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, MeetingContext
from modylbench.foundation.clock import Clock
from modylbench.meeting.arrangements import Attendee
from modylbench.meeting.room import Room
from modylbench.pipeline.equipment import Equipment, RunOptions
from modylbench.pipeline.running.progress import finished_recording
from modylbench.pipeline.trial import ATTEMPTS, run_trial
from modylbench.providers.addresses import LiveKitAddress
from modylbench.recording.reading import altered_files, read_recording
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.runs.run import Trial
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.variant import instantiate


class Spoiling:
    """Attends, and fails as no agent would."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        message = f"{invitation.title}: the seat in {room.name} broke at {clock.now_s():g} s"
        raise RuntimeError(message)


class SpoiltAtFirst:
    """The oracle, whose first meetings the harness spoils."""

    name = "oracle"
    settings: Mapping[str, str] = {}

    def __init__(self, spoilt: int) -> None:
        self.made = 0
        self._spoilt = spoilt
        self._oracle = choose_agent("oracle", AgentOptions())

    def attendee(self, place: MeetingContext) -> Attendee:
        self.made += 1
        return Spoiling() if self.made <= self._spoilt else self._oracle.attendee(place)


def held(agent: SpoiltAtFirst, folder: Path) -> tuple[MeetingRecording, RunOptions]:
    options = quiet_options(folder, beats="1")
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    equipment = Equipment(options, agent, None, None)
    return run_trial(variant, folder / "trial", equipment, lambda *_: None), options


@pytest.mark.parametrize("spoilt", [0, 1, ATTEMPTS - 1])
def test_a_spoilt_meeting_is_held_again_until_one_is_valid(spoilt: int, tmp_path: Path) -> None:
    agent = SpoiltAtFirst(spoilt)
    recording, _ = held(agent, tmp_path)

    assert agent.made == spoilt + 1
    assert recording.is_valid
    assert recording.faults == ()
    assert recording.setting.attempt == spoilt + 1
    assert altered_files(read_recording(tmp_path / "trial"), tmp_path / "trial") == []


def test_one_that_is_always_spoilt_is_kept_as_invalid_and_not_as_finished(tmp_path: Path) -> None:
    agent = SpoiltAtFirst(ATTEMPTS)
    recording, options = held(agent, tmp_path)

    assert agent.made == ATTEMPTS
    assert not recording.is_valid
    assert {fault.culprit for fault in recording.faults} == {"harness"}
    trial = Trial(scenario="financial_analyst", scenario_id="financial_analyst", seed=0)
    under_test = AgentUnderTest(name="oracle")
    assert finished_recording(trial, tmp_path / "trial", agent=under_test, options=options) is None


def test_a_meeting_in_process_is_not_taken_for_one_on_a_server(tmp_path: Path) -> None:
    _, options = held(SpoiltAtFirst(0), tmp_path)
    trial = Trial(scenario="financial_analyst", scenario_id="financial_analyst", seed=0)
    under_test = AgentUnderTest(name="oracle")
    elsewhere = replace(options, livekit=LiveKitAddress("ws://127.0.0.1:7880", "key", "secret"))

    assert (
        finished_recording(trial, tmp_path / "trial", agent=under_test, options=options) is not None
    )
    assert (
        finished_recording(trial, tmp_path / "trial", agent=under_test, options=elsewhere) is None
    )
