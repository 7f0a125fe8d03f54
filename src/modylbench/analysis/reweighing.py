"""Scores and ranks under other weights, for many sets of weights at once.

The panel's consensus on each dimension does not depend on weights, so only the sums, floors and
caps are worked out again. That `scoring.score` gives the same is tested; it is not called here
since a thousand sets of weights for 540 trials would take it an hour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scoring.arithmetic import DIGITS, round_off
from modylbench.scoring.dynamics import HARD_FAIL, is_hard_fail
from modylbench.scoring.gates import MANNERS_GATE
from modylbench.scoring.rules import default_rules
from modylbench.scoring.weighing import PRODUCT_SUBSTANCE, TURN_SUBSTANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.analysis.judged_runs import ScoredTrial
    from modylbench.scoring.scorecard import DimensionScore, Scorecard

ScoreArray = NDArray[np.float64]
FEWEST = 2
JOURNEY_GATE = "poor_journey"
"""What scoring calls the one gate that other weights open or close."""


@dataclass(frozen=True, slots=True, eq=False)
class TrialScores:
    """A trial's dimension scores as arrays, NaN where nobody assessed one, and what caps it.

    `cap` is the lowest that no weights move; the gate of the journey closes by the weights. `parts`
    are what journey and destination weigh in the whole, and `rest` is what the others add to it.
    """

    turns: ScoreArray
    turn_caps: ScoreArray
    products: ScoreArray
    product_caps: ScoreArray
    cap: float
    parts: tuple[float, float]
    rest: float


@dataclass(frozen=True, slots=True, eq=False)
class WeightSets:
    """Sets of weights, one a row; as many for turns as for products."""

    turns: ScoreArray
    products: ScoreArray


def our_weights() -> WeightSets:
    """The benchmark's own, as one set."""
    rules = default_rules()
    return WeightSets(
        np.array([[rules.turn_weights[name] for name in TURN_DIMENSIONS]]),
        np.array([[rules.product_weights[name] for name in PRODUCT_DIMENSIONS]]),
    )


def trial_scores_of(trial: ScoredTrial) -> TrialScores | None:
    """None for a trial without a score, and where channels count too: they have other weights."""
    card = trial.card
    names = {dimension.dimension for dimension in card.dimensions()}
    if card.combined is None or not names <= {*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS}:
        return None
    rules = default_rules()
    parts, rest = _parts_of_whole(card)
    failed = {edge_case.name for edge_case in card.edge_cases if edge_case.has_failed}
    turns = [turn for turn in card.turns if turn.counts]
    turn_caps = [
        _cap(
            rules.attempt_cap if f"turn-{turn.turn_index:02d}" in trial.attempted else None,
            rules.failed_edge_case_turn_cap if turn.edge_case in failed else None,
            _floor(turn.dimensions, TURN_SUBSTANCE),
        )
        for turn in turns
    ]
    product_caps = [
        _cap(
            rules.attempt_cap if f"product-{product.product_id}" in trial.attempted else None,
            _floor(product.dimensions, PRODUCT_SUBSTANCE),
        )
        for product in card.products
    ]
    return TrialScores(
        turns=_scores([turn.dimensions for turn in turns], TURN_DIMENSIONS),
        turn_caps=np.array(turn_caps),
        products=_scores([product.dimensions for product in card.products], PRODUCT_DIMENSIONS),
        product_caps=np.array(product_caps),
        cap=_trial_cap(card),
        parts=parts,
        rest=rest,
    )


def reweigh(sheet: TrialScores, weights: WeightSets) -> ScoreArray:
    """The combined score under every set of weights."""
    rules = default_rules()
    journey = _axis(sheet.turns, sheet.turn_caps, weights.turns)
    destination = _axis(sheet.products, sheet.product_caps, weights.products)
    combined = sheet.parts[0] * journey + sheet.parts[1] * destination + sheet.rest
    capped: ScoreArray = np.minimum(combined, np.float64(sheet.cap))
    if rules.gates is not None:
        is_poor = journey < rules.gates.lowest_journey
        capped = np.where(is_poor, np.minimum(capped, rules.gates.cap), capped)
    found: ScoreArray = np.round(capped, DIGITS)
    return found


def rank_by_score(scores: Mapping[str, float | None]) -> dict[str, int]:
    """The ranks of those that have a score, the best first; equal scores share the better rank.

    >>> rank_by_score({"a": 5.0, "b": 7.0, "c": 5.0, "d": None})
    {'a': 2, 'b': 1, 'c': 2}
    """
    known = {name: score for name, score in scores.items() if score is not None}
    return {
        name: 1 + sum(other > score for other in known.values()) for name, score in known.items()
    }


def agreement_of_ranks(
    scores: Mapping[str, float | None], other: Mapping[str, float | None]
) -> float | None:
    """Kendall's tau-b of two orders of the same runs; None where one of them orders nothing."""
    names = sorted(
        name for name in scores if scores[name] is not None and other.get(name) is not None
    )
    before, after = ([order[name] or 0.0 for name in names] for order in (scores, other))
    if min(len(set(before)), len(set(after))) < FEWEST:
        return None
    from scipy.stats import kendalltau  # slow to import

    tau = float(kendalltau(before, after).statistic)
    return None if math.isnan(tau) else round_off(tau)


def _parts_of_whole(card: Scorecard) -> tuple[tuple[float, float], float]:
    """What journey and destination weigh, and what dynamics add, which no weights here move."""
    rules, dynamics = default_rules(), card.counted_dynamics
    if dynamics is None:
        return (rules.journey_weight, rules.destination_weight), 0.0
    weights = rules.multi_party_weights
    journey, destination = weights["journey"], weights["destination"]
    if dynamics.score is None:
        return (journey / (journey + destination), destination / (journey + destination)), 0.0
    return (journey, destination), weights["dynamics"] * dynamics.score


def _axis(scores: ScoreArray, caps: ScoreArray, weights: ScoreArray) -> ScoreArray:
    """The mean over subjects, for every set of weights; weights of what is NaN go to the others."""
    there = ~np.isnan(scores)
    total = weights @ there.T.astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        weighted = (weights @ np.where(there, scores, 0.0).T) / total
    found: ScoreArray = np.round(np.minimum(np.round(weighted, DIGITS), caps).mean(axis=1), DIGITS)
    return found


def _scores(subjects: Iterable[Sequence[DimensionScore]], names: Sequence[str]) -> ScoreArray:
    rows = [{score.dimension: score.score for score in subject} for subject in subjects]
    return np.array(
        [[np.nan if (score := row.get(name)) is None else score for name in names] for row in rows]
    )


def _trial_cap(card: Scorecard) -> float:
    """The lowest of the caps on the trial that do not depend on weights."""
    rules = default_rules()
    by_rule: dict[str, float | None] = {
        f"failed_{severity}_edge_case": cap for severity, cap in rules.failed_edge_case_caps.items()
    }
    gate = rules.gates.cap if rules.gates else None
    by_rule[MANNERS_GATE] = rules.gates.manners_cap if rules.gates else None
    fixed = [limit.rule for limit in card.limits if limit.rule != JOURNEY_GATE]
    hard = rules.hard_fail_cap if is_hard_fail(card.limits) else None
    caps = (by_rule.get(rule, gate) for rule in fixed if not rule.startswith(HARD_FAIL))
    return _cap(hard, *caps)


def _floor(dimensions: Iterable[DimensionScore], substance: Sequence[str]) -> float | None:
    """The floor, where it takes hold whatever the weights are (paper 3.5, equation 3)."""
    floor = default_rules().floor
    is_under = any(
        dimension.dimension in substance and dimension.score is not None and dimension.score < floor
        for dimension in dimensions
    )
    return floor if is_under else None


def _cap(*caps: float | None) -> float:
    """The lowest of those that hold."""
    return min((cap for cap in caps if cap is not None), default=np.inf)
