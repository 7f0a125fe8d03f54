"""Opening a submission can hurt at most a process of its own."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from tests.staging.leaderboard.entries import upload
from tests.staging.processes import unruly_checks
from tests.staging.processes.unruly_checks import KEY

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.checking.isolation import (
    CheckingFailure,
    CheckingInterrupt,
    CheckTask,
    IsolatedExaminer,
)
from modylbench.leaderboard.checking.worker import Worker, WorkerLimits, WorkerOptions
from modylbench.leaderboard.signing import SignedVerdict, is_genuine
from modylbench.leaderboard.store.store import Store, open_store

ROOT = Path(__file__).parents[2]
DESK = WorkerOptions(KEY, b"secret")
SOON_S = 10.0
nightly = pytest.mark.skipif(
    settings.get_current_profile_name() != "nightly", reason="a process more: nightly"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store("", tmp_path / "board") as found:
        yield found


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (unruly_checks.sleeps, "longer than 1.5 s"),
        (unruly_checks.eats, "with code 1"),
        pytest.param(unruly_checks.spins, f"with code -{signal.SIGKILL.value}", marks=nightly),
        pytest.param(unruly_checks.dies, f"with code -{signal.SIGSEGV.value}", marks=nightly),
        pytest.param(unruly_checks.babbles, "cannot be read", marks=nightly),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_whatever_the_process_does_is_our_failure(work: Any, told: str, tmp_path: Path) -> None:
    timeout_s = 1.5 if work is unruly_checks.sleeps else 60
    apart = IsolatedExaminer(RealClock(), 1024**3, timeout_s, look_s=0.1, work=work)
    task = CheckTask(tmp_path / "file", tmp_path / "work", b"", "", tmp_path)

    with pytest.raises(CheckingFailure, match=told):
        apart.reply(task, lambda: True)


def test_a_process_whose_claim_is_lost_is_ended(tmp_path: Path) -> None:
    apart = IsolatedExaminer(RealClock(), 2 * 1024**3, 60, look_s=0.1, work=unruly_checks.sleeps)
    task = CheckTask(tmp_path / "file", tmp_path / "work", b"", "", tmp_path)

    with pytest.raises(CheckingInterrupt):
        apart.reply(task, lambda: False)


def test_a_server_killed_at_work_takes_its_process_along_and_leaves_the_work_to_the_next(
    store: Store, tmp_path: Path
) -> None:
    sent = upload(store, b"this is no archive")
    command = [
        sys.executable,
        "-m",
        "tests.staging.processes.unruly_checks",
        str(tmp_path / "board"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as mortal:  # noqa: S603
        assert mortal.stdout is not None
        child = int(mortal.stdout.readline())
        assert Path(f"/proc/{child}").exists()
        os.kill(mortal.pid, signal.SIGKILL)
        # Its process holds the other end: once that is gone, there is nothing more to read.
        assert select.select([mortal.stdout], [], [], SOON_S)[0], "its process lives on"
        assert mortal.stdout.read() == b""
    held = store.submission(sent.id)
    assert held is not None
    assert held.state == "checking"
    threading.Event().wait(1.1)

    assert Worker(store, DESK, WorkerLimits(lease_s=2.0)).step()

    found = store.submission(sent.id)
    assert found is not None
    assert (found.state, found.tries) == ("rejected", 2)
    assert len(found.problems) == 1
    assert found.verdict is not None
    assert is_genuine(SignedVerdict.model_validate_json(found.verdict), KEY.public)
    events = [line.event for line in store.history(sent.id)]
    assert events == ["received", "claimed", "claimed", "rejected"]
