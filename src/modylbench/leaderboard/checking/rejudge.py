"""Do the judges of a submission say again what it claims that they said?"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.evaluate.evaluate import briefs_of
from modylbench.evaluation.evaluate.manner import Manner
from modylbench.evaluation.evaluate.panel import judgments
from modylbench.foundation.errors import ModylBenchError, UserMistake
from modylbench.foundation.record import Record
from modylbench.leaderboard.checking.agreement import TOLERANCE, Compared, doubts, too_few
from modylbench.leaderboard.checking.sampling import Sample, samples
from modylbench.leaderboard.submission.trials.again import Kept, NotHere, measured_again
from modylbench.pipeline.panel_choice import seated
from modylbench.providers.models.asking import ServiceFailed
from modylbench.providers.models.budget import OverBudget
from modylbench.recording.reading import read
from modylbench.runs.records import evaluation_in
from modylbench.runs.run import runs_in
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.judging.judge import Judge
    from modylbench.evaluation.verdicts import JudgeCard, Verdict
    from modylbench.leaderboard.checking.agreement import Tolerance
    from modylbench.pipeline.panel_choice import PanelChoice

MOST_FAILED = 0.1  # ours: a judge may refuse one of ten; more is an outage


class JudgesOut(ModylBenchError):
    """The judges cannot be asked now, which is nobody's fault who submitted."""


class Rejudged(Record):
    """What judging samples again has brought; kept whole, so that it can be looked into.

    `absent` are the judges of the panel that nobody here can ask.
    """

    seed: str
    outcome: Literal["agreed", "doubted", "impossible"]
    compared: tuple[Compared, ...] = ()
    doubts: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    failed: int = 0


@dataclass(frozen=True, slots=True)
class _Trial:
    folder: Path
    evaluation: Evaluation

    @property
    def claims(self) -> dict[tuple[str, str], Verdict]:
        """The verdicts by subject and judge, without those that failed."""
        given = (verdict for verdict in self.evaluation.verdicts if not verdict.failure)
        return {(one.subject.key, one.judge): one for one in given}

    def judged(self) -> Iterator[Sample]:
        """What was judged in it."""
        one = self.evaluation
        for verdict in self.evaluation.verdicts:
            yield Sample(scenario_id=one.scenario_id, seed=one.seed, subject=verdict.subject)


async def rejudge(
    folder: Path,
    choice: PanelChoice,
    *,
    seed: str,
    transcripts: Path | None = None,
    tolerance: Tolerance = TOLERANCE,
) -> Rejudged:
    """Ask the same models on samples of the run in a folder, with the same briefs.

    Raises JudgesOut where they cannot be asked, or fail too often.
    """
    trials = _trials(folder)
    panel = trials[0].evaluation.panel
    mode: Literal["text", "multimodal"]
    mode = "multimodal" if trials[0].evaluation.mode == "multimodal" else "text"
    drawn = samples(seed, (one for trial in trials for one in trial.judged()))
    try:
        async with seated(replace(choice, manner=Manner(mode))) as ours:
            judges = _same(panel, ours.judges)
            absent = tuple(card.name for card in panel if card.name not in judges)
            compared, failed = await _asked(trials, drawn, judges, transcripts)
    except NotHere as error:
        return Rejudged(seed=seed, outcome="impossible", doubts=(str(error),))
    except (UserMistake, OverBudget, ServiceFailed) as error:
        raise JudgesOut(str(error)) from error
    if failed > MOST_FAILED * (len(compared) + failed):
        message = f"{failed} of {len(compared) + failed} verdicts failed"
        raise JudgesOut(message)
    found, open_ones = doubts(compared, tolerance), too_few(compared, judges)
    outcome: Literal["agreed", "doubted", "impossible"]
    outcome = "doubted" if found else "impossible" if absent or open_ones else "agreed"
    return Rejudged(
        seed=seed,
        outcome=outcome,
        compared=tuple(compared),
        doubts=found or open_ones,
        absent=absent,
        failed=failed,
    )


def _trials(folder: Path) -> list[_Trial]:
    found = [
        _Trial(trial, evaluation)
        for run in runs_in([folder])
        for trial in run.trials
        if (evaluation := evaluation_in(trial)) is not None
    ]
    if not found:
        message = f"found no evaluation in {folder.name}, expected those of a checked submission"
        raise UserMistake(message)
    return found


def _same(panel: Sequence[JudgeCard], ours: Sequence[Judge]) -> dict[str, Judge]:
    """Our judge for each of the panel's that is of the same models, by its name there."""
    here = {models_of(judge.card): judge for judge in reversed(ours)}
    return {card.name: here[models_of(card)] for card in panel if models_of(card) in here}


async def _asked(
    trials: Sequence[_Trial],
    drawn: Sequence[Sample],
    judges: Mapping[str, Judge],
    transcripts: Path | None,
) -> tuple[list[Compared], int]:
    sought: dict[tuple[str, int], list[Sample]] = defaultdict(list)
    for one in drawn:
        sought[one.scenario_id, one.seed].append(one)
    compared: list[Compared] = []
    failed = 0
    for trial in trials:
        own = sought[trial.evaluation.scenario_id, trial.evaluation.seed]
        if own and judges:
            verdicts = await _again(trial, own, list(judges.values()), transcripts)
            failed += sum(bool(verdict.failure) for verdict in verdicts)
            compared += _beside(trial, own, judges, verdicts)
    return compared, failed


async def _again(
    trial: _Trial, own: Sequence[Sample], judges: Sequence[Judge], transcripts: Path | None
) -> Sequence[Verdict]:
    kept = Kept(trial.folder, trial.folder.name, read(trial.folder), trial.evaluation, (), True)
    measured, _ = await measured_again(kept, transcripts)
    keys = {one.subject.key for one in own}
    briefs = [brief for brief in briefs_of(measured) if brief.subject.key in keys]
    unique = list({judge.card.name: judge for judge in judges}.values())
    with _one_failure():
        return (await judgments(briefs, unique)).verdicts


@contextmanager
def _one_failure() -> Iterator[None]:
    """What several calls at once raise, as one error."""
    try:
        yield
    except* (UserMistake, OverBudget, ServiceFailed) as group:
        raise JudgesOut(str(group.exceptions[0])) from group


def _beside(
    trial: _Trial,
    own: Sequence[Sample],
    judges: Mapping[str, Judge],
    verdicts: Sequence[Verdict],
) -> Iterator[Compared]:
    given = {
        (verdict.subject.key, verdict.judge): verdict for verdict in verdicts if not verdict.failure
    }
    claims = trial.claims
    for sample in own:
        for name, judge in sorted(judges.items()):
            claim = claims.get((sample.subject.key, name))
            again = given.get((sample.subject.key, judge.card.name))
            if claim is not None and again is not None:
                yield Compared(
                    sample=sample,
                    judge=name,
                    claimed=_ratings(claim),
                    again=_ratings(again),
                    claimed_votes=_votes(claim),
                    votes_again=_votes(again),
                )


def _ratings(verdict: Verdict) -> dict[str, float]:
    return {
        rating.dimension: rating.score for rating in verdict.ratings if rating.score is not None
    }


def _votes(verdict: Verdict) -> dict[str, bool]:
    return {vote.question: vote.answer for vote in verdict.votes if vote.answer is not None}
