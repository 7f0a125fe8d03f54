"""Prints how a run goes and how it ends."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from modylbench.cli.run_request import means, planned
from modylbench.foundation.clock import RealClock
from modylbench.pipeline.execution import Held, Progress, hold_all
from modylbench.pipeline.plan import alone, begun
from modylbench.recording.following import clock as shown_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from rich.progress import TaskID

    from modylbench.cli.run_request import Request
    from modylbench.pipeline.plan import Trial

    Report = Callable[[Progress | Held], None]


def held_run(request: Request, output: Path, *, jobs: int, as_json: bool) -> int:
    """Carry the request out, print how it came out, and give 1 where a meeting is invalid."""
    plan, _ = planned(request)
    folder = output / plan.name
    begun(plan, folder)
    chosen = means(request, folder)
    if chosen.no_screens and request.wants_screens:
        click.echo(f"without screens: {chosen.no_screens}", err=True)
    wall = RealClock()
    with alone(folder), _progress(len(plan.trials)) as report:
        held = hold_all(
            plan,
            folder,
            chosen,
            jobs=jobs or max(1, (os.cpu_count() or 2) // 2),
            report=report,
        )
    took_s = wall.now_s()
    if as_json:
        click.echo(
            json.dumps({"run": str(folder), "trials": [_row(one) for one in held]}, indent=2)
        )
    else:
        _print(held, folder, took_s)
    return 0 if all(one.is_valid for one in held) else 1


def line(held: Held) -> str:
    """One trial for people."""
    faults = ", ".join(f"{count} {culprit}" for culprit, count in sorted(held.faults.items()))
    notes = [
        f"{held.answered} of {held.planned} requests answered",
        f"{shown_time(held.meeting_s)} of meeting",
        held.ending.replace("_", " "),
        *([f"faults: {faults}"] if faults else []),
        *(["kept from an earlier start"] if held.was_kept else []),
        *([] if held.is_valid else [f"INVALID, to be held again: {held.trouble}"]),
    ]
    return f"{held.trial.scenario} seed {held.trial.seed}: {', '.join(notes)}"


def _row(held: Held) -> dict[str, object]:
    row = asdict(held)
    return row | {"trial": held.trial.model_dump(), "folder": str(held.folder)}


def _print(held: Sequence[Held], folder: Path, took_s: float) -> None:
    for one in held:
        click.echo(line(one))
    new_s = sum(one.meeting_s for one in held if not one.was_kept)
    if new_s:
        times = f"{new_s / took_s:.0f} times real time"
        click.echo(f"{shown_time(new_s)} of meetings in {took_s:.1f} s: {times}")
    click.echo(f"recordings in {folder}; `modylbench recording show FOLDER` prints one")


@contextmanager
def _progress(trials: int) -> Iterator[Report]:
    """Bars on a terminal; elsewhere a line for each meeting that is over."""
    if not sys.stderr.isatty():
        yield _teller(trials)
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description:<32}"),
        BarColumn(),
        TextColumn("{task.completed:>3.0f}/{task.total:<3.0f} {task.fields[unit]}"),
        TextColumn("{task.fields[meeting]:>10}"),
        TimeElapsedColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        whole = bars.add_task("all meetings", total=trials, unit="meetings", meeting="")
        tasks: dict[Trial, TaskID] = {}
        passed = [0.0]

        def report(news: Progress | Held) -> None:
            if isinstance(news, Progress):
                if news.trial not in tasks:
                    name = f"{news.trial.scenario} seed {news.trial.seed}"
                    tasks[news.trial] = bars.add_task(
                        name, total=news.turns, unit="turns", meeting=""
                    )
                bars.update(
                    tasks[news.trial], completed=news.turn, meeting=shown_time(news.meeting_s)
                )
                return
            passed[0] += news.meeting_s
            if news.trial in tasks:
                bars.remove_task(tasks.pop(news.trial))
            bars.update(whole, advance=1, meeting=shown_time(passed[0]))

        yield report


def _teller(trials: int) -> Report:
    over = [0]

    def tell(news: Progress | Held) -> None:
        if isinstance(news, Held):
            over[0] += 1
            if not news.was_kept:
                name = f"{news.trial.scenario} seed {news.trial.seed}"
                click.echo(f"held {name} ({over[0]} of {trials})", err=True)

    return tell
