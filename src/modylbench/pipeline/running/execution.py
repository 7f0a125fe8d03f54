"""The trials of a run, held one after the other or several at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from queue import Empty
from typing import TYPE_CHECKING, TypeVar

from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.event_loop import end_with_parent
from modylbench.foundation.garbage import collect_garbage_seldom
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.equipment import open_equipment
from modylbench.pipeline.running.progress import (
    HeldTrial,
    Progress,
    finished_recording,
    hold_trial,
    trial_summary,
)
from modylbench.pipeline.running.subprocess_venue import hold_in_subprocesses
from modylbench.recording.reading import FILE, STAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess
    from multiprocessing.queues import Queue
    from pathlib import Path

    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.running.progress import MeetingReporter
    from modylbench.runs.journal import RunJournal
    from modylbench.runs.run import RunPlan, Trial

PATIENCE_S = 1.0
T = TypeVar("T")
R = TypeVar("R")


class WorkerDied(ModylBenchError):
    """A process of ours that held meetings was ended from outside."""


def hold_all(
    plan: RunPlan,
    folder: Path,
    options: RunOptions,
    *,
    jobs: int,
    report: MeetingReporter,
    anew: bool = False,
) -> list[HeldTrial]:
    """Hold every trial that the folder does not hold yet; all of them, in the order asked for.

    With `anew` also those that it holds, whose recordings are then replaced.
    On LiveKit each is held in a process of its own: one that dies costs its trial, and no other.
    """
    trials, agent = plan.trials, plan.agent
    held: dict[Trial, HeldTrial] = {}
    for trial in trials:
        place = folder / trial.folder
        kept = None if anew else finished_recording(trial, place, agent=agent, options=options)
        if kept is not None:
            held[trial] = trial_summary(trial, place, kept, was_kept=True)
            report(held[trial])
    waiting = [trial for trial in trials if trial not in held]
    for item in _hold_waiting(
        waiting, folder, options, jobs=min(jobs, len(waiting)), report=report
    ):
        report(item)
        if isinstance(item, HeldTrial):
            held[item.trial] = item
    return [held[trial] for trial in trials]


def hold_noted(
    plan: RunPlan,
    folder: Path,
    options: RunOptions,
    *,
    jobs: int,
    report: MeetingReporter,
    journal: RunJournal,
) -> list[HeldTrial]:
    """The same, and every recording is noted as it was made.

    One that was changed since it was made is held again. Raises BadFile where one was changed while
    others were held: by the agent, say, whose meetings these are.
    """
    places = [folder / trial.folder for trial in plan.trials]
    for path in journal.find_altered(places, (FILE,)):
        TrialDirectory(path.parent).forget(STAGE)

    def note(item: Progress | HeldTrial) -> None:
        if isinstance(item, HeldTrial) and item.sha256:
            journal.add({f"{item.trial.folder}/{FILE}": item.sha256})
        report(item)

    held = hold_all(plan, folder, options, jobs=jobs, report=note)
    journal.refuse_altered(places, (FILE,))
    return held


def _hold_waiting(
    trials: Sequence[Trial],
    folder: Path,
    options: RunOptions,
    *,
    jobs: int,
    report: MeetingReporter,
) -> Iterator[Progress | HeldTrial]:
    if options.livekit is not None:
        return hold_in_subprocesses(trials, folder, options, jobs=jobs)
    if jobs <= 1:
        return _hold_one_by_one(trials, folder, options, report)
    return _hold_in_workers(trials, folder, options, jobs)


def _hold_one_by_one(
    trials: Sequence[Trial],
    folder: Path,
    options: RunOptions,
    report: MeetingReporter,
) -> Iterator[Progress | HeldTrial]:
    if not trials:
        return
    with open_equipment(options) as equipment:
        for trial in trials:
            yield hold_trial(trial, folder, equipment, report)


def _hold_in_workers(
    trials: Sequence[Trial], folder: Path, options: RunOptions, workers: int
) -> Iterator[Progress | HeldTrial]:
    """Hold them in processes of their own, each with its own browser; news as they come."""
    context = multiprocessing.get_context("spawn")
    waiting: Queue[Trial | None] = context.Queue()
    news: Queue[Progress | HeldTrial | Exception] = context.Queue()
    for trial in (*trials, *[None] * workers):
        waiting.put(trial)
    processes = [
        context.Process(target=_work, args=(waiting, news, folder, options), daemon=False)
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
            left -= isinstance(item, HeldTrial)
            yield item
        for process in processes:
            process.join()
    finally:
        for process in processes:
            process.terminate()


def _next(
    news: Queue[Progress | HeldTrial | Exception], processes: Sequence[SpawnProcess]
) -> Progress | HeldTrial | Exception:
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
    news: Queue[Progress | HeldTrial | Exception],
    folder: Path,
    options: RunOptions,
) -> None:
    """Hold trials until there are none left: what a worker process does."""
    begin_worker()
    try:
        with open_equipment(options) as equipment:
            while (trial := waiting.get()) is not None:
                news.put(hold_trial(trial, folder, equipment, news.put))
    except ModylBenchError as error:
        news.put(error)


def begin_worker() -> None:
    """What a worker process does first: it is not interrupted, and ends with its parent."""
    collect_garbage_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends us
    # One whose parent was killed must not go on writing into a run that is started again.
    end_with_parent(lambda: os._exit(1))


def results_from_workers(
    work: Callable[[T], R], items: Iterable[T], *, workers: int, doing: str
) -> Iterator[R]:
    """What `work` makes of each item in worker processes, as it comes; raises WorkerDied.

    `doing` is what a process that was ended did, for whoever reads that.
    """
    context = multiprocessing.get_context("spawn")  # a browser's thread does not outlive a fork
    with ProcessPoolExecutor(workers, mp_context=context, initializer=begin_worker) as pool:
        waiting = [pool.submit(work, item) for item in items]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BrokenProcessPool as error:
            message = (
                f"a process that {doing} was ended from outside; start the same command again to "
                "go on, with fewer --jobs if memory was short"
            )
            raise WorkerDied(message) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
