"""What an analysis looks at: runs that were judged, each with a name of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.reliability.comparability import KEPT_APART
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from modylbench.scoring.scorecard import DimensionScore, Scorecard

TrialKey = tuple[str, int]
"""Scenario and seed."""
LayersOff = tuple[int, ...]
COMBINED = "combined"
"""The score of a whole meeting, where dimensions are listed."""


@dataclass(frozen=True, slots=True)
class ScoredTrial:
    """One trial: its scorecard, and what only its evaluation tells."""

    card: Scorecard
    without: Mapping[LayersOff, float | None]
    """The combined score with these layers off; empty where the evaluation cannot be read."""
    attempted: frozenset[str] = frozenset()
    """The turns and products that speak to whoever judges: `turn-07`, `product-lbo_model`."""
    media_given: frozenset[str] = frozenset()
    """What the agent gave besides words: sound, pictures, work products."""

    @property
    def key(self) -> TrialKey:
        """Which meeting it was."""
        return self.card.scenario_id, self.card.seed

    @property
    def is_valid(self) -> bool:
        """Whether it has a score."""
        return self.card.combined is not None

    def parts(self) -> Iterator[tuple[str, DimensionScore]]:
        """Every dimension of every turn and product, with the name of what it is of."""
        for turn in self.card.turns:
            yield from ((f"turn-{turn.turn_index:02d}", dimension) for dimension in turn.dimensions)
        for product in self.card.products:
            yield from (
                (f"product-{product.product_id}", dimension) for dimension in product.dimensions
            )


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run's trials, by scenario and seed; those without a score are there too."""

    name: str
    agent: str
    trials: tuple[ScoredTrial, ...]

    @property
    def valid(self) -> tuple[ScoredTrial, ...]:
        """The trials with a score."""
        return tuple(trial for trial in self.trials if trial.is_valid)

    @property
    def mode(self) -> str:
        """How its judges were shown the meetings; a run has one."""
        return self.trials[0].card.mode

    @property
    def media_given(self) -> frozenset[str]:
        """What the agent gave besides words, in any meeting."""
        return frozenset().union(*(trial.media_given for trial in self.trials))

    @property
    def judging_conditions(self) -> str:
        """Who judged, and how: equal for runs whose scores may stand side by side."""
        card = self.trials[0].card
        return repr([of(card) for what, of in KEPT_APART if what != "agent"])


def group_by_judging(runs: Iterable[JudgedRun]) -> list[tuple[JudgedRun, ...]]:
    """The runs, those together that were judged by one panel in one way."""
    groups: dict[str, list[JudgedRun]] = {}
    for run in sorted(runs, key=lambda run: run.name):
        groups.setdefault(run.judging_conditions, []).append(run)
    return sorted(map(tuple, groups.values()), key=lambda group: group[0].name)


def common_keys(runs: Sequence[JudgedRun]) -> frozenset[TrialKey]:
    """The meetings that every run has a score for."""
    held = [frozenset(trial.key for trial in run.valid) for run in runs]
    return held[0].intersection(*held[1:]) if held else frozenset()


def by_scenario(trials: Iterable[ScoredTrial]) -> dict[str, list[ScoredTrial]]:
    """The trials of every scenario, both in their order."""
    found: dict[str, list[ScoredTrial]] = {}
    for trial in sorted(trials, key=lambda trial: trial.key):
        found.setdefault(trial.card.scenario_id, []).append(trial)
    return found


def trial_means(trial: ScoredTrial) -> dict[str, float]:
    """Each dimension's mean over the meeting, and the combined score."""
    found = {name: mean(values) for name, values in trial.card.scores_by_dimension().items()}
    return found if trial.card.combined is None else {COMBINED: trial.card.combined, **found}


def overall(
    scores: Mapping[TrialKey, float | None], counted: Callable[[list[float]], float] = min
) -> float | None:
    """The mean over scenarios of each one's worst run (SPEC 2); None where a score is missing."""
    found: dict[str, list[float]] = {}
    for (scenario, _), score in scores.items():
        if score is None:
            return None
        found.setdefault(scenario, []).append(score)
    return mean([counted(of_one) for of_one in found.values()]) if found else None
