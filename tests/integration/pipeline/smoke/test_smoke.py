"""When a short meeting on LiveKit is not to be relied on."""

from pathlib import Path

import pytest
from tests.staging.smoke_meeting import answer, recorded_meeting
from tests.staging.trials import plan_of, quiet_options

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.panel.choice import OFFLINE, PanelChoice
from modylbench.pipeline.smoke.smoke import SmokeMeeting, hold_smoke_meeting, problems, smoke_of
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.models.options import JudgingOptions
from modylbench.recording.events import Reception
from modylbench.recording.recording import Fault
from modylbench.recording.turns import AgentTurn


def tried(folder: Path, combined: float | None = 6.4, *, lost_s: float = 0.0) -> SmokeMeeting:
    received = (Reception(identity="bot", expected_s=10, made_up_s=lost_s),)
    return SmokeMeeting(
        folder, recorded_meeting(folder, answer(), answer(), reception=received), combined, ""
    )


@pytest.mark.parametrize(("other", "differs"), [(6.4, False), (6.2, False), (6.1, True)])
def test_scores_may_differ_by_a_fifth_of_a_point(
    other: float, differs: bool, tmp_path: Path
) -> None:
    found = problems(tried(tmp_path, other), tried(tmp_path))

    assert bool(found) == differs


def test_more_than_a_hundredth_of_the_sound_lost_is_a_problem(tmp_path: Path) -> None:
    assert problems(tried(tmp_path, lost_s=0.1), None) == []
    assert "1.10% of the sound" in problems(tried(tmp_path, lost_s=0.11), None)[0]


def test_without_a_score_nothing_can_be_compared(tmp_path: Path) -> None:
    assert problems(tried(tmp_path, None), tried(tmp_path)) == [
        "there are no two scores to compare"
    ]


def test_an_agent_that_was_never_there_is_a_problem(tmp_path: Path) -> None:
    never = Fault(culprit="agent", code="never_joined", detail="no agent came within 30 s")
    recording = recorded_meeting(tmp_path, events=(), faults=(never,))

    assert problems(SmokeMeeting(tmp_path, recording, 1.0, ""), None) == [
        "the agent was never there"
    ]


def test_an_agent_that_came_and_was_asked_nothing_was_there(tmp_path: Path) -> None:
    lost = Fault(culprit="infrastructure", code="link_lost", detail="for 15 s")
    recording = recorded_meeting(tmp_path, faults=(lost,))

    found = problems(SmokeMeeting(tmp_path, recording, None, "link_lost: for 15 s"), None)

    assert found == ["on LiveKit: link_lost: for 15 s"]


def test_an_agent_that_came_and_left_before_the_first_question_is_a_problem(tmp_path: Path) -> None:
    absent = AgentTurn(outcome="absent", ended_s=9)
    recording = recorded_meeting(tmp_path, absent, absent)

    found = problems(SmokeMeeting(tmp_path, recording, 1.0, ""), None)

    assert found == ["the agent came, and was there for no question"]


def test_an_older_recording_is_not_taken_for_one_that_was_not_made(tmp_path: Path) -> None:
    plan = plan_of(0, agent="nobody")
    place = tmp_path / plan.trials[0].folder
    place.mkdir(parents=True)
    TrialDirectory(place).keep("recording", recorded_meeting(place, answer(), answer()))
    address = LiveKitAddress("ws://127.0.0.1:1", "key", "secret")
    # Of an agent that nobody knows, so that the child fails before it touches the folder.
    options = quiet_options(tmp_path, agent="nobody", livekit=address)
    panel = PanelChoice((OFFLINE,), EvaluationOptions(), JudgingOptions(tmp_path))

    with pytest.raises(ModylBenchError, match="'nobody'"):
        hold_smoke_meeting(plan, tmp_path, options, panel=panel, report=lambda _: None)


def test_the_json_has_the_names_that_others_read(tmp_path: Path) -> None:
    told = smoke_of(tried(tmp_path), tried(tmp_path, 6.3), None).as_json()

    assert told["combined_livekit"] == 6.4
    assert told["combined_in_process"] == 6.3
    assert told["audio_loss"] == 0.0
    assert told["recording"] == str(tmp_path)
    assert {"latency", "emits", "missing", "problems"} <= told.keys()


def test_a_recording_that_is_thrown_away_is_not_named(tmp_path: Path) -> None:
    assert smoke_of(tried(tmp_path), None, None, stays=False).as_json()["recording"] is None
