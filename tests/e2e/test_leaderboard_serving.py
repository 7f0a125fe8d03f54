"""How a served leaderboard begins, answers and ends."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.staging.leaderboard.server import archive

from modylbench.cli.commands.leaderboard.serve import run_in_threads
from modylbench.foundation.errors import ModylBenchError
from modylbench.leaderboard.web.app import MOST_BY_ADDRESS, server

ZIP = {"content-type": "application/zip"}


@dataclass
class Serving:
    """A leaderboard in a process of its own, and where it keeps things."""

    process: subprocess.Popen[str]
    url: str
    data: Path

    def ended(self) -> tuple[int, str]:
        """Its exit code and what it has said to its operator, once it has ended."""
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors

    def rows(self, asked: str) -> list[tuple[object, ...]]:
        """What stands in its database."""
        with sqlite3.connect(self.data / "leaderboard.sqlite") as database:
            return database.execute(asked).fetchall()


@contextmanager
def serving(data: Path, *options: str) -> Iterator[Serving]:
    command = [sys.executable, "-m", "modylbench", "leaderboard", "serve", "--port", "0"]
    with subprocess.Popen(  # noqa: S603
        [*command, "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
            assert found
            url = f"http://127.0.0.1:{found[1]}"
            _until(lambda: _is_up(url))
            yield Serving(process, url, data)
        finally:
            process.kill()


def _is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=20).is_success
    except httpx.ConnectError:
        return False


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("waited in vain")


@pytest.fixture(scope="module")
def open_to_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("board"), "--host", "0.0.0.0") as found:  # noqa: S104
        yield found


def test_connections_that_say_nothing_yield_to_who_asks(open_to_all: Serving) -> None:
    host, port = open_to_all.url.removeprefix("http://").split(":")
    with ExitStack() as stack:
        idle = []
        for number in range(MOST_BY_ADDRESS + 170):
            address = (f"127.0.0.{2 + number % 2}", 0)
            idle.append(
                stack.enter_context(
                    socket.create_connection((host, int(port)), source_address=address)
                )
            )
            idle[-1].sendall(b"GET / HT" if number % 3 else b"")
        asked = httpx.get(f"{open_to_all.url}/healthz", timeout=20)
        idle[0].settimeout(5)
        with suppress(ConnectionResetError):
            assert idle[0].recv(1) == b"", "its address has too many: the oldest goes"
        idle[-1].settimeout(0.05)
        with pytest.raises(TimeoutError):
            idle[-1].recv(1)
    assert asked.status_code == 200


def test_a_check_that_is_under_way_at_the_end_is_left_to_the_next_start(
    open_to_all: Serving,
) -> None:
    raw = b"GET /%1b[31m%0d%0aforged HTTP/1.1\r\nhost: \x1b[31m\r\n\r\n"
    host, port = open_to_all.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(raw)
        assert connection.recv(12).startswith(b"HTTP/1.1 4")
    sent = httpx.post(f"{open_to_all.url}/api/v1/submissions", content=archive("{}"), headers=ZIP)
    assert sent.status_code == 202
    _until(lambda: open_to_all.rows("SELECT state FROM submissions") == [("checking",)])
    open_to_all.process.send_signal(signal.SIGTERM)

    code, errors = open_to_all.ended()
    assert code == 0
    assert open_to_all.rows("SELECT state, tries, worker FROM submissions") == [
        ("received", 0, None)
    ]
    assert not list((open_to_all.data / "incoming").iterdir())
    assert "put a proxy with TLS before it" in errors
    assert "\x1b" not in errors
    assert "Traceback" not in errors


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_server_ends_with_an_error_when_a_thread_beside_it_dies() -> None:
    def dies(_: threading.Event) -> None:
        raise RuntimeError

    stopped: list[bool] = []
    running = server(FastAPI())
    with (
        pytest.raises(ModylBenchError, match=r"dies failed.*start the server again"),
        run_in_threads(running, dies, lambda stop: stopped.append(stop.wait(20))),
    ):
        _until(lambda: running.should_exit)
    assert stopped == [True], "the other threads are told to stop"


def _waits(stop: threading.Event) -> None:
    stop.wait(20)


def test_a_server_that_is_ended_by_hand_has_not_failed() -> None:
    with run_in_threads(server(FastAPI()), _waits):
        pass
