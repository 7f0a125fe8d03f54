"""Is a submission what it claims to be? Every reason why not, in one list.

In order: the archive, its members and the manifest's claims; the rules of the benchmark; every
trial by itself, its evaluation and scorecard made again; the run's reliability made again.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.submission import rules
from modylbench.leaderboard.submission.entry import entry_of, notes_on
from modylbench.leaderboard.submission.manifest import FILE, Manifest
from modylbench.leaderboard.submission.members import RELIABILITY, member_problems, stray_problems
from modylbench.leaderboard.submission.problems import Checked, Problem, problem
from modylbench.leaderboard.submission.seen_before import NOT_DONE, SeenBefore
from modylbench.leaderboard.submission.trials.differences import differences
from modylbench.leaderboard.submission.trials.reading import FOREIGN, off_plan
from modylbench.leaderboard.submission.trials.recalled import unknown_judge
from modylbench.leaderboard.submission.trials.strict_json import read_strictly
from modylbench.leaderboard.submission.unpack import LIMITS, Limits, file_digest, unpack
from modylbench.reliability.report import ReliabilityReport
from modylbench.reliability.summarize import summarize
from modylbench.runs.plan import FILE as RUN_FILE
from modylbench.runs.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.leaderboard.signing import PublicKey
    from modylbench.leaderboard.submission.manifest import Member
    from modylbench.leaderboard.submission.trials.reading import TrialFound

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
        limits: Limits = LIMITS,
    ) -> None:
        self._key = key
        self._limits = limits
        self._seen = SeenBefore(transcripts)

    async def check(self, file: Path, *, work: Path, now: str | None = None) -> Checked:
        """Unpack a file into the new folder `work`, which stays, and check it.

        `now` is when it came, by which a challenge may have expired. Raises Refused where the file
        is no archive that is read; then there is no folder.
        """
        members = unpack(file, work, self._limits)
        return await self.check_folder(work, members, submission=file_digest(file), now=now)

    async def check_folder(
        self, folder: Path, members: Mapping[str, Member], *, submission: str, now: str | None
    ) -> Checked:
        """The same of a folder that was unpacked."""
        manifest, found = read_strictly(Manifest, folder / FILE, FILE)
        plan, of_plan = read_strictly(Plan, folder / RUN_FILE, RUN_FILE)
        found += of_plan
        if manifest is None or plan is None:
            return _checked(submission, found, done=DONE[:1])
        found += member_problems(manifest, members)
        found += rules.plan_problems(plan)
        found += rules.claim_problems(manifest, plan)
        found += rules.panel_problems(manifest)
        found += rules.seed_problems(manifest, plan, self._key, now)
        trials = await self._trials(folder, manifest, plan, members)
        found += stray_problems(manifest, members, trials)
        found += _of_trials(manifest, plan, trials)
        warnings = [warning for trial in trials.values() for warning in trial.warnings]
        if manifest.challenge is not None and self._key is None:
            text = f"{NOT_DONE}the signature of the challenge, for want of the leaderboard's key"
            warnings.append(problem("challenge", f"{FILE}: challenge", text))
        report, of_report = _reliability(folder, plan, trials)
        found += of_report
        found += _score_claims(manifest, report) if report is not None else ()
        is_sound = not found and report is not None
        return Checked(
            submission=submission,
            problems=tuple(dict.fromkeys(found)),
            warnings=tuple(warnings),
            notes=tuple(notes_on(manifest, plan, trials)),
            done=_done(trials),
            entry=entry_of(manifest, plan, trials, report) if is_sound and report else None,
        )

    async def _trials(
        self, folder: Path, manifest: Manifest, plan: Plan, members: Mapping[str, Member]
    ) -> dict[str, TrialFound]:
        judges = () if any(map(unknown_judge, manifest.judges)) else manifest.judges
        places = dict.fromkeys(trial.folder for trial in plan.trials)
        return {
            place: await self._seen.trial(
                folder, place, members=members, judges=judges, has_media=manifest.has_media
            )
            for place in places
        }


def check_file(file: Path, checker: Checker, *, now: str | None = None) -> Checked:
    """Check a file in a folder that is gone afterwards; raises Refused."""
    with TemporaryDirectory() as place:
        return asyncio.run(checker.check(file, work=Path(place) / "submission", now=now))


def _of_trials(
    manifest: Manifest, plan: Plan, trials: Mapping[str, TrialFound]
) -> Iterator[Problem]:
    for trial in plan.trials:
        recording = trials[trial.folder].recording
        if recording is not None:
            yield from off_plan(recording, trial, plan)
    for one in trials.values():
        yield from one.problems
    held = {place: one.recording for place, one in trials.items() if one.recording is not None}
    judged = {place: one.evaluation for place, one in trials.items() if one.evaluation is not None}
    yield from rules.twin_problems(held)
    yield from rules.panels_differ({a: one.panel for a, one in judged.items()}, manifest)


def _reliability(
    folder: Path, plan: Plan, trials: Mapping[str, TrialFound]
) -> tuple[ReliabilityReport | None, list[Problem]]:
    """The report that the scorecards come to, and where the kept one is another."""
    kept, problems = read_strictly(ReliabilityReport, folder / RELIABILITY, RELIABILITY)
    cards = [one.card for one in trials.values() if one.card is not None]
    planned = [(trial.scenario_id, trial.seed) for trial in plan.trials]
    try:
        made = summarize(cards, planned=planned)
    except UserMistake as error:
        return None, [*problems, rules.mixture(str(error))]
    except FOREIGN as error:
        return None, [*problems, rules.mixture(f"{type(error).__name__}: {error}")]
    if kept is not None:
        problems += differences(kept, made, RELIABILITY, code="reliability")
    if not made.is_official:
        problems.append(problem("official", RELIABILITY, "the run is not official"))
    return made, problems


def _score_claims(manifest: Manifest, report: ReliabilityReport) -> Iterator[Problem]:
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


def _done(trials: Mapping[str, TrialFound]) -> tuple[str, ...]:
    """The checks that were carried out on every trial."""
    is_all = not any(one.warnings for one in trials.values())
    return tuple(name for name in DONE if is_all or name not in MADE_AGAIN)


def _checked(submission: str, problems: Sequence[Problem], *, done: Sequence[str]) -> Checked:
    return Checked(
        submission=submission,
        problems=tuple(problems),
        warnings=(),
        notes=(),
        done=tuple(done),
        entry=None,
    )
