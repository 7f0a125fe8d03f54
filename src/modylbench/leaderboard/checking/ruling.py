"""What a leaderboard finds of a submission: its result, what was checked, why not verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.leaderboard.identity import is_confirmed, normal_contact
from modylbench.leaderboard.signing import SignedVerdict
from modylbench.leaderboard.store.records import EntryResult, ScenarioResult
from modylbench.reliability.summarize import standard_deviation
from modylbench.scenarios.suites import SuiteEdition
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.leaderboard.checking.rejudging import RejudgingResult
    from modylbench.leaderboard.store.records import Challenge, Level, Submission
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
            counted_by_paper=entry.counted_by_paper.get(name),
        )
        for name, scores in sorted(entry.scores.items())
    )
    panel = " + ".join(sorted(entry.models))[:LONGEST_PANEL]
    return EntryResult(
        agent=entry.name,
        mode=entry.standard,
        panel=panel,
        overall=entry.overall,
        k=entry.k,
        scenarios=scenarios,
        suite=SuiteEdition(entry.suite, entry.suite_version, entry.private_mark).key,
    )


def reasons_by_checks(checked: SubmissionCheck, challenge: Challenge | None) -> tuple[str, ...]:
    """Why it cannot be verified, whatever judges would say; its challenge says who has used it."""
    return tuple(_reasons(checked, challenge))[:MOST_REASONS]


def _reasons(checked: SubmissionCheck, challenge: Challenge | None) -> Iterator[str]:
    entry = checked.entry
    if entry is None or not entry.challenge_id:
        yield "its seeds are the published ones, not those of a challenge"
    elif challenge is None:
        yield "its challenge is none of this leaderboard"
    elif challenge.used_by != checked.submission:
        yield "its challenge was used by an earlier submission"
    elif not is_contact_kept(entry, challenge):
        yield "its declaration names another contact than its challenge was asked for with"
    elif not is_confirmed(challenge.identity):
        yield "it is anonymous: its challenge was asked for without a token of its contact"
    if entry is None or not entry.has_media:
        yield "its sound and pictures are not in the submission"
    yield from dict.fromkeys(warning.text for warning in checked.warnings)


def is_contact_kept(entry: SubmissionEntry, challenge: Challenge) -> bool:
    """Whether the contact that was committed to is the one whose challenges were counted."""
    return normal_contact(entry.contact) == normal_contact(challenge.contact)


def is_anonymous(checked: SubmissionCheck, challenge: Challenge | None) -> bool:
    """Whether nobody has confirmed who submits it."""
    entry = checked.entry
    return (
        entry is None
        or challenge is None
        or challenge.used_by != checked.submission
        or not (is_confirmed(challenge.identity) and is_contact_kept(entry, challenge))
    )


def reasons_by_judges(rejudged: RejudgingResult) -> tuple[str, ...]:
    """Why it is not verified after its judges were asked again; nothing where they agreed."""
    found = [f"re-judging disagrees: {doubt}" for doubt in rejudged.doubts]
    if rejudged.outcome == "impossible":
        found = [f"not re-judged: {doubt}" for doubt in rejudged.doubts]
    found += [f"not re-judged by {name}: no such judge here" for name in rejudged.absent]
    if rejudged.outcome != "agreed" and not found:
        found.append("not re-judged: nothing in it could be judged again")
    return tuple(found[:MOST_REASONS])


def checks_done(checked: SubmissionCheck) -> tuple[str, ...]:
    """What was checked, and what of a meeting by text could not be."""
    is_text = checked.entry is not None and checked.entry.mode == "text"
    return (*checked.done, TEXT_ONLY) if is_text else checked.done


def checks_by_judges(
    submission: Submission, rejudged: RejudgingResult, level: Level
) -> tuple[str, ...]:
    """What was checked once its judges were asked again; a verified one says what that means."""
    asked = f"{REJUDGED}: {len(rejudged.compared)} verdicts"
    meaning = (PROVED, NOT_PROVED) if level == "verified" else ()
    return (*_checks_before(submission), asked, *meaning)


def _checks_before(submission: Submission) -> tuple[str, ...]:
    """The checks that the verdict so far names."""
    if submission.verdict is None:
        return ()
    return SignedVerdict.model_validate_json(submission.verdict).verdict.checks
