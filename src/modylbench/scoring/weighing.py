"""How the dimensions of a turn or a product become one score, and what may hold it down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.dimensions import CHANNEL_DIMENSIONS, PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scoring.arithmetic import weighted_mean
from modylbench.scoring.scorecard import Limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.facts import Attempt
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import DimensionScore

# SPEC 2: the substance that has a floor, and without which nothing is scored.
TURN_SUBSTANCE = ("context_accuracy", "task_progress")
PRODUCT_SUBSTANCE = ("correctness",)


@dataclass(frozen=True, slots=True)
class UnscoredSubject:
    """A turn, product or edge case that nobody could assess, and what is known of it."""

    reason: str
    dimensions: tuple[DimensionScore, ...] = ()


class DimensionCaps(NamedTuple):
    """What a dimension cannot pass in any turn of a meeting, and why."""

    rule: str
    reason: str
    values: Mapping[str, float]
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """What counts how much in one meeting, with the floors it has."""

    weights: Mapping[str, float]
    dimensions: tuple[str, ...]
    substance: tuple[str, ...]
    floor: float | None
    """None where layer 2 is off."""
    caps: DimensionCaps | None = None

    def weighted_score(self, scores: Iterable[DimensionScore]) -> float | None:
        """The weighted mean of what was assessed; None where nothing that counts was."""
        weights = self.weights
        return weighted_mean(
            [
                (weights.get(score.dimension, 0.0), score.score)
                for score in scores
                if score.score is not None
            ]
        )

    def unassessed_substance(self, scores: Sequence[DimensionScore]) -> str:
        """The first dimension of the substance that nobody assessed; empty if none is."""
        missing = [score.dimension for score in scores if score.score is None]
        return next((name for name in self.substance if name in missing), "") if missing else ""

    def with_caps(self, caps: DimensionCaps | None) -> Scale:
        """The same with these caps on dimensions beside its own; of two on one the lower holds."""
        if caps is None or self.caps is None:
            return self if caps is None else replace(self, caps=caps)
        values = dict(self.caps.values)
        for name, value in caps.values.items():
            values[name] = min(value, values.get(name, value))
        both = DimensionCaps(
            f"{self.caps.rule}, {caps.rule}",
            f"{self.caps.reason}; {caps.reason}",
            values,
            self.caps.evidence + caps.evidence,
        )
        return replace(self, caps=both)

    def capped_scores(self, scores: tuple[DimensionScore, ...]) -> tuple[DimensionScore, ...]:
        """The scores under the caps on dimensions, if there are any."""
        if self.caps is None:
            return scores
        values = self.caps.values
        return tuple(
            replace(score, score=min(score.score, values[score.dimension]))
            if score.score is not None and score.dimension in values
            else score
            for score in scores
        )

    def cap_limit(self, scores: Iterable[DimensionScore], weighted: float) -> Limit | None:
        """The caps on dimensions, where they take something away; `scores` are under them."""
        after = self.weighted_score(scores)
        if self.caps is None or after is None or after >= weighted:
            return None
        return Limit(
            rule=self.caps.rule,
            reason=self.caps.reason,
            before=weighted,
            after=after,
            evidence=self.caps.evidence,
        )

    def floor_limit(self, scores: Iterable[DimensionScore], weighted: float) -> Limit | None:
        """The floor, where it takes something away (paper 3.5, equation 3)."""
        floor = self.floor
        if floor is None or weighted <= floor:
            return None
        below = [
            score
            for score in scores
            if score.dimension in self.substance and score.score is not None and score.score < floor
        ]
        if not below:
            return None
        reason = ", ".join(f"{score.dimension} {score.score:.4g}" for score in below)
        return Limit(
            rule="floor",
            reason=f"{reason}: under {floor:g}",
            before=weighted,
            after=floor,
            evidence=tuple(dict.fromkeys(name for score in below for name in score.verdicts)),
        )


def turn_scale(
    rules: ScoringRules, channels: Iterable[str], caps: DimensionCaps | None = None
) -> Scale:
    """The base weights, or the extended ones less the channels that the scenario does not use."""
    used = {f"{channel}_composite" for channel in channels}
    active = tuple(name for name in CHANNEL_DIMENSIONS if name in used)
    dimensions = TURN_DIMENSIONS + active
    table = rules.extended_turn_weights if active else rules.turn_weights
    weights = {name: table.get(name, 0.0) for name in dimensions}
    if not rules.layers.weights:
        weights = _equal(rules.turn_weights) | dict.fromkeys(active, 1.0)
    return Scale(weights, dimensions, TURN_SUBSTANCE, _floor(rules), caps)


def product_scale(rules: ScoringRules) -> Scale:
    """The weights of a product."""
    weights = rules.product_weights
    if not rules.layers.weights:
        weights = _equal(weights)
    return Scale(weights, PRODUCT_DIMENSIONS, PRODUCT_SUBSTANCE, _floor(rules))


def floor_and_attempt_limits(
    floor: Limit | None, weighted: float, attempts: Sequence[Attempt], rules: ScoringRules
) -> tuple[Limit, ...]:
    """The floor and then the cap, those that take hold."""
    cap = attempt_limit(floor.after if floor else weighted, attempts, rules)
    return tuple(limit for limit in (floor, cap) if limit is not None)


def attempt_limit(score: float, attempts: Sequence[Attempt], rules: ScoringRules) -> Limit | None:
    """The cap on what holds an attempt, where it takes something away; none with layer 2 off."""
    cap = rules.attempt_cap
    if not attempts or cap is None or not rules.layers.floors or score <= cap:
        return None
    found = tuple(
        sorted(
            {
                f"{attempt.kind} ({attempt.channel}, turn {attempt.turn_index})"
                for attempt in attempts
            }
        )
    )
    return Limit(
        rule="addressed_the_judge",
        reason=f"text for whoever judges, {len(attempts)} time(s)",
        before=score,
        after=cap,
        evidence=found,
    )


def _equal(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: 1.0 for name, weight in weights.items() if weight > 0}


def _floor(rules: ScoringRules) -> float | None:
    return rules.floor if rules.layers.floors else None
