"""`modylbench run` holds, records and scores meetings on a real LiveKit server."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

from tests.staging.livekit.runs import RunningCommand, rooms_left

from modylbench.providers.addresses import LiveKitAddress
from modylbench.recording.reading import altered_files, read_recording, recording_folders
from modylbench.recording.recording import MeetingRecording

BOT = Path(__file__).parents[1] / "staging" / "livekit" / "beeping_bot.py"


def recorded(output: Path) -> MeetingRecording:
    [folder] = recording_folders(output)
    recording = read_recording(folder)
    assert altered_files(recording, folder) == []
    assert recording.setting.room == "livekit"
    assert recording.setting.clock == "real"
    return recording


def outcome(running: RunningCommand, *, code: int = 0) -> dict[str, Any]:
    ended_with, out, err = running.ended()
    assert ended_with == code, err
    [row] = json.loads(out)["trials"]
    assert isinstance(row, dict)
    return row


def secrets_in(output: Path, address: LiveKitAddress) -> list[Path]:
    secret = address.api_secret.encode()
    return [path for path in output.rglob("*") if path.is_file() and secret in path.read_bytes()]


def test_the_oracle_is_heard_and_scored_there(
    livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    running = RunningCommand(
        livekit, small_scenario, tmp_path / "out", "--agent", "oracle", "--json"
    )
    room = running.room()
    row = outcome(running)

    recording = recorded(tmp_path / "out")
    assert row["is_valid"]
    assert row["answered"] == row["planned"] == 3
    assert row["judged"]["score"] is not None
    assert recording.ending == "completed"
    assert recording.setting.has_captions
    assert all(turn.agent.audio is not None for turn in recording.turns)
    assert not rooms_left(livekit, room)
    assert not secrets_in(tmp_path / "out", livekit)


def test_a_command_that_is_launched_is_recorded_and_ended(
    livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    launch = shlex.join([sys.executable, str(BOT)])
    options = ("--agent", "livekit", "--launch", launch, "--judges", "none", "--json")
    running = RunningCommand(livekit, small_scenario, tmp_path / "out", *options)
    room = running.room()
    row = outcome(running)

    recording = recorded(tmp_path / "out")
    assert row["is_valid"]
    assert recording.ending == "completed"
    assert not recording.setting.has_captions
    assert [
        participant.identity
        for participant in recording.participants
        if participant.kind == "agent"
    ] == ["agent"]
    assert any(voice.identity == "agent" for turn in recording.turns for voice in turn.voices)
    lines = [message.text for turn in recording.turns for message in turn.agent.chat]
    assert "One more beep." in lines
    [log] = (tmp_path / "out").rglob("*.log")
    assert log.read_text().startswith(f"joined {room}")
    assert not rooms_left(livekit, room)
    assert not secrets_in(tmp_path / "out", livekit)


def test_an_agent_that_never_comes_is_at_fault_for_it(
    livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    options = ("--agent", "livekit", "--join-timeout", "2", "--judges", "none", "--json")
    running = RunningCommand(livekit, small_scenario, tmp_path / "out", *options)
    room = running.room()
    row = outcome(running, code=1)

    recording = recorded(tmp_path / "out")
    assert row["is_valid"]
    assert row["why_cut"] == "no agent came within 2 s"
    assert recording.ending == "agent_left"
    assert [(fault.culprit, fault.code) for fault in recording.faults] == [
        ("agent", "never_joined")
    ]
    assert recording.setting.attempt == 1
    assert not rooms_left(livekit, room)

    again = RunningCommand(livekit, small_scenario, tmp_path / "out", *options)
    assert again.room() != room, "somebody may have started it since"
    assert not outcome(again, code=1)["was_kept"]
