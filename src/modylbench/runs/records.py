"""The records that the stages have left in the folders of a run.

Each is read for itself; what is cut, altered or of another version is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from modylbench.evaluation.evaluation import STAGE as EVALUATION
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import JudgeExchange
from modylbench.foundation.errors import BadFile, UserMistake, short_repr
from modylbench.foundation.record import Record, read_text
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import STAGE as RECORDING
from modylbench.reliability.report import STAGE as RELIABILITY
from modylbench.reliability.report import ReliabilityReport
from modylbench.scoring.scorecard import STAGE as SCORECARD
from modylbench.scoring.scorecard import Scorecard

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from modylbench.runs.run import Run

JUDGMENTS = "judgments.jsonl"
R = TypeVar("R", bound=Record)


def evaluation_in(folder: Path) -> Evaluation | None:
    """The evaluation in the folder."""
    return _record_in(folder, EVALUATION, Evaluation)


def exchanges_in(folder: Path) -> tuple[JudgeExchange, ...] | None:
    """The exchanges in judgments.jsonl, if all of it can be read."""
    path = folder / JUDGMENTS
    if not path.is_file():
        return None
    try:
        lines = read_text(path).splitlines()
        return tuple(JudgeExchange.model_validate_json(line) for line in lines)
    except (BadFile, ValueError):
        return None


def exchange_lines(exchanges: Iterable[JudgeExchange]) -> list[str]:
    """The exchanges as they are kept, a line each."""
    return [exchange.model_dump_json() + "\n" for exchange in exchanges]


def scorecard_in(folder: Path) -> Scorecard | None:
    """The scorecard in the folder, if it is of the evaluation and the recording beside it."""
    directory, card = TrialDirectory(folder), _record_in(folder, SCORECARD, Scorecard)
    if card is None or not (directory.has(RECORDING) and directory.has(EVALUATION)):
        return None
    made_from = (directory.digest(EVALUATION), directory.digest(RECORDING))
    return card if (card.evaluation, card.recording) == made_from else None


def reliability_in(folder: Path) -> ReliabilityReport | None:
    """The reliability report in a run's folder."""
    return _record_in(folder, RELIABILITY, ReliabilityReport)


def unread_record(folder: Path) -> str:
    """Why an evaluation or a scorecard that lies there counts as none, in a line; else empty."""
    directory = TrialDirectory(folder)
    for stage, kind in ((EVALUATION, Evaluation), (SCORECARD, Scorecard)):
        try:
            if directory.has(stage):
                directory.load(stage, kind)
        except BadFile as error:
            name, (_, place, problem) = directory.place(stage).name, error.args
            return ": ".join(part for part in (name, place, problem) if part)
    return ""


def planned_trials(run: Run) -> list[tuple[str, int]] | None:
    """The trials that the run was asked for, as scenario and seed; None for a trial of no run."""
    if run.plan is None:
        return None
    return [(trial.scenario_id, trial.seed) for trial in run.plan.trials]


def scorecards(run: Run) -> list[Scorecard]:
    """Those that are of the evaluations beside them, in the order of the plan."""
    plan = run.plan
    trials = run.trials if plan is None else [run.folder / trial.folder for trial in plan.trials]
    found = [card for card in map(scorecard_in, trials) if card is not None]
    for card in found:
        if plan is not None and card.agent != plan.agent:
            trial = f"{card.scenario_id} seed {card.seed}"
            message = (
                f"found the agent {short_repr(card.agent.name)} in {trial}, expected "
                f"{short_repr(plan.agent.name)} with the settings of the run; hold it again"
            )
            raise UserMistake(message)
    return found


def _record_in(folder: Path, stage: str, kind: type[R]) -> R | None:
    directory = TrialDirectory(folder)
    try:
        return directory.load(stage, kind) if directory.has(stage) else None
    except BadFile:
        return None
