"""How are the trials of runs judged and weighed, one after the other or several at once?"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line
from modylbench.pipeline.execution import WorkerDied, end_with_parent
from modylbench.pipeline.outcome import Judging, Verdicts
from modylbench.pipeline.panel_choice import seated
from modylbench.pipeline.spared import spared
from modylbench.pipeline.trial import judge_trial
from modylbench.pipeline.weigh import weigh_all
from modylbench.providers.models.budget import OverBudget

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.foundation.reporter import Reporter
    from modylbench.pipeline.measure import Panel
    from modylbench.pipeline.outcome import Outcome
    from modylbench.pipeline.panel_choice import PanelChoice
    from modylbench.pipeline.spared import WhatOthersJudged
    from modylbench.scoring.rules import ScoringRules

AT_ONCE = 2  # ours: a trial has hundreds of calls, so one more keeps the connections busy


@dataclass(frozen=True, slots=True)
class Order:
    """Who judges, by which rules, and what becomes of what other models have said before."""

    choice: PanelChoice
    rules: ScoringRules
    others: WhatOthersJudged = "refuse"


def judge_all(
    trials: Sequence[Path], order: Order, *, jobs: int, report: Reporter[Verdicts | Outcome]
) -> Judging:
    """Judge and weigh every trial, or as many as the budget allows.

    Only those without a service to ask are judged by several processes: the others wait for
    answers, and share one limit of connections and one budget.
    """
    workers = min(jobs, len(trials)) if order.choice.is_offline else 1
    if workers > 1:
        asyncio.run(_find_mistakes(trials, order))
        return Judging(tuple(_together(trials, order, workers=workers, report=report)))
    return asyncio.run(_at_once(trials, order, report))


async def _find_mistakes(trials: Sequence[Path], order: Order) -> None:
    """Before any of several processes has replaced anything."""
    async with seated(order.choice) as panel:
        spared(trials, panel.judges, order.others)


async def _at_once(
    trials: Sequence[Path], order: Order, report: Reporter[Verdicts | Outcome]
) -> Judging:
    """Several trials share the connections, so that these do not idle while one trial ends."""
    slots = asyncio.Semaphore(1 if order.choice.is_offline else AT_ONCE)
    stopped: list[str] = []

    async def one(folder: Path, panel: Panel) -> Outcome | None:
        told = partial(_tell, report, folder)
        async with slots:
            if stopped:
                return None
            try:
                outcome = await judge_trial(folder, panel, order.rules, told)
            except OverBudget as error:
                stopped.append(one_line(str(error)))
                return None
        report(outcome)
        return outcome

    try:
        async with seated(order.choice) as panel:
            kept = spared(trials, panel.judges, order.others)
            weighed = weigh_all([folder for folder in trials if folder in kept], order.rules)
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(one(folder, panel)) for folder in trials if folder not in kept
                ]
    except OverBudget as error:  # for the first tiny question already
        return Judging((), one_line(str(error)))
    judged = (task.result() for task in tasks)
    done = {one.folder: one for one in (*weighed.outcomes, *judged) if one is not None}
    return Judging(tuple(done[folder] for folder in trials if folder in done), *stopped[:1])


def _tell(report: Reporter[Verdicts | Outcome], folder: Path, done: int, total: int) -> None:
    report(Verdicts(folder, done, total))


def _together(
    trials: Sequence[Path],
    order: Order,
    *,
    workers: int,
    report: Reporter[Verdicts | Outcome],
) -> list[Outcome]:
    context = multiprocessing.get_context("spawn")
    done: dict[Path, Outcome] = {}
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        waiting = [pool.submit(_judged, folder, order) for folder in trials]
        try:
            for future in as_completed(waiting):
                outcome = future.result()
                done[outcome.folder] = outcome
                report(outcome)
        except BrokenProcessPool as error:
            message = (
                "a process that judged meetings was ended from outside; start the same command "
                "again to go on, with fewer --jobs if memory was short"
            )
            raise WorkerDied(message) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return [done[folder] for folder in trials]


def _begin() -> None:
    """What a worker does first: it is interrupted, and ended, with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def _judged(folder: Path, order: Order) -> Outcome:
    return asyncio.run(_at_once([folder], order, lambda _: None)).outcomes[0]
