"""Has runs judged, weighed or estimated, and prints how it comes out."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from modylbench.cli.score_table import as_value, table
from modylbench.pipeline.outcome import Verdicts
from modylbench.pipeline.repeat import repeat_run
from modylbench.runs.run import runs_in, undisturbed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.progress import TaskID

    from modylbench.foundation.reporter import Reporter
    from modylbench.pipeline.outcome import Judging, Outcome
    from modylbench.pipeline.panel_choice import PanelChoice
    from modylbench.pipeline.repeat import Repeated
    from modylbench.pipeline.spared import WhatOthersJudged
    from modylbench.runs.run import Run
    from modylbench.scoring.rules import ScoringRules


def judged_runs(
    paths: Sequence[Path], choice: PanelChoice, *, replaces: bool, as_json: bool
) -> int:
    """Judge the runs there and print how they come out; 1 where a trial has no score."""
    runs = runs_in(paths)
    with undisturbed(runs):
        others: WhatOthersJudged = "replace" if replaces else "refuse"
        judging = judged(runs, choice, jobs=cores(), others=others)
        repeated = [repeat_run(run, was_stopped=bool(judging.stopped)) for run in runs]
    return told(judging, repeated, as_json=as_json)


def judged(
    runs: Sequence[Run], choice: PanelChoice, *, jobs: int, others: WhatOthersJudged
) -> Judging:
    """Judge the trials meant, weigh them by the benchmark's rules, and say how it goes."""
    from modylbench.pipeline.judging import Order, judge_all
    from modylbench.scoring.rule_files import default_rules

    trials = [trial for run in runs for trial in run.trials]
    with _progress(len(trials)) as report:
        order = Order(choice, default_rules(), others)
        return judge_all(trials, order, jobs=jobs, report=report)


def weighed_runs(
    paths: Sequence[Path], rules: ScoringRules, layers_off: Sequence[int], *, as_json: bool
) -> int:
    """Weigh the runs there anew and print how they come out; 1 where a trial has no score."""
    from modylbench.pipeline.weigh import weigh_all

    runs = runs_in(paths)
    with undisturbed(runs):
        judging = weigh_all([trial for run in runs for trial in run.trials], rules)
        repeated = [repeat_run(run, layers_off) for run in runs]
    return told(judging, repeated, as_json=as_json)


def estimated_runs(paths: Sequence[Path], choice: PanelChoice, *, as_json: bool) -> int:
    """Print how many calls judging would take, and what they may cost."""
    from modylbench.cli.estimate_table import estimate_lines
    from modylbench.pipeline.estimating import estimate_all

    trials = [trial for run in runs_in(paths) for trial in run.trials]
    estimates = estimate_all(trials, choice)
    if as_json:
        click.echo(json.dumps([estimate.as_value() for estimate in estimates], indent=2))
    else:
        click.echo("\n".join(estimate_lines(estimates, len(trials))))
    return 0


def told(judging: Judging, repeated: Sequence[Repeated], *, as_json: bool) -> int:
    """Print the outcome; the exit code."""
    if as_json:
        click.echo(json.dumps(as_value(judging, repeated), indent=2))
    else:
        click.echo("\n".join(table(judging, repeated)))
    if judging.stopped:
        click.echo(f"modylbench: stopped: {judging.stopped}", err=True)
    return exit_code(judging, repeated)


def exit_code(judging: Judging, repeated: Sequence[Repeated]) -> int:
    """1 where a trial that is meant has no score, or a run that is meant has no figures."""
    return 0 if judging.is_whole and all(one.is_whole for one in repeated) else 1


def cores() -> int:
    """How many processes do work that waits for nobody: one for every two cores."""
    return max(1, (os.cpu_count() or 2) // 2)


@contextmanager
def _progress(trials: int) -> Iterator[Reporter[Verdicts | Outcome]]:
    """Bars on a terminal; elsewhere a line for each trial that is judged."""
    if not sys.stderr.isatty():
        yield _Teller(trials)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description:<32}"),
        BarColumn(),
        TextColumn("{task.completed:>4.0f}/{task.total:<4.0f} {task.fields[unit]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        whole = bars.add_task("all trials", total=trials, unit="trials")
        tasks: dict[Path, TaskID] = {}

        def report(news: Verdicts | Outcome) -> None:
            folder = news.folder
            if isinstance(news, Verdicts):
                if folder not in tasks:
                    tasks[folder] = bars.add_task(_name(folder), total=news.total, unit="verdicts")
                bars.update(tasks[folder], completed=news.done, total=news.total)
                return
            if folder in tasks:
                bars.remove_task(tasks.pop(folder))
            bars.update(whole, advance=1)

        yield report


class _Teller:
    """Tells of every trial that was judged anew."""

    def __init__(self, trials: int) -> None:
        self._trials = trials
        self._over = 0

    def __call__(self, news: Verdicts | Outcome) -> None:
        """Print a line when a trial is over."""
        if isinstance(news, Verdicts):
            return
        self._over += 1
        if not news.was_kept:
            click.echo(f"judged {_name(news.folder)} ({self._over} of {self._trials})", err=True)


def _name(folder: Path) -> str:
    return f"{folder.parent.name} {folder.name.replace('-', ' ')}"
