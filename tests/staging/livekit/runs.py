"""`modylbench run` on a real server, seen from outside, and how long it was kept waiting."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.staging.livekit.meetings import rooms_on

from modylbench.foundation.clock import RealClock
from modylbench.providers.addresses import LiveKitAddress

QUICK = ("--beats", "1", "--no-screens")
PATIENCE_S = 60.0


class RunningCommand:
    """One start of the command; what it says on its way is read as it comes."""

    def __init__(
        self, address: LiveKitAddress, scenario: Path, output: Path, *options: str
    ) -> None:
        keys = {"LIVEKIT_API_KEY": address.api_key, "LIVEKIT_API_SECRET": address.api_secret}
        where = ("--livekit-url", address.url, "--scenarios", str(scenario))
        place = ("--output", str(output))
        seeds = () if "--seeds" in options else ("--seeds", "0")
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "modylbench", "run", *where, *place, *QUICK, *seeds, *options],
            env={**os.environ, **keys},  # noqa: TID251
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    def room(self) -> str:
        """The name of the room that opens next."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if ": room " in line:
                return line.split(": room ")[1].split()[0]
        message = "no room was opened"
        raise AssertionError(message)

    def ended(self) -> tuple[int, str, str]:
        """Exit code, and what it said."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, err

    def children(self) -> list[int]:
        """The processes that hold trials."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        numbers = [int(word) for word in found.split()]
        return [number for number in numbers if b"spawn_main" in _command(number)]


def rooms_left(address: LiveKitAddress, name: str, *, within_s: float = 10.0) -> bool:
    """Whether a room of that name is still there after so long."""
    latest = time.perf_counter() + within_s
    while name in asyncio.run(rooms_on(address)):
        if time.perf_counter() > latest:
            return True
        time.sleep(0.1)
    return False


def is_running(number: int) -> bool:
    """Whether there is such a process, and not only what is left of one."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _command(number: int) -> bytes:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return b""


LOOK_S = 0.01


class StarvationCount:
    """Adds up by how much a thread that wakes up every hundredth of a second is late.

    Packets wait as well then, and are stretched; on a machine with time for us that is nothing.
    """

    def __init__(self) -> None:
        self.starved_s = 0.0
        self._is_over = threading.Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count while this goes on."""
        self.starved_s = 0.0
        self._is_over.clear()
        watching = threading.Thread(target=self._watch)
        watching.start()
        try:
            yield
        finally:
            self._is_over.set()
            watching.join()

    def _watch(self) -> None:
        clock = RealClock()
        due_s = clock.now_s() + LOOK_S
        while not self._is_over.wait(LOOK_S):
            late_s = clock.now_s() - due_s
            self.starved_s += late_s if late_s > LOOK_S else 0.0
            due_s = clock.now_s() + LOOK_S
