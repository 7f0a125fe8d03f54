"""How is a livekit-server made with the machine's Go, once for everybody who uses the cache?"""

from __future__ import annotations

import fcntl
import re
import shutil
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.reporter import Reporter

MODULE = "github.com/livekit/livekit-server/cmd/server"
SERVER_VERSION = "1.13.5"
OLDEST_GO = (1, 26)
BUILD_S = 1800.0  # ours: it takes 2.5 minutes on two idle cores, and as long to load on a slow line
ASK_S = 30.0
MOST_REASON = 300
NEWS_S = 30.0  # ours: how often a person hears that it still goes on


class GoMissing(ModylBenchError):
    """There is no Go toolchain."""


class GoUnusable(ModylBenchError):
    """There is a Go toolchain, which is too old to build the server or does not answer."""


class NotBuilt(ModylBenchError):
    """Go could not build the server."""


def built_in(cache: Path) -> Path:
    """Where in the cache the server lies, once it is built."""
    return cache / "livekit" / f"livekit-server-{SERVER_VERSION}"


def build(cache: Path, *, path: str | None = None, tell: Reporter[str] | None = None) -> Path:
    """The server in the cache, built where it is not there yet.

    Raises GoMissing or GoUnusable, NotBuilt with the reason, and UserMistake where the cache cannot
    be written. Who comes while another one builds waits, and takes what that one made.
    """
    target = built_in(cache)
    if target.is_file():
        return target
    go = usable_go(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(target.with_name(f"{target.name}.lock")):
            if not target.is_file():
                _build_to(target, go, tell or (lambda _: None))
    except OSError as error:
        message = (
            f"the cache {cache} cannot be written ({error.strerror}), expected a folder of yours: "
            "name another with MODYLBENCH_CACHE"
        )
        raise UserMistake(message) from error
    return target


def _build_to(target: Path, go: Path, tell: Reporter[str]) -> None:
    tell(f"building livekit-server {SERVER_VERSION} with Go, once: a few minutes")
    with TemporaryDirectory(dir=target.parent, prefix=".building-") as folder:
        made = _installed(go, Path(folder), tell)
        made.rename(target)


def usable_go(path: str | None = None) -> Path:
    """The Go toolchain; raises GoMissing where there is none, GoUnusable where it is old."""
    needed = ".".join(map(str, OLDEST_GO))
    place = shutil.which("go", path=path)
    if place is None:
        message = f"no Go {needed} or newer"
        raise GoMissing(message)
    said = _asked(Path(place))
    version = re.match(r"go(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_GO:
        message = f"Go at {place} is {said or 'of no known version'}, not {needed} or newer"
        raise GoUnusable(message)
    return Path(place)


def _asked(go: Path) -> str:
    """The version of the toolchain itself, not of one that it would load for some folder."""
    try:
        return subprocess.run(  # noqa: S603 - the person's own toolchain
            [str(go), "env", "GOVERSION"],
            cwd="/",
            capture_output=True,
            text=True,
            timeout=ASK_S,
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _installed(go: Path, folder: Path, tell: Reporter[str]) -> Path:
    """The server that Go has made in the folder."""
    command = [
        "/usr/bin/env",
        # A person's settings that would put it elsewhere, make it for another machine or of other
        # sources; where modules are loaded from stays theirs to say.
        *("-u", "GOFLAGS", "-u", "GOOS", "-u", "GOARCH", "-u", "GOEXPERIMENT"),
        f"GOBIN={folder}",
        "GOTOOLCHAIN=local",
        "GOWORK=off",
        "CGO_ENABLED=0",
        str(go),
        *("install", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"),
        f"{MODULE}@v{SERVER_VERSION}",
    ]
    code, said = _run(command, folder, tell)
    if code or not (folder / "server").is_file():
        reason = one_line(said)[-MOST_REASON:] or "it did not say why"
        message = f"Go could not build livekit-server {SERVER_VERSION}: {reason}"
        raise NotBuilt(message)
    return folder / "server"


def _run(command: list[str], folder: Path, tell: Reporter[str]) -> tuple[int, str]:
    """Its exit code and what it complained of; now and then, `tell` hears that it goes on."""
    clock = RealClock()
    try:
        process = subprocess.Popen(  # noqa: S603 - the person's own toolchain
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
    except OSError as error:
        return 1, str(error)
    with process:
        try:
            while clock.now_s() < BUILD_S:
                with suppress(subprocess.TimeoutExpired):
                    _, complaint = process.communicate(timeout=NEWS_S)
                    return process.returncode, complaint.decode(errors="replace")
                tell(f"still building, {clock.now_s():.0f} s by now")
            return 1, f"not done after {BUILD_S:.0f} s"
        finally:
            process.kill()


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Inside, nobody else who asked for the same lock; it is let go when its process ends."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
