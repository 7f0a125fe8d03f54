"""Which calls to the kernel does a sandbox refuse? A filter in the kernel's own classic BPF.

Refused are those that hold memory outside the limits (memfd, System V memory, messages and
semaphores, rings) and those that widen what can be attacked (mounts, namespaces, keys, bpf).
"""

from __future__ import annotations

import errno
import platform
import struct

_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT = 0, 4  # places in struct seccomp_data
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


def call_filter(machine: str | None = None) -> bytes | None:
    """The filter's program; None on a machine whose numbers we do not know."""
    known = _CALLS.get(machine or platform.machine())
    if known is None:
        return None
    number, calls = known
    refused = (*calls, *_SINCE_2018)
    program = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_JUMP_IF_EQUAL, 1, 0, number),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_JUMP_IF_AT_LEAST, len(refused) + 1, 0, _X32),
        *((_JUMP_IF_EQUAL, len(refused) - at, 0, call) for at, call in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in program)
