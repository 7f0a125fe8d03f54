"""How far judges agree, dimension by dimension, and who is lenient (paper 5.3, item 4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from modylbench.analysis.differences import stratified_difference
from modylbench.analysis.judged_runs import by_scenario, group_by_judging
from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.scoring.agreement import panel_statistics
from modylbench.scoring.arithmetic import mean, round_off

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.analysis.differences import Difference
    from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial
    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.scoring.scorecard import DimensionScore

JudgeKind = Literal["models", "code", "models and code"]
ALL = "all"
"""All dimensions, or all runs that one panel has judged in one way."""


@dataclass(frozen=True, slots=True)
class DimensionAgreement:
    """One dimension of one run; `rated` are the subjects that two judges or more have rated."""

    run: str
    panel: tuple[str, ...]
    judges_are: JudgeKind
    """Where all are code, agreement is that of our own rules and not of models."""
    dimension: str
    rated: int
    ratings: int
    agreement_rate: float | None
    disputed_share: float | None
    pessimistic_share: float | None
    alpha_ordinal: float | None
    """None for all dimensions together: their scales are not one."""
    alpha_interval: float | None


@dataclass(frozen=True, slots=True)
class JudgePair:
    """What the second judge gives more than the first, over what both have rated."""

    run: str
    judge: str
    other: str
    judges_are: JudgeKind
    subjects: int
    difference: Difference
    """Over meetings, scenario by scenario."""


def agreement(runs: Iterable[JudgedRun]) -> tuple[DimensionAgreement, ...]:
    """Per run every dimension, then all of them; and once more for all runs judged alike."""
    return tuple(
        row for name, trials in _groups(runs) if trials for row in _dimensions(name, trials)
    )


def judge_pairs(runs: Iterable[JudgedRun]) -> tuple[JudgePair, ...]:
    """Every two judges of every run, by name."""
    return tuple(row for name, trials in _groups(runs) if trials for row in _pairs(name, trials))


def kind_of(judges: Iterable[JudgeCard]) -> JudgeKind:
    """Whether they are models, our own code, or some of each."""
    kinds = {card.kind for card in judges}
    if len(kinds) > 1:
        return "models and code"
    return "code" if "offline" in kinds else "models"


def _groups(runs: Iterable[JudgedRun]) -> Iterator[tuple[str, list[ScoredTrial]]]:
    for group in group_by_judging(runs):
        for run in group:
            yield run.name, [*run.valid]
        if len(group) > 1:
            yield ALL, [trial for run in group for trial in run.valid]


def _dimensions(name: str, trials: Sequence[ScoredTrial]) -> Iterator[DimensionAgreement]:
    scores: dict[str, list[DimensionScore]] = {}
    for trial in trials:
        for score in trial.card.dimensions():
            scores.setdefault(score.dimension, []).append(score)
    panel = trials[0].card.panel
    who = tuple(judge.name for judge in panel), kind_of(panel)
    for dimension in (*TURN_DIMENSIONS, *CHANNEL_DIMENSIONS, *PRODUCT_DIMENSIONS):
        if dimension in scores:
            yield _row(name, who, dimension, scores=scores[dimension])
    every = [score for of_dimension in scores.values() for score in of_dimension]
    yield _row(name, who, ALL, scores=every)


def _row(
    run: str,
    who: tuple[tuple[str, ...], JudgeKind],
    dimension: str,
    *,
    scores: list[DimensionScore],
) -> DimensionAgreement:
    found = panel_statistics(scores)
    return DimensionAgreement(
        run=run,
        panel=who[0],
        judges_are=who[1],
        dimension=dimension,
        rated=found.rated,
        ratings=sum(len(score.by_judge) for score in scores if len(score.by_judge) > 1),
        agreement_rate=found.agreement_rate,
        disputed_share=_share(found.disputed, found.rated),
        pessimistic_share=_share(found.pessimistic, found.rated),
        alpha_ordinal=found.alpha_ordinal.get(dimension),
        alpha_interval=found.alpha_interval.get(dimension),
    )


def _share(some: int, of_all: int) -> float | None:
    return round_off(some / of_all) if of_all else None


def _pairs(name: str, trials: Sequence[ScoredTrial]) -> Iterator[JudgePair]:
    panel = sorted(trials[0].card.panel, key=lambda card: card.name)
    for cards in combinations(panel, 2):
        judge, other = (card.name for card in cards)
        strata, subjects = [], 0
        for of_scenario in by_scenario(trials).values():
            moved = [_rating_differences(trial, judge, other) for trial in of_scenario]
            subjects += sum(map(len, moved))
            strata.append([mean(values) for values in moved if values])
        difference = stratified_difference(strata)
        if difference is not None:
            yield JudgePair(name, judge, other, kind_of(cards), subjects, difference)


def _rating_differences(trial: ScoredTrial, judge: str, other: str) -> list[float]:
    return [
        rating.by_judge[other] - rating.by_judge[judge]
        for rating in trial.card.dimensions()
        if judge in rating.by_judge and other in rating.by_judge
    ]
