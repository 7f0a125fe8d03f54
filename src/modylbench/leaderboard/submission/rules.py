"""By which rules is a run as a whole taken (SPEC 10, paper 4.2)?"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from modylbench import __version__
from modylbench.foundation.errors import quoted
from modylbench.leaderboard.challenge import (
    LEAST_RUNS,
    MOST_RUNS,
    challenge_problems,
    declaration_problems,
)
from modylbench.leaderboard.submission.problems import Problem, problem
from modylbench.leaderboard.submission.trials.recalled import unknown_judge
from modylbench.providers.models.judge_names import judge_name
from modylbench.runs.plan import FILE as RUN_FILE
from modylbench.runs.plan import Trial
from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.variant import SEED_EDGE_CASE
from modylbench.scoring.standard import GOLD_MODELS, models_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.leaderboard.signing import PublicKey
    from modylbench.leaderboard.submission.manifest import Manifest
    from modylbench.leaderboard.submission.problems import Code
    from modylbench.recording.recording import MeetingRecording
    from modylbench.runs.plan import Plan

MANIFEST = "manifest.json"
LEAST_MODELS = GOLD_MODELS  # SPEC 10 asks for as many


def plan_problems(plan: Plan) -> Iterator[Problem]:
    """Whether the benchmark was asked for: all of it, often enough, in its order, by this code."""
    missing = [name for name in ORDER if name not in plan.scenarios]
    if missing:
        yield problem("scenario", f"{RUN_FILE}: scenarios", f"{', '.join(missing)} missing")
    if set(plan.scenarios) - set(ORDER):
        yield problem("scenario", f"{RUN_FILE}: scenarios", "found more than the benchmark's six")
    if not LEAST_RUNS <= len(plan.seeds) <= MOST_RUNS:
        text = f"found {len(plan.seeds)} runs a scenario, expected {LEAST_RUNS} to {MOST_RUNS}"
        yield problem("runs", f"{RUN_FILE}: seeds", text)
    if tuple(sorted(set(plan.seeds))) != plan.seeds:
        yield problem("order", f"{RUN_FILE}: seeds", "are not different ones in rising order")
    yield from _trials(plan)
    if not missing and plan.scenarios != ORDER:
        yield problem("order", f"{RUN_FILE}: scenarios", f"expected the order {', '.join(ORDER)}")
    yield from _as_the_benchmark(plan)


def _trials(plan: Plan) -> Iterator[Problem]:
    """Every scenario at every seed, each once, in the one order."""
    where = f"{RUN_FILE}: trials"
    due = [Trial(scenario=a, scenario_id=a, seed=b) for a in ORDER for b in plan.seeds]
    if list(plan.trials) == due:
        return
    for trial in due:
        times = sum(trial.folder == other.folder for other in plan.trials)
        if times != 1:
            text = f"found {trial.folder} {times} times, expected once"
            yield problem("duplicate" if times else "scenario", where, text)
    known = {one.folder for one in due}
    for trial in plan.trials:
        if trial.folder not in known or trial.scenario != trial.scenario_id:
            text = f"{quoted(trial.folder)} of {quoted(trial.scenario)} is none of the benchmark's"
            yield problem("scenario", where, text)
    if sorted(trial.folder for trial in plan.trials) == sorted(known):
        text = "are not in the order that runs are held in: by scenario, then by seed"
        yield problem("order", where, text)


def _as_the_benchmark(plan: Plan) -> Iterator[Problem]:
    versions = {name: scenario(name).template.card.version for name in ORDER}
    claims: tuple[tuple[Code, str, object, object], ...] = (
        ("official", "edge_cases", plan.edge_cases, SEED_EDGE_CASE),
        ("official", "beats", plan.beats, ""),
        ("version", "scenario_versions", plan.scenario_versions, versions),
        ("version", "harness_version", plan.harness_version, __version__),
    )
    for code, name, found, expected in claims:
        if found != expected:
            text = f"found {quoted(found)}, expected {quoted(expected)}"
            yield problem(code, f"{RUN_FILE}: {name}", text)


def panel_problems(manifest: Manifest) -> Iterator[Problem]:
    """Whether at least two different models have judged, whose requests can be made up again."""
    where = f"{MANIFEST}: panel"
    if any(card.kind == "offline" for card in manifest.panel):
        text = "found the offline panel, which is never eligible; judge by models"
        yield problem("panel", where, text)
    models = [models_of(card) for card in manifest.panel if card.kind == "model"]
    if not any(one.isdisjoint(other) for one, other in combinations(models, LEAST_MODELS)):
        named = sorted({name for model in models for name in model})
        text = f"expected at least {LEAST_MODELS} different models, found {quoted(named)}"
        yield problem("panel", where, text)
    yield from _spelt(manifest)


def _spelt(manifest: Manifest) -> Iterator[Problem]:
    where = f"{MANIFEST}: judges"
    unknown = [why for name in manifest.judges if (why := unknown_judge(name))]
    yield from (problem("panel", where, why) for why in unknown)
    if unknown:
        return
    named = sorted(judge_name(name).name for name in manifest.judges)
    seated = sorted(card.name for card in manifest.panel)
    if named != seated:
        text = f"found {quoted(named)}, and on the panel {quoted(seated)}"
        yield problem("panel", where, text)


def seed_problems(
    manifest: Manifest, plan: Plan, key: PublicKey | None, now: str | None
) -> Iterator[Problem]:
    """Whether the seeds are the published ones, or those that the leaderboard gave out for this."""
    signed = manifest.challenge
    if signed is None:
        if plan.seeds != tuple(range(len(plan.seeds))):
            text = f"found {quoted(list(plan.seeds))}, expected 0 to k-1, or those of a challenge"
            yield problem("seeds", f"{RUN_FILE}: seeds", text)
        if manifest.declaration is not None:
            text = "found a declaration, and no challenge that it was made for"
            yield problem("challenge", f"{MANIFEST}: declaration", text)
        return
    where, challenge = f"{MANIFEST}: challenge", signed.challenge
    for text in challenge_problems(signed, key, now=now):
        yield problem("challenge", where, text)
    for text in declaration_problems(challenge, manifest.declaration):
        yield problem("challenge", f"{MANIFEST}: declaration", text)
    if plan.seeds != challenge.seeds:
        text = f"found {quoted(list(plan.seeds))}, the challenge has {quoted(challenge.seeds)}"
        yield problem("seeds", f"{RUN_FILE}: seeds", text)
    declared = manifest.declaration
    if declared is not None and declared.agent != plan.agent:
        text = f"declared was {quoted(declared.agent)}, and held {quoted(plan.agent)}"
        yield problem("challenge", f"{MANIFEST}: declaration.agent", text)


def claim_problems(manifest: Manifest, plan: Plan) -> Iterator[Problem]:
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
            text = f"found {quoted(found)}, and in {RUN_FILE} {quoted(expected)}"
            yield problem("claim", f"{MANIFEST}: {name}", text)


def twin_problems(recordings: Mapping[str, MeetingRecording]) -> Iterator[Problem]:
    """One meeting under two seeds: no two have the same events, as people name other figures."""
    first: dict[tuple[str, str], str] = {}
    for place, recording in recordings.items():
        key = (recording.scenario_id, recording.events.sha256)
        other = first.setdefault(key, place)
        if other != place:
            text = f"is the meeting of {other} once more: their events are the same"
            yield problem("duplicate", f"{place}/recording.json: events", text)


def panels_differ(
    panels: Mapping[str, Sequence[JudgeCard]], manifest: Manifest
) -> Iterator[Problem]:
    """Trials that another panel has judged than the manifest names."""
    for place, panel in panels.items():
        if tuple(panel) != manifest.panel:
            text = "is judged by another panel than the manifest names"
            yield problem("panel", f"{place}/evaluation.json: panel", text)


def mixture(why: str) -> Problem:
    """The problem of scorecards that cannot be summarised together."""
    return problem("reliability", "reliability.json", f"cannot be made again: {why}")
