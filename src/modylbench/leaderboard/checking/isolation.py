"""Untrusted submissions opened in a process of their own, within bounds of memory and time."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.event_loop import end_with_parent
from modylbench.foundation.record import Record
from modylbench.leaderboard.checking.agreement import TOLERANCE, JudgeTolerance
from modylbench.leaderboard.checking.rejudging import JudgesUnavailable, RejudgingResult, rejudge
from modylbench.leaderboard.signing import PublicKey
from modylbench.leaderboard.submission.check import Checker
from modylbench.leaderboard.submission.problems import SubmissionCheck
from modylbench.leaderboard.submission.unpack import RefusedArchive

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.scenarios.drawing.private import VariantSecret

    Work = Callable[["CheckTask | RejudgeTask", "ProcessBounds", Connection], None]

MOST_FILE_BYTES = 4 * 1024**3  # as a whole submission may have
LONGEST_REPLY = 64 * 1024**2
LEAVE_S = 5.0


class ExaminationReply(Record):
    """What the process has found: one of these. `out` is why judges could not be asked."""

    refused: str = ""
    checked: SubmissionCheck | None = None
    rejudged: RejudgingResult | None = None
    out: str = ""


@dataclass(frozen=True, slots=True)
class ProcessBounds:
    """What the process may take."""

    memory_bytes: int
    cpu_s: int

    def apply(self) -> None:
        """From now on the system ends or refuses what goes beyond."""
        for kind, most in (
            (resource.RLIMIT_AS, self.memory_bytes),
            (resource.RLIMIT_CPU, self.cpu_s),
            (resource.RLIMIT_FSIZE, MOST_FILE_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(kind)
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (allowed, allowed))


@dataclass(frozen=True, slots=True)
class CheckTask:
    """Check a file, unpacked into `work`; `now` is when it was received."""

    file: Path
    work: Path
    key: bytes
    now: str
    transcripts: Path
    secrets: tuple[VariantSecret, ...] = ()

    def reply(self) -> ExaminationReply:
        """Whether it was refused, or all that was found."""
        key = PublicKey(self.key)
        checker = Checker(key=key, transcripts=self.transcripts, secrets=self.secrets)
        try:
            checked = asyncio.run(checker.check(self.file, work=self.work, now=self.now))
        except RefusedArchive as error:
            return ExaminationReply(refused=str(error))
        return ExaminationReply(checked=checked)


@dataclass(frozen=True, slots=True)
class RejudgeTask:
    """Judge samples of an unpacked submission again."""

    folder: Path
    choice: PanelChoice
    seed: str
    transcripts: Path
    tolerance: JudgeTolerance = TOLERANCE
    secrets: tuple[VariantSecret, ...] = ()

    def reply(self) -> ExaminationReply:
        """What came of it, or why the judges could not be asked."""
        try:
            asked = rejudge(
                self.folder,
                self.choice,
                seed=self.seed,
                transcripts=self.transcripts,
                tolerance=self.tolerance,
                secrets=self.secrets,
            )
            return ExaminationReply(rejudged=asyncio.run(asked))
        except JudgesUnavailable as error:
            return ExaminationReply(out=str(error))


def work_on(task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection) -> None:
    """Do the task within its bounds and send the reply as JSON."""
    bounds.apply()
    pipe.send_bytes(task.reply().model_dump_json().encode())
    pipe.close()


def work_while_watched(
    work: Work, task: CheckTask | RejudgeTask, bounds: ProcessBounds, pipe: Connection
) -> None:
    """Do the work, and end with the server however that ends: nobody would hear the reply."""
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGKILL))
    work(task, bounds, pipe)


class CheckingFailure(ModylBenchError):
    """The process did not come to its end: our side's failure, not the submitter's."""


class CheckingInterrupt(ModylBenchError):
    """The claim was lost or the server ends, so the process was ended."""


@dataclass(frozen=True, slots=True)
class IsolatedExaminer:
    """Does tasks in processes of their own, within bounds of memory and time."""

    clock: Clock
    memory_bytes: int
    timeout_s: float
    look_s: float
    work: Work = work_on

    def reply(self, task: CheckTask | RejudgeTask, goes_on: Callable[[], bool]) -> ExaminationReply:
        """What the process replies; `goes_on` is asked now and then.

        Raises CheckingFailure, CheckingInterrupt.
        """
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        bounds = ProcessBounds(self.memory_bytes, int(self.timeout_s) + 1)
        arguments = (self.work, task, bounds, theirs)
        process = context.Process(target=work_while_watched, args=arguments, daemon=True)
        process.start()
        theirs.close()
        try:
            return _parse_reply(self._await_reply(process, ours, goes_on))
        finally:
            ours.close()
            _end_process(process)

    def _await_reply(
        self, process: SpawnProcess, pipe: Connection, goes_on: Callable[[], bool]
    ) -> bytes:
        due_s = self.clock.now_s() + self.timeout_s
        while not pipe.poll(self.look_s):
            if not goes_on():
                message = "the check was stopped"
                raise CheckingInterrupt(message)
            if self.clock.now_s() > due_s:
                message = f"it took longer than {self.timeout_s:g} s"
                raise CheckingFailure(message)
        try:
            return pipe.recv_bytes(LONGEST_REPLY)
        except (EOFError, OSError) as error:
            process.join(LEAVE_S)
            message = f"its process ended without a reply, with code {process.exitcode}"
            raise CheckingFailure(message) from error


def _parse_reply(reply: bytes) -> ExaminationReply:
    try:
        return ExaminationReply.model_validate_json(reply)
    except ValidationError as error:
        message = "its process sent a reply that cannot be read"
        raise CheckingFailure(message) from error


def _end_process(process: SpawnProcess) -> None:
    process.join(0.2)
    if process.is_alive():
        process.kill()
        process.join(LEAVE_S)
    process.close()
