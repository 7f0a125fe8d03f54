"""A meeting is held again whose agent somebody has started since, and no other."""

from pathlib import Path

import pytest
from tests.staging.smoke_meeting import answer, recorded_meeting
from tests.staging.trials import quiet_options

from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.running.progress import finished_recording
from modylbench.providers.addresses import LiveKitAddress
from modylbench.recording.recording import AgentUnderTest, Fault, MeetingRecording
from modylbench.runs.run import Trial

NEVER = Fault(culprit="agent", code="never_joined", detail="no agent came within 30 s")
LATE = Fault(culprit="agent", code="timed_out", detail="no answer")


def found(folder: Path, agent: str, *faults: Fault) -> MeetingRecording | None:
    """What is kept of a meeting of that agent with these faults."""
    named = AgentUnderTest(name=agent)
    recording = recorded_meeting(folder, answer(), faults=faults).model_copy(
        update={"agent": named}
    )
    TrialDirectory(folder).keep("recording", recording)
    address = LiveKitAddress("ws://127.0.0.1:7880", "key", "secret")
    options = quiet_options(folder, agent=agent, livekit=address)
    (folder / recording.log.path).write_text("")
    trial = Trial(scenario="s", scenario_id="s", seed=0)
    return finished_recording(trial, folder, agent=named, options=options)


@pytest.mark.parametrize("agent", ["livekit", "livekit:bot"])
def test_one_to_which_an_agent_from_outside_never_came_is_held_again(
    agent: str, tmp_path: Path
) -> None:
    assert found(tmp_path, agent, NEVER) is None


@pytest.mark.parametrize(
    ("agent", "faults"),
    [("livekit:bot", ()), ("livekit:bot", (LATE,)), ("oracle", (NEVER,)), ("livekitty", (NEVER,))],
)
def test_all_others_are_kept(agent: str, faults: tuple[Fault, ...], tmp_path: Path) -> None:
    assert found(tmp_path, agent, *faults) is not None
