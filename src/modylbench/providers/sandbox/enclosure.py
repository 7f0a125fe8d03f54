"""How is a command shut in? The programs that do it, and what they are told.

Three walls, one in the other: a user without rights (where we are root), a namespace in which one
bounded tmpfs is all that can be written, and in it bubblewrap with its own users, processes,
network, and a tree of files that holds the system's programs and that tmpfs alone.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.providers.sandbox.limits import Limits

PROGRAMS = ("bwrap", "unshare", "setpriv", "prlimit", "mount", "tar", "head", "sh")
SEARCHED = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
NOBODY = "65534"
FOLDER = "/work"
NOT_UNPACKED = 65
"""What the stage ends with when the files do not fit; no command's own exit code gets there."""
ENVIRONMENT = {"PATH": SEARCHED, "HOME": FOLDER, "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp"}  # noqa: S108
STAGE = """
set -eu
exec 9>&2 2>&1
mount -t tmpfs -o "size=$1,nr_inodes=$2,mode=0755" tmpfs /tmp
mkdir /tmp/work /tmp/tmp /tmp/shm
tar -x -f - -C /tmp/work --no-same-owner || exit 65
wanted=$3
shift 3
bwrap "$@" </dev/null 9>&- || true
test "$wanted" = 0 || tar -c -S -f - -C /tmp/work . 2>/dev/null | head -c "$wanted" >&9
"""
"""What is printed goes to stdout; what is left in the end goes as an archive to stderr, which the
command never gets to see. Holes in files stay holes (-S), or a few of them would fill the disk."""


def missing_programs() -> tuple[str, ...]:
    """The programs that this machine does not have."""
    return tuple(name for name in PROGRAMS if shutil.which(name, path=SEARCHED) is None)


def enclosed(
    command: Sequence[str],
    limits: Limits,
    *,
    descriptors: dict[str, int],
    readable: Sequence[Path],
    keep: bool,
) -> list[str]:
    """The whole command line; descriptors are those of "status" and "filter"."""
    as_nobody = ["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    return [
        "setpriv", "--pdeathsig", "KILL", "--no-new-privs", *(as_nobody if _is_root() else []),
        "unshare", "--user", "--map-root-user", "--mount", "--propagation", "private",
        "--pid", "--fork", "--kill-child",
        "sh", "-c", STAGE, "sh",
        str(limits.folder_bytes), str(limits.files + 16),
        str(_archive_bytes(limits) if keep else 0),
        *_bubblewrap(descriptors, readable),
        *_rlimits(limits), "--", *command,
    ]  # fmt: skip


def _archive_bytes(limits: Limits) -> int:
    """More than an archive of all that fits into the folder takes."""
    return 2 * limits.folder_bytes + 8_192 * limits.files


def _is_root() -> bool:
    return os.geteuid() == 0


def _bubblewrap(descriptors: dict[str, int], readable: Sequence[Path]) -> Iterator[str]:
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
    yield from ("--uid", "1000", "--gid", "1000", "--hostname", "sandbox")
    yield from ("--new-session", "--die-with-parent", "--clearenv")
    for name, value in ENVIRONMENT.items():
        yield from ("--setenv", name, value)
    yield from _system_files()
    for path in readable:
        yield from ("--ro-bind", str(path), str(path))
    # Everything that can be written lies in the one tmpfs; bubblewrap's own are made read-only.
    yield from ("--proc", "/proc", "--dev", "/dev", "--bind", "/tmp/shm", "/dev/shm")  # noqa: S108
    yield from ("--bind", "/tmp/tmp", "/tmp", "--bind", "/tmp/work", FOLDER)  # noqa: S108
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", FOLDER)
    yield from ("--seccomp", str(descriptors["filter"]))
    yield from ("--json-status-fd", str(descriptors["status"]), "--")


def _system_files() -> Iterator[str]:
    """The system's programs and libraries, and no more of /etc than they need to start."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        place = Path("/") / name
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for name in ("alternatives", "ld.so.cache"):
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")


def _rlimits(limits: Limits) -> Iterator[str]:
    bounds = {
        "as": 4 * limits.memory_bytes,  # reserved, not used: some programs reserve plenty
        "data": limits.memory_bytes,
        "cpu": limits.cpu_s,
        "fsize": limits.folder_bytes,
        "nproc": limits.processes,
        "nofile": limits.open_files,
        "core": 0,
        "memlock": 0,
        "msgqueue": 0,
    }
    yield "prlimit"
    yield from (f"--{name}={bound}:{bound}" for name, bound in bounds.items())
