"""How are the trials of a run held, one after the other or several at once?"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from dataclasses import dataclass
from queue import Empty
from threading import Thread
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.pipeline.equipment import equipped
from modylbench.pipeline.kept import finished
from modylbench.pipeline.shortened import shortened
from modylbench.pipeline.trial import run_trial
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.context import SpawnProcess
    from multiprocessing.queues import Queue
    from pathlib import Path

    from modylbench.foundation.reporter import Reporter
    from modylbench.pipeline.equipment import Equipment, Means
    from modylbench.pipeline.plan import Plan, Trial
    from modylbench.recording.recording import MeetingRecording

PATIENCE_S = 1.0


class WorkerDied(ModylBenchError):
    """A process of ours that held meetings was ended from outside."""


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of the human's turns of a trial are over."""

    trial: Trial
    turn: int
    turns: int
    meeting_s: float


@dataclass(frozen=True, slots=True)
class Held:
    """A trial that is done; `was_kept` where an earlier start of the run had done it."""

    trial: Trial
    folder: Path
    was_kept: bool
    is_valid: bool
    ending: str
    meeting_s: float
    answered: int
    planned: int
    faults: dict[str, int]
    trouble: str


def hold_all(
    plan: Plan, folder: Path, means: Means, *, jobs: int, report: Reporter[Progress | Held]
) -> list[Held]:
    """Hold every trial that the folder does not hold yet; all of them, in the order asked for."""
    trials, agent = plan.trials, plan.agent
    held: dict[Trial, Held] = {}
    for trial in trials:
        kept = finished(trial, folder / trial.folder, agent=agent, means=means)
        if kept is not None:
            held[trial] = _summary(trial, folder / trial.folder, kept, was_kept=True)
            report(held[trial])
    waiting = [trial for trial in trials if trial not in held]
    workers = min(jobs, len(waiting))
    news = (
        _alone(waiting, folder, means, report)
        if workers <= 1
        else _together(waiting, folder, means, workers)
    )
    for item in news:
        report(item)
        if isinstance(item, Held):
            held[item.trial] = item
    return [held[trial] for trial in trials]


def _alone(
    trials: Sequence[Trial], folder: Path, means: Means, report: Reporter[Progress | Held]
) -> Iterator[Progress | Held]:
    if not trials:
        return
    with equipped(means) as equipment:
        for trial in trials:
            yield _hold(trial, folder, equipment, report)


def _together(
    trials: Sequence[Trial], folder: Path, means: Means, workers: int
) -> Iterator[Progress | Held]:
    """Hold them in processes of their own, each with its own browser; news as they come."""
    context = multiprocessing.get_context("spawn")
    waiting: Queue[Trial | None] = context.Queue()
    news: Queue[Progress | Held | Exception] = context.Queue()
    for trial in (*trials, *[None] * workers):
        waiting.put(trial)
    processes = [
        context.Process(target=_work, args=(waiting, news, folder, means), daemon=False)
        for _ in range(workers)
    ]
    for process in processes:
        process.start()
    try:
        left = len(trials)
        while left:
            item = _next(news, processes)
            if isinstance(item, Exception):
                raise item
            left -= isinstance(item, Held)
            yield item
        for process in processes:
            process.join()
    finally:
        for process in processes:
            process.terminate()


def _next(
    news: Queue[Progress | Held | Exception], processes: Sequence[SpawnProcess]
) -> Progress | Held | Exception:
    while True:
        try:
            return news.get(timeout=PATIENCE_S)
        except Empty:
            dead = [process for process in processes if process.exitcode not in (None, 0)]
            if dead:
                message = (
                    f"a process that held meetings ended with code {dead[0].exitcode}; "
                    "start the same command again to go on, with fewer --jobs if memory was short"
                )
                return WorkerDied(message)


def _work(
    waiting: Queue[Trial | None],
    news: Queue[Progress | Held | Exception],
    folder: Path,
    means: Means,
) -> None:
    """Hold trials until there are none left: what a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends us
    Thread(target=end_with_parent, daemon=True).start()
    try:
        with equipped(means) as equipment:
            while (trial := waiting.get()) is not None:
                news.put(_hold(trial, folder, equipment, news.put))
    except ModylBenchError as error:
        news.put(error)


def end_with_parent() -> None:
    """A worker whose parent was killed must not go on writing into a run that is started again."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _hold(
    trial: Trial, folder: Path, equipment: Equipment, report: Reporter[Progress | Held]
) -> Held:
    means = equipment.means
    variant = instantiate(scenario(trial.scenario), trial.seed, means.edge_cases)
    variant = shortened(variant, means.beats)

    def watcher(turn: int, turns: int, meeting_s: float) -> None:
        report(Progress(trial, turn, turns, meeting_s))

    watcher(0, sum(1 for _ in variant.scenario.human_turns()), 0.0)
    recording = run_trial(variant, folder / trial.folder, equipment, watcher)
    return _summary(trial, folder / trial.folder, recording, was_kept=False)


def _summary(trial: Trial, folder: Path, recording: MeetingRecording, *, was_kept: bool) -> Held:
    return Held(
        trial=trial,
        folder=folder,
        was_kept=was_kept,
        is_valid=recording.is_valid,
        ending=recording.ending,
        meeting_s=recording.duration_s,
        answered=sum(turn.agent.outcome == "answered" for turn in recording.turns),
        planned=recording.planned_turns,
        faults=dict(Counter(fault.culprit for fault in recording.faults)),
        trouble=next(
            (f"{one.code}: {one.detail}" for one in recording.faults if one.culprit != "agent"), ""
        ),
    )
