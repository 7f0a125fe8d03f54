"""Which livekit-server is run: a given one, one built before, one on PATH, or one built now?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, quoted
from modylbench.providers.livekit.building import (
    SERVER_VERSION,
    GoMissing,
    GoUnusable,
    build,
    built_in,
)

if TYPE_CHECKING:
    from modylbench.foundation.reporter import Reporter

PROGRAM = "livekit-server"
ANSWER_S = 10.0  # ours: it takes 0.05 s
OLDEST = (1, 9)  # ours: text streams with attributes, and explicit dispatch, are older


class NoServer(UserMistake):
    """There is no server, and no Go that one could be built with."""


def server_binary(
    given: Path | None, cache: Path, *, path: str | None = None, tell: Reporter[str] | None = None
) -> Path:
    """A server that can be run; `path` is searched instead of the person's PATH.

    Building one takes minutes, which `tell` is told before. Raises NoServer where it needs a Go
    and there is none at all, UserMistake for all else that a person can mend.
    """
    if given is not None:
        _checked(given)
        return given
    found = found_binary(cache, path=path)
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


def found_binary(cache: Path, *, path: str | None = None) -> Path | None:
    """A server that is there already: built before, or on PATH and new enough."""
    if (built := built_in(cache)).is_file():
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


def _checked(binary: Path) -> None:
    if not binary.is_file() or not os.access(binary, os.X_OK):
        found = "a file that cannot be run" if binary.is_file() else "no file"
        message = f"found {found} at {quoted(str(binary))}, expected the program {PROGRAM}"
        raise UserMistake(message)
    version = version_of(binary)
    if not _is_new_enough(version):
        said = f"version {version}" if version else "a program that says no version of it"
        oldest = ".".join(map(str, OLDEST))
        message = (
            f"found {said} at {quoted(str(binary))}, expected {PROGRAM} {oldest} or newer "
            f"(we use {SERVER_VERSION})"
        )
        raise UserMistake(message)


def _is_new_enough(version: str) -> bool:
    return bool(version) and tuple(map(int, version.split(".")[:2])) >= OLDEST
