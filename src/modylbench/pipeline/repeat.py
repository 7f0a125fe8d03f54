"""Stage 4: what the scorecards of a run are worth together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.reliability.report import STAGE, WORST_RUN, ReliabilityReport
from modylbench.reliability.summarize import summarize
from modylbench.runs.records import planned_trials, scorecards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.runs.run import Run

STOPPED = "judging was stopped before every trial was judged"


@dataclass(frozen=True, slots=True)
class RunReliability:
    """What the run's trials are worth together; without a report, `trouble` says why."""

    run: Run
    report: ReliabilityReport | None
    trouble: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether all that was meant has figures; of a run, some trials alone may be meant."""
        has_figures = self.report is not None and self.report.overall is not None
        return has_figures or not self.run.is_meant_whole


def repeat_run(
    run: Run, layers_off: Sequence[int] = (), *, was_stopped: bool = False
) -> RunReliability:
    """The report on all planned trials of the run; kept in its folder, if it is a run's.

    Trials judged by different panels are worth nothing together, and what an earlier panel said is
    not what was asked for: then no report is left there.
    """
    directory = TrialDirectory(run.folder)
    directory.clear_partial()
    repeated = (
        RunReliability(run, None, STOPPED) if was_stopped else _run_reliability(run, layers_off)
    )
    if repeated.report is None:
        directory.place(STAGE).unlink(missing_ok=True)
    elif run.plan is not None:
        directory.keep(STAGE, repeated.report)
    return repeated


def _run_reliability(run: Run, layers_off: Sequence[int]) -> RunReliability:
    worst_counts = WORST_RUN not in layers_off
    try:
        cards = scorecards(run)
        return RunReliability(
            run, summarize(cards, planned=planned_trials(run), worst_counts=worst_counts)
        )
    except UserMistake as error:
        return RunReliability(run, None, str(error))
