"""How is an untrusted submission opened where it can only hurt a process of its own?"""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from modylbench.foundation.errors import ModylBenchError
from modylbench.leaderboard.checking.child import Bounds, Reply, work_on, work_while_watched

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from modylbench.foundation.clock import Clock
    from modylbench.leaderboard.checking.child import Checking, Rejudging, Work

LONGEST_REPLY = 64 * 1024**2
LEAVE_S = 5.0


class Broken(ModylBenchError):
    """The process did not come to its end: our side's failure, not the submitter's."""


class Stopped(ModylBenchError):
    """The claim was lost or the server ends, so the process was ended."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Does tasks in processes of their own, within bounds of memory and time."""

    clock: Clock
    memory_bytes: int
    timeout_s: float
    look_s: float
    work: Work = work_on

    def reply(self, task: Checking | Rejudging, goes_on: Callable[[], bool]) -> Reply:
        """What the process replies; `goes_on` is asked now and then. Raises Broken, Stopped."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        bounds = Bounds(self.memory_bytes, int(self.timeout_s) + 1)
        arguments = (self.work, task, bounds, theirs)
        process = context.Process(target=work_while_watched, args=arguments, daemon=True)
        process.start()
        theirs.close()
        try:
            return _read(self._sent(process, ours, goes_on))
        finally:
            ours.close()
            _ended(process)

    def _sent(self, process: SpawnProcess, pipe: Connection, goes_on: Callable[[], bool]) -> bytes:
        due_s = self.clock.now_s() + self.timeout_s
        while not pipe.poll(self.look_s):
            if not goes_on():
                message = "the check was stopped"
                raise Stopped(message)
            if self.clock.now_s() > due_s:
                message = f"it took longer than {self.timeout_s:g} s"
                raise Broken(message)
        try:
            return pipe.recv_bytes(LONGEST_REPLY)
        except (EOFError, OSError) as error:
            process.join(LEAVE_S)
            message = f"its process ended without a reply, with code {process.exitcode}"
            raise Broken(message) from error


def _read(reply: bytes) -> Reply:
    try:
        return Reply.model_validate_json(reply)
    except ValidationError as error:
        message = "its process sent a reply that cannot be read"
        raise Broken(message) from error


def _ended(process: SpawnProcess) -> None:
    process.join(0.2)
    if process.is_alive():
        process.kill()
        process.join(LEAVE_S)
    process.close()
