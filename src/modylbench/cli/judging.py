"""Has runs judged, weighed or estimated, and prints how it comes out."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from modylbench.cli.printing.progress import judging_progress
from modylbench.cli.printing.scores import as_value, table
from modylbench.cli.settings import cache_folder, journal_folder, service_keys
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.pipeline.panel.choice import OFFLINE, PanelChoice, check_names, panel_names
from modylbench.pipeline.repeat import repeat_run
from modylbench.runs.journal import RunJournal, refuse_altered_runs
from modylbench.runs.run import lock_runs, runs_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.pipeline.judging import WhatOthersJudged
    from modylbench.pipeline.repeat import RunReliability
    from modylbench.pipeline.weigh import JudgingOutcome
    from modylbench.providers.models.options import JudgingOptions
    from modylbench.runs.run import Run
    from modylbench.scoring.rules import ScoringRules


JUDGED = ("evaluation.json", "scorecard.json", "reliability.json")
"""The records that judging and weighing leave."""


def choose_panel(
    judges: str, options: EvaluationOptions, judging: JudgingOptions, *, locator: str = ""
) -> PanelChoice | None:
    """The judges by the names that people write, if anybody is named; each is one that there is."""
    names = panel_names(judges)
    if locator and all(name == OFFLINE for name in names):
        message = (
            f"found --locator with the judges {short_repr(judges)}, expected models as judges: "
            "a run without any asks none"
        )
        raise UserMistake(message)
    if not names:
        return None
    choice = _with_keys(PanelChoice(names, options, judging), locator)
    check_names(choice)
    return replace(choice, transcripts=cache_folder() / "transcripts")


def choose_locator_alone(locator: str, judging: JudgingOptions) -> PanelChoice:
    """A panel of nobody but the locator named."""
    from modylbench.evaluation.evaluate.options import EvaluationOptions

    choice = _with_keys(PanelChoice((), EvaluationOptions(), judging), locator)
    check_names(choice)
    return choice


def _with_keys(choice: PanelChoice, locator: str) -> PanelChoice:
    from modylbench.cli.locator import choose_locator

    return replace(
        choice,
        judging=replace(choice.judging, cache=cache_folder() / "judges"),
        keys=service_keys(),
        locator=choose_locator(locator, choice.judging.base_url),
    )


def judge_runs(paths: Sequence[Path], choice: PanelChoice, *, replaces: bool, as_json: bool) -> int:
    """Judge the runs there and print how they come out; 1 where a trial has no score."""
    judging, repeated = judge_again(paths, choice, replaces=replaces)
    return print_outcome(judging, repeated, as_json=as_json)


def judge_again(
    paths: Sequence[Path], choice: PanelChoice, *, replaces: bool
) -> tuple[JudgingOutcome, list[RunReliability]]:
    """Judge the runs there; each trial's outcome, and what each run's are worth together."""
    runs = runs_in(paths)
    with lock_runs(runs):
        refuse_altered_runs(runs, journal_folder(), ("recording.json",))
        others: WhatOthersJudged = "replace" if replaces else "refuse"
        judging = judge_trials(runs, choice, jobs=cores(), others=others)
        repeated = [repeat_run(run, was_stopped=bool(judging.stopped)) for run in runs]
        note_judged(runs)
    return judging, repeated


def judge_trials(
    runs: Sequence[Run], choice: PanelChoice, *, jobs: int, others: WhatOthersJudged
) -> JudgingOutcome:
    """Judge the trials meant, weigh them by the benchmark's rules, and say how it goes."""
    from modylbench.pipeline.judging import JudgingOrder, judge_all
    from modylbench.scoring.rules import default_rules

    trials = [trial for run in runs for trial in run.trials]
    with judging_progress(len(trials)) as report:
        order = JudgingOrder(choice, default_rules(), others)
        return judge_all(trials, order, jobs=jobs, report=report)


def weigh_runs(
    paths: Sequence[Path], rules: ScoringRules, layers_off: Sequence[int], *, as_json: bool
) -> int:
    """Weigh the runs there anew and print how they come out; 1 where a trial has no score."""
    from modylbench.pipeline.weigh import weigh_all

    runs = runs_in(paths)
    with lock_runs(runs):
        refuse_altered_runs(runs, journal_folder(), ("recording.json", "evaluation.json"))
        judging = weigh_all([trial for run in runs for trial in run.trials], rules)
        repeated = [repeat_run(run, layers_off) for run in runs]
        note_judged(runs)
    return print_outcome(judging, repeated, as_json=as_json)


def note_judged(runs: Sequence[Run]) -> None:
    """Keep in their journals what was made of these runs just now."""
    for run in runs:
        journal = RunJournal(journal_folder(), run.folder)
        journal.add_made((*run.trials, run.folder), JUDGED)


def whole_runs_in(paths: Sequence[Path]) -> list[Run]:
    """The runs there; a BadFile where a record in them is not what this harness has made."""
    runs = runs_in(paths)
    refuse_altered_runs(runs, journal_folder(), ("recording.json", *JUDGED))
    return runs


def estimate_runs(paths: Sequence[Path], choice: PanelChoice, *, as_json: bool) -> int:
    """Print how many calls judging would take, and what they may cost."""
    from modylbench.cli.printing.scores import estimate_lines
    from modylbench.pipeline.cost_estimate import estimate_all

    trials = [trial for run in runs_in(paths) for trial in run.trials]
    estimates = estimate_all(trials, choice)
    if as_json:
        click.echo(json.dumps([estimate.as_value() for estimate in estimates], indent=2))
    else:
        click.echo("\n".join(estimate_lines(estimates, len(trials))))
    return 0


def print_outcome(
    judging: JudgingOutcome, repeated: Sequence[RunReliability], *, as_json: bool
) -> int:
    """Print the outcome; the exit code."""
    if as_json:
        click.echo(json.dumps(as_value(judging, repeated), indent=2))
    else:
        click.echo("\n".join(table(judging, repeated)))
    if judging.stopped:
        click.echo(f"modylbench: stopped: {judging.stopped}", err=True)
    return exit_code(judging, repeated)


def exit_code(judging: JudgingOutcome, repeated: Sequence[RunReliability]) -> int:
    """1 where a trial that is meant has no score, or a run that is meant has no figures."""
    return 0 if judging.is_whole and all(run.is_whole for run in repeated) else 1


def cores() -> int:
    """How many processes do work that waits for nobody: one for every two cores."""
    return max(1, (os.cpu_count() or 2) // 2)
