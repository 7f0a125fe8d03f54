"""A run that is ended from outside, or loses a process, is cleared up and resumed."""

import os
import signal
import time
from pathlib import Path

import pytest
from tests.staging.livekit.runs import RunningCommand, is_running, rooms_left

from modylbench.providers.addresses import LiveKitAddress

NOBODY = ("--agent", "livekit", "--join-timeout", "60", "--judges", "none")
CLEARED_UP_S = 15.0


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_told_to_end_leaves_no_process_and_no_room(
    told: signal.Signals, livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    running = RunningCommand(livekit, small_scenario, tmp_path, *NOBODY)
    room = running.room()
    children = running.children()
    running.process.send_signal(told)
    began = time.perf_counter()
    code, _, err = running.ended()

    assert code == 130
    assert err.splitlines()[-1] == "modylbench: interrupted"
    assert time.perf_counter() - began < CLEARED_UP_S
    assert children
    assert not any(is_running(child) for child in children)
    assert not rooms_left(livekit, room, within_s=1.0)
    assert not list(tmp_path.rglob("recording.json"))


def test_one_that_is_killed_takes_its_meetings_with_it(
    livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    running = RunningCommand(livekit, small_scenario, tmp_path, *NOBODY)
    room = running.room()
    children = running.children()
    running.process.kill()
    running.ended()
    latest = time.perf_counter() + CLEARED_UP_S
    while any(is_running(child) for child in children) and time.perf_counter() < latest:
        time.sleep(0.1)

    assert children
    assert not any(is_running(child) for child in children)
    assert not rooms_left(livekit, room)


@pytest.mark.nightly
def test_a_meeting_whose_process_dies_is_told_and_the_others_are_held(
    livekit: LiveKitAddress, small_scenario: Path, tmp_path: Path
) -> None:
    options = ("--agent", "livekit", "--join-timeout", "2", "--judges", "none", "--seeds", "0-1")
    running = RunningCommand(livekit, small_scenario, tmp_path, *options)
    running.room()
    [child] = running.children()
    os.kill(child, signal.SIGKILL)
    code, out, _ = running.ended()

    assert code == 1
    assert "seed 0: 0 of 0 requests answered" in out
    assert "INVALID, to be held again: its process ended with code -9" in out
    assert "seed 1: 0 of 3 requests answered" in out
    assert len(list(tmp_path.rglob("recording.json"))) == 1
    again = RunningCommand(livekit, small_scenario, tmp_path, *options)
    code, out, _ = again.ended()
    assert code == 0
    assert "seed 0: 0 of 3 requests answered" in out
    assert "kept from an earlier start" not in out, "an agent that did not come may come now"
