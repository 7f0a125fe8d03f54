"""What runs in the process of its own where an untrusted submission is opened?"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.record import Record
from modylbench.leaderboard.checking.agreement import TOLERANCE, Tolerance
from modylbench.leaderboard.checking.rejudge import JudgesOut, Rejudged, rejudge
from modylbench.leaderboard.signing import PublicKey
from modylbench.leaderboard.submission.check import Checker
from modylbench.leaderboard.submission.problems import Checked
from modylbench.leaderboard.submission.unpack import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from pathlib import Path

    from modylbench.pipeline.panel_choice import PanelChoice

    Work = Callable[["Checking | Rejudging", "Bounds", Connection], None]

MOST_FILE_BYTES = 4 * 1024**3  # as a whole submission may have


class Reply(Record):
    """What the process has found: one of these. `out` is why judges could not be asked."""

    refused: str = ""
    checked: Checked | None = None
    rejudged: Rejudged | None = None
    out: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
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
class Checking:
    """Check a file, unpacked into `work`; `now` is when it was received."""

    file: Path
    work: Path
    key: bytes
    now: str
    transcripts: Path

    def reply(self) -> Reply:
        """Whether it was refused, or all that was found."""
        checker = Checker(key=PublicKey(self.key), transcripts=self.transcripts)
        try:
            checked = asyncio.run(checker.check(self.file, work=self.work, now=self.now))
        except Refused as error:
            return Reply(refused=str(error))
        return Reply(checked=checked)


@dataclass(frozen=True, slots=True)
class Rejudging:
    """Judge samples of an unpacked submission again."""

    folder: Path
    choice: PanelChoice
    seed: str
    transcripts: Path
    tolerance: Tolerance = TOLERANCE

    def reply(self) -> Reply:
        """What came of it, or why the judges could not be asked."""
        try:
            asked = rejudge(
                self.folder,
                self.choice,
                seed=self.seed,
                transcripts=self.transcripts,
                tolerance=self.tolerance,
            )
            return Reply(rejudged=asyncio.run(asked))
        except JudgesOut as error:
            return Reply(out=str(error))


def work_on(task: Checking | Rejudging, bounds: Bounds, pipe: Connection) -> None:
    """Do the task within its bounds and send the reply as JSON."""
    bounds.apply()
    pipe.send_bytes(task.reply().model_dump_json().encode())
    pipe.close()


def work_while_watched(
    work: Work, task: Checking | Rejudging, bounds: Bounds, pipe: Connection
) -> None:
    """Do the work, and end with the server however that ends: nobody would hear the reply."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(task, bounds, pipe)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGKILL)
