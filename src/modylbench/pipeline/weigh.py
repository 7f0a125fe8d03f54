"""Stage 3 of one trial: what is its evaluation worth, by the rules?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.evaluation import STAGE as EVALUATION
from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.errors import BadFile, ModylBenchError, one_line
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.outcome import Judging, Outcome, outcome_of
from modylbench.recording.reading import STAGE as RECORDING
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import STAGE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.scoring.rules import ScoringRules


def weigh_all(trials: Sequence[Path], rules: ScoringRules) -> Judging:
    """Weigh every trial anew; one that cannot be weighed says why."""
    outcomes = []
    for folder in trials:
        try:
            outcomes.append(weigh_trial(folder, rules, was_kept=True))
        except (ModylBenchError, OSError) as error:
            outcomes.append(Outcome(folder, trouble=one_line(str(error))))
    return Judging(tuple(outcomes))


def weigh_trial(folder: Path, rules: ScoringRules, *, was_kept: bool) -> Outcome:
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
