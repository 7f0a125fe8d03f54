"""Stage 3 of one trial: what its evaluation is worth, by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluation import STAGE as EVALUATION
from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.errors import BadFile, ModylBenchError, one_line
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import STAGE as RECORDING
from modylbench.runs.summary import JudgeTotal, totals_of
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import STAGE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import Scorecard


def weigh_all(trials: Sequence[Path], rules: ScoringRules) -> JudgingOutcome:
    """Weigh every trial anew; one that cannot be weighed says why."""
    outcomes = []
    for folder in trials:
        try:
            outcomes.append(weigh_trial(folder, rules, was_kept=True))
        except (ModylBenchError, OSError) as error:
            outcomes.append(TrialOutcome(folder, trouble=one_line(str(error))))
    return JudgingOutcome(tuple(outcomes))


def weigh_trial(folder: Path, rules: ScoringRules, *, was_kept: bool) -> TrialOutcome:
    """The scorecard of the trial in a folder, from its evaluation alone; it is kept.

    No older scorecard is left where there is nothing to weigh.
    """
    directory = TrialDirectory(folder)
    directory.clear_partial()
    try:
        evaluation = _evaluation(directory)
    except BadFile:
        directory.forget(STAGE)
        raise
    card = score(evaluation, rules, evaluation_sha256=directory.digest(EVALUATION))
    directory.keep(STAGE, card)
    return outcome_of(folder, evaluation, card, was_kept=was_kept)


@dataclass(frozen=True, slots=True)
class TrialVerdicts:
    """So many verdicts of a trial have come."""

    folder: Path
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TrialOutcome:
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
class JudgingOutcome:
    """The trials that were judged, in the order given; `stopped` says why the rest was not."""

    outcomes: tuple[TrialOutcome, ...]
    stopped: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every trial has a score."""
        return not self.stopped and all(outcome.is_scored for outcome in self.outcomes)


JudgingReporter = Callable[[TrialVerdicts | TrialOutcome], None]
"""Is told whenever judging has come forward."""


def outcome_of(
    folder: Path, evaluation: Evaluation, scorecard: Scorecard, *, was_kept: bool
) -> TrialOutcome:
    """The outcome that these records tell of."""
    failed = [verdict for verdict in evaluation.verdicts if verdict.failure]
    return TrialOutcome(
        folder=folder,
        scorecard=scorecard,
        was_kept=was_kept,
        totals=totals_of(evaluation.verdicts),
        failures=tuple(f"{verdict.id}: {verdict.failure}" for verdict in failed),
    )


def _evaluation(directory: TrialDirectory) -> Evaluation:
    """The evaluation, which is of the recording beside it; whether it is true is not known here."""
    for stage, maker in ((RECORDING, "run"), (EVALUATION, "evaluate")):
        if not directory.has(stage):
            problem = f"is not there; `modylbench {maker}` makes it"
            raise BadFile(directory.place(stage), "", problem)
    evaluation = directory.load(EVALUATION, Evaluation)
    if evaluation.recording != directory.digest(RECORDING):
        problem = "is of another recording than the one beside it; evaluate the run again"
        raise BadFile(directory.place(EVALUATION), "recording", problem)
    return evaluation
