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
from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.errors import one_line
from modylbench.pipeline.execution import WorkerDied, end_with_parent
from modylbench.pipeline.outcome import Judging
from modylbench.pipeline.panel_choice import seated
from modylbench.pipeline.trial import judge_trial
from modylbench.providers.models.budget import OverBudget

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.pipeline.outcome import Outcome
    from modylbench.pipeline.panel_choice import PanelChoice
    from modylbench.scoring.rules import ScoringRules


@dataclass(frozen=True, slots=True)
class Verdicts:
    """So many verdicts of a trial have come."""

    folder: Path
    done: int
    total: int


class Reporter(Protocol):
    """Is told how judging goes."""

    def __call__(self, news: Verdicts | Outcome, /) -> None:
        """Something has come forward."""


def judge_all(
    trials: Sequence[Path],
    choice: PanelChoice,
    rules: ScoringRules,
    *,
    jobs: int,
    report: Reporter,
) -> Judging:
    """Judge and weigh every trial, or as many as the budget allows.

    Only those without a service to ask are judged by several processes: the others wait for
    answers, and share one limit of connections and one budget.
    """
    workers = min(jobs, len(trials)) if choice.is_offline else 1
    if workers > 1:
        done = _together(trials, choice, rules, workers=workers, report=report)
        return Judging(tuple(done))
    return asyncio.run(_one_by_one(trials, choice, rules, report))


async def _one_by_one(
    trials: Sequence[Path], choice: PanelChoice, rules: ScoringRules, report: Reporter
) -> Judging:
    outcomes: list[Outcome] = []
    async with seated(choice) as panel:
        for folder in trials:
            told = partial(_tell, report, folder)
            try:
                outcomes.append(await judge_trial(folder, panel, rules, told))
            except OverBudget as error:
                return Judging(tuple(outcomes), one_line(str(error)))
            report(outcomes[-1])
    return Judging(tuple(outcomes))


def _tell(report: Reporter, folder: Path, done: int, total: int) -> None:
    report(Verdicts(folder, done, total))


def _together(
    trials: Sequence[Path],
    choice: PanelChoice,
    rules: ScoringRules,
    *,
    workers: int,
    report: Reporter,
) -> list[Outcome]:
    context = multiprocessing.get_context("spawn")
    done: dict[Path, Outcome] = {}
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        waiting = [pool.submit(_judged, folder, choice, rules) for folder in trials]
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


def _judged(folder: Path, choice: PanelChoice, rules: ScoringRules) -> Outcome:
    return asyncio.run(_one_by_one([folder], choice, rules, lambda _: None)).outcomes[0]
