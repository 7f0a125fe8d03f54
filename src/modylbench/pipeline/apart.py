"""How is each trial held in a process of its own, and what if one does not come to its end?

A native library that aborts, or a meeting that hangs, costs one trial: it is told as such, the
others are held, and the same command holds it again.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import BadFile, ModylBenchError
from modylbench.meeting.script import limit_s
from modylbench.pipeline.held import Held, Progress, not_held, variant_of
from modylbench.pipeline.trial_process import GOODBYE_S, hold_one

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.pipeline.equipment import Means
    from modylbench.runs.plan import Trial

# Ours: how often to look, how long a process may take to begin, how long a meeting may take beyond
# its limit (the last answer, pictures, files), and a process to end once it has told all.
LOOK_S = 1.0
BEGIN_S = 180.0
BEYOND_S = 300.0
LEAVE_S = 10.0


def each_apart(
    trials: Sequence[Trial], folder: Path, means: Means, *, jobs: int
) -> Iterator[Progress | Held]:
    """Hold each trial in a process of its own, so many at once; news as they come.

    However this ends, no process is left: each is asked to clear up, and killed if it does not.
    """
    clock, waiting = RealClock(), deque(trials)
    children: list[_Child] = []
    try:
        while waiting or children:
            while waiting and len(children) < jobs:
                children.append(_Child(waiting.popleft(), folder, means, clock))
            wait([source for child in children for source in child.sources], LOOK_S)
            for child in children:
                yield from child.news()
            children = [child for child in children if not child.is_over]
    finally:
        _end_all(children)


class _Child:
    """The process of one trial, and until when it must have told something."""

    def __init__(self, trial: Trial, folder: Path, means: Means, clock: Clock) -> None:
        self._trial, self._folder, self._clock = trial, folder / trial.folder, clock
        meeting_s = limit_s(variant_of(trial, means).scenario)
        self._meeting_s = meeting_s + means.join_s + BEYOND_S
        self._due_s = clock.now_s() + BEGIN_S
        self._is_told = False
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(
            target=hold_one, args=(trial, folder, means, theirs), daemon=False
        )
        self.process.start()
        theirs.close()
        self.is_over = False

    @property
    def sources(self) -> tuple[Connection | int, ...]:
        """What to wait for: news, or the end of the process."""
        return (self.process.sentinel,) if self._is_told else (self._pipe, self.process.sentinel)

    def news(self) -> Iterator[Progress | Held]:
        """What there is to tell now; at last how the trial came out, whatever became of it."""
        has_ended = self.process.exitcode is not None  # asked first: what it told comes before
        yield from self._told()
        if not has_ended and self._clock.now_s() >= self._due_s:
            end(self.process)
            has_ended = True
            if not self._is_told:
                yield self._lost("it did not come to its end in time and was ended")
        if has_ended:
            if not self._is_told:
                yield self._lost(f"its process ended with code {self.process.exitcode}")
            self._pipe.close()
            self.is_over = True

    def _told(self) -> Iterator[Progress | Held]:
        while not self._is_told and self._pipe.poll():
            try:
                item = self._pipe.recv()
            except (EOFError, OSError):
                return
            if isinstance(item, BadFile):
                raise item
            if isinstance(item, Progress):
                if item.turn == 0:
                    self._due_s = self._clock.now_s() + self._meeting_s
                yield item
            else:
                yield self._lost(str(item)) if isinstance(item, ModylBenchError) else item
                self._is_told, self._due_s = True, self._clock.now_s() + LEAVE_S

    def _lost(self, trouble: str) -> Held:
        self._is_told = True
        return not_held(self._trial, self._folder, trouble)


def end(process: SpawnProcess, *, goodbye_s: float = GOODBYE_S) -> None:
    """Have a process clear up and end; it is killed where it does not."""
    process.terminate()
    process.join(goodbye_s)
    if process.exitcode is None:
        process.kill()
        process.join()


def _end_all(children: Sequence[_Child]) -> None:
    clock = RealClock()
    for child in children:
        child.process.terminate()
    for child in children:
        end(child.process, goodbye_s=max(0.0, GOODBYE_S - clock.now_s()))
