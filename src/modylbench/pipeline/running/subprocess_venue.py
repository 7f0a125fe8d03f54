"""Each trial in a process of its own, and what becomes of one that does not come to its end.

A native library that aborts, or a meeting that hangs, costs one trial: it is told as such, the
others are held, and the same command holds it again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from multiprocessing.connection import wait
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import BadFile, ModylBenchError
from modylbench.foundation.event_loop import end_with_parent
from modylbench.meeting.script import limit_s
from modylbench.pipeline.equipment import open_equipment
from modylbench.pipeline.running.progress import (
    HeldTrial,
    Progress,
    hold_trial,
    lost_trial,
    variant_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.pipeline.equipment import RunOptions
    from modylbench.runs.run import Trial

    ProcessMessage: TypeAlias = Progress | HeldTrial | ModylBenchError


# Ours: how often to look, how long a process may take to begin, how long a meeting may take beyond
# its limit (the last answer, pictures, files), and a process to end once it has told all.
LOOK_S = 1.0
BEGIN_S = 180.0
BEYOND_S = 300.0
LEAVE_S = 10.0
GOODBYE_S = 15.0
"""Ours: to leave a room and take it away; who has not by then is killed."""


def hold_in_subprocesses(
    trials: Sequence[Trial], folder: Path, options: RunOptions, *, jobs: int
) -> Iterator[Progress | HeldTrial]:
    """Hold each trial in a process of its own, so many at once; news as they come.

    However this ends, no process is left: each is asked to clear up, and killed if it does not.
    """
    clock, waiting = RealClock(), deque(trials)
    children: list[_TrialProcess] = []
    try:
        while waiting or children:
            while waiting and len(children) < jobs:
                children.append(_TrialProcess(waiting.popleft(), folder, options, clock))
            wait([source for child in children for source in child.sources], LOOK_S)
            for child in children:
                yield from child.news()
            children = [child for child in children if not child.is_over]
    finally:
        _end_all(children)


def end(process: SpawnProcess, *, goodbye_s: float = GOODBYE_S) -> None:
    """Have a process clear up and end; it is killed where it does not."""
    process.terminate()
    process.join(goodbye_s)
    if process.exitcode is None:
        process.kill()
        process.join()


def hold_in_own_process(trial: Trial, folder: Path, options: RunOptions, news: Connection) -> None:
    """Hold the trial; what there is to tell of it goes into the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends us
    end_with_parent(_clear_up)

    def tell(item: ProcessMessage) -> None:
        try:
            news.send(item)
        except BrokenPipeError:  # the parent is gone, and so are we, soon
            return

    try:
        with open_equipment(options) as equipment:
            tell(hold_trial(trial, folder, equipment, tell))
    except ModylBenchError as error:
        tell(error)


class _TrialProcess:
    """The process of one trial, and until when it must have told something."""

    def __init__(self, trial: Trial, folder: Path, options: RunOptions, clock: Clock) -> None:
        self._trial, self._folder, self._clock = trial, folder / trial.folder, clock
        meeting_s = limit_s(variant_of(trial, options).scenario)
        self._meeting_s = meeting_s + options.join_s + BEYOND_S
        self._due_s = clock.now_s() + BEGIN_S
        self._is_told = False
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(
            target=hold_in_own_process, args=(trial, folder, options, theirs), daemon=False
        )
        self.process.start()
        theirs.close()
        self.is_over = False

    @property
    def sources(self) -> tuple[Connection | int, ...]:
        """What to wait for: news, or the end of the process."""
        return (self.process.sentinel,) if self._is_told else (self._pipe, self.process.sentinel)

    def news(self) -> Iterator[Progress | HeldTrial]:
        """What there is to tell now; at last how the trial came out, whatever became of it."""
        has_ended = self.process.exitcode is not None  # asked first: what it told comes before
        yield from self._received_news()
        if not has_ended and self._clock.now_s() >= self._due_s:
            end(self.process)
            has_ended = True
            if not self._is_told:
                yield self._lose("it did not come to its end in time and was ended")
        if has_ended:
            if not self._is_told:
                yield self._lose(f"its process ended with code {self.process.exitcode}")
            self._pipe.close()
            self.is_over = True

    def _received_news(self) -> Iterator[Progress | HeldTrial]:
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
                yield self._lose(str(item)) if isinstance(item, ModylBenchError) else item
                self._is_told, self._due_s = True, self._clock.now_s() + LEAVE_S

    def _lose(self, trouble: str) -> HeldTrial:
        self._is_told = True
        return lost_trial(self._trial, self._folder, trouble)


def _end_all(children: Sequence[_TrialProcess]) -> None:
    clock = RealClock()
    for child in children:
        child.process.terminate()
    for child in children:
        end(child.process, goodbye_s=max(0.0, GOODBYE_S - clock.now_s()))


def _clear_up() -> None:
    """End what is held here, which must not go on without a parent: the run may start again."""
    os.kill(os.getpid(), signal.SIGTERM)
    Event().wait(GOODBYE_S)
    os._exit(1)
