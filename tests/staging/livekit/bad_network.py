"""A bad network for tests: two sides that reach each other only over a wire with delay and loss."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.staging.livekit.bad_wire import FAR, NEAR

Side = Literal["near", "far"]

WIRE = Path(__file__).with_name("bad_wire.py")
MADE_S = 20.0
NEEDS = ("ip", "nsenter", "unshare")


@dataclass(frozen=True)
class BadNetwork:
    """A wire that carries packets, and its two ends."""

    wire: subprocess.Popen[str]
    places: dict[str, int]

    near = NEAR
    far = FAR

    def command(self, side: Side, *words: str) -> list[str]:
        """The command that runs those words on one side, at most as long as the wire is there."""
        who = self.places["pid"]
        into = ["nsenter", f"--net=/proc/{who}/fd/{self.places[side]}"]
        if os.geteuid() != 0:
            into += [f"--user=/proc/{who}/ns/user", "--preserve-credentials"]
        return [*into, *words]

    def close(self) -> dict[str, int]:
        """Cut the wire; how many packets it carried and lost."""
        said, _ = self.wire.communicate(timeout=MADE_S)
        counted: dict[str, int] = json.loads(said)
        return counted


def why_none() -> str:
    """Why this machine has no such network; empty where it has."""
    missing = [name for name in NEEDS if shutil.which(name) is None]
    if missing:
        return f"needs the programs {', '.join(missing)} for a network namespace"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "needs /dev/net/tun for a wire with delay and loss"
    made = subprocess.run([*_alone(), "--net", "true"], capture_output=True, check=False)  # noqa: S603
    return "" if made.returncode == 0 else "may not make a network namespace here"


@contextmanager
def bad_network(*, delay_s: float, loss: float, seed: int = 7) -> Iterator[BadNetwork]:
    """Two sides with a wire between them, each packet delayed and perhaps lost, both ways."""
    words = [sys.executable, str(WIRE), str(delay_s), str(loss), str(seed)]
    with subprocess.Popen(  # noqa: S603
        [*_alone(), *words] if os.geteuid() != 0 else words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as wire:
        try:
            assert wire.stdout is not None
            line = wire.stdout.readline()
            assert line, "the wire could not be made"
            yield BadNetwork(wire, json.loads(line))
        finally:
            assert wire.stdin is not None
            wire.stdin.close()
            wire.wait(MADE_S)


def _alone() -> list[str]:
    """One who is not root is root in a user namespace of its own."""
    return ["unshare"] if os.geteuid() == 0 else ["unshare", "--map-root-user"]
