"""A recording is on the disk before anybody is told of it, or it is told why not."""

import os
from pathlib import Path

import pytest
from tests.staging.meetings import (
    AnsweringAgent,
    Setup,
    answer_politely,
    fault_codes,
    hold_meeting,
    is_complete,
)


def test_a_log_that_cannot_be_made_to_last_is_the_harness_s_fault(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").symlink_to(os.devnull)  # takes every write, and cannot be synced

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path)

    assert fault_codes(recording) == [("harness", "capture_failed")]
    assert not recording.is_valid


def test_every_file_and_folder_is_made_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: set[str] = set()
    before = os.fsync

    def seen(number: int) -> None:
        settled.add(str(Path(f"/proc/self/fd/{number}").readlink()))
        before(number)

    monkeypatch.setattr(os, "fsync", seen)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(slots=2))

    assert {str(tmp_path), *map(str, tmp_path.rglob("*"))} <= settled
    assert is_complete(recording, tmp_path)
