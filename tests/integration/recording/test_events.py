"""The events of meetings that were held, and the turns that are seen in them."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError
from tests.staging.meetings import record_meeting
from tests.staging.recordings import with_turns

from modylbench.foundation.errors import BadFile
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.events import SurfaceUpdate, Utterance, started_s
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.talk import floors, overlaps, talk_of
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("held")
    variant = instantiate(scenario("financial_analyst"), 3)
    recording = record_meeting("oracle", variant, path, beats="1-2")
    TrialDirectory(path).keep("recording", recording)
    return path


@pytest.fixture
def recording(folder: Path) -> MeetingRecording:
    return read_recording(folder)


def test_events_stand_in_the_order_of_their_time(recording: MeetingRecording) -> None:
    times = [started_s(event) for event in recording.events]

    assert len(times) > 20
    assert times == sorted(times)


def test_every_message_for_surfaces_has_its_second(
    recording: MeetingRecording, folder: Path
) -> None:
    updates = [event for event in recording.events if isinstance(event, SurfaceUpdate)]

    assert updates
    for exchange in recording.exchanges:
        lines = [
            line
            for update in updates
            if update.turn_index == exchange.turn_index
            for line in range(update.first_line, update.first_line + update.messages)
        ]
        sent = exchange.messages
        count = 0 if sent is None else len((folder / sent.path).read_bytes().splitlines())
        assert lines == list(range(count))
    ends = {exchange.turn_index: exchange.ended_s for exchange in recording.exchanges}
    assert all(update.at_s <= ends[update.turn_index] for update in updates)


def test_people_speak_to_the_agent_and_the_agent_speaks_freely(recording: MeetingRecording) -> None:
    said = [event for event in recording.events if isinstance(event, Utterance)]
    planned = [utterance for utterance in said if utterance.planned is not None]

    assert len({utterance.id for utterance in said}) == len(said)
    assert [utterance.id for utterance in planned] == [
        exchange.asked for exchange in recording.exchanges
    ]
    assert all(utterance.addressees == ("agent",) for utterance in planned)
    assert {utterance.speaker for utterance in said if utterance.planned is None} == {"agent"}


def test_in_a_meeting_of_two_that_goes_well_the_floor_goes_to_and_fro(
    recording: MeetingRecording,
) -> None:
    talk = talk_of(recording.events)

    holders = [floor.holder for floor in floors(talk)]

    assert holders[::2] == ["priya_nair"] * len(recording.turns)
    assert holders[1::2] == ["agent"] * len(recording.turns)
    assert not overlaps(talk)


def test_turns_can_be_taken_apart_and_seen_again(recording: MeetingRecording) -> None:
    def without_ids(seen: MeetingRecording) -> list[object]:
        return [turn.model_dump() for turn in seen.turns]

    assert without_ids(with_turns(recording, recording.turns)) == without_ids(recording)


def test_a_copy_with_other_events_has_other_turns(recording: MeetingRecording) -> None:
    last = recording.turns[-1].turn_index

    assert [turn.turn_index for turn in recording.of_turn(last).turns] == [last]
    assert len(recording.turns) > 1


def test_a_recording_of_another_version_is_refused_in_one_line(
    recording: MeetingRecording, tmp_path: Path
) -> None:
    old = recording.model_dump(mode="json") | {"schema_version": 1}
    (tmp_path / "recording.json").write_text(json.dumps(old))

    with pytest.raises(BadFile) as refused:
        read_recording(tmp_path)

    told = str(refused.value)
    assert "found version 1 of MeetingRecording, expected 2; hold the meeting again" in told
    assert "\n" not in told


def test_an_exchange_that_nobody_opened_is_no_recording(recording: MeetingRecording) -> None:
    value = recording.model_dump(mode="json")
    value["exchanges"][1]["asked"] = value["exchanges"][0]["asked"]

    with pytest.raises(ValidationError, match="begins with no utterance"):
        MeetingRecording.model_validate_json(json.dumps(value))
