"""How did it go with a trial that was judged and weighed?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.runs.totals import JudgeTotal, totals_of

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.scoring.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Verdicts:
    """So many verdicts of a trial have come."""

    folder: Path
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trial; `trouble` says why it was not judged, which is never the agent's fault.

    `totals` are what each judge took, by its name; `failures` the verdicts that did not come;
    `was_kept` where an earlier start had judged it.
    """

    folder: Path
    scorecard: Scorecard | None = None
    was_kept: bool = False
    totals: tuple[JudgeTotal, ...] = ()
    failures: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def is_scored(self) -> bool:
        """Whether there is a score."""
        return self.scorecard is not None and self.scorecard.combined is not None


@dataclass(frozen=True, slots=True)
class Judging:
    """The trials that were judged, in the order given; `stopped` says why the rest was not."""

    outcomes: tuple[Outcome, ...]
    stopped: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every trial has a score."""
        return not self.stopped and all(outcome.is_scored for outcome in self.outcomes)


def outcome_of(
    folder: Path, evaluation: Evaluation, scorecard: Scorecard, *, was_kept: bool
) -> Outcome:
    """The outcome that these records tell of."""
    failed = [verdict for verdict in evaluation.verdicts if verdict.failure]
    return Outcome(
        folder=folder,
        scorecard=scorecard,
        was_kept=was_kept,
        totals=totals_of(evaluation.verdicts),
        failures=tuple(f"{one.id}: {one.failure}" for one in failed),
    )
