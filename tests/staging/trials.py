"""Trials and runs on disk as later stages find them: records of meetings that nobody held."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.staging.evaluations import scorecard_of, simple_evaluation

from modylbench.agents.choice import AgentOptions
from modylbench.evaluation.evaluation import Evaluation
from modylbench.foundation.record import canonical_json
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.equipment import RunOptions
from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.comparison import Candidate, EvidenceThreshold
from modylbench.publishing.comparison.pairs import ComparedRun, WeighedTrial
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.run import FILE, RunPlan, Trial
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score

SCENARIO = "financial_analyst"


def judged_trial(run: Path, seed: int, level: float | None = 8.0, **changes: Any) -> Path:
    """A trial whose recording is no more than a hash, judged by one judge with one score."""
    folder = run / SCENARIO / f"seed-{seed}"
    folder.mkdir(parents=True)
    recording = f"recording of seed {seed}".encode()
    (folder / "recording.json").write_bytes(recording)
    digest = hashlib.sha256(recording).hexdigest()
    evaluation = simple_evaluation({"a": level}, {"a": 8.0}, seed=seed, recording=digest)
    TrialDirectory(folder).keep("evaluation", evaluation.model_copy(update=changes))
    return folder


def quiet_options(folder: Path, **changes: Any) -> RunOptions:
    """How the oracle's meetings are held without sound and screens."""
    options = RunOptions(
        agent="oracle",
        agent_options=AgentOptions(),
        voice=None,
        cache=folder / "cache",
        logs=folder / "logs",
        edge_cases="seed",
        beats="",
        no_screens="a test",
    )
    return replace(options, **changes)


def plan_of(*seeds: int, agent: str = "oracle") -> RunPlan:
    return RunPlan(
        agent=AgentUnderTest(name=agent),
        scenarios=(SCENARIO,),
        scenario_versions={SCENARIO: 1},
        seeds=seeds,
        edge_cases="seed",
        beats="",
        audio="none",
        screens=False,
        harness_version="0",
        harness_digest="0",
        trials=tuple(Trial(scenario=SCENARIO, scenario_id=SCENARIO, seed=seed) for seed in seeds),
    )


def planned_run(folder: Path, *seeds: int, agent: str = "oracle") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    plan = plan_of(*seeds, agent=agent)
    (folder / FILE).write_text(canonical_json(plan.model_dump(mode="json")))
    return folder


def judged_run(folder: Path, *levels: float | None, agent: str = "oracle", **changes: Any) -> Path:
    """A run with a seed for every level, each with its scorecard."""
    planned_run(folder, *range(len(levels)), agent=agent)
    for seed, level in enumerate(levels):
        under_test = AgentUnderTest(name=agent)
        trial = TrialDirectory(judged_trial(folder, seed, level, agent=under_test, **changes))
        evaluation = trial.load("evaluation", Evaluation)
        digest = trial.digest("evaluation")
        trial.keep("scorecard", score(evaluation, default_rules(), evaluation_sha256=digest))
    return folder


Scores = Mapping[str, Sequence[float | None]]
ASKED = (("edge cases", "seed"), ("turns planned", (1,)), ("expected products", ("model",)))


def weighed_trial(scenario: str, seed: int, score: float, **changes: Any) -> WeighedTrial:
    """A trial that is worth its score throughout."""
    asked = changes.pop("asked", ASKED)
    card = scorecard_of(
        simple_evaluation({"a": score}, {"a": score}, seed=seed, scenario_id=scenario)
    )
    return WeighedTrial(card.model_copy(update=changes), score, asked)


def compared_run(name: str, scores: Scores, **changes: Any) -> ComparedRun:
    """A run; None is a trial that came out invalid."""
    trials = {
        (scenario, seed): weighed_trial(scenario, seed, score, **changes)
        for scenario, each in scores.items()
        for seed, score in enumerate(each)
        if score is not None
    }
    absent = {
        (scenario, seed): "is invalid: nobody assessed it"
        for scenario, each in scores.items()
        for seed, score in enumerate(each)
        if score is None
    }
    return ComparedRun(name, trials, absent)


def compare_scores(before: Scores, after: Scores, **demand: float) -> Candidate:
    """The one candidate against the baseline."""
    sides = compared_run("before", before), compared_run("after", after)
    return compare(sides[0], [sides[1]], EvidenceThreshold(**demand)).candidates[0]
