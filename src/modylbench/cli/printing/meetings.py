"""Meetings that were held, printed for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from modylbench.cli.livekit_server import is_from_outside
from modylbench.cli.printing.scores import outcome_value, score_line
from modylbench.foundation.errors import one_line
from modylbench.recording.transcript import clock_time, printable
from modylbench.runs.crashes import last_traceback, log_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.pipeline.repeat import RunReliability
    from modylbench.pipeline.running.progress import HeldTrial
    from modylbench.pipeline.weigh import JudgingOutcome


def meeting_line(held: HeldTrial) -> str:
    """One trial for people."""
    faults = ", ".join(f"{count} {culprit}" for culprit, count in sorted(held.faults.items()))
    notes = [
        f"{held.answered} of {held.planned} requests answered",
        f"{clock_time(held.meeting_s)} of meeting",
        held.ending.replace("_", " ") + (f" ({held.why_cut})" if held.why_cut else ""),
        *([f"faults: {faults}"] if faults else []),
        *([f"tries spoilt before: {', '.join(held.spoilt)}"] if held.spoilt else []),
        *(["kept from an earlier start"] if held.was_kept else []),
        *([] if held.is_valid else [f"INVALID, to be held again: {held.trouble}"]),
    ]
    return printable(f"{held.trial.scenario} seed {held.trial.seed}: {', '.join(notes)}")


def crash_lines(meetings: Sequence[HeldTrial], logs: Path) -> Iterator[str]:
    """What an agent's own code raised, with the end of its traceback and where all of it lies.

    The same failure in several meetings is told once.
    """
    crashed = {held.crash.detail: held for held in reversed(meetings) if held.crash is not None}
    for detail, held in reversed(crashed.items()):
        crash = held.crash
        if crash is None:
            continue
        same = sum(other.crash is not None and other.crash.detail == detail for other in meetings)
        often = f"in {crash.turns} of {held.planned} turns" if crash.turns else "in no turn"
        also = f", and in {same - 1} more meetings" if same > 1 else ""
        name = f"{held.trial.scenario} seed {held.trial.seed}"
        yield printable(f"AGENT FAILED {name} {often}{also}: {one_line(detail)}")
        log = logs / log_name(held.trial.scenario_id, held.trial.seed)
        yield from (f"    {printable(line)}" for line in last_traceback(log))
        if log.is_file():
            yield f"    all that it printed: {log}"


def meeting_lines(
    meetings: Sequence[HeldTrial], folder: Path, took_s: float | None, judging: JudgingOutcome
) -> Iterator[str]:
    """Every trial with its score, how long all took, and where they are."""
    cards = {outcome.folder: outcome.scorecard for outcome in judging.outcomes}
    for held in meetings:
        card = cards.get(held.folder)
        yield meeting_line(held) + (f"; {score_line(card)}" if card is not None else "")
    new_s = sum(held.meeting_s for held in meetings if not held.was_kept)
    if new_s and took_s is not None:
        times = f"{new_s / took_s:.0f} times real time"
        yield f"{clock_time(new_s)} of meetings in {took_s:.1f} s: {times}"
    yield f"recordings in {folder}; `modylbench recording show FOLDER` prints one"


def meetings_value(
    meetings: Sequence[HeldTrial], judging: JudgingOutcome, repeated: RunReliability | None
) -> dict[str, object]:
    """The outcome as JSON: a row a trial, with its score where it was judged."""
    scores = {outcome.folder: outcome_value(outcome) for outcome in judging.outcomes}
    rows = [
        asdict(held)
        | {"trial": held.trial.model_dump(), "folder": str(held.folder)}
        | {"judged": scores.get(held.folder)}
        for held in meetings
    ]
    report = repeated.report if repeated is not None else None
    run = meetings[0].folder.parent.parent
    reliability = report.model_dump(mode="json") if report is not None else None
    return {"run": str(run), "trials": rows, "reliability": reliability}


def print_kept(meetings: Sequence[HeldTrial], folder: Path, agent: str) -> None:
    """Of an agent that somebody else runs nobody here can see whether it has changed."""
    kept = sum(held.was_kept for held in meetings)
    if kept and is_from_outside(agent):
        click.echo(
            f"KEPT, NOT HELD AGAIN: {kept} of {len(meetings)} meetings, from an earlier start; if "
            f"your agent has changed since, name another --output or remove {folder}",
            err=True,
        )


def without_spoilt(judging: JudgingOutcome, meetings: Sequence[HeldTrial]) -> JudgingOutcome:
    """What is told of the judging: why a spoilt meeting has no score stands in its own line."""
    spoilt = {held.folder for held in meetings if not held.is_valid}
    outcomes = (
        replace(outcome, scorecard=None, trouble="") if outcome.folder in spoilt else outcome
        for outcome in judging.outcomes
    )
    return replace(judging, outcomes=tuple(outcomes))
