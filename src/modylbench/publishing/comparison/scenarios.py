"""How one scenario changed: its pairs, its worst run, its dimensions, the turns that fell most."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.differences import shared_variance
from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    DYNAMICS_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.foundation.errors import ellipsize, one_line
from modylbench.publishing.comparison.comparison import (
    ORDER,
    DimensionChange,
    LeftOut,
    PairedTrial,
    ScenarioChange,
    ScoreChange,
    TurnChange,
    WorstRun,
    change_of,
    status_of,
)
from modylbench.scoring.arithmetic import mean, round_off

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.publishing.comparison.comparison import ChangeStatus, EvidenceThreshold
    from modylbench.publishing.comparison.pairs import TrialPair
    from modylbench.scoring.scorecard import Scorecard, TurnScore


TIERS = (None, "peer", "mentor", "consultant")
ALL = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + DYNAMICS_DIMENSIONS + PRODUCT_DIMENSIONS
MOST_TURNS = 10
MOST_OF_A_SCENARIO = 3  # ours: so that one that fell throughout does not hide the others
MOST_REASONS = 4
MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class ScenarioPairs:
    """A scenario before its p-value is adjusted; without pairs there is no change."""

    scenario_id: str
    pairs: tuple[TrialPair, ...]
    left_out: tuple[LeftOut, ...]
    change: ScoreChange | None
    dimensions: tuple[DimensionChange, ...]

    def change_of_scenario(
        self, adjusted: Mapping[ScoreChange, float], demand: EvidenceThreshold
    ) -> ScenarioChange:
        """What may be claimed of it."""
        change = self.change
        worst = worst_run(self.pairs) if self.pairs else None
        if change is None:
            status = self._without_pairs()
        else:
            change = change.model_copy(update={"adjusted": adjusted.get(change)})
            status = status_of(change, demand, worst)
        return ScenarioChange(
            scenario_id=self.scenario_id,
            status=status,
            change=change,
            worst=worst,
            trials=tuple(map(_trial, self.pairs)),
            dimensions=self.dimensions,
            left_out=self.left_out,
        )

    def _without_pairs(self) -> ChangeStatus:
        kinds = {trial.kind for trial in self.left_out}
        return next(kind for kind in ORDER if kind in kinds)


def pairs_by_scenario(
    pairs: Sequence[TrialPair], left_out: Sequence[LeftOut], demand: EvidenceThreshold
) -> Iterator[ScenarioPairs]:
    """The scenarios, in the order of their names."""
    found = {*(pair.scenario_id for pair in pairs), *(trial.scenario_id for trial in left_out)}
    names = sorted(found)
    by_name = {name: tuple(pair for pair in pairs if pair.scenario_id == name) for name in names}
    least = shared_variance([[pair.difference for pair in own] for own in by_name.values()])
    for name, own in by_name.items():
        scores = [(pair.baseline.score, pair.candidate.score) for pair in own]
        yield ScenarioPairs(
            scenario_id=name,
            pairs=own,
            left_out=tuple(trial for trial in left_out if trial.scenario_id == name),
            change=change_of([scores], demand, least_variance=least) if own else None,
            dimensions=dimension_changes([own], demand) if own else (),
        )


def worst_run(pairs: Sequence[TrialPair]) -> WorstRun:
    """The worst trial of each side; they need not be of one seed."""
    before = min((pair.baseline for pair in pairs), key=lambda trial: trial.score)
    after = min((pair.candidate for pair in pairs), key=lambda trial: trial.score)
    return WorstRun(
        baseline=before.score,
        candidate=after.score,
        difference=round_off(after.score - before.score),
        baseline_tier=before.card.tier,
        candidate_tier=after.card.tier,
        tiers_gained=TIERS.index(after.card.tier) - TIERS.index(before.card.tier),
    )


def dimension_changes(
    strata: Sequence[Sequence[TrialPair]], demand: EvidenceThreshold
) -> tuple[DimensionChange, ...]:
    """Each dimension that both sides of a pair were assessed on, in the order of the rubrics."""
    measured = [
        [
            (dimension_means(pair.baseline.card), dimension_means(pair.candidate.card))
            for pair in own
        ]
        for own in strata
    ]
    found: list[DimensionChange] = []
    for name in ALL:
        scores = [
            [
                (before[name], other[name])
                for before, other in own
                if name in before and name in other
            ]
            for own in measured
        ]
        there = [own for own in scores if own]
        if there:
            change = change_of(there, demand)
            found.append(DimensionChange(dimension=name, change=change))
    return tuple(found)


def dimension_means(card: Scorecard) -> dict[str, float]:
    """The mean of every dimension over what of a trial has it: turns, dynamics, products."""
    return {name: mean(values) for name, values in card.scores_by_dimension().items()}


def fallen_turns(pairs: Sequence[TrialPair], most: int = MOST_TURNS) -> tuple[TurnChange, ...]:
    """The turns that fell, those that fell furthest first, and of every scenario a few."""
    found = [turn for pair in pairs for turn in _fallen_turns_of_pair(pair)]
    found.sort(key=lambda turn: (turn.difference, turn.scenario_id, turn.seed, turn.turn_index))
    seen: Counter[str] = Counter()
    kept: list[TurnChange] = []
    for turn in found:
        seen[turn.scenario_id] += 1
        if seen[turn.scenario_id] <= MOST_OF_A_SCENARIO:
            kept.append(turn)
    return tuple(kept[:most])


def shorten(reasons: Iterable[str]) -> Iterator[str]:
    """At most so many, each of one line and a length that a person reads."""
    for number, reason in enumerate(reasons):
        if number == MOST_REASONS:
            return
        line = one_line(reason)
        yield ellipsize(line, MOST_LETTERS)


def _trial(pair: TrialPair) -> PairedTrial:
    return PairedTrial(
        seed=pair.seed,
        baseline=pair.baseline.score,
        candidate=pair.candidate.score,
        difference=pair.difference,
        baseline_tier=pair.baseline.card.tier,
        candidate_tier=pair.candidate.card.tier,
        baseline_by_paper=pair.baseline.card.by_paper,
        candidate_by_paper=pair.candidate.card.by_paper,
        baseline_dynamics=_dynamics_of(pair.baseline.card),
        candidate_dynamics=_dynamics_of(pair.candidate.card),
        gates_closed=_gates_of_first(pair.candidate.card, pair.baseline.card),
        gates_opened=_gates_of_first(pair.baseline.card, pair.candidate.card),
    )


def _dynamics_of(card: Scorecard) -> float | None:
    return card.counted_dynamics.score if card.counted_dynamics else None


def _gates_of_first(first: Scorecard, other: Scorecard) -> tuple[str, ...]:
    """The caps on the first trial that the other does not have: by what they are and of what."""
    shared = {(limit.rule, limit.subject) for limit in other.limits}
    return tuple(
        ellipsize(one_line(f"{limit.rule}: {limit.reason}"), MOST_LETTERS)
        for limit in first.limits
        if (limit.rule, limit.subject) not in shared
    )


def _fallen_turns_of_pair(pair: TrialPair) -> Iterator[TurnChange]:
    before = {turn.turn_index: turn for turn in pair.baseline.card.turns}
    for turn in pair.candidate.card.turns:
        earlier = before.get(turn.turn_index)
        if earlier is not None and turn.score < earlier.score:
            yield TurnChange(
                scenario_id=pair.scenario_id,
                seed=pair.seed,
                turn_index=turn.turn_index,
                phase=turn.phase,
                baseline=earlier.score,
                candidate=turn.score,
                difference=round_off(turn.score - earlier.score),
                reasons=tuple(_reasons(earlier, turn)),
            )


def _reasons(before: TurnScore, after: TurnScore) -> Iterator[str]:
    """What is new: limits that took hold, criteria that fail, the dimensions that fell most."""
    told = {limit.reason for limit in before.limits}
    newly = [criterion for criterion in after.failing if criterion not in before.failing]
    yield from shorten(
        f"{limit.rule}: {limit.reason}" for limit in after.limits if limit.reason not in told
    )
    if after.outcome != before.outcome and after.outcome:
        yield f"the agent {after.outcome.replace('_', ' ')}"
    if newly:
        yield from shorten([f"now failing: {', '.join(newly[:MOST_REASONS])}"])
    scores = {dimension.dimension: dimension.score for dimension in before.dimensions}
    drops = [
        (dimension.score - earlier, dimension.dimension)
        for dimension in after.dimensions
        if dimension.score is not None and (earlier := scores.get(dimension.dimension)) is not None
    ]
    worst = [f"{name} {drop:+.1f}" for drop, name in sorted(drops)[:2] if drop < 0]
    if worst:
        yield ", ".join(worst)
