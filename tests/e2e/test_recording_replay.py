"""`modylbench recording verify --replay`: what follows from its events passes, the rest is told."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command

MEETING = ("--scenarios", "scientist", "--seeds", "0", "--beats", "1", "--no-audio", "--no-screens")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run_command("run", "--agent", "oracle", *MEETING, "--judges", "none", "--output", tmp_path)
    [folder] = tmp_path.glob("*/scientist/seed-0")
    return folder


def change(folder: Path, **update: Any) -> None:
    """The record says something else of the meeting; all its files stay as they are."""
    path = folder / "recording.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    for name, value in update.items():
        record[name] = record[name] | value if isinstance(value, dict) else value
    path.write_text(json.dumps(record), encoding="utf-8")


def test_an_honest_recording_follows_from_its_events(folder: Path) -> None:
    told = run_command("recording", "verify", folder, "--replay").stdout

    assert "and all follows from its events" in told


def test_a_recording_that_names_nobody_of_its_script_is_told(folder: Path) -> None:
    change(folder, setting={"human": "somebody"})
    told = run_command("recording", "verify", folder, "--replay", code=1).stdout

    assert "setting.human: names 'somebody', expected the script of its scenario" in told


def test_a_recording_with_other_words_of_the_agent_is_told(folder: Path) -> None:
    record = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
    said = next(
        event
        for event in record["events"]
        if event["kind"] == "utterance" and event["planned"] is None
    )
    said["text"] = "Wiser words."
    change(folder, events=record["events"])
    told = run_command("recording", "verify", folder, "--replay", code=1).stdout

    assert "the agent's words: text is 'Wiser words.', by the log" in told
