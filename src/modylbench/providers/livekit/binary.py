"""The livekit-server that is run: a given one, one built before, one on PATH, or one built now."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import ModylBenchError, UserMistake, one_line, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


PROGRAM = "livekit-server"
ANSWER_S = 10.0  # ours: it takes 0.05 s
OLDEST = (1, 9)  # ours: text streams with attributes, and explicit dispatch, are older
MODULE = "github.com/livekit/livekit-server/cmd/server"
SERVER_VERSION = "1.13.5"
OLDEST_GO = (1, 26)
BUILD_S = 1800.0  # ours: it takes 2.5 minutes on two idle cores, and as long to load on a slow line
ASK_S = 30.0
MOST_REASON = 300
NEWS_S = 30.0  # ours: how often a person hears that it still goes on


class NoServer(UserMistake):
    """There is no server, and no Go that one could be built with."""


def server_binary(
    given: Path | None,
    cache: Path,
    *,
    path: str | None = None,
    tell: Callable[[str], None] | None = None,
) -> Path:
    """A server that can be run; `path` is searched instead of the person's PATH.

    Building one takes minutes, which `tell` is told before. Raises NoServer where it needs a Go
    and there is none at all, UserMistake for all else that a person can mend.
    """
    if given is not None:
        _refuse_unusable(given)
        return given
    found = find_binary(cache, path=path)
    if found is not None:
        return found
    try:
        return build(cache, path=path, tell=tell)
    except (GoMissing, GoUnusable) as error:
        message = (
            f"found no {PROGRAM} on PATH and {error}; put a server on PATH, or install Go so that "
            "one can be built"
        )
        kind = NoServer if isinstance(error, GoMissing) else UserMistake
        raise kind(message) from error


def find_binary(cache: Path, *, path: str | None = None) -> Path | None:
    """A server that is there already: built before, or on PATH and new enough."""
    if (built := built_path(cache)).is_file():
        return built
    place = shutil.which(PROGRAM, path=path)
    return Path(place) if place and _is_new_enough(version_of(Path(place))) else None


def version_of(binary: Path) -> str:
    """The version that a server says it has; empty where it says none."""
    try:
        said = subprocess.run(  # noqa: S603 - the server that a person has
            [str(binary), "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ANSWER_S,
            check=False,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""
    version = re.search(r"livekit-server version (\d+\.\d+\.\d+)", said)
    return version[1] if version else ""


def _refuse_unusable(binary: Path) -> None:
    if not binary.is_file() or not os.access(binary, os.X_OK):
        found = "a file that cannot be run" if binary.is_file() else "no file"
        message = f"found {found} at {short_repr(str(binary))}, expected the program {PROGRAM}"
        raise UserMistake(message)
    version = version_of(binary)
    if not _is_new_enough(version):
        said = f"version {version}" if version else "a program that says no version of it"
        oldest = ".".join(map(str, OLDEST))
        message = (
            f"found {said} at {short_repr(str(binary))}, expected {PROGRAM} {oldest} or newer "
            f"(we use {SERVER_VERSION})"
        )
        raise UserMistake(message)


def _is_new_enough(version: str) -> bool:
    return bool(version) and tuple(map(int, version.split(".")[:2])) >= OLDEST


class GoMissing(ModylBenchError):
    """There is no Go toolchain."""


class GoUnusable(ModylBenchError):
    """There is a Go toolchain, which is too old to build the server or does not answer."""


class BuildFailure(ModylBenchError):
    """Go could not build the server."""


def built_path(cache: Path) -> Path:
    """Where in the cache the server lies, once it is built."""
    return cache / "livekit" / f"livekit-server-{SERVER_VERSION}"


def build(
    cache: Path, *, path: str | None = None, tell: Callable[[str], None] | None = None
) -> Path:
    """The server in the cache, built where it is not there yet.

    Raises GoMissing or GoUnusable, BuildFailure with the reason, and UserMistake where the cache
    cannot be written. Who comes while another one builds waits, and takes what that one made.
    """
    target = built_path(cache)
    if target.is_file():
        return target
    go = usable_go(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _file_lock(target.with_name(f"{target.name}.lock")):
            if not target.is_file():
                _build_to(target, go, tell or (lambda _: None))
    except OSError as error:
        message = (
            f"the cache {cache} cannot be written ({error.strerror}), expected a folder of yours: "
            "name another with MODYLBENCH_CACHE"
        )
        raise UserMistake(message) from error
    return target


def _build_to(target: Path, go: Path, tell: Callable[[str], None]) -> None:
    tell(f"building livekit-server {SERVER_VERSION} with Go, once: a few minutes")
    with TemporaryDirectory(dir=target.parent, prefix=".building-") as folder:
        made = _install(go, Path(folder), tell)
        made.rename(target)


def usable_go(path: str | None = None) -> Path:
    """The Go toolchain; raises GoMissing where there is none, GoUnusable where it is old."""
    needed = ".".join(map(str, OLDEST_GO))
    place = shutil.which("go", path=path)
    if place is None:
        message = f"no Go {needed} or newer"
        raise GoMissing(message)
    said = _go_version(Path(place))
    version = re.match(r"go(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_GO:
        message = f"Go at {place} is {said or 'of no known version'}, not {needed} or newer"
        raise GoUnusable(message)
    return Path(place)


def _go_version(go: Path) -> str:
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


def _install(go: Path, folder: Path, tell: Callable[[str], None]) -> Path:
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
        raise BuildFailure(message)
    return folder / "server"


def _run(command: list[str], folder: Path, tell: Callable[[str], None]) -> tuple[int, str]:
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
def _file_lock(lock: Path) -> Iterator[None]:
    """Inside, nobody else who asked for the same lock; it is let go when its process ends."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
