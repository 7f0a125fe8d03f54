"""The trials of runs, judged and weighed, one after the other or several at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from modylbench.foundation.errors import UserMistake, one_line
from modylbench.pipeline.panel.choice import open_panel
from modylbench.pipeline.running.execution import results_from_workers
from modylbench.pipeline.trial import judge_trial
from modylbench.pipeline.weigh import JudgingOutcome, TrialVerdicts, weigh_all
from modylbench.providers.models.budget import OverBudget
from modylbench.runs.records import evaluation_in, exchanges_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.judging.judge import Judge
    from modylbench.pipeline.panel.choice import Panel, PanelChoice
    from modylbench.pipeline.weigh import JudgingReporter, TrialOutcome
    from modylbench.scoring.rules import ScoringRules

AT_ONCE = 2  # ours: a trial has hundreds of calls, so one more keeps the connections busy
WhatOthersJudged = Literal["refuse", "replace", "keep"]
"""What becomes of an evaluation by models that are not the panel asked for: it has cost money."""


@dataclass(frozen=True, slots=True)
class JudgingOrder:
    """Who judges, by which rules, and what becomes of what other models have said before."""

    choice: PanelChoice
    rules: ScoringRules
    others: WhatOthersJudged = "refuse"


def judge_all(
    trials: Sequence[Path],
    order: JudgingOrder,
    *,
    jobs: int,
    report: JudgingReporter,
) -> JudgingOutcome:
    """Judge and weigh every trial, or as many as the budget allows.

    Only those without a service to ask are judged by several processes: the others wait for
    answers, and share one limit of connections and one budget.
    """
    workers = min(jobs, len(trials)) if order.choice.is_offline else 1
    if workers > 1:
        asyncio.run(_find_mistakes(trials, order))
        return JudgingOutcome(
            tuple(_judge_in_workers(trials, order, workers=workers, report=report))
        )
    return asyncio.run(_judge_concurrently(trials, order, report))


def trials_judged_by_others(
    trials: Sequence[Path], judges: Sequence[Judge], others: WhatOthersJudged
) -> frozenset[Path]:
    """The trials that are only weighed; raises UserMistake where there must be none."""
    if others == "replace":
        return frozenset()
    found = {folder: before for folder in trials if (before := _other_models(folder, judges))}
    if found and others == "refuse":
        folder, before = next(iter(found.items()))
        message = (
            f"{folder.parent.name}/{folder.name} was judged by {', '.join(before)}; name the same "
            "judges to keep that, or add --replace to judge it anew"
        )
        raise UserMistake(message)
    return frozenset(found)


async def _find_mistakes(trials: Sequence[Path], order: JudgingOrder) -> None:
    """Before any of several processes has replaced anything."""
    async with open_panel(order.choice) as panel:
        trials_judged_by_others(trials, panel.judges, order.others)


async def _judge_concurrently(
    trials: Sequence[Path], order: JudgingOrder, report: JudgingReporter
) -> JudgingOutcome:
    """Several trials share the connections, so that these do not idle while one trial ends."""
    slots = asyncio.Semaphore(1 if order.choice.is_offline else AT_ONCE)
    stopped: list[str] = []

    async def judge_one(folder: Path, panel: Panel) -> TrialOutcome | None:
        told = partial(_report_progress, report, folder)
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
        async with open_panel(order.choice) as panel:
            kept = trials_judged_by_others(trials, panel.judges, order.others)
            weighed = weigh_all([folder for folder in trials if folder in kept], order.rules)
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(judge_one(folder, panel))
                    for folder in trials
                    if folder not in kept
                ]
    except OverBudget as error:  # for the first tiny question already
        return JudgingOutcome((), one_line(str(error)))
    judged = (task.result() for task in tasks)
    done = {
        outcome.folder: outcome for outcome in (*weighed.outcomes, *judged) if outcome is not None
    }
    return JudgingOutcome(tuple(done[folder] for folder in trials if folder in done), *stopped[:1])


def _report_progress(report: JudgingReporter, folder: Path, done: int, total: int) -> None:
    report(TrialVerdicts(folder, done, total))


def _judge_in_workers(
    trials: Sequence[Path], order: JudgingOrder, *, workers: int, report: JudgingReporter
) -> list[TrialOutcome]:
    done: dict[Path, TrialOutcome] = {}
    work = partial(_judge_alone, order=order)
    for outcome in results_from_workers(work, trials, workers=workers, doing="judged meetings"):
        done[outcome.folder] = outcome
        report(outcome)
    return [done[folder] for folder in trials]


def _judge_alone(folder: Path, order: JudgingOrder) -> TrialOutcome:
    return asyncio.run(_judge_concurrently([folder], order, lambda _: None)).outcomes[0]


def _other_models(folder: Path, judges: Sequence[Judge]) -> list[str]:
    """The models that have judged the trial, if they are not these.

    Where the evaluation is of an older version, their answers still tell of them.
    """
    kept = evaluation_in(folder)
    if kept is not None:
        models = [judge.name for judge in kept.panel if judge.kind == "model"]
    else:
        models = sorted({exchange.judge for exchange in exchanges_in(folder) or ()})
    return [] if {*models} == {judge.card.name for judge in judges} else models
