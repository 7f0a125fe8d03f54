"""The same command finds its run again, and another command never does."""

import json
from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.run import RunPlan, Trial, begin_run
from modylbench.runs.variant import beat_range, select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate


def plan(**changes: object) -> RunPlan:
    asked: dict[str, object] = {
        "agent": AgentUnderTest(name="chat:a/b"),
        "scenarios": ("financial_analyst",),
        "scenario_versions": {"financial_analyst": 1},
        "seeds": (0,),
        "edge_cases": "seed",
        "beats": "",
        "audio": "none",
        "screens": False,
        "harness_version": "0",
        "harness_digest": "0",
        "git_commit": "abc",
        "trials": (Trial(scenario="financial_analyst", scenario_id="financial_analyst", seed=0),),
    }
    return RunPlan.model_validate(asked | changes)


def test_equal_plans_are_one_run(tmp_path: Path) -> None:
    first = begin_run(plan(), tmp_path / plan().name)
    again = begin_run(plan(git_commit="def"), tmp_path / plan(git_commit="def").name)

    assert again == first
    assert plan().name.startswith("chat-a-b-")


@pytest.mark.parametrize(
    "changes",
    [
        {"seeds": (0, 1)},
        {"beats": "1-2"},
        {"audio": "RHVoice 1.8"},
        {"screens": True},
        {"harness_version": "1"},
        {"harness_digest": "1"},
        {"scenario_versions": {"financial_analyst": 2}},
        {"edge_cases": "none"},
        {"agent": AgentUnderTest(name="chat:a/b", settings={"base_url": "x"})},
        {"room": "livekit", "server": "127.0.0.1:7880", "join_timeout_s": 30.0},
    ],
    ids=str,
)
def test_whatever_is_asked_differently_is_another_run(
    changes: dict[str, object], tmp_path: Path
) -> None:
    begin_run(plan(), tmp_path)

    assert plan(**changes).name != plan().name
    with pytest.raises(BadFile, match="holds another run"):
        begin_run(plan(**changes), tmp_path)


def test_another_server_or_patience_is_another_run() -> None:
    here = {"room": "livekit", "server": "127.0.0.1:7880", "join_timeout_s": 30.0}
    names = {
        plan(**here | changes).name
        for changes in ({}, {"server": "127.0.0.1:7881"}, {"join_timeout_s": 60.0})
    }

    assert len(names) == 3


def test_a_run_from_before_there_were_servers_is_one_in_process(tmp_path: Path) -> None:
    begin_run(plan(), tmp_path)
    path = tmp_path / "run.json"
    kept = json.loads(path.read_text())
    for key in ("room", "server", "join_timeout_s"):
        del kept[key]
    path.write_text(json.dumps(kept))

    assert begin_run(plan(), tmp_path).room == "in process"
    assert plan().name == "chat-a-b-9b106333"


def test_a_trial_has_a_folder_of_its_own() -> None:
    trial = Trial(scenario="../../somewhere", scenario_id="financial_analyst", seed=7)

    assert trial.folder == "financial_analyst/seed-7"
    with pytest.raises(ValueError, match="scenario_id"):
        Trial(scenario="x", scenario_id="../../x", seed=7)


@pytest.mark.parametrize("text", ["0", "9", "3-2", "1-9", "a", "1-", "1,2", "-1", ""])
def test_beats_that_are_not_there_are_refused(text: str) -> None:
    with pytest.raises(UserMistake, match="expected some of 1-8"):
        beat_range(text, 8)


def test_a_part_of_a_meeting_keeps_its_numbers() -> None:
    whole = instantiate(scenario("financial_analyst"), 0)
    part = select_beats(whole, "2-3").scenario

    assert [turn.beat for turn in part.turns] == [turn.beat for turn in whole.scenario.turns[1:3]]
    assert part.turns[0].turn_index == whole.scenario.turns[1].turn_index
    assert part.closing is None
    assert part.metadata["official"] is False
    indexes = {slot.turn_index for slot in part.human_turns()}
    assert {mutation.turn_index for mutation in part.expected_mutations} <= indexes
    assert part.expected_mutations
    assert select_beats(whole, "") is whole


def test_the_last_beat_brings_the_closing() -> None:
    whole = instantiate(scenario("business_analyst"), 0)

    assert select_beats(whole, "8").scenario.closing == whole.scenario.closing is not None
