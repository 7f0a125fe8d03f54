"""Runs as a comparison wants them: a score for every scenario and seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.unit.scoring.staged import scored, simple

from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.comparison import Candidate
from modylbench.publishing.comparison.sides import Side, Weighed
from modylbench.publishing.comparison.standing import Demand

Scores = Mapping[str, Sequence[float | None]]
ASKED = (("edge cases", "seed"), ("turns planned", (1,)), ("expected products", ("model",)))


def weighed(scenario: str, seed: int, score: float, **changes: Any) -> Weighed:
    """A trial that is worth its score throughout."""
    asked = changes.pop("asked", ASKED)
    card = scored(simple({"a": score}, {"a": score}, seed=seed, scenario_id=scenario))
    return Weighed(card.model_copy(update=changes), score, asked)


def side(name: str, scores: Scores, **changes: Any) -> Side:
    """A run; None is a trial that came out invalid."""
    trials = {
        (scenario, seed): weighed(scenario, seed, score, **changes)
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
    return Side(name, trials, absent)


def compared(before: Scores, after: Scores, **demand: float) -> Candidate:
    """The one candidate against the baseline."""
    sides = side("before", before), side("after", after)
    return compare(sides[0], [sides[1]], Demand(**demand)).candidates[0]
