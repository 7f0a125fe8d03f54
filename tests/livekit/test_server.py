"""A LiveKit server of ours answers on loopback only, and ends with us."""

import dataclasses
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.health import Health, health
from modylbench.providers.livekit.server import (
    Ports,
    Server,
    ServerStartFailure,
    free_ports,
    serving,
)

looks_into_proc = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="looks into /proc")
HOLDS_ONE = """
import sys, time
from pathlib import Path
from modylbench.providers.livekit.server import serving
with serving(Path(sys.argv[1])) as server:
    print(server.pid, flush=True)
    time.sleep(60)
"""
LISTENING = "0A"  # the state of a TCP socket in /proc/net/tcp


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int, within_s: float = 5.0) -> bool:
    for _ in range(int(within_s / 0.05)):
        if not is_alive(pid):
            return True
        time.sleep(0.05)
    return False


def open_ports(pid: int) -> set[tuple[str, str]]:
    """The local addresses (hexadecimal) at which a process can be reached."""
    own = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        place = str(link.readlink())
        if place.startswith("socket:["):
            own.add(place[8:-1])
    found = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="utf-8").splitlines()[1:]:
            (
                _,
                local,
                _,
                state,
                *_,
            ) = line.split()
            inode = line.split()[9]
            if inode in own and (table.startswith("udp") or state == LISTENING):
                found.add((table, local))
    return found


def test_the_server_answers_and_knows_its_key_only(livekit: LiveKitAddress) -> None:
    assert health(livekit) is Health.WELL
    assert health(dataclasses.replace(livekit, api_secret="x" * 40)) is Health.STRANGE


@looks_into_proc
def test_nothing_listens_but_on_loopback(livekit_server: Callable[[], Server]) -> None:
    server = livekit_server()
    assert server.pid is not None
    reached = open_ports(server.pid)

    assert {table for table, _ in reached} == {"tcp", "udp"}
    assert {local.split(":")[0] for _, local in reached} == {"0100007F"}


@looks_into_proc
def test_the_secret_is_neither_on_the_command_line_nor_left_in_a_file(
    livekit_server: Callable[[], Server],
) -> None:
    server = livekit_server()
    command = Path(f"/proc/{server.pid}/cmdline").read_bytes()
    beside = {file.name: file.read_text(encoding="utf-8") for file in server.log.parent.iterdir()}

    assert server.address.api_secret.encode() not in command
    assert list(beside) == ["livekit-server.log"]
    assert server.address.api_secret not in beside["livekit-server.log"]
    assert server.log.parent.stat().st_mode & 0o077 == 0


def test_each_server_has_ports_and_keys_of_its_own(livekit_server: Callable[[], Server]) -> None:
    first, second = livekit_server().address, livekit_server().address

    assert first.url != second.url
    assert first.api_key != second.api_key
    assert first.api_secret != second.api_secret
    assert health(dataclasses.replace(first, url=second.url)) is Health.STRANGE


def test_a_server_that_was_killed_comes_back_as_it_was(
    livekit_server: Callable[[], Server],
) -> None:
    server = livekit_server()
    address = server.address
    server.kill()
    assert health(address) is Health.SILENT

    server.start()

    assert server.address == address
    assert health(address) is Health.WELL


def test_a_server_ends_with_its_block(livekit_binary: Path) -> None:
    with serving(livekit_binary) as server:
        pid, folder = server.pid, server.log.parent
    assert pid is not None

    assert not is_alive(pid)
    assert not folder.exists()
    assert health(server.address) is Health.SILENT


def test_a_server_ends_when_its_parent_is_killed(livekit_binary: Path) -> None:
    parent = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", HOLDS_ONE, str(livekit_binary)], stdout=subprocess.PIPE
    )
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.send_signal(signal.SIGKILL)

    assert ends(pid)


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
def test_a_port_that_is_taken_ends_the_start_with_the_servers_reason(
    kind: socket.SocketKind, livekit_binary: Path
) -> None:
    free = free_ports()
    with socket.socket(socket.AF_INET, kind) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        if kind == socket.SOCK_STREAM:
            taken.listen()
        ports = Ports(port, free.media) if kind == socket.SOCK_STREAM else Ports(free.signals, port)

        with (
            pytest.raises(ServerStartFailure, match="address already in use"),
            serving(livekit_binary, ports=ports),
        ):
            pytest.fail("it started")


def test_a_program_that_is_no_server_ends_the_start() -> None:
    with (
        pytest.raises(ServerStartFailure, match="ended at its start"),
        serving(Path("/bin/false"), ports=free_ports()),
    ):
        pytest.fail("it started")
