"""A LiveKit server of our own: its configuration, its start, and its sure end."""

from __future__ import annotations

import ipaddress
import json
import secrets
import shutil
import signal
import socket
import subprocess
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line, short_repr
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.health import Health, health

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOPBACK = "127.0.0.1"
# Below the range that systems give to outgoing connections: a server that is started again finds
# its ports as it left them.
FIRST_PORT, LAST_PORT = 20_000, 31_999
PORT_TRIES = 200
EMPTY_ROOM_S, LEFT_ROOM_S = 10, 2  # ours: a room nobody closed is gone soon
START_S = 20.0  # ours, all of these; a start takes 0.3 s on an idle machine
LOOK_S = 0.05
ANSWER_S = 2.0
PATIENCE_S = (0.5, 2.0)  # with a server that was asked to end once, and again
START_TRIES = 5
LOG = "livekit-server.log"
MOST_LAST_LINE = 300

# The shell becomes the server. What it leaves behind waits at a pipe that only we hold: a word
# means that the server has ended; the end of the pipe means that we have, so the server must. A
# death signal (PR_SET_PDEATHSIG) would come with the end of the thread that started it.
WATCHED = """
exec 3<&0 </dev/null
( read -r word || { kill -TERM $$; sleep 1; kill -KILL $$; } ) <&3 >/dev/null 2>&1 &
exec "$@" 3<&-
"""


class ServerStartFailure(ModylBenchError):
    """A LiveKit server did not come to the point where it answered."""


@dataclass(frozen=True, slots=True)
class Ports:
    """One for signals and the interface of the server (TCP), one for sound and pictures (UDP)."""

    signals: int
    media: int


@dataclass(frozen=True, slots=True)
class Keys:
    """What opens a server: only ever a local one, made up for it."""

    key: str
    secret: str = field(repr=False)


@contextmanager
def serving(
    binary: Path, *, ports: Ports | None = None, keys: Keys | None = None, bind: str = LOOPBACK
) -> Iterator[Server]:
    """A server that answers, until the block ends; on ports that are free where none are given."""
    with TemporaryDirectory(prefix="modylbench-livekit-") as folder:
        server = _start_server(
            binary, Path(folder), ports=ports, keys=keys or new_keys(), bind=bind
        )
        try:
            yield server
        finally:
            server.stop()


def _start_server(
    binary: Path, folder: Path, *, ports: Ports | None, keys: Keys, bind: str
) -> Server:
    """Somebody may take a port between our look and the server's: then others are tried."""
    for last in range(START_TRIES):
        server = Server(binary, folder, ports=ports or free_ports(bind), keys=keys, bind=bind)
        try:
            server.start()
        except ServerStartFailure:
            if ports or last == START_TRIES - 1:
                raise
        else:
            return server
    raise AssertionError


class Server:
    """One server with ports and keys of its own, which it keeps when it is started again."""

    def __init__(
        self, binary: Path, folder: Path, *, ports: Ports, keys: Keys, bind: str = LOOPBACK
    ) -> None:
        self.address = LiveKitAddress(f"ws://{bind}:{ports.signals}", keys.key, keys.secret)
        self.log = folder / LOG
        self._binary = binary
        self._told = configuration(ports, keys, bind=bind)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if running and self._process else None

    def start(self) -> None:
        """Return when it answers and knows our key; raises ServerStartFailure with the reason."""
        self.kill()
        file = self.log.with_name("livekit.yaml")
        file.unlink(missing_ok=True)
        file.touch(mode=0o600)
        file.write_text(self._told, encoding="utf-8")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the server that a person has
                ["/bin/sh", "-c", WATCHED, "sh", str(self._binary), "--config", str(file)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # not to end by our Ctrl-C, before we do
            )
        with ExitStack() as unless_well:
            unless_well.callback(self.kill)
            try:
                self._wait_until_well(self._process)
            finally:
                file.unlink(missing_ok=True)  # the secret is read, and need not lie about
            unless_well.pop_all()

    def stop(self) -> None:
        """End it as it likes to be ended, and by force where that takes too long.

        Asked once it waits for those in its rooms to go; asked again it does not.
        """
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def wait(self) -> int:
        """Wait until it ends by itself; its exit code."""
        return self._process.wait() if self._process else 0

    def kept_log(self) -> Path:
        """A copy of its log, which stays when the server is gone."""
        return Path(shutil.copy(self.log, mkdtemp(prefix="modylbench-livekit-log-")))

    def last_words(self) -> str:
        """The last line of its log, without the parts before the message."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
        spoken = [one_line(line.replace("\t", " ")) for line in lines if line.strip()]
        return spoken[-1][-MOST_LAST_LINE:] if spoken else "it said nothing"

    def _wait_until_well(self, process: subprocess.Popen[bytes]) -> None:
        clock = RealClock()
        found = Health.SILENT
        while clock.now_s() < START_S:
            if _has_ended(process, LOOK_S):
                message = f"the LiveKit server ended at its start: {self.last_words()}"
                raise ServerStartFailure(message)
            found = health(self.address, within_s=ANSWER_S)
            if found is Health.WELL:
                return
        message = f"the LiveKit server {found.value} {START_S:g} s after its start"
        raise ServerStartFailure(message)

    def _end(self, by: signal.Signals) -> None:
        if (process := self._process) is None:
            return
        for patience_s in PATIENCE_S:
            process.send_signal(by)
            if _has_ended(process, patience_s):
                break
        else:
            process.kill()
            process.wait()
        self._process = None
        if process.stdin:
            with suppress(BrokenPipeError):  # somebody killed the one who waits there
                process.stdin.write(b"ended\n")
                process.stdin.close()


def _has_ended(process: subprocess.Popen[bytes], within_s: float) -> bool:
    try:
        process.wait(within_s)
    except subprocess.TimeoutExpired:
        return False
    return True


def new_keys() -> Keys:
    """Keys nobody else has."""
    return Keys(f"dev{secrets.token_hex(6)}", secrets.token_urlsafe(32))


def free_ports(bind: str = LOOPBACK) -> Ports:
    """Two ports that nobody uses just now."""
    return Ports(_free_port(bind, socket.SOCK_STREAM), _free_port(bind, socket.SOCK_DGRAM))


def is_free(bind: str, port: int, kind: socket.SocketKind) -> bool:
    """Whether a server could take the port now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        if kind == socket.SOCK_STREAM:
            # As servers do: what is left of connections that were closed does not count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError:
            return False
    return True


def configuration(ports: Ports, keys: Keys, *, bind: str = LOOPBACK) -> str:
    """The server's configuration: it listens at that address only and asks nobody outside.

    A server left to itself would tell its clients public STUN hosts, and ask them for its address.
    """
    address = usable_address(bind)
    rtc: dict[str, object] = {
        "udp_port": ports.media,
        "tcp_port": 0,
        "use_external_ip": False,
        "node_ip": bind,
        "ips": {"includes": [f"{bind}/32"]},
        "stun_servers": [f"{LOOPBACK}:3478"],
    }
    if address.is_loopback:
        rtc["enable_loopback_candidate"] = True
        rtc["interfaces"] = {"includes": [_loopback_interface()]}
    configuration = {
        "port": ports.signals,
        "bind_addresses": [bind],
        "rtc": rtc,
        "keys": {keys.key: keys.secret},
        "room": {"empty_timeout": EMPTY_ROOM_S, "departure_timeout": LEFT_ROOM_S},
        "logging": {"level": "info"},
    }
    return json.dumps(configuration, indent=1)  # JSON is YAML


def usable_address(bind: str) -> ipaddress.IPv4Address:
    """The address, where a server can listen there and tell it to agents."""
    try:
        address = ipaddress.IPv4Address(bind)
    except ValueError:
        address = None
    # Media go to the one address that agents are told: not any, nor another one of loopback.
    if address is None or address.is_unspecified or (address.is_loopback and bind != LOOPBACK):
        message = (
            f"cannot listen at {short_repr(bind)}: expected one IPv4 address of this machine, "
            f"e.g. {LOOPBACK}"
        )
        raise UserMistake(message)
    return address


def _loopback_interface() -> str:
    names = [name for _, name in socket.if_nameindex()]
    return next((name for name in ("lo", "lo0") if name in names), "lo")


def _free_port(bind: str, kind: socket.SocketKind) -> int:
    for _ in range(PORT_TRIES):
        port = FIRST_PORT + secrets.randbelow(LAST_PORT - FIRST_PORT + 1)
        if is_free(bind, port, kind):
            return port
    message = f"found no free port at {bind} between {FIRST_PORT} and {LAST_PORT}"
    raise UserMistake(message)
