"""Holds the meetings of a request, has them judged, and prints how they come out."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from modylbench.agents.choice import why_unguarded
from modylbench.agents.recorded.check import seed_of
from modylbench.cli.judging import cores, exit_code, judge_trials, note_judged
from modylbench.cli.planning import (
    HUMAN_BY_ADDRESS,
    NOT_ASKED,
    human_access,
    panel_of,
    plan_run,
    run_options,
)
from modylbench.cli.printing.meetings import (
    crash_lines,
    meeting_line,
    meeting_lines,
    meetings_value,
    print_kept,
    without_spoilt,
)
from modylbench.cli.printing.progress import meeting_progress
from modylbench.cli.printing.scores import as_value, table
from modylbench.cli.settings import journal_folder
from modylbench.foundation.clock import RealClock
from modylbench.foundation.event_loop import end_by_signals
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.panel.choice import check_models
from modylbench.pipeline.repeat import repeat_run
from modylbench.pipeline.running.execution import hold_noted
from modylbench.pipeline.running.progress import NOT_HELD
from modylbench.pipeline.weigh import JudgingOutcome
from modylbench.providers.models.patience import CHAT_BEFOREHAND
from modylbench.recording.reading import STAGE as RECORDING
from modylbench.runs.crashes import LOGS
from modylbench.runs.journal import RunJournal
from modylbench.runs.run import Run, begin_run, lock_run
from modylbench.scoring.scorecard import STAGE as SCORECARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.agents.recorded.answers import RecordedMeeting
    from modylbench.cli.run_request import RunRequest
    from modylbench.pipeline.judging import WhatOthersJudged
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.pipeline.repeat import RunReliability
    from modylbench.pipeline.running.progress import HeldTrial
    from modylbench.runs.run import RunPlan

WELL_TIMED = 4  # measured on two cores: with more rooms, sound is late


def hold_run(request: RunRequest) -> int:
    """Carry the request out, print how it came out, and give 1 where a meeting is invalid."""
    outcome = carry_out(request)
    held, judging, repeated = outcome.held, outcome.judging, outcome.repeated
    if request.as_json:
        click.echo(json.dumps(meetings_value(held, judging, repeated), indent=2))
    else:
        for line in crash_lines(held, outcome.folder / LOGS):
            click.echo(line)
        click.echo("\n".join(meeting_lines(held, outcome.folder, outcome.took_s, judging)))
        if repeated is not None:
            click.echo("\n".join(table(without_spoilt(judging, held), [repeated])))
        if any(trial.ending != NOT_HELD for trial in held):
            click.echo(
                f"modylbench report {shlex.quote(str(outcome.folder))} makes a page of it to "
                "look at"
            )
    return _exit_code(held, judging, repeated)


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run came out; `took_s` is how long its meetings took, None in real time."""

    folder: Path
    held: Sequence[HeldTrial]
    judging: JudgingOutcome
    repeated: RunReliability | None
    took_s: float | None


def carry_out(request: RunRequest) -> RunOutcome:
    """Hold the meetings of the request and have them judged; what is to be known goes to stderr."""
    plan, agent = plan_run(request)
    if why := why_unguarded(agent):
        click.echo(unguarded_line(why), err=True)
    _require_human(request)
    panel = _panel_that_answers(request)
    folder = request.output / plan.name
    begin_run(plan, folder)
    options = run_options(request, folder)
    if options.no_screens not in ("", NOT_ASKED):
        click.echo(f"without screens: {options.no_screens}", err=True)
    wall, jobs = RealClock(), request.jobs or cores()
    if request.server is not None and jobs > WELL_TIMED:
        click.echo(
            f"found {jobs} meetings at once on LiveKit, expected at most {WELL_TIMED}: on a "
            "small machine latencies and losses are then the harness's own",
            err=True,
        )
    clearing_up = end_by_signals() if request.server is not None else nullcontext()
    with lock_run(folder), _told_what_is_kept(plan, folder):
        with meeting_progress(len(plan.trials), server=plan.server) as report, clearing_up:
            journal = RunJournal(journal_folder(), folder)
            held = hold_noted(plan, folder, options, jobs=jobs, report=report, journal=journal)
        print_kept(held, folder, request.agent_name)
        took_s = None if plan.server else wall.now_s()
        others: WhatOthersJudged = "keep" if request.judges is None else "replace"
        judging, repeated = _judge(panel, Run.of(plan, folder), jobs=jobs, others=others)
    return RunOutcome(folder, held, judging, repeated, took_s)


@contextmanager
def _told_what_is_kept(plan: RunPlan, folder: Path) -> Iterator[None]:
    """Who interrupts the run is told what of it is kept, and how it goes on."""
    try:
        yield
    except KeyboardInterrupt:
        trials = [TrialDirectory(folder / trial.folder) for trial in plan.trials]
        held = sum(trial.has(RECORDING) for trial in trials)
        judged = sum(trial.has(SCORECARD) for trial in trials)
        command = shlex.join(["modylbench", *sys.argv[1:]])
        again = f"`{command}`" if click.get_current_context(silent=True) else "the same call"
        click.echo(
            f"kept in {folder}: {held} of {len(trials)} meetings, {judged} of them judged; a "
            f"meeting that was cut is held again. {again} goes on",
            err=True,
        )
        raise


def unguarded_line(why: str) -> str:
    """What to say of a run whose agent has no cell."""
    return (
        f"the agent runs without a cell ({why}): it can read and change what you can, the truth of "
        "its meetings and their recordings too, so that nothing here is official"
    )


def import_run(request: RunRequest, meetings: Sequence[RecordedMeeting]) -> int:
    """Hold the meetings that there are answers for, have them judged, print; the exit code."""
    plan = _plan_of_answers(request, meetings)
    panel, folder = _panel_that_answers(request), request.output
    begin_run(plan, folder)
    with lock_run(folder):
        options = run_options(request, folder)
        journal = RunJournal(journal_folder(), folder)
        held = hold_noted(plan, folder, options, jobs=1, report=lambda _: None, journal=journal)
        judging, repeated = _judge(panel, Run.of(plan, folder), jobs=cores(), others="replace")
    runs = [repeated] if repeated is not None else []
    if request.as_json:
        click.echo(json.dumps(as_value(judging, runs), indent=2))
    else:
        for trial in held:
            click.echo(meeting_line(trial))
        click.echo("\n".join(table(without_spoilt(judging, held), runs)))
    return _exit_code(held, judging, repeated)


def _panel_that_answers(request: RunRequest) -> PanelChoice | None:
    """The panel, of which every model has answered before a meeting is held for it."""
    panel = panel_of(request)
    return panel if panel is None or panel.is_offline else asyncio.run(check_models(panel))


def _require_human(request: RunRequest) -> None:
    """The model that plays the human has answered before a meeting is held; raises UserMistake."""
    access = human_access(request.human)
    if access is None:
        return
    from modylbench.providers.models.dialogue import try_out  # slow, and seldom of use

    by = f"--human {HUMAN_BY_ADDRESS}"
    asyncio.run(try_out(f"the human {request.human}", access, CHAT_BEFOREHAND, address_by=by))


def _judge(
    panel: PanelChoice | None, run: Run, *, jobs: int, others: WhatOthersJudged
) -> tuple[JudgingOutcome, RunReliability | None]:
    """Have the meetings judged and weighed, if anybody is to judge them."""
    if panel is None:
        return JudgingOutcome(()), None
    judging = judge_trials([run], panel, jobs=jobs, others=others)
    repeated = repeat_run(run, was_stopped=bool(judging.stopped))
    note_judged([run])
    return judging, repeated


def _exit_code(
    meetings: Sequence[HeldTrial], judging: JudgingOutcome, repeated: RunReliability | None
) -> int:
    if judging.stopped:
        click.echo(f"modylbench: judging stopped: {judging.stopped}", err=True)
    if not all(held.is_valid for held in meetings) or any(map(_has_failed_throughout, meetings)):
        return 1
    return exit_code(judging, [repeated] if repeated is not None else [])


def _has_failed_throughout(held: HeldTrial) -> bool:
    """Whether the agent's own code failed and left no turn with an answer."""
    return held.crash is not None and not held.crash.has_any_answer


def _plan_of_answers(request: RunRequest, meetings: Sequence[RecordedMeeting]) -> RunPlan:
    """The plan with the trials alone that there are answers for."""
    plan, _ = plan_run(request)
    there = {(meeting.scenario_id, seed_of(meeting)) for meeting in meetings}
    trials = tuple(trial for trial in plan.trials if (trial.scenario_id, trial.seed) in there)
    return plan.model_copy(update={"trials": trials})
