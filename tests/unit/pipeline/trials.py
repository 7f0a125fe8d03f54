"""Trials on disk as later stages find them: records alone, of meetings that nobody held."""

import hashlib
from pathlib import Path
from typing import Any

from tests.unit.scoring.staged import simple

from modylbench.foundation.record import canonical_json
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.plan import FILE, Plan, Trial

SCENARIO = "financial_analyst"


def judged_trial(run: Path, seed: int, level: float | None = 8.0, **changes: Any) -> Path:
    """A trial whose recording is no more than a hash, judged by one judge with one score."""
    folder = run / SCENARIO / f"seed-{seed}"
    folder.mkdir(parents=True)
    recording = f"recording of seed {seed}".encode()
    (folder / "recording.json").write_bytes(recording)
    digest = hashlib.sha256(recording).hexdigest()
    evaluation = simple({"a": level}, {"a": 8.0}, seed=seed, recording=digest)
    TrialDirectory(folder).keep("evaluation", evaluation.model_copy(update=changes))
    return folder


def plan_of(*seeds: int, agent: str = "oracle") -> Plan:
    return Plan(
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
