"""Which calls to the kernel does a sandbox refuse? A filter in the kernel's own classic BPF.

Refused are those that hold memory outside the limits (memfd, System V memory, messages and
semaphores, rings) and those that widen what can be attacked (mounts, namespaces, keys, bpf). A
socket may be of the few families that programs need; some others reach past a network namespace.
"""

from __future__ import annotations

import errno
import platform
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def call_filter(machine: str | None = None) -> bytes | None:
    """The filter's program; None on a machine whose numbers we do not know."""
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
        *_jumps(refused, start, refuse),
        *_jumps(sockets, start + len(refused), families),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        *_jumps(_FAMILIES, families + 1, refuse + 1),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def _jumps(values: Sequence[int], start: int, to: int) -> Iterator[tuple[int, int, int, int]]:
    """Steps from `start` on that go to the step `to` where one of the values is loaded."""
    for at, value in enumerate(values, start=start):
        yield _JUMP_IF_EQUAL, to - at - 1, 0, value
