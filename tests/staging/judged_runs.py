"""Judged runs as an analysis wants them, made of evaluations that nobody held."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tests.staging.evaluations import (
    edge_case,
    evaluation,
    offline_panel,
    turn_facts,
    verdict,
    votes,
)

from modylbench.analysis.ablation import scores_without
from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import JudgeCard
from modylbench.recording.recording import AgentUnderTest
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def scored_trial(evaluation: Evaluation, **changes: Any) -> ScoredTrial:
    """The trial as reading it from disk gives it."""
    sha256 = hashlib.sha256(evaluation.model_dump_json().encode()).hexdigest()
    card = score(evaluation, default_rules(), evaluation_sha256=sha256)
    values: dict[str, Any] = {"without": scores_without(evaluation), **changes}
    return ScoredTrial(card, **values)


def trial(scenario: str, seed: int, level: Any, **changes: Any) -> ScoredTrial:
    """A meeting of two turns and a product that judges `a` and `b` find worth this much."""
    level = level if isinstance(level, Mapping) else {"a": level, "b": level}
    shown = changes.pop("shown", ())
    agent = AgentUnderTest(name=changes.pop("agent", "oracle"))
    staged = evaluation(
        {1: level, 2: level},
        {"model": level},
        scenario_id=scenario,
        seed=seed,
        recording=digest(scenario, seed, agent),
        agent=agent,
        **changes,
    )
    return scored_trial(staged, media_given=frozenset(shown))


def run(name: str, scores: Mapping[str, Sequence[Any]], **changes: Any) -> JudgedRun:
    """A run with a level for every scenario and seed."""
    trials = [
        trial(scenario, seed, level, agent=name, **changes)
        for scenario, levels in sorted(scores.items())
        for seed, level in enumerate(levels)
    ]
    return JudgedRun(name, name, tuple(trials))


def evaluation_with_trap(
    seed: int, level: float, *, detected: bool, severity: str = "critical"
) -> Evaluation:
    """A meeting with an edge case in its third turn."""
    answer = verdict("edge_case", "infeasible_debt", "a", votes=votes(detected, detected, detected))
    staged = evaluation(
        {1: {"a": level}, 3: {"a": level}},
        {"model": {"a": level}},
        seed=seed,
        recording=digest("trap", seed, level),
        more_verdicts=(answer,),
        facts={
            "edge_cases": (edge_case(severity=severity),),
            "turns": (turn_facts(1), turn_facts(3, edge_case="infeasible_debt")),
        },
    )
    return staged.model_copy(update={"panel": offline_panel(["a"])})


def judged_by_models(
    seed: int, mode: str, ratings: Mapping[str, Any], *, read_only: Sequence[str] = ()
) -> ScoredTrial:
    """One recording, judged by models in a mode; who reads only is shown text in any mode."""
    staged = evaluation({1: ratings, 2: ratings}, {"model": ratings}, seed=seed)
    verdicts = tuple(
        verdict.model_copy(update={"mode": "text" if verdict.judge in read_only else mode})
        for verdict in staged.verdicts
    )
    panel = tuple(JudgeCard(name=name, kind="model", model=name) for name in sorted(ratings))
    changes = {"mode": mode, "panel": panel, "verdicts": verdicts, "recording": digest(seed)}
    return scored_trial(staged.model_copy(update=changes))
