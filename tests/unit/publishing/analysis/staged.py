"""Judged runs on disk: records alone, of meetings that nobody held."""

from pathlib import Path
from typing import Any

from tests.unit.pipeline.trials import judged_trial, planned_run

from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.recording import AgentUnderTest
from modylbench.scoring.rule_files import default_rules
from modylbench.scoring.score import score


def judged_run(folder: Path, *levels: float | None, agent: str = "oracle", **changes: Any) -> Path:
    """A run with a seed for every level, each with its scorecard."""
    planned_run(folder, *range(len(levels)), agent=agent)
    for seed, level in enumerate(levels):
        under_test = AgentUnderTest(name=agent)
        trial = TrialDirectory(judged_trial(folder, seed, level, agent=under_test, **changes))
        evaluation = trial.load("evaluation", Evaluation)
        digest = trial.digest("evaluation")
        trial.keep("scorecard", score(evaluation, default_rules(), evaluation_sha256=digest))
    return folder
