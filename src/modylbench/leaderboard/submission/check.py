"""The check of a submission against its own claims: every reason against it in one list.

In order: the archive, its members and the manifest's claims; the rules of the benchmark; every
trial by itself, its evaluation and scorecard made again; the run's reliability made again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Generic, TypeVar

from modylbench.evaluation.evaluate.panel import total_usage
from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.resemblance import OTHERS_WORDS
from modylbench.leaderboard.submission import rules
from modylbench.leaderboard.submission.manifest import FILE, ArchiveMember, Manifest
from modylbench.leaderboard.submission.policy_checks import policy_problems
from modylbench.leaderboard.submission.problems import (
    SubmissionCheck,
    SubmissionEntry,
    SubmissionProblem,
    problem,
)
from modylbench.leaderboard.submission.record_checks import (
    differences,
    parse_strictly,
    read_strictly,
)
from modylbench.leaderboard.submission.replay import (
    REPLAY_ERRORS,
    KeptTrial,
    ReplayUnavailable,
    evaluation_problems,
    judge_again,
    measure_again,
    replay_failure,
    unknown_judge,
)
from modylbench.leaderboard.submission.suite_library import SuiteLibrary, claimed_library
from modylbench.leaderboard.submission.trial_checks import (
    RECORDS,
    CheckedRecording,
    CheckedTrial,
    plan_deviations,
    read_recording,
    read_trial,
)
from modylbench.leaderboard.submission.unpack import (
    LIMITS,
    UnpackLimits,
    file_digest,
    read_listing,
    unpack,
)
from modylbench.pipeline.code_digest import code_digest
from modylbench.pipeline.replay.contradiction import ERRORS_OF_FORGED_RECORDS
from modylbench.providers.models.access import judge_name
from modylbench.reliability.report import ReliabilityReport
from modylbench.reliability.summarize import summarize
from modylbench.runs.run import FILE as RUN_FILE
from modylbench.runs.run import RunPlan
from modylbench.scenarios.suites import SuiteEdition
from modylbench.scoring.arithmetic import mean
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.evaluate.evaluate import MeasuredMeeting
    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.leaderboard.signing import PublicKey
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.drawing.private import VariantSecret

DONE = (
    "members and their hashes", "claims of the manifest", "rules of the run", "records",
    "files of the recordings", "scripts", "events", "receipts", "facts", "requests", "verdicts",
    "scorecards", "reliability",
)  # fmt: skip
MADE_AGAIN = ("facts", "requests", "verdicts")
MOST_KEPT = 120  # ours: of each kind, six submissions of 18 trials; one takes about 2 MB
NOT_DONE = "not checked: "
MODES = ("text", "multimodal")
UNKNOWN = "0" * 64
V = TypeVar("V")


class Checker:
    """Checks submissions; trials that it has seen before it does not measure again.

    `key` is the leaderboard's: without it the signature of a challenge is not looked at, and said
    not to be. `transcripts` is a folder of what was heard in recordings. Of private variants only
    those can be checked whose secret is among `secrets`.
    """

    def __init__(
        self,
        *,
        key: PublicKey | None = None,
        transcripts: Path | None = None,
        limits: UnpackLimits = LIMITS,
        secrets: Sequence[VariantSecret] = (),
    ) -> None:
        self._key = key
        self._secrets = tuple(secrets)
        self._limits = limits
        self._seen = TrialCache(transcripts)

    async def check(self, file: Path, *, work: Path, now: str | None = None) -> SubmissionCheck:
        """Unpack a file into the new folder `work`, which stays, and check it.

        `now` is when it came, by which a challenge may have expired. Raises RefusedArchive
        where the file is no archive that is read; then there is no folder, nor where the manifest
        cannot be read or lists other members than are there.
        """
        found = self._problems_before_unpacking(file)
        if found:
            return _unreadable(file_digest(file), found)
        members = unpack(file, work, self._limits)
        return await self.check_folder(work, members, submission=file_digest(file), now=now)

    def _problems_before_unpacking(self, file: Path) -> list[SubmissionProblem]:
        """What the manifest gives away, so that nobody fills a disk with what is no submission."""
        listing = read_listing(file, self._limits)
        manifest, found = parse_strictly(Manifest, listing.first, FILE)
        if manifest is None:
            return found
        claimed = {member.path: member.sha256 for member in manifest.members}
        listed = {
            name: ArchiveMember(path=name, sha256=claimed.get(name, UNKNOWN), size=size)
            for name, size in listing.sizes.items()
        }
        return list(rules.member_problems(manifest, listed))

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
            return _unreadable(submission, found)
        library = claimed_library(manifest, self._secrets)
        if isinstance(library, SubmissionProblem):
            return _unreadable(submission, [*found, library])
        found += rules.member_problems(manifest, members)
        found += rules.plan_problems(plan, library)
        found += rules.claim_problems(manifest, plan)
        found += rules.panel_problems(manifest)
        found += rules.seed_problems(manifest, plan, self._key, now)
        trials = await self._trials(folder, manifest, plan, members, library=library)
        found += rules.stray_problems(manifest, members, trials)
        found += _trial_problems(manifest, plan, trials, library)
        warnings = [warning for trial in trials.values() for warning in trial.warnings]
        warnings += likeness_warnings(trials.values())
        if manifest.challenge is not None and self._key is None:
            text = f"{NOT_DONE}the signature of the challenge, for want of the leaderboard's key"
            warnings.append(problem("challenge", f"{FILE}: challenge", text))
        report, of_report = _reliability(folder, plan, trials, library)
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
        self,
        folder: Path,
        manifest: Manifest,
        plan: RunPlan,
        members: Mapping[str, ArchiveMember],
        *,
        library: SuiteLibrary,
    ) -> dict[str, CheckedTrial]:
        judges = () if any(map(unknown_judge, manifest.judges)) else manifest.judges
        places = dict.fromkeys(trial.folder for trial in plan.trials)
        return {
            place: await self._seen.trial(
                folder,
                place,
                library,
                members=members,
                judges=judges,
                has_media=manifest.has_media,
            )
            for place in places
        }


def _unreadable(submission: str, found: Sequence[SubmissionProblem]) -> SubmissionCheck:
    """What is found of one of which nothing further can be told."""
    return SubmissionCheck(
        submission=submission,
        problems=tuple(found),
        warnings=(),
        notes=(),
        done=DONE[:1],
        entry=None,
    )


def check_file(file: Path, checker: Checker, *, now: str | None = None) -> SubmissionCheck:
    """Check a file in a folder that is gone afterwards; raises RefusedArchive."""
    with TemporaryDirectory() as place:
        return asyncio.run(checker.check(file, work=Path(place) / "submission", now=now))


def _trial_problems(
    manifest: Manifest,
    plan: RunPlan,
    trials: Mapping[str, CheckedTrial],
    library: SuiteLibrary,
) -> Iterator[SubmissionProblem]:
    for trial in plan.trials:
        recording = trials[trial.folder].recording
        if recording is not None:
            yield from plan_deviations(recording, trial, plan, library)
    for found in trials.values():
        yield from found.problems
    items = trials.items()
    recordings = {place: trial.recording for place, trial in items if trial.recording is not None}
    panels = {
        place: trial.evaluation.panel for place, trial in items if trial.evaluation is not None
    }
    yield from rules.duplicate_meeting_problems(recordings)
    yield from rules.other_panel_problems(panels, manifest)


def likeness_warnings(trials: Iterable[CheckedTrial]) -> Iterator[SubmissionProblem]:
    """Whether the agent speaks, on average, with the words of our own that know the truth."""
    shares = [it.oracle_share for it in trials if it.oracle_share is not None]
    if shares and mean(shares) >= OTHERS_WORDS:
        text = (
            f"{mean(shares):.0%} of what the agent says and shows are words of the oracle, which "
            "knows the truth, or of the red team, which speaks them"
        )
        yield problem("likeness", f"{RUN_FILE}: agent", text)


def _reliability(
    folder: Path, plan: RunPlan, trials: Mapping[str, CheckedTrial], library: SuiteLibrary
) -> tuple[ReliabilityReport | None, list[SubmissionProblem]]:
    """The report that the scorecards come to, and where the kept one is another."""
    kept, problems = read_strictly(ReliabilityReport, folder / rules.RELIABILITY, rules.RELIABILITY)
    cards = [trial.card for trial in trials.values() if trial.card is not None]
    planned = [(trial.scenario_id, trial.seed) for trial in plan.trials]
    try:
        made = summarize(cards, planned=planned)
    except UserMistake as error:
        return None, [*problems, rules.mixture_problem(str(error))]
    except ERRORS_OF_FORGED_RECORDS as error:
        return None, [*problems, rules.mixture_problem(f"{type(error).__name__}: {error}")]
    if kept is not None:
        problems += differences(kept, made, rules.RELIABILITY, code="reliability")
    if library.edition.is_official and not made.is_official:
        problems.append(problem("official", rules.RELIABILITY, "the run is not official"))
    found = SuiteEdition(made.suite, made.suite_version, made.private_mark)
    if found != library.edition:
        text = f"is of the {found.mark}, and claimed is the {library.edition.mark}"
        problems.append(problem("suite", rules.RELIABILITY, text))
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


def entry_of(
    manifest: Manifest, plan: RunPlan, trials: Mapping[str, CheckedTrial], report: ReliabilityReport
) -> SubmissionEntry | None:
    """The row of a table; None where a score is missing, which is a problem elsewhere."""
    cards = [trial.card for trial in trials.values() if trial.card is not None]
    recordings = [trial.recording for trial in trials.values() if trial.recording is not None]
    official = {
        scenario.scenario_id: scenario.official
        for scenario in report.scenarios
        if scenario.official is not None
    }
    if report.overall is None or report.standard not in ("gold", "silver"):
        return None
    signed = manifest.challenge
    return SubmissionEntry(
        name=manifest.name,
        suite=report.suite,
        suite_version=report.suite_version,
        private_mark=report.private_mark,
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
        counted_by_paper={
            scenario.scenario_id: scenario.counted_by_paper
            for scenario in report.scenarios
            if scenario.counted_by_paper is not None
        },
        has_media=manifest.has_media,
        challenge_id=signed.challenge.id if signed is not None else "",
        contact=manifest.declaration.contact if manifest.declaration is not None else "",
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


class LruCache(Generic[V]):
    """The values used last, by key."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._values: OrderedDict[str, V] = OrderedDict()

    def find(self, key: str) -> V | None:
        """The value, if it is still there."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: str, value: V) -> V:
        """Keep a value; the one that was used longest ago goes."""
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value


class TrialCache:
    """Trials by the hashes of all that is in their folders."""

    def __init__(self, transcripts: Path | None) -> None:
        self._transcripts = transcripts
        self._recorded: LruCache[CheckedRecording] = LruCache()
        self._read: LruCache[CheckedTrial] = LruCache()
        self._measured: LruCache[tuple[MeasuredMeeting, EvaluationOptions]] = LruCache()
        self._judged: LruCache[
            tuple[tuple[SubmissionProblem, ...], tuple[SubmissionProblem, ...]]
        ] = LruCache()

    async def trial(
        self,
        folder: Path,
        place: str,
        library: SuiteLibrary,
        *,
        members: Mapping[str, ArchiveMember],
        judges: Sequence[str],
        has_media: bool,
    ) -> CheckedTrial:
        """All that is found of the trial at a place of a submission's folder.

        Without `judges` no evaluation is made again: there is nobody whose answers would be meant.
        """
        own = {
            path: member.sha256 for path, member in members.items() if path.startswith(f"{place}/")
        }
        key = _hash(place, repr(sorted(own.items())), repr(has_media), library.edition.key)
        found = self._read.find(key)
        if found is None:
            recorded = await self._recording(folder, place, library, own, has_media=has_media)
            found = read_trial(folder / place, place, recorded, library)
            found.problems += await _human_problems(found.recording, place, library)
            self._read.keep(key, found)
        kept = _replayable_trial(folder / place, place, found, library, has_media=has_media)
        if kept is None or not judges:
            return found
        problems, warnings = await self._replay_problems(kept, _hash(key, repr(judges)), judges)
        return replace(
            found,
            problems=[*found.problems, *problems],
            warnings=[*found.warnings, *warnings],
        )

    async def _recording(
        self,
        folder: Path,
        place: str,
        library: SuiteLibrary,
        own: Mapping[str, str],
        *,
        has_media: bool,
    ) -> CheckedRecording:
        """By the recording and its files alone: whatever else was changed is no matter."""
        others = {f"{place}/{name}" for name in RECORDS[1:]}
        held = sorted((path, digest) for path, digest in own.items() if path not in others)
        key = _hash(place, repr(held), repr(has_media), library.edition.key)
        return self._recorded.find(key) or self._recorded.keep(
            key, await read_recording(folder / place, place, library, has_media=has_media)
        )

    async def _replay_problems(
        self, kept: KeptTrial, key: str, judges: Sequence[str]
    ) -> tuple[tuple[SubmissionProblem, ...], tuple[SubmissionProblem, ...]]:
        """What is wrong with an evaluation, and what cannot be told of it here."""
        before = self._judged.find(key)
        if before is not None:
            return before
        where = f"{kept.place}/evaluation.json"
        try:
            measured, options = await self._facts(kept)
            made = await judge_again(kept, measured, options, judges)
        except ReplayUnavailable as error:
            text = f"{NOT_DONE}{error}; so facts and verdicts were not made again"
            return self._judged.keep(key, ((), (problem("evaluation", where, text),)))
        except REPLAY_ERRORS as error:
            return self._judged.keep(key, ((replay_failure(kept, error),), ()))
        return self._judged.keep(key, (tuple(evaluation_problems(kept, made)), ()))

    async def _facts(self, kept: KeptTrial) -> tuple[MeasuredMeeting, EvaluationOptions]:
        """By the recording alone, whose hash is over all its files: verdicts are no matter."""
        claimed = kept.evaluation
        key = _hash(claimed.recording, claimed.transcripts, claimed.mode, kept.place)
        return self._measured.find(key) or self._measured.keep(
            key, await measure_again(kept, self._transcripts)
        )


async def _human_problems(
    recording: MeetingRecording | None, place: str, library: SuiteLibrary
) -> list[SubmissionProblem]:
    """What is wrong with what the human said in free form, where no script has it."""
    source = library.sources.get(recording.scenario_id) if recording is not None else None
    if recording is None or source is None:
        return []
    try:
        return await policy_problems(recording, source, place)
    except REPLAY_ERRORS as error:
        text = f"is of no policy that we have ({error})"
        return [problem("script", f"{place}/recording.json", text)]


def _replayable_trial(
    folder: Path, place: str, trial: CheckedTrial, library: SuiteLibrary, *, has_media: bool
) -> KeptTrial | None:
    if not trial.is_bound or trial.recording is None or trial.evaluation is None:
        return None
    if trial.exchanges is None or trial.evaluation.mode not in MODES:
        return None
    source = library.sources.get(trial.recording.scenario_id)
    return KeptTrial(
        folder, place, trial.recording, trial.evaluation, trial.exchanges, has_media, source
    )


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
