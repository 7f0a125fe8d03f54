"""`modylbench livekit up` serves a person, and leaves nothing behind."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.health import Health, health

ROOT = Path(__file__).parents[2]
ONE_TEST = "tests/livekit/test_server.py::test_the_server_answers_and_knows_its_key_only"


def free_port() -> int:
    """A port, with the one two above it, that nobody uses and no outgoing connection takes."""
    for port in range(20_000 + os.getpid() % 5_000, 32_000, 7):
        with socket.socket() as signals, socket.socket(type=socket.SOCK_DGRAM) as media:
            try:
                signals.bind(("127.0.0.1", port))
                media.bind(("127.0.0.1", port + 2))
            except OSError:
                continue
            return port
    raise AssertionError


@contextmanager
def up(binary: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "modylbench", "livekit", "up", "--binary", str(binary)]
    with subprocess.Popen(  # noqa: S603
        [*command, "--port", str(free_port()), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def told(process: subprocess.Popen[str]) -> tuple[LiveKitAddress, dict[str, Any]]:
    value: dict[str, Any] = json.loads(first_line(process))
    return LiveKitAddress(value["url"], value["api_key"], value["api_secret"]), value


def is_gone(pid: int, within_s: float = 8.0) -> bool:
    for _ in range(int(within_s / 0.05)):
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_answers_until_it_is_ended_and_leaves_nothing(
    way: signal.Signals, livekit_binary: Path, tmp_path: Path
) -> None:
    file = tmp_path / "livekit.env"
    with up(livekit_binary, "--json", "--env-file", str(file)) as process:
        address, value = told(process)
        assert health(address) is Health.WELL
        assert file.stat().st_mode & 0o777 == 0o600
        assert f"LIVEKIT_API_SECRET={address.api_secret}" in file.read_text(encoding="utf-8")

        process.send_signal(way)

        assert process.wait(10) == 0
    assert is_gone(value["pid"])
    assert not Path(value["log"]).parent.exists()
    assert not file.exists()


def test_its_server_ends_even_when_it_is_killed(livekit_binary: Path) -> None:
    with up(livekit_binary, "--json") as process:
        _, value = told(process)
        process.kill()
        process.wait(10)

    assert is_gone(value["pid"])


def test_lines_for_the_shell_go_to_stdout_alone(livekit_binary: Path) -> None:
    with up(livekit_binary) as process:
        lines = [first_line(process) for _ in range(3)]
        process.send_signal(signal.SIGINT)
        more, explained = process.communicate(timeout=10)

    assert [line.split("=")[0] for line in lines] == [
        "export LIVEKIT_URL",
        "export LIVEKIT_API_KEY",
        "export LIVEKIT_API_SECRET",
    ]
    assert more == ""
    assert "its keys are for development" in explained
    assert lines[2].split("=")[1].strip() not in explained


def test_a_server_that_crashes_ends_it_with_one_line(livekit_binary: Path) -> None:
    with up(livekit_binary, "--json") as process:
        _, value = told(process)
        os.kill(value["pid"], signal.SIGKILL)
        _, said = process.communicate(timeout=10)

    assert process.returncode == 1
    assert said.startswith("modylbench: the LiveKit server was ended by signal 9 (Killed)")
    assert len(said.splitlines()) == 1
    log = Path(said.rpartition("its log: ")[2].strip())
    assert "starting LiveKit server" in log.read_text(encoding="utf-8")
    shutil.rmtree(log.parent)


def test_a_port_in_use_is_a_mistake_of_one_line(livekit: LiveKitAddress) -> None:
    port = livekit.url.rpartition(":")[2]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "modylbench", "livekit", "up", "--port", port],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr.startswith(f"modylbench: cannot listen at 127.0.0.1, TCP port {port}: ")
    assert len(done.stderr.splitlines()) == 1


def test_settings_of_somebody_else_are_not_written_over(
    livekit_binary: Path, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text("OWN=1\n", encoding="utf-8")
    with up(livekit_binary, "--env-file", str(file)) as process:
        _, said = process.communicate(timeout=10)

    assert process.returncode == 2
    assert "was not written by us" in said
    assert file.read_text(encoding="utf-8") == "OWN=1\n"


@pytest.mark.parametrize(
    ("go_says", "expected"),
    [
        (None, "SKIPPED.*needs a LiveKit server: found no livekit-server on PATH and no Go 1.26"),
        ("go1.26.0", "BuildFailure: Go could not build livekit-server"),
        ("go1.20.0", "is go1.20.0, not 1.26 or newer"),
    ],
)
def test_tests_on_livekit_are_skipped_only_where_there_is_no_go(
    go_says: str | None, expected: str, tmp_path: Path
) -> None:
    """Where Go is, a server that cannot be built is a failure: these tests must not go missing."""
    if go_says:
        go = tmp_path / "go"
        go.write_text(f'#!/bin/sh\nif [ "$1" = env ]; then echo {go_says}; else exit 1; fi\n')
        go.chmod(0o755)
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", ONE_TEST, "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "MODYLBENCH_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == (1 if go_says else 0)
    assert any(expected.split(".*")[-1] in line for line in done.stdout.splitlines())
    assert ("1 skipped" in done.stdout) is (go_says is None)
