"""How a command is shut in: the programs that do it, and what they are told.

Three walls, one in the other: a user without rights (where we are root), a namespace in which one
bounded tmpfs is all that can be written, and in it bubblewrap with its own users, processes,
network, and a tree of files that holds the system's programs and that tmpfs alone.
"""

from __future__ import annotations

import errno
import os
import platform
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MB = 1024 * 1024
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
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16  # places in struct seccomp_data
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
_X32 = 0x40000000  # a second numbering of the same calls on x86_64
_SINCE_2018 = (425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 447)
"""The same numbers everywhere: io_uring_*, open_tree to fspick, mount_setattr, memfd_secret."""
_CALLS = {
    "x86_64": (
        0xC000003E,
        (29, 30, 64, 68, 101, 155, 161, 165, 166, 248, 249, 250, 272, 298, 303, 304, 308, 310, 311,
         319, 321, 323),
    ),
    "aarch64": (
        0xC00000B7,
        (39, 40, 41, 51, 97, 117, 186, 190, 194, 196, 217, 218, 219, 241, 264, 265, 268, 270, 271,
         279, 280, 282),
    ),
}  # fmt: skip
"""By machine its number and those of shmget, shmat, semget, msgget, ptrace, pivot_root, chroot,
mount, umount2, add_key, request_key, keyctl, unshare, perf_event_open, name_to_handle_at,
open_by_handle_at, setns, process_vm_readv and _writev, memfd_create, bpf, userfaultfd."""
_SOCKETS = {"x86_64": (41, 53), "aarch64": (198, 199)}
"""The numbers of socket and socketpair."""
_FAMILIES = (1, 2, 10, 16)
"""Unix, both kinds of internet addresses (Linux's own numbers), and netlink."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """The most that a run may take; all of these are ours.

    `memory_bytes` is for all processes together, `folder_bytes` and `files` for all that they
    write, to whatever place. What they print beyond `output_bytes` ends the run.
    """

    wall_s: float = 60.0
    cpu_s: int = 60
    memory_bytes: int = 1024 * MB
    folder_bytes: int = 256 * MB
    files: int = 10_000
    processes: int = 64
    open_files: int = 256
    output_bytes: int = MB


def missing_programs() -> tuple[str, ...]:
    """The programs that this machine does not have."""
    return tuple(name for name in PROGRAMS if shutil.which(name, path=SEARCHED) is None)


def enclosed_command(
    command: Sequence[str],
    limits: SandboxLimits,
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


def _archive_bytes(limits: SandboxLimits) -> int:
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


def _rlimits(limits: SandboxLimits) -> Iterator[str]:
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


def call_filter(machine: str | None = None) -> bytes | None:
    """The program of a filter in the kernel's own classic BPF; None where we know no numbers.

    Refused are calls that hold memory outside the limits (memfd, System V memory, messages and
    semaphores, rings) and those that widen what can be attacked (mounts, namespaces, keys, bpf). A
    socket may be of the few families that programs need; some others reach past a network
    namespace.
    """
    machine = machine or platform.machine()
    if machine not in _CALLS:
        return None
    number, calls = _CALLS[machine]
    refused, sockets = (*calls, *_SINCE_2018), _SOCKETS[machine]
    start = 5  # the first of the calls' own steps
    families = start + len(refused) + len(sockets) + 1
    refuse = families + 1 + len(_FAMILIES)
    program = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_JUMP_IF_EQUAL, 1, 0, number),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_JUMP_IF_AT_LEAST, refuse - start, 0, _X32),
        *_jump_steps(refused, start, refuse),
        *_jump_steps(sockets, start + len(refused), families),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        *_jump_steps(_FAMILIES, families + 1, refuse + 1),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def _jump_steps(values: Sequence[int], start: int, to: int) -> Iterator[tuple[int, int, int, int]]:
    """Steps from `start` on that go to the step `to` where one of the values is loaded."""
    for at, value in enumerate(values, start=start):
        yield _JUMP_IF_EQUAL, to - at - 1, 0, value
