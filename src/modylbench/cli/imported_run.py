"""Makes a run of recorded answers, and prints how it comes out."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import click

from modylbench.agents.recorded.check import seed_of
from modylbench.cli.judged import cores, exit_code, judged
from modylbench.cli.run_report import line, without_spoilt
from modylbench.cli.run_request import means, planned
from modylbench.cli.score_table import as_value, table
from modylbench.pipeline.execution import hold_all
from modylbench.pipeline.outcome import Judging
from modylbench.pipeline.panel_choice import tried
from modylbench.pipeline.repeat import repeat_run
from modylbench.runs.plan import alone, begun
from modylbench.runs.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.agents.recorded.answers import RecordedMeeting
    from modylbench.cli.run_request import Request
    from modylbench.pipeline.repeat import Repeated
    from modylbench.runs.plan import Plan


def imported(
    request: Request, meetings: Sequence[RecordedMeeting], folder: Path, *, as_json: bool
) -> int:
    """Hold the meetings that there are answers for, have them judged, print; the exit code."""
    plan = plan_of(request, meetings)
    panel = request.panel
    if panel is not None and not panel.is_offline:
        panel = asyncio.run(tried(panel))
    begun(plan, folder)
    with alone(folder):
        chosen = means(request, folder)
        held = hold_all(plan, folder, chosen, jobs=1, report=lambda _: None)
        run = Run.of(plan, folder)
        judging: Judging = Judging(())
        repeated: list[Repeated] = []
        if panel is not None:
            judging = judged([run], panel, jobs=cores(), others="replace")
            repeated = [repeat_run(run, was_stopped=bool(judging.stopped))]
    if as_json:
        click.echo(json.dumps(as_value(judging, repeated), indent=2))
    else:
        for one in held:
            click.echo(line(one))
        click.echo("\n".join(table(without_spoilt(judging, held), repeated)))
    if judging.stopped:
        click.echo(f"modylbench: judging stopped: {judging.stopped}", err=True)
    is_held = all(one.is_valid for one in held)
    return exit_code(judging, repeated) if is_held else 1


def plan_of(request: Request, meetings: Sequence[RecordedMeeting]) -> Plan:
    """The plan with the trials alone that there are answers for."""
    plan, _ = planned(request)
    there = {(meeting.scenario_id, seed_of(meeting)) for meeting in meetings}
    trials = tuple(trial for trial in plan.trials if (trial.scenario_id, trial.seed) in there)
    return plan.model_copy(update={"trials": trials})
