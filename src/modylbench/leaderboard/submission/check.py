"""The check of a submission against its own claims: every reason against it in one list.

In order: the archive, its members and the manifest's claims; the rules of the benchmark; every
trial by itself, its evaluation and scorecard made again; the run's reliability made again.
"""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import total_usage
from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.submission import rules
from modylbench.leaderboard.submission.manifest import FILE, Manifest
from modylbench.leaderboard.submission.problems import (
    SubmissionCheck,
    SubmissionEntry,
    SubmissionProblem,
    problem,
)
from modylbench.leaderboard.submission.record_checks import differences, read_strictly
from modylbench.leaderboard.submission.replay import unknown_judge
from modylbench.leaderboard.submission.rules import RELIABILITY, member_problems, stray_problems
from modylbench.leaderboard.submission.trial_cache import NOT_DONE, TrialCache
from modylbench.leaderboard.submission.trial_checks import ERRORS_OF_FORGED_RECORDS, plan_deviations
from modylbench.leaderboard.submission.unpack import LIMITS, UnpackLimits, file_digest, unpack
from modylbench.pipeline.code_digest import code_digest
from modylbench.providers.models.access import judge_name
from modylbench.reliability.report import ReliabilityReport
from modylbench.reliability.summarize import summarize
from modylbench.runs.run import FILE as RUN_FILE
from modylbench.runs.run import RunPlan
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.leaderboard.signing import PublicKey
    from modylbench.leaderboard.submission.manifest import ArchiveMember
    from modylbench.leaderboard.submission.trial_checks import CheckedTrial

DONE = (
    "members and their hashes", "claims of the manifest", "rules of the run", "records",
    "files of the recordings", "scripts", "receipts", "facts", "requests", "verdicts",
    "scorecards", "reliability",
)  # fmt: skip
MADE_AGAIN = ("facts", "requests", "verdicts")


class Checker:
    """Checks submissions; trials that it has seen before it does not measure again.

    `key` is the leaderboard's: without it the signature of a challenge is not looked at, and said
    not to be. `transcripts` is a folder of what was heard in recordings.
    """

    def __init__(
        self,
        *,
        key: PublicKey | None = None,
        transcripts: Path | None = None,
        limits: UnpackLimits = LIMITS,
    ) -> None:
        self._key = key
        self._limits = limits
        self._seen = TrialCache(transcripts)

    async def check(self, file: Path, *, work: Path, now: str | None = None) -> SubmissionCheck:
        """Unpack a file into the new folder `work`, which stays, and check it.

        `now` is when it came, by which a challenge may have expired. Raises RefusedArchive
        where the file is no archive that is read; then there is no folder.
        """
        members = unpack(file, work, self._limits)
        return await self.check_folder(work, members, submission=file_digest(file), now=now)

    async def check_folder(
        self,
        folder: Path,
        members: Mapping[str, ArchiveMember],
        *,
        submission: str,
        now: str | None,
    ) -> SubmissionCheck:
        """The same of a folder that was unpacked."""
        manifest, found = read_strictly(Manifest, folder / FILE, FILE)
        plan, of_plan = read_strictly(RunPlan, folder / RUN_FILE, RUN_FILE)
        found += of_plan
        if manifest is None or plan is None:
            return _unreadable_submission(submission, found, done=DONE[:1])
        found += member_problems(manifest, members)
        found += rules.plan_problems(plan)
        found += rules.claim_problems(manifest, plan)
        found += rules.panel_problems(manifest)
        found += rules.seed_problems(manifest, plan, self._key, now)
        trials = await self._trials(folder, manifest, plan, members)
        found += stray_problems(manifest, members, trials)
        found += _trial_problems(manifest, plan, trials)
        warnings = [warning for trial in trials.values() for warning in trial.warnings]
        if manifest.challenge is not None and self._key is None:
            text = f"{NOT_DONE}the signature of the challenge, for want of the leaderboard's key"
            warnings.append(problem("challenge", f"{FILE}: challenge", text))
        report, of_report = _reliability(folder, plan, trials)
        found += of_report
        found += _score_claims(manifest, report) if report is not None else ()
        is_sound = not found and report is not None
        return SubmissionCheck(
            submission=submission,
            problems=tuple(dict.fromkeys(found)),
            warnings=tuple(warnings),
            notes=tuple(notes_on(manifest, plan, trials)),
            done=_checks_done(trials),
            entry=entry_of(manifest, plan, trials, report) if is_sound and report else None,
        )

    async def _trials(
        self, folder: Path, manifest: Manifest, plan: RunPlan, members: Mapping[str, ArchiveMember]
    ) -> dict[str, CheckedTrial]:
        judges = () if any(map(unknown_judge, manifest.judges)) else manifest.judges
        places = dict.fromkeys(trial.folder for trial in plan.trials)
        return {
            place: await self._seen.trial(
                folder, place, members=members, judges=judges, has_media=manifest.has_media
            )
            for place in places
        }


def check_file(file: Path, checker: Checker, *, now: str | None = None) -> SubmissionCheck:
    """Check a file in a folder that is gone afterwards; raises RefusedArchive."""
    with TemporaryDirectory() as place:
        return asyncio.run(checker.check(file, work=Path(place) / "submission", now=now))


def _trial_problems(
    manifest: Manifest, plan: RunPlan, trials: Mapping[str, CheckedTrial]
) -> Iterator[SubmissionProblem]:
    for trial in plan.trials:
        recording = trials[trial.folder].recording
        if recording is not None:
            yield from plan_deviations(recording, trial, plan)
    for found in trials.values():
        yield from found.problems
    items = trials.items()
    recordings = {place: found.recording for place, found in items if found.recording is not None}
    panels = {
        place: found.evaluation.panel for place, found in items if found.evaluation is not None
    }
    yield from rules.twin_problems(recordings)
    yield from rules.other_panel_problems(panels, manifest)


def _reliability(
    folder: Path, plan: RunPlan, trials: Mapping[str, CheckedTrial]
) -> tuple[ReliabilityReport | None, list[SubmissionProblem]]:
    """The report that the scorecards come to, and where the kept one is another."""
    kept, problems = read_strictly(ReliabilityReport, folder / RELIABILITY, RELIABILITY)
    cards = [trial.card for trial in trials.values() if trial.card is not None]
    planned = [(trial.scenario_id, trial.seed) for trial in plan.trials]
    try:
        made = summarize(cards, planned=planned)
    except UserMistake as error:
        return None, [*problems, rules.mixture_problem(str(error))]
    except ERRORS_OF_FORGED_RECORDS as error:
        return None, [*problems, rules.mixture_problem(f"{type(error).__name__}: {error}")]
    if kept is not None:
        problems += differences(kept, made, RELIABILITY, code="reliability")
    if not made.is_official:
        problems.append(problem("official", RELIABILITY, "the run is not official"))
    return made, problems


def _score_claims(manifest: Manifest, report: ReliabilityReport) -> Iterator[SubmissionProblem]:
    """Whether the manifest claims the standard and scores that come out."""
    if manifest.mode != report.standard:
        text = f"declared is {manifest.mode}, and what the receipts prove is {report.standard}"
        yield problem("standard", f"{FILE}: mode", text)
    official = {scenario.scenario_id: scenario.official for scenario in report.scenarios}
    if manifest.scores != official:
        wrong = sorted({*official, *manifest.scores})
        names = [name for name in wrong if official.get(name) != manifest.scores.get(name)]
        text = f"are not those that come out: {', '.join(names)}"
        yield problem("claim", f"{FILE}: scores", text)
    if manifest.overall != report.overall:
        text = f"found {manifest.overall}, and {report.overall} comes out"
        yield problem("claim", f"{FILE}: overall", text)


def _checks_done(trials: Mapping[str, CheckedTrial]) -> tuple[str, ...]:
    """The checks that were carried out on every trial."""
    is_all = not any(trial.warnings for trial in trials.values())
    return tuple(name for name in DONE if is_all or name not in MADE_AGAIN)


def _unreadable_submission(
    submission: str, problems: Sequence[SubmissionProblem], *, done: Sequence[str]
) -> SubmissionCheck:
    return SubmissionCheck(
        submission=submission,
        problems=tuple(problems),
        warnings=(),
        notes=(),
        done=tuple(done),
        entry=None,
    )


def entry_of(
    manifest: Manifest, plan: RunPlan, trials: Mapping[str, CheckedTrial], report: ReliabilityReport
) -> SubmissionEntry | None:
    """The row of a table; None where a score is missing, which is a problem elsewhere."""
    cards = [trial.card for trial in trials.values() if trial.card is not None]
    recordings = [trial.recording for trial in trials.values() if trial.recording is not None]
    official = {x.scenario_id: x.official for x in report.scenarios if x.official is not None}
    if report.overall is None or report.standard not in ("gold", "silver"):
        return None
    signed = manifest.challenge
    return SubmissionEntry(
        name=manifest.name,
        agent=plan.agent,
        standard=manifest.mode,
        mode=cards[0].mode,
        panel=manifest.panel,
        models=tuple(sorted({name for card in manifest.panel for name in models_of(card)})),
        seeds=plan.seeds,
        k=len(plan.seeds),
        scores={scenario.scenario_id: scenario.scores for scenario in report.scenarios},
        official=official,
        tiers={scenario.scenario_id: scenario.tier for scenario in report.scenarios},
        overall=report.overall,
        has_media=manifest.has_media,
        challenge_id=signed.challenge.id if signed is not None else "",
        attempts=sum(recording.setting.attempt for recording in recordings),
        spoilt=tuple(why for recording in recordings for why in recording.setting.spoilt),
        cost_usd=total_usage(card.usage for card in cards).cost_usd,
    )


def notes_on(
    manifest: Manifest, plan: RunPlan, trials: Mapping[str, CheckedTrial]
) -> Iterator[str]:
    """What a reader must know of a submission, whether it is accepted or not."""
    ours = _own_digest()
    if plan.harness_digest != ours:
        yield f"the code that held the meetings is {plan.harness_digest!r}, that here {ours!r}"
    if not manifest.has_media:
        yield "without sound and pictures: it can only be self-reported"
    if manifest.challenge is None:
        yield "at the published seeds: it can only be self-reported"
    yield from _asked_elsewhere(manifest)
    for place, trial in trials.items():
        setting = trial.recording.setting if trial.recording is not None else None
        for number, why in enumerate(setting.spoilt if setting is not None else (), 1):
            yield f"{place}: try {number} was spoilt by our side ({why})"
        flags = trial.recording.faults if trial.recording is not None else ()
        yield from (f"{place}: {fault.code}: {fault.detail}" for fault in flags if fault.is_flag)


def _asked_elsewhere(manifest: Manifest) -> Iterator[str]:
    """Judges at an address of the submitter's choice: two names there may be one model."""
    for name in manifest.judges:
        if not unknown_judge(name) and judge_name(name).base_url:
            yield f"{judge_name(name).name}: nobody knows which model answers at that address"


@cache
def _own_digest() -> str:
    return code_digest()
