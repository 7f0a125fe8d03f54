"""The rules by which a run as a whole is taken (SPEC 10, paper 4.2), its members first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from modylbench import __version__
from modylbench.foundation.errors import short_repr
from modylbench.leaderboard.challenge import (
    LEAST_RUNS,
    MOST_RUNS,
    challenge_problems,
    declaration_problems,
)
from modylbench.leaderboard.submission.manifest import FILE, is_media
from modylbench.leaderboard.submission.problems import SubmissionProblem, deviations, problem
from modylbench.leaderboard.submission.replay import unknown_judge
from modylbench.leaderboard.submission.trial_checks import RECORDS
from modylbench.providers.models.access import judge_name
from modylbench.runs.run import FILE as RUN_FILE
from modylbench.runs.run import Trial
from modylbench.scenarios.drawing.lengths import length_of
from modylbench.scenarios.drawing.plot import SEED_EDGE_CASE
from modylbench.scoring.standard import GOLD_MODELS, models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.leaderboard.signing import PublicKey
    from modylbench.leaderboard.submission.manifest import ArchiveMember, Manifest
    from modylbench.leaderboard.submission.problems import ProblemCode
    from modylbench.leaderboard.submission.suite_library import SuiteLibrary
    from modylbench.leaderboard.submission.trial_checks import CheckedTrial
    from modylbench.recording.recording import MeetingRecording
    from modylbench.runs.run import RunPlan

LEAST_MODELS = GOLD_MODELS  # SPEC 10 asks for as many
RELIABILITY = "reliability.json"


def plan_problems(plan: RunPlan, library: SuiteLibrary) -> Iterator[SubmissionProblem]:
    """Whether a suite was asked for: all of it, often enough, in its order, by this code."""
    names = library.names
    missing = [name for name in names if name not in plan.scenarios]
    if missing:
        yield problem("scenario", f"{RUN_FILE}: scenarios", f"{', '.join(missing)} missing")
    if set(plan.scenarios) - set(names):
        text = f"found more than the {len(names)} of the {library.edition.mark}"
        yield problem("scenario", f"{RUN_FILE}: scenarios", text)
    if not LEAST_RUNS <= len(plan.seeds) <= MOST_RUNS:
        text = f"found {len(plan.seeds)} runs a scenario, expected {LEAST_RUNS} to {MOST_RUNS}"
        yield problem("runs", f"{RUN_FILE}: seeds", text)
    if tuple(sorted(set(plan.seeds))) != plan.seeds:
        yield problem("order", f"{RUN_FILE}: seeds", "are not different ones in rising order")
    yield from _trial_list_problems(plan, library)
    if not missing and plan.scenarios != names:
        yield problem("order", f"{RUN_FILE}: scenarios", f"expected the order {', '.join(names)}")
    yield from _version_problems(plan, library)


def _trial_list_problems(plan: RunPlan, library: SuiteLibrary) -> Iterator[SubmissionProblem]:
    """Every scenario at every seed, each once, in the one order."""
    where = f"{RUN_FILE}: trials"
    is_private = bool(library.edition.private_mark)
    due = [
        Trial(scenario=name, scenario_id=name, seed=seed)
        for name in library.names
        for seed in plan.seeds
    ]
    # A private variant is asked for by its holder's folder, which is nobody else's business.
    trials = [
        trial.model_copy(update={"scenario": trial.scenario_id}) if is_private else trial
        for trial in plan.trials
    ]
    if trials == due:
        return
    for trial in due:
        times = sum(trial.folder == other.folder for other in trials)
        if times != 1:
            text = f"found {trial.folder} {times} times, expected once"
            yield problem("duplicate" if times else "scenario", where, text)
    known = {trial.folder for trial in due}
    for trial in trials:
        if trial.folder not in known or trial.scenario != trial.scenario_id:
            named = f"{short_repr(trial.folder)} of {short_repr(trial.scenario)}"
            text = f"{named} is none of the {library.edition.mark}"
            yield problem("scenario", where, text)
    if sorted(trial.folder for trial in trials) == sorted(known):
        text = "are not in the order that runs are held in: by scenario, then by seed"
        yield problem("order", where, text)


def _version_problems(plan: RunPlan, library: SuiteLibrary) -> Iterator[SubmissionProblem]:
    versions = {name: source.template.card.version for name, source in library.sources.items()}
    length = length_of(plan.edge_cases)
    if length is not None:
        text = (
            f"found meetings of {length} scripted turns, which are on no board; hold them without "
            "--turns"
        )
        yield problem("official", f"{RUN_FILE}: edge_cases", text)
    asked = SEED_EDGE_CASE if length is not None else plan.edge_cases
    claims: tuple[tuple[ProblemCode, str, object, object], ...] = (
        ("official", "edge_cases", asked, SEED_EDGE_CASE),
        ("official", "beats", plan.beats, ""),
        ("official", "human", plan.human, ""),
        ("version", "scenario_versions", plan.scenario_versions, versions),
        ("version", "harness_version", plan.harness_version, __version__),
    )
    yield from deviations(claims, RUN_FILE)


def panel_problems(manifest: Manifest) -> Iterator[SubmissionProblem]:
    """Whether at least two different models have judged, whose requests can be made up again."""
    where = f"{FILE}: panel"
    if any(card.kind == "offline" for card in manifest.panel):
        text = "found the offline panel, which is never eligible; judge by models"
        yield problem("panel", where, text)
    models = [models_of(card) for card in manifest.panel if card.kind == "model"]
    if not any(model.isdisjoint(other) for model, other in combinations(models, LEAST_MODELS)):
        named = sorted({name for model in models for name in model})
        text = f"expected at least {LEAST_MODELS} different models, found {short_repr(named)}"
        yield problem("panel", where, text)
    yield from _judge_name_problems(manifest)


def _judge_name_problems(manifest: Manifest) -> Iterator[SubmissionProblem]:
    where = f"{FILE}: judges"
    unknown = [why for name in manifest.judges if (why := unknown_judge(name))]
    yield from (problem("panel", where, why) for why in unknown)
    if unknown:
        return
    named = sorted(judge_name(name).name for name in manifest.judges)
    seated = sorted(card.name for card in manifest.panel)
    if named != seated:
        text = f"found {short_repr(named)}, and on the panel {short_repr(seated)}"
        yield problem("panel", where, text)


def seed_problems(
    manifest: Manifest, plan: RunPlan, key: PublicKey | None, now: str | None
) -> Iterator[SubmissionProblem]:
    """Whether the seeds are the published ones, or those that the leaderboard gave out for this."""
    signed = manifest.challenge
    if signed is None:
        if plan.seeds != tuple(range(len(plan.seeds))):
            text = (
                f"found {short_repr(list(plan.seeds))}, expected 0 to k-1, or those of a challenge"
            )
            yield problem("seeds", f"{RUN_FILE}: seeds", text)
        if manifest.declaration is not None:
            text = "found a declaration, and no challenge that it was made for"
            yield problem("challenge", f"{FILE}: declaration", text)
        return
    where, challenge = f"{FILE}: challenge", signed.challenge
    for text in challenge_problems(signed, key, now=now):
        yield problem("challenge", where, text)
    for text in declaration_problems(challenge, manifest.declaration):
        yield problem("challenge", f"{FILE}: declaration", text)
    if plan.seeds != challenge.seeds:
        text = (
            f"found {short_repr(list(plan.seeds))}, the challenge has {short_repr(challenge.seeds)}"
        )
        yield problem("seeds", f"{RUN_FILE}: seeds", text)
    declared = manifest.declaration
    if declared is not None and declared.agent != plan.agent:
        text = f"declared was {short_repr(declared.agent)}, and held {short_repr(plan.agent)}"
        yield problem("challenge", f"{FILE}: declaration.agent", text)


def claim_problems(manifest: Manifest, plan: RunPlan) -> Iterator[SubmissionProblem]:
    """Whether the manifest says of the run what run.json says."""
    claims: tuple[tuple[str, object, object], ...] = (
        ("agent", manifest.agent, plan.agent),
        ("seeds", manifest.seeds, plan.seeds),
        ("k", manifest.k, len(plan.seeds)),
        ("harness_version", manifest.harness_version, plan.harness_version),
        ("harness_digest", manifest.harness_digest, plan.harness_digest),
    )
    for name, found, expected in claims:
        if found != expected:
            text = f"found {short_repr(found)}, and in {RUN_FILE} {short_repr(expected)}"
            yield problem("claim", f"{FILE}: {name}", text)


def duplicate_meeting_problems(
    recordings: Mapping[str, MeetingRecording],
) -> Iterator[SubmissionProblem]:
    """One meeting under two seeds: no two have the same events, as people name other figures."""
    first: dict[tuple[str, str], str] = {}
    for place, recording in recordings.items():
        key = (recording.scenario_id, recording.log.sha256)
        other = first.setdefault(key, place)
        if other != place:
            text = f"is the meeting of {other} once more: their events are the same"
            yield problem("duplicate", f"{place}/recording.json: events", text)


def other_panel_problems(
    panels: Mapping[str, Sequence[JudgeCard]], manifest: Manifest
) -> Iterator[SubmissionProblem]:
    """Trials that another panel has judged than the manifest names."""
    for place, panel in panels.items():
        if tuple(panel) != manifest.panel:
            text = "is judged by another panel than the manifest names"
            yield problem("panel", f"{place}/evaluation.json: panel", text)


def mixture_problem(why: str) -> SubmissionProblem:
    """The problem of scorecards that cannot be summarised together."""
    return problem("reliability", RELIABILITY, f"cannot be made again: {why}")


def member_problems(
    manifest: Manifest, members: Mapping[str, ArchiveMember]
) -> Iterator[SubmissionProblem]:
    """Where the manifest's list is not that of the archive."""
    listed = [member.path for member in manifest.members]
    where = f"{FILE}: members"
    if sorted(set(listed)) != listed:
        yield problem("manifest", where, "are not different ones in the order of their names")
    if list(members) != [FILE, *sorted(set(members) - {FILE})]:
        yield problem("order", where, "the archive has them in another order than by name")
    for member in manifest.members:
        there = members.get(member.path)
        if there is None:
            yield problem(
                "missing_member", member.path, "is in the manifest, and not in the archive"
            )
        elif there.sha256 != member.sha256:
            text = f"found SHA-256 {there.sha256[:12]}…, the manifest has {member.sha256[:12]}…"
            yield problem("member", member.path, text)
        elif there.size != member.size:
            text = f"found {there.size:,} bytes, the manifest has {member.size:,}"
            yield problem("member", member.path, text)
    for path in sorted(set(members) - {*listed, FILE}):
        yield problem("extra_member", path, "is in the archive, and not in the manifest")


def stray_problems(
    manifest: Manifest, members: Mapping[str, ArchiveMember], trials: Mapping[str, CheckedTrial]
) -> Iterator[SubmissionProblem]:
    """Members that no run has, and media where there are said to be none."""
    known = {FILE, RUN_FILE, RELIABILITY}
    for place, trial in trials.items():
        known.update(f"{place}/{name}" for name in RECORDS)
        if trial.recording is not None:
            known.update(f"{place}/{file.path}" for file in trial.recording.files())
    for path in sorted(set(members) - known):
        yield problem("extra_member", path, "belongs to no trial of the run")
    for path in sorted(members):
        if not manifest.has_media and is_media(path):
            text = f"found {short_repr(path)}, and the manifest says that media are left out"
            yield problem("claim", f"{FILE}: has_media", text)
            return
