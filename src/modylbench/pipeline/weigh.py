"""Stage 3 of one trial: what is its evaluation worth, by the rules?"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluation import STAGE as EVALUATION
from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.errors import BadFile, ModylBenchError, one_line
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.outcome import Judging, Outcome, outcome_of
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import STAGE, Scorecard

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
    """The scorecard of the trial in a folder, from its evaluation alone; it is kept."""
    clear_partial(folder)
    directory = TrialDirectory(folder)
    if not directory.has(EVALUATION):
        problem = "is not there; `modylbench evaluate` makes it"
        raise BadFile(directory.place(EVALUATION), "", problem)
    evaluation = directory.load(EVALUATION, Evaluation)
    card = score(evaluation, rules, evaluation_sha256=_digest(directory))
    directory.keep(STAGE, card)
    return outcome_of(folder, evaluation, card, was_kept=was_kept)


def weighed_before(folder: Path) -> Scorecard | None:
    """The scorecard in the folder, if it is of the evaluation beside it."""
    directory = TrialDirectory(folder)
    if not directory.has(STAGE) or not directory.has(EVALUATION):
        return None
    try:
        card = directory.load(STAGE, Scorecard)
    except BadFile:
        return None
    return card if card.evaluation == _digest(directory) else None


def clear_partial(folder: Path) -> None:
    """Throw away what a killed process was writing; nobody else is at work here."""
    for path in folder.glob(".*.partial"):
        path.unlink(missing_ok=True)


def _digest(directory: TrialDirectory) -> str:
    return hashlib.sha256(directory.place(EVALUATION).read_bytes()).hexdigest()
