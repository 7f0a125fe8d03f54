"""What a leaderboard says of a submission, under its signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.leaderboard.challenge import utc_text
from modylbench.leaderboard.signing import (
    LeaderboardVerdict,
    SignedVerdict,
    SigningKey,
    signed_verdict,
)
from modylbench.leaderboard.store.records import EntryResult, ScenarioResult
from modylbench.reliability.summarize import standard_deviation
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.leaderboard.checking.rejudging import RejudgingResult
    from modylbench.leaderboard.store.records import Level, Submission
    from modylbench.leaderboard.submission.problems import SubmissionCheck, SubmissionEntry

MOST_REASONS = 20
LONGEST_PANEL = 300
REJUDGED = "re-judged samples"
NO_JUDGES = "not re-judged: this leaderboard has no judges"
WAITING = "not yet re-judged"
TEXT_ONLY = "judged by its text alone: of sound and pictures nothing was checked"
PROVED = (
    "verified proves that its seeds could not be foreseen, that its scores follow from its "
    "verdicts, and that the judges it names give such verdicts on this recording again"
)
NOT_PROVED = (
    "verified does not prove that the agent it names, and nobody else, made what was recorded, nor "
    "that these seeds were held once only: that is the submitter's word"
)


def result_of(entry: SubmissionEntry) -> EntryResult:
    """What the table needs of an entry."""
    scenarios = tuple(
        ScenarioResult(
            scenario_id=name,
            scores=scores,
            official=entry.official[name],
            tier=entry.tiers[name],
            mean=mean(scores),
            sd=standard_deviation(scores),
            n=len(scores),
        )
        for name, scores in sorted(entry.scores.items())
    )
    panel = " + ".join(sorted(entry.models))[:LONGEST_PANEL]
    return EntryResult(entry.name, entry.standard, panel, entry.overall, entry.k, scenarios)


def reasons_by_checks(checked: SubmissionCheck, challenge_user: str | None) -> tuple[str, ...]:
    """Why it cannot be verified, whatever judges would say; `challenge_user` is who has used it."""
    return tuple(_reasons(checked, challenge_user))[:MOST_REASONS]


def _reasons(checked: SubmissionCheck, challenge_user: str | None) -> Iterator[str]:
    entry = checked.entry
    if entry is None or not entry.challenge_id:
        yield "its seeds are the published ones, not those of a challenge"
    elif challenge_user is None:
        yield "its challenge is none of this leaderboard"
    elif challenge_user != checked.submission:
        yield "its challenge was used by an earlier submission"
    if entry is None or not entry.has_media:
        yield "its sound and pictures are not in the submission"
    yield from dict.fromkeys(warning.text for warning in checked.warnings)


def reasons_by_judges(rejudged: RejudgingResult) -> tuple[str, ...]:
    """Why it is not verified after its judges were asked again; nothing where they agreed."""
    found = [f"re-judging disagrees: {doubt}" for doubt in rejudged.doubts]
    if rejudged.outcome == "impossible":
        found = [f"not re-judged: {doubt}" for doubt in rejudged.doubts]
    found += [f"not re-judged by {name}: no such judge here" for name in rejudged.absent]
    if rejudged.outcome != "agreed" and not found:
        found.append("not re-judged: nothing in it could be judged again")
    return tuple(found[:MOST_REASONS])


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an accepted submission stands, why not higher, and what was checked."""

    level: Level
    reasons: tuple[str, ...]
    checks: tuple[str, ...]


def accepted_verdict(
    key: SigningKey, submission_id: str, result: EntryResult, *, ruling: Ruling, now_s: float
) -> str:
    """The signed verdict on one that is accepted, as JSON."""
    verdict = LeaderboardVerdict(
        submission=submission_id,
        status=ruling.level,
        scores={scenario.scenario_id: scenario.official for scenario in result.scenarios},
        overall=result.overall,
        problems=ruling.reasons,
        checks=ruling.checks,
        decided_at=utc_text(now_s),
    )
    return signed_verdict(verdict, key).model_dump_json()


def rejected_verdict(
    key: SigningKey, submission_id: str, problems: Sequence[str], now_s: float
) -> str:
    """The signed verdict on one that is rejected, as JSON."""
    verdict = LeaderboardVerdict(
        submission=submission_id,
        status="rejected",
        scores={},
        overall=None,
        problems=tuple(problems),
        checks=(),
        decided_at=utc_text(now_s),
    )
    return signed_verdict(verdict, key).model_dump_json()


def checks_done(checked: SubmissionCheck) -> tuple[str, ...]:
    """What was checked, and what of a meeting by text could not be."""
    is_text = checked.entry is not None and checked.entry.mode == "text"
    return (*checked.done, TEXT_ONLY) if is_text else checked.done


def ruling_by_judges(
    submission: Submission, rejudged: RejudgingResult, reasons: tuple[str, ...]
) -> Ruling:
    """How it stands after its judges were asked again; a verified one says what that means."""
    asked = f"{REJUDGED}: {len(rejudged.compared)} verdicts"
    checks = (*_checks_before(submission), asked)
    if reasons:
        return Ruling("self-reported", reasons, checks)
    return Ruling("verified", (), (*checks, PROVED, NOT_PROVED))


def _checks_before(submission: Submission) -> tuple[str, ...]:
    """The checks that the verdict so far names."""
    if submission.verdict is None:
        return ()
    return SignedVerdict.model_validate_json(submission.verdict).verdict.checks
