"""How is a LiveKit server started, known to be well, and surely ended?"""

from __future__ import annotations

import shutil
import signal
import subprocess
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import ModylBenchError, one_line
from modylbench.providers.livekit.address import LiveKitAddress
from modylbench.providers.livekit.configuration import (
    LOOPBACK,
    Keys,
    Ports,
    configuration,
    free_ports,
    new_keys,
)
from modylbench.providers.livekit.health import Health, health

if TYPE_CHECKING:
    from collections.abc import Iterator

START_S = 20.0  # ours, all of these; a start takes 0.3 s on an idle machine
LOOK_S = 0.05
ANSWER_S = 2.0
PATIENCE_S = (0.5, 2.0)  # with a server that was asked to end once, and again
TRIES = 5
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


class NotStarted(ModylBenchError):
    """A LiveKit server did not come to the point where it answered."""


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
        """Return when it answers and knows our key; raises NotStarted with the reason."""
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
                raise NotStarted(message)
            found = health(self.address, within_s=ANSWER_S)
            if found is Health.WELL:
                return
        message = f"the LiveKit server {found.value} {START_S:g} s after its start"
        raise NotStarted(message)

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


@contextmanager
def serving(
    binary: Path, *, ports: Ports | None = None, keys: Keys | None = None, bind: str = LOOPBACK
) -> Iterator[Server]:
    """A server that answers, until the block ends; on ports that are free where none are given."""
    with TemporaryDirectory(prefix="modylbench-livekit-") as folder:
        server = _started(binary, Path(folder), ports=ports, keys=keys or new_keys(), bind=bind)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def running(
    binary: Path, *, ports: Ports | None = None, bind: str = LOOPBACK
) -> Iterator[LiveKitAddress]:
    """The address of a server that answers, until the block ends."""
    with serving(binary, ports=ports, bind=bind) as server:
        yield server.address


def _started(binary: Path, folder: Path, *, ports: Ports | None, keys: Keys, bind: str) -> Server:
    """Somebody may take a port between our look and the server's: then others are tried."""
    for last in range(TRIES):
        server = Server(binary, folder, ports=ports or free_ports(bind), keys=keys, bind=bind)
        try:
            server.start()
        except NotStarted:
            if ports or last == TRIES - 1:
                raise
        else:
            return server
    raise AssertionError
