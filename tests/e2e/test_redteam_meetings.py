"""Every agent of the red team finishes a meeting and leaves a complete, equal record."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.staging.agents import Hum
from tests.staging.redteam import RED_TEAM, record_trial, short_variant
from tests.staging.sampling import IS_NIGHTLY
from tests.staging.variants import variant_of

from modylbench.foundation.record import canonical_json
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.turns import RecordedTurn
from modylbench.scenarios.catalogue import shipped_scenarios, write_skeleton
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

OURS_TO_BLAME = {"harness", "infrastructure"}


def kept(folder: Path, recording: MeetingRecording) -> Iterator[str]:
    """The record, and every file beside it."""
    yield canonical_json(recording.model_dump(mode="json"))
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield f"{path.relative_to(folder)} {path.read_bytes().hex()}"


def scenarios_for(agent: str) -> list[str]:
    """So that every scenario is held by several agents; unit tests have all of all, unrecorded."""
    names, number = list(shipped_scenarios()), RED_TEAM.index(agent)
    apart = (0, len(names) // 2) if IS_NIGHTLY else (0,)
    return [names[(number + far) % len(names)] for far in apart]


@pytest.mark.parametrize(
    ("agent", "name"), [(agent, name) for agent in RED_TEAM for name in scenarios_for(agent)]
)
def test_first_beats_and_the_edge_case_are_recorded_twice_the_same_without_a_fault_of_ours(
    agent: str, name: str, tmp_path: Path
) -> None:
    variant = short_variant(variant_of(name, 1))
    folders = [tmp_path / "first", tmp_path / "second"]

    recording, again = [record_trial(agent, variant, folder) for folder in folders]

    assert recording.is_valid
    assert len(recording.turns) == recording.planned_turns
    assert not [fault for fault in recording.faults if fault.culprit in OURS_TO_BLAME]
    outcome = "timed_out" if agent == "silent" else "answered"
    assert {turn.agent.outcome for turn in recording.turns} == {outcome}
    assert recording.ending in ("completed", "out_of_time")
    assert all(turn.agent.surface_faults == () for turn in recording.turns)
    first, second = list(kept(folders[0], recording)), list(kept(folders[1], again))
    assert first == second
    assert len(first) > 2


def overlap_s(turn: RecordedTurn) -> float:
    """For how long the agent's voice was heard over that of a person."""
    people = [voice for voice in turn.voices if voice.identity != "agent"]
    return sum(
        max(0.0, min(voice.ended_s, other.ended_s) - max(voice.started_s, other.started_s))
        for voice in turn.voices
        if voice.identity == "agent"
        for other in people
    )


@pytest.mark.parametrize(("agent", "is_rude"), [("oracle", False), ("interrupter", True)])
def test_the_interrupter_is_heard_over_the_human(agent: str, is_rude: bool, tmp_path: Path) -> None:
    variant = short_variant(variant_of("financial_analyst", 0))

    recording = record_trial(agent, variant, tmp_path, voice=Hum())

    assert recording.is_valid
    rude = [turn for turn in recording.turns if overlap_s(turn) > 0.5]
    assert bool(rude) == is_rude
    assert len(rude) < len(recording.turns)
    early = [turn for turn in rude if (turn.agent.latency.response_s or 0.0) < 0.0]
    assert early == rude


@pytest.mark.parametrize("agent", RED_TEAM)
def test_a_scenario_that_somebody_else_wrote_is_no_harder(agent: str, tmp_path: Path) -> None:
    folder = write_skeleton("somebody_elses", tmp_path)
    variant = instantiate(load(folder), 2)

    recording = record_trial(agent, variant, tmp_path / "trial")

    assert recording.is_valid
    assert {fault.culprit for fault in recording.faults} <= (
        {"agent"} if agent == "silent" else set()
    )
    assert len(recording.turns) > 0
