"""Progress of meetings and judging: bars on a terminal, elsewhere a line for each that is done."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from math import fsum
from statistics import fmean
from typing import TYPE_CHECKING

import click

from modylbench.foundation.errors import ellipsize, one_line
from modylbench.foundation.score_text import score_text
from modylbench.pipeline.running.progress import NOT_HELD, HeldTrial, Progress
from modylbench.pipeline.weigh import TrialVerdicts
from modylbench.recording.transcript import clock_time, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from modylbench.pipeline.running.progress import MeetingReporter
    from modylbench.pipeline.weigh import JudgingReporter, TrialOutcome
    from modylbench.runs.run import Trial

MOST_OF_A_LINE = 60  # ours: what fits beside a bar


@contextmanager
def meeting_progress(trials: int, server: str) -> Iterator[MeetingReporter]:
    """Who is told how meetings go.

    On a server also a line for each room, which somebody may want to look into, and for each turn.
    """
    if not sys.stderr.isatty():
        yield _MeetingLines(trials, server)
        return
    count = "{task.completed:>3.0f}/{task.total:<3.0f} {task.fields[unit]}"
    with _bars_with(count, "{task.fields[meeting]:>10}", "{task.fields[news]}") as bars:
        bars.console.print(f"[bold]meetings[/bold]: {trials} to hold, voices as they are needed")
        whole = bars.add_task("all meetings", total=trials, unit="meetings", meeting="", news="")
        tasks: dict[Trial, TaskID] = {}
        passed = [0.0]
        faults: Counter[Trial] = Counter()

        def report(news: Progress | HeldTrial) -> None:
            if isinstance(news, Progress):
                if server and news.turn == 0:
                    bars.console.print(_room_line(news, server), markup=False, highlight=False)
                if news.trial not in tasks:
                    tasks[news.trial] = bars.add_task(
                        _trial_name(news.trial), total=news.turns, unit="turns", meeting="", news=""
                    )
                faults[news.trial] = news.agent_faults
                bars.update(
                    tasks[news.trial],
                    completed=news.turn,
                    meeting=clock_time(news.meeting_s),
                    news=_last_line(news),
                )
                bars.update(whole, news=_fault_count(faults.total()))
                return
            passed[0] += news.meeting_s
            if news.trial in tasks:
                bars.remove_task(tasks.pop(news.trial))
            bars.update(whole, advance=1, meeting=clock_time(passed[0]))

        yield report


@contextmanager
def judging_progress(trials: int, most_usd: float | None = None) -> Iterator[JudgingReporter]:
    """Who is told how judging goes: the score so far, and the money against its limit."""
    if not sys.stderr.isatty():
        yield _JudgingLines(trials)
        return
    count = "{task.completed:>4.0f}/{task.total:<4.0f} {task.fields[unit]}"
    with _bars_with(count, "{task.fields[news]}") as bars:
        bars.console.print(f"[bold]judging[/bold]: {trials} trials")
        whole = bars.add_task("all trials", total=trials, unit="trials", news="")
        tasks: dict[Path, TaskID] = {}
        outcomes: list[TrialOutcome] = []

        def report(news: TrialVerdicts | TrialOutcome) -> None:
            folder = news.folder
            if isinstance(news, TrialVerdicts):
                if folder not in tasks:
                    name = _folder_name(folder)
                    tasks[folder] = bars.add_task(name, total=news.total, unit="verdicts", news="")
                bars.update(tasks[folder], completed=news.done, total=news.total)
                return
            if folder in tasks:
                bars.remove_task(tasks.pop(folder))
            outcomes.append(news)
            bars.update(whole, advance=1, news=score_so_far(outcomes, most_usd))

        yield report


def score_so_far(outcomes: Sequence[TrialOutcome], most_usd: float | None) -> str:
    """The mean of the scores that there are, and what judging them cost.

    >>> score_so_far([], 5.0)
    ''
    """
    scores = [
        outcome.scorecard.combined
        for outcome in outcomes
        if outcome.scorecard is not None and outcome.scorecard.combined is not None
    ]
    parts = [f"mean so far {score_text(fmean(scores))}"] if scores else []
    used = [total.usage for outcome in outcomes for total in outcome.totals if total.usage.calls]
    if used:
        spent = fsum(usage.cost_usd or 0.0 for usage in used)
        limit = "" if most_usd is None else f" of ${most_usd:.2f}"
        parts.append(f"${spent:.2f}{limit}")
    return ", ".join(parts)


def _last_line(news: Progress) -> str:
    """What was said last, in what is left of a terminal's line."""
    told = ellipsize(printable(one_line(news.last_line)), MOST_OF_A_LINE)
    return " ".join(filter(None, (_fault_count(news.agent_faults), told)))


def _fault_count(faults: int) -> str:
    return f"{faults} faults of the agent's" if faults else ""


def _bars_with(*texts: str) -> Bars:
    """Bars on a terminal, each with these texts behind it, that are gone in the end."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    first = TextColumn("{task.description:<32}")
    texts_behind = (TextColumn(text, markup=False) for text in texts)
    columns = (first, BarColumn(), *texts_behind, TimeElapsedColumn(), TimeRemainingColumn())
    return Bars(*columns, console=Console(stderr=True), transient=True)


class _MeetingLines:
    """A line for each meeting that is over; on a server also for each room and turn."""

    def __init__(self, trials: int, server: str) -> None:
        self._trials, self._server = trials, server
        self._over = 0

    def __call__(self, news: Progress | HeldTrial) -> None:
        """Print the line, if there is one."""
        name = _trial_name(news.trial)
        if isinstance(news, HeldTrial):
            self._over += 1
            if not news.was_kept:
                done = "not held" if news.ending == NOT_HELD else "held"
                click.echo(f"{done} {name} ({self._over} of {self._trials})", err=True)
        elif self._server and news.turn == 0:
            click.echo(_room_line(news, self._server), err=True)
        elif self._server:
            turn = f"turn {news.turn} of {news.turns}"
            click.echo(f"{name}: {turn}, {clock_time(news.meeting_s)}", err=True)


class _JudgingLines:
    """A line for each trial that was judged anew."""

    def __init__(self, trials: int) -> None:
        self._trials = trials
        self._over = 0

    def __call__(self, news: TrialVerdicts | TrialOutcome) -> None:
        """Print a line when a trial is over."""
        if isinstance(news, TrialVerdicts):
            return
        self._over += 1
        if not news.was_kept:
            name = _folder_name(news.folder)
            click.echo(f"judged {name} ({self._over} of {self._trials})", err=True)


def _room_line(news: Progress, server: str) -> str:
    """Where to look into a meeting, or to send an agent that joins by itself."""
    again = f", try {news.attempt} after {news.spoilt_by}" if news.attempt > 1 else ""
    return f"{_trial_name(news.trial)}{again}: room {news.room} on {server}"


def _trial_name(trial: Trial) -> str:
    return f"{trial.scenario} seed {trial.seed}"


def _folder_name(folder: Path) -> str:
    return f"{folder.parent.name} {folder.name.replace('-', ' ')}"
