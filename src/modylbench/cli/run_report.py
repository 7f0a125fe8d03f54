"""Prints how a run goes and how it ends."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from modylbench.cli.ended import ended_by_signals
from modylbench.cli.judged import cores, exit_code, judged
from modylbench.cli.run_request import means, planned
from modylbench.cli.run_server import is_from_outside
from modylbench.cli.score_table import outcome_value, table, trial_line
from modylbench.foundation.clock import RealClock
from modylbench.pipeline.execution import hold_all
from modylbench.pipeline.held import NOT_HELD, Held, Progress
from modylbench.pipeline.outcome import Judging
from modylbench.pipeline.panel_choice import tried
from modylbench.pipeline.repeat import repeat_run
from modylbench.recording.following import clock as shown_time
from modylbench.recording.following import plain
from modylbench.runs.plan import alone, begun
from modylbench.runs.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from rich.progress import TaskID

    from modylbench.cli.run_request import Request
    from modylbench.pipeline.panel_choice import PanelChoice
    from modylbench.pipeline.repeat import Repeated
    from modylbench.pipeline.spared import WhatOthersJudged
    from modylbench.runs.plan import Trial

    Report = Callable[[Progress | Held], None]

WELL_TIMED = 4  # measured on two cores: with more rooms, sound is late


def held_run(request: Request, output: Path, *, jobs: int, as_json: bool) -> int:
    """Carry the request out, print how it came out, and give 1 where a meeting is invalid."""
    plan, _ = planned(request)
    choice = _tried(request.panel)
    folder = output / plan.name
    begun(plan, folder)
    chosen = means(request, folder)
    if chosen.no_screens and request.wants_screens:
        click.echo(f"without screens: {chosen.no_screens}", err=True)
    wall, together = RealClock(), jobs or cores()
    if request.livekit is not None and together > WELL_TIMED:
        click.echo(
            f"found {together} meetings at once on LiveKit, expected at most {WELL_TIMED}: on a "
            "small machine latencies and losses are then the harness's own",
            err=True,
        )
    cleared_up = ended_by_signals() if request.livekit is not None else nullcontext()
    with alone(folder):
        with _progress(len(plan.trials), server=plan.server) as report, cleared_up:
            held = hold_all(plan, folder, chosen, jobs=together, report=report)
        tell_kept(held, folder, request.agent)
        took_s = wall.now_s()
        others: WhatOthersJudged = "keep" if request.keeps_others else "replace"
        judging, repeated = _weighed(choice, Run.of(plan, folder), jobs=together, others=others)
    if as_json:
        click.echo(json.dumps(_value(held, judging, repeated), indent=2))
    else:
        _print(held, folder, None if plan.server else took_s, judging)
        if repeated is not None:
            click.echo("\n".join(table(without_spoilt(judging, held), [repeated])))
        if any(one.ending != NOT_HELD for one in held):
            click.echo(
                f"modylbench report {shlex.quote(str(folder))} makes a page of it to look at"
            )
    if judging.stopped:
        click.echo(f"modylbench: judging stopped: {judging.stopped}", err=True)
    is_held = all(one.is_valid for one in held)
    return exit_code(judging, [repeated] if repeated else []) if is_held else 1


def _tried(choice: PanelChoice | None) -> PanelChoice | None:
    """The panel, of which every model has answered before a meeting is held for it."""
    if choice is None or choice.is_offline:
        return choice
    return asyncio.run(tried(choice))


def _weighed(
    choice: PanelChoice | None, run: Run, *, jobs: int, others: WhatOthersJudged
) -> tuple[Judging, Repeated | None]:
    """Have the meetings judged and weighed, if anybody is to judge them."""
    if choice is None:
        return Judging(()), None
    judging = judged([run], choice, jobs=jobs, others=others)
    return judging, repeat_run(run, was_stopped=bool(judging.stopped))


def tell_kept(held: Sequence[Held], folder: Path, agent: str) -> None:
    """Of an agent that somebody else runs nobody here can see whether it has changed."""
    kept = sum(one.was_kept for one in held)
    if kept and is_from_outside(agent):
        click.echo(
            f"KEPT, NOT HELD AGAIN: {kept} of {len(held)} meetings, from an earlier start; if your "
            f"agent has changed since, name another --output or remove {folder}",
            err=True,
        )


def without_spoilt(judging: Judging, held: Sequence[Held]) -> Judging:
    """What is told of the judging: why a spoilt meeting has no score stands in its own line."""
    spoilt = {one.folder for one in held if not one.is_valid}
    outcomes = (
        replace(outcome, scorecard=None, trouble="") if outcome.folder in spoilt else outcome
        for outcome in judging.outcomes
    )
    return replace(judging, outcomes=tuple(outcomes))


def line(held: Held) -> str:
    """One trial for people."""
    faults = ", ".join(f"{count} {culprit}" for culprit, count in sorted(held.faults.items()))
    notes = [
        f"{held.answered} of {held.planned} requests answered",
        f"{shown_time(held.meeting_s)} of meeting",
        held.ending.replace("_", " ") + (f" ({held.why_cut})" if held.why_cut else ""),
        *([f"faults: {faults}"] if faults else []),
        *([f"tries spoilt before: {', '.join(held.spoilt)}"] if held.spoilt else []),
        *(["kept from an earlier start"] if held.was_kept else []),
        *([] if held.is_valid else [f"INVALID, to be held again: {held.trouble}"]),
    ]
    return plain(f"{held.trial.scenario} seed {held.trial.seed}: {', '.join(notes)}")


def _value(held: Sequence[Held], judging: Judging, repeated: Repeated | None) -> dict[str, object]:
    """The outcome as JSON: a row a trial, with its score where it was judged."""
    scores = {outcome.folder: outcome_value(outcome) for outcome in judging.outcomes}
    rows = [
        asdict(one)
        | {"trial": one.trial.model_dump(), "folder": str(one.folder)}
        | {"judged": scores.get(one.folder)}
        for one in held
    ]
    report = repeated.report if repeated is not None else None
    run = held[0].folder.parent.parent
    reliability = report.model_dump(mode="json") if report is not None else None
    return {"run": str(run), "trials": rows, "reliability": reliability}


def _print(held: Sequence[Held], folder: Path, took_s: float | None, judging: Judging) -> None:
    cards = {outcome.folder: outcome.scorecard for outcome in judging.outcomes}
    for one in held:
        card = cards.get(one.folder)
        click.echo(line(one) + (f"; {trial_line(card)}" if card is not None else ""))
    new_s = sum(one.meeting_s for one in held if not one.was_kept)
    if new_s and took_s is not None:
        times = f"{new_s / took_s:.0f} times real time"
        click.echo(f"{shown_time(new_s)} of meetings in {took_s:.1f} s: {times}")
    click.echo(f"recordings in {folder}; `modylbench recording show FOLDER` prints one")


@contextmanager
def _progress(trials: int, server: str) -> Iterator[Report]:
    """Bars on a terminal; elsewhere a line for each meeting that is over.

    On a server also a line for each room, which somebody may want to look into, and for each turn.
    """
    if not sys.stderr.isatty():
        yield _teller(trials, server)
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
    console = Console(stderr=True)
    with Bars(*columns, console=console, transient=True) as bars:
        whole = bars.add_task("all meetings", total=trials, unit="meetings", meeting="")
        tasks: dict[Trial, TaskID] = {}
        passed = [0.0]

        def report(news: Progress | Held) -> None:
            if isinstance(news, Progress):
                if server and news.turn == 0:
                    console.print(_opened(news, server), markup=False, highlight=False)
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


def _teller(trials: int, server: str) -> Report:
    over = [0]

    def tell(news: Progress | Held) -> None:
        name = f"{news.trial.scenario} seed {news.trial.seed}"
        if isinstance(news, Held):
            over[0] += 1
            if not news.was_kept:
                done = "not held" if news.ending == NOT_HELD else "held"
                click.echo(f"{done} {name} ({over[0]} of {trials})", err=True)
        elif server and news.turn == 0:
            click.echo(_opened(news, server), err=True)
        elif server:
            turn = f"turn {news.turn} of {news.turns}"
            click.echo(f"{name}: {turn}, {shown_time(news.meeting_s)}", err=True)

    return tell


def _opened(news: Progress, server: str) -> str:
    """Where to look into a meeting, or to send an agent that joins by itself."""
    again = f", try {news.attempt} after {news.spoilt_by}" if news.attempt > 1 else ""
    name = f"{news.trial.scenario} seed {news.trial.seed}"
    return f"{name}{again}: room {news.room} on {server}"
