"""Stage 4: what are the scorecards of a run worth together?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.weigh import clear_partial, weighed_before
from modylbench.reliability.report import STAGE, ReliabilityReport
from modylbench.reliability.summarize import summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.pipeline.runs import Run
    from modylbench.scoring.scorecard import Scorecard

WORST_RUN = 6
"""SPEC 3: the layer that is switched in this stage."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """What the run's trials are worth together; without a report, `trouble` says why."""

    run: Run
    report: ReliabilityReport | None
    trouble: str = ""


def repeat_run(run: Run, layers_off: Sequence[int] = ()) -> Repeated:
    """The report on all trials of the run that are weighed; kept in its folder, if it is a run's.

    Trials judged by different panels are worth nothing together: then no report is left there.
    """
    directory = TrialDirectory(run.folder)
    clear_partial(run.folder)
    try:
        report = summarize(scorecards(run), worst_counts=WORST_RUN not in layers_off)
    except UserMistake as error:
        directory.place(STAGE).unlink(missing_ok=True)
        return Repeated(run, None, str(error))
    if run.plan is not None:
        directory.keep(STAGE, report)
    return Repeated(run, report)


def scorecards(run: Run) -> list[Scorecard]:
    """Those that are of the evaluations beside them, in the order of the plan."""
    planned = run.plan.trials if run.plan is not None else ()
    trials = [run.folder / trial.folder for trial in planned] or list(run.trials)
    found = [weighed_before(trial) for trial in trials]
    return [card for card in found if card is not None]
