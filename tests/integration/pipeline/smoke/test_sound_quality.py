"""Losses are shares of all sound, and latencies medians of what was seen."""

from pathlib import Path

import pytest
from tests.staging.smoke_meeting import answer, recorded_meeting

from modylbench.pipeline.smoke.sound_quality import audio_loss, latencies
from modylbench.recording.events import Reception
from modylbench.recording.latency import Latency


def test_what_is_missing_and_what_was_made_up_are_lost_alike(tmp_path: Path) -> None:
    received = (
        Reception(identity="bot", expected_s=30, missing_s=0.2, made_up_s=0.1),
        Reception(identity="ida", expected_s=10),
    )
    recording = recorded_meeting(tmp_path, answer(), answer(), reception=received)

    assert audio_loss(recording) == pytest.approx(0.3 / 40)


def test_without_sound_there_is_no_loss_to_tell(tmp_path: Path) -> None:
    assert audio_loss(recorded_meeting(tmp_path, answer(), answer())) is None


def test_a_part_that_was_not_seen_does_not_count_as_nothing(tmp_path: Path) -> None:
    first = answer(latency=Latency(response_s=2.0, endpointing_s=1.0, compute_s=1.0))
    recording = recorded_meeting(tmp_path, first, answer(latency=Latency(response_s=3.0)))

    found = latencies(recording)

    assert found["response_s"] == 2.5
    assert found["compute_s"] == 1.0
    assert found["transport_s"] is None
