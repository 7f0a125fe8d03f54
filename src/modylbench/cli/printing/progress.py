"""Progress of meetings and judging: bars on a terminal, elsewhere a line for each that is done."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from modylbench.pipeline.running.progress import NOT_HELD, HeldTrial, Progress
from modylbench.pipeline.weigh import TrialVerdicts
from modylbench.recording.transcript import clock_time

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from modylbench.pipeline.running.progress import MeetingReporter
    from modylbench.pipeline.weigh import JudgingReporter, TrialOutcome
    from modylbench.runs.run import Trial


@contextmanager
def meeting_progress(trials: int, server: str) -> Iterator[MeetingReporter]:
    """Who is told how meetings go.

    On a server also a line for each room, which somebody may want to look into, and for each turn.
    """
    if not sys.stderr.isatty():
        yield _MeetingLines(trials, server)
        return
    count = "{task.completed:>3.0f}/{task.total:<3.0f} {task.fields[unit]}"
    with _bars_with(count, "{task.fields[meeting]:>10}") as bars:
        whole = bars.add_task("all meetings", total=trials, unit="meetings", meeting="")
        tasks: dict[Trial, TaskID] = {}
        passed = [0.0]

        def report(news: Progress | HeldTrial) -> None:
            if isinstance(news, Progress):
                if server and news.turn == 0:
                    bars.console.print(_room_line(news, server), markup=False, highlight=False)
                if news.trial not in tasks:
                    tasks[news.trial] = bars.add_task(
                        _trial_name(news.trial), total=news.turns, unit="turns", meeting=""
                    )
                bars.update(
                    tasks[news.trial], completed=news.turn, meeting=clock_time(news.meeting_s)
                )
                return
            passed[0] += news.meeting_s
            if news.trial in tasks:
                bars.remove_task(tasks.pop(news.trial))
            bars.update(whole, advance=1, meeting=clock_time(passed[0]))

        yield report


@contextmanager
def judging_progress(trials: int) -> Iterator[JudgingReporter]:
    """Who is told how judging goes."""
    if not sys.stderr.isatty():
        yield _JudgingLines(trials)
        return
    with _bars_with("{task.completed:>4.0f}/{task.total:<4.0f} {task.fields[unit]}") as bars:
        whole = bars.add_task("all trials", total=trials, unit="trials")
        tasks: dict[Path, TaskID] = {}

        def report(news: TrialVerdicts | TrialOutcome) -> None:
            folder = news.folder
            if isinstance(news, TrialVerdicts):
                if folder not in tasks:
                    name = _folder_name(folder)
                    tasks[folder] = bars.add_task(name, total=news.total, unit="verdicts")
                bars.update(tasks[folder], completed=news.done, total=news.total)
                return
            if folder in tasks:
                bars.remove_task(tasks.pop(folder))
            bars.update(whole, advance=1)

        yield report


def _bars_with(*texts: str) -> Bars:
    """Bars on a terminal, each with these texts behind it, that are gone in the end."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    first, last = TextColumn("{task.description:<32}"), TimeElapsedColumn()
    columns = (first, BarColumn(), *map(TextColumn, texts), last)
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
