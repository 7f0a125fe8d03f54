"""How are the trials of a run held, one after the other or several at once?"""

from __future__ import annotations

import multiprocessing
import os
import signal
from queue import Empty
from threading import Thread
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.pipeline.apart import each_apart
from modylbench.pipeline.equipment import equipped
from modylbench.pipeline.held import Held, Progress, hold_trial, summary
from modylbench.pipeline.kept import finished

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.context import SpawnProcess
    from multiprocessing.queues import Queue
    from pathlib import Path

    from modylbench.foundation.reporter import Reporter
    from modylbench.pipeline.equipment import Means
    from modylbench.runs.plan import Plan, Trial

PATIENCE_S = 1.0


class WorkerDied(ModylBenchError):
    """A process of ours that held meetings was ended from outside."""


def hold_all(
    plan: Plan,
    folder: Path,
    means: Means,
    *,
    jobs: int,
    report: Reporter[Progress | Held],
    anew: bool = False,
) -> list[Held]:
    """Hold every trial that the folder does not hold yet; all of them, in the order asked for.

    With `anew` also those that it holds, whose recordings are then replaced.
    On LiveKit each is held in a process of its own: one that dies costs its trial, and no other.
    """
    trials, agent = plan.trials, plan.agent
    held: dict[Trial, Held] = {}
    for trial in trials:
        place = folder / trial.folder
        kept = None if anew else finished(trial, place, agent=agent, means=means)
        if kept is not None:
            held[trial] = summary(trial, place, kept, was_kept=True)
            report(held[trial])
    waiting = [trial for trial in trials if trial not in held]
    for item in _news(waiting, folder, means, jobs=min(jobs, len(waiting)), report=report):
        report(item)
        if isinstance(item, Held):
            held[item.trial] = item
    return [held[trial] for trial in trials]


def _news(
    trials: Sequence[Trial],
    folder: Path,
    means: Means,
    *,
    jobs: int,
    report: Reporter[Progress | Held],
) -> Iterator[Progress | Held]:
    if means.livekit is not None:
        return each_apart(trials, folder, means, jobs=jobs)
    if jobs <= 1:
        return _alone(trials, folder, means, report)
    return _together(trials, folder, means, jobs)


def _alone(
    trials: Sequence[Trial], folder: Path, means: Means, report: Reporter[Progress | Held]
) -> Iterator[Progress | Held]:
    if not trials:
        return
    with equipped(means) as equipment:
        for trial in trials:
            yield hold_trial(trial, folder, equipment, report)


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
                news.put(hold_trial(trial, folder, equipment, news.put))
    except ModylBenchError as error:
        news.put(error)


def end_with_parent() -> None:
    """A worker whose parent was killed must not go on writing into a run that is started again."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
