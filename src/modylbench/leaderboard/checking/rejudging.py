"""Samples of a submission judged again by the same models, beside what it claims."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.evaluate.evaluate import briefs_of
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.evaluate.panel import judgments
from modylbench.foundation.errors import ModylBenchError, UserMistake
from modylbench.foundation.record import Record, read_record
from modylbench.leaderboard.checking.agreement import (
    TOLERANCE,
    VerdictComparison,
    VerdictSample,
    doubts,
    draw_samples,
    too_few,
)
from modylbench.leaderboard.submission.manifest import FILE, Manifest
from modylbench.leaderboard.submission.problems import SubmissionProblem
from modylbench.leaderboard.submission.replay import KeptTrial, ReplayUnavailable, measure_again
from modylbench.leaderboard.submission.suite_library import claimed_library
from modylbench.pipeline.panel.choice import open_panel
from modylbench.providers.models.budget import OverBudget
from modylbench.providers.models.failures import ServiceFailure
from modylbench.recording.reading import read_recording
from modylbench.runs.records import evaluation_in
from modylbench.runs.run import runs_in
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.judging.judge import Judge
    from modylbench.evaluation.verdicts import JudgeCard, Verdict
    from modylbench.leaderboard.checking.agreement import JudgeTolerance
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.scenarios.drawing.private import VariantSecret
    from modylbench.scenarios.loader import ScenarioSource

MOST_FAILED = 0.1  # ours: a judge may refuse one of ten; more is an outage


class JudgesUnavailable(ModylBenchError):
    """The judges cannot be asked now, which is nobody's fault who submitted."""


class RejudgingResult(Record):
    """What judging samples again has brought; kept whole, so that it can be looked into.

    `absent` are the judges of the panel that nobody here can ask.
    """

    seed: str
    outcome: Literal["agreed", "doubted", "impossible"]
    compared: tuple[VerdictComparison, ...] = ()
    doubts: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    failed: int = 0


@dataclass(frozen=True, slots=True)
class _JudgedTrial:
    folder: Path
    evaluation: Evaluation
    source: ScenarioSource | None

    @property
    def claims(self) -> dict[tuple[str, str], Verdict]:
        """The verdicts by subject and judge, without those that failed."""
        given = (verdict for verdict in self.evaluation.verdicts if not verdict.failure)
        return {(verdict.subject.key, verdict.judge): verdict for verdict in given}

    def samples(self) -> Iterator[VerdictSample]:
        """What was judged in it."""
        trial = self.evaluation
        for verdict in trial.verdicts:
            yield VerdictSample(
                scenario_id=trial.scenario_id, seed=trial.seed, subject=verdict.subject
            )


async def rejudge(
    folder: Path,
    choice: PanelChoice,
    *,
    seed: str,
    transcripts: Path | None = None,
    tolerance: JudgeTolerance = TOLERANCE,
    secrets: Sequence[VariantSecret] = (),
) -> RejudgingResult:
    """Ask the same models on samples of the run in a folder, with the same briefs.

    Raises JudgesUnavailable where they cannot be asked, or fail too often.
    """
    trials = _trials(folder, _sources(folder, secrets))
    panel = trials[0].evaluation.panel
    mode: Literal["text", "multimodal"]
    mode = "multimodal" if trials[0].evaluation.mode == "multimodal" else "text"
    drawn = draw_samples(seed, (sample for trial in trials for sample in trial.samples()))
    try:
        async with open_panel(replace(choice, options=EvaluationOptions(mode))) as ours:
            judges = _matching_judges(panel, ours.judges)
            absent = tuple(card.name for card in panel if card.name not in judges)
            compared, failed = await _ask_again(trials, drawn, judges, transcripts)
    except ReplayUnavailable as error:
        return RejudgingResult(seed=seed, outcome="impossible", doubts=(str(error),))
    except (UserMistake, OverBudget, ServiceFailure) as error:
        raise JudgesUnavailable(str(error)) from error
    if failed > MOST_FAILED * (len(compared) + failed):
        message = f"{failed} of {len(compared) + failed} verdicts failed"
        raise JudgesUnavailable(message)
    found, open_ones = doubts(compared, tolerance), too_few(compared, judges)
    outcome: Literal["agreed", "doubted", "impossible"]
    outcome = "doubted" if found else "impossible" if absent or open_ones else "agreed"
    return RejudgingResult(
        seed=seed,
        outcome=outcome,
        compared=tuple(compared),
        doubts=found or open_ones,
        absent=absent,
        failed=failed,
    )


def _sources(folder: Path, secrets: Sequence[VariantSecret]) -> Mapping[str, ScenarioSource]:
    """The scenarios of a checked submission; JudgesUnavailable where their secret is gone.

    Nothing for a run that was never packed, whose scenarios are known by their ids.
    """
    if not (folder / FILE).is_file():  # a run of our own, and no submission
        return {}
    library = claimed_library(read_record(Manifest, folder / FILE), secrets)
    if isinstance(library, SubmissionProblem):
        raise JudgesUnavailable(str(library))
    return library.sources


def _trials(folder: Path, sources: Mapping[str, ScenarioSource]) -> list[_JudgedTrial]:
    found = [
        _JudgedTrial(trial, evaluation, sources.get(evaluation.scenario_id))
        for run in runs_in([folder])
        for trial in run.trials
        if (evaluation := evaluation_in(trial)) is not None
    ]
    if not found:
        message = f"found no evaluation in {folder.name}, expected those of a checked submission"
        raise UserMistake(message)
    return found


def _matching_judges(panel: Sequence[JudgeCard], ours: Sequence[Judge]) -> dict[str, Judge]:
    """Our judge for each of the panel's that is of the same models, by its name there."""
    here = {models_of(judge.card): judge for judge in reversed(ours)}
    return {card.name: here[models_of(card)] for card in panel if models_of(card) in here}


async def _ask_again(
    trials: Sequence[_JudgedTrial],
    drawn: Sequence[VerdictSample],
    judges: Mapping[str, Judge],
    transcripts: Path | None,
) -> tuple[list[VerdictComparison], int]:
    sought: dict[tuple[str, int], list[VerdictSample]] = defaultdict(list)
    for sample in drawn:
        sought[sample.scenario_id, sample.seed].append(sample)
    compared: list[VerdictComparison] = []
    failed = 0
    for trial in trials:
        own = sought[trial.evaluation.scenario_id, trial.evaluation.seed]
        if own and judges:
            verdicts = await _judge_samples(trial, own, list(judges.values()), transcripts)
            failed += sum(bool(verdict.failure) for verdict in verdicts)
            compared += _comparisons(trial, own, judges, verdicts)
    return compared, failed


async def _judge_samples(
    trial: _JudgedTrial,
    own: Sequence[VerdictSample],
    judges: Sequence[Judge],
    transcripts: Path | None,
) -> Sequence[Verdict]:
    recording, place = read_recording(trial.folder), trial.folder.name
    kept = KeptTrial(
        trial.folder, place, recording, trial.evaluation, (), has_media=True, source=trial.source
    )
    measured, _ = await measure_again(kept, transcripts)
    keys = {sample.subject.key for sample in own}
    briefs = [brief for brief in briefs_of(measured) if brief.subject.key in keys]
    unique = list({judge.card.name: judge for judge in judges}.values())
    with _first_failure():
        return (await judgments(briefs, unique)).verdicts


@contextmanager
def _first_failure() -> Iterator[None]:
    """What several calls at once raise, as one error."""
    try:
        yield
    except* (UserMistake, OverBudget, ServiceFailure) as group:
        raise JudgesUnavailable(str(group.exceptions[0])) from group


def _comparisons(
    trial: _JudgedTrial,
    own: Sequence[VerdictSample],
    judges: Mapping[str, Judge],
    verdicts: Sequence[Verdict],
) -> Iterator[VerdictComparison]:
    given = {
        (verdict.subject.key, verdict.judge): verdict for verdict in verdicts if not verdict.failure
    }
    claims = trial.claims
    for sample in own:
        for name, judge in sorted(judges.items()):
            claim = claims.get((sample.subject.key, name))
            again = given.get((sample.subject.key, judge.card.name))
            if claim is not None and again is not None:
                yield VerdictComparison(
                    sample=sample,
                    judge=name,
                    claimed=_rating_scores(claim),
                    again=_rating_scores(again),
                    claimed_votes=_votes(claim),
                    votes_again=_votes(again),
                )


def _rating_scores(verdict: Verdict) -> dict[str, float]:
    return {
        rating.dimension: rating.score for rating in verdict.ratings if rating.score is not None
    }


def _votes(verdict: Verdict) -> dict[str, bool]:
    return {vote.question: vote.answer for vote in verdict.votes if vote.answer is not None}
