"""Which processes are an agent's, so that they can be ended with it?

Those in its session, and those that have its mark in their environment, whatever became of their
parents. One that left the session and was started with an environment of its own cannot be told
from any other process, and stays. When the harness itself is killed, only the agent's own process
ends with it. Without Linux there is only the process group.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

PR_SET_PDEATHSIG = 1  # linux/prctl.h
PROCESSES = Path("/proc")
MARK = "MODYLBENCH_AGENT="


def marked(command: list[str]) -> list[str]:
    """The command, whose process and all that it starts will have a mark of their own."""
    env = shutil.which("env")
    return command if env is None else [env, f"{MARK}{secrets.token_hex(16)}", *command]


def end_with_the_harness() -> None:
    """Have the kernel kill this process when the one that started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it has started; one that is gone already stays so."""
    _kill(os.killpg, process.pid)
    for number in list(_relatives(process)):
        _kill(os.kill, number)


def watched(process: subprocess.Popen[bytes]) -> int | None:
    """A descriptor that can be read once a process has ended; None where there is no such thing."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(process.pid)
    except OSError:
        return None


def _kill(send: Callable[[int, int], None], number: int) -> None:
    try:
        send(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _relatives(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """The numbers of those that a process has started, and of theirs."""
    command = process.args if isinstance(process.args, list) else []
    mark = next((str(word).encode() for word in command if str(word).startswith(MARK)), None)
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            session = (folder / "stat").read_bytes().rpartition(b")")[2].split()[3]
            variables = (folder / "environ").read_bytes().split(b"\0")
        except (OSError, IndexError):  # gone, or somebody else's
            continue
        if int(session) == process.pid or mark in variables:
            yield int(folder.name)
