"""How much each layer against gaming takes away (paper 5.3, item 3, and 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.judged_runs import overall
from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.scoring.arithmetic import mean, round_off, weighted_mean
from modylbench.scoring.rules import default_rules, paper_rules
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import DimensionScore
from modylbench.scoring.weighing import turn_scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.analysis.judged_runs import JudgedRun, LayersOff, TrialKey
    from modylbench.evaluation.evaluation import Evaluation

WORST_COUNTS = 6
ARITHMETIC: tuple[LayersOff, ...] = ((), (1,), (2,), (3,), (1, 2, 3))
"""What a trial is scored with again; layer 6 is none of a single trial's."""
ABLATIONS: tuple[LayersOff, ...] = ((), (1,), (2,), (3,), (6,), (1, 2, 3), (1, 2, 3, 6))
NAIVE: LayersOff = (1, 2, 3, 6)
ELSEWHERE = (4, 5)
"""What the judges were told and what was asked of the agent stands in other records."""
_UNUSED = "0" * 64
POLITE_BUT_WRONG = dict(zip(TURN_DIMENSIONS, (2.0, 2.0, 2.0, 9.0, 9.0, 9.0), strict=True))
PRODUCT = 6.3
"""Paper 6.2."""
_PUBLISHED: tuple[tuple[str, LayersOff, float, float | None], ...] = (
    ("equal weights (naive)", (1, 2), 5.50, 5.98),
    ("weighted dimensions (layer 1)", (2,), 4.10, None),
    ("and the hard floor (layer 2)", (), 4.0, 5.38),
)


@dataclass(frozen=True, slots=True)
class Ablation:
    """A run with some layers off; differences are from the same run with all of them on."""

    run: str
    layers_off: LayersOff
    overall: float | None
    """The mean over scenarios of the run that counts: the worst, or the best without layer 6."""
    difference: float | None
    trial_mean: float | None
    trial_difference: float | None
    tiers_gained: int | None
    """How many trials reach a higher tier than they deserve; without layer 6 not asked of them."""


@dataclass(frozen=True, slots=True)
class PublishedAgent:
    """The agent of section 6.2, worked out by our own arithmetic."""

    method: str
    turn: float
    combined: float
    published_turn: float
    published_combined: float | None

    @property
    def agrees(self) -> bool:
        """Whether the paper has the same figures."""
        return self.turn == self.published_turn and self.published_combined in (None, self.combined)


def scores_without(evaluation: Evaluation) -> dict[LayersOff, float | None]:
    """The combined score of a trial with layers of arithmetic off, by the benchmark's rules."""
    return {
        off: score(
            evaluation, default_rules().without_layers(off), evaluation_sha256=_UNUSED
        ).combined
        for off in ARITHMETIC
    }


def ablations(runs: Iterable[JudgedRun]) -> tuple[Ablation, ...]:
    """Every run with all layers on, with each one off, and with all of them off."""
    return tuple(row for run in runs for row in _ablate_run(run))


def _ablate_run(run: JudgedRun) -> list[Ablation]:
    full = _scores(run, ())
    rows = []
    for off in ABLATIONS:
        scores = _scores(run, off)
        is_best = WORST_COUNTS in off
        counted, before = overall(scores, max if is_best else min), overall(full)
        known, known_before = _mean(scores), _mean(full)
        rows.append(
            Ablation(
                run=run.name,
                layers_off=off,
                overall=counted,
                difference=_difference(counted, before),
                trial_mean=known,
                trial_difference=_difference(known, known_before),
                tiers_gained=_tiers_gained(scores, full),
            )
        )
    return rows


def _scores(run: JudgedRun, off: LayersOff) -> dict[TrialKey, float | None]:
    of_trial = tuple(layer for layer in off if layer != WORST_COUNTS)
    return {trial.key: trial.without.get(of_trial) for trial in run.valid}


def _mean(scores: Mapping[TrialKey, float | None]) -> float | None:
    known = [score for score in scores.values() if score is not None]
    return mean(known) if known and len(known) == len(scores) else None


def _difference(score: float | None, other: float | None) -> float | None:
    return None if score is None or other is None else round_off(score - other)


def _tiers_gained(
    scores: Mapping[TrialKey, float | None], full: Mapping[TrialKey, float | None]
) -> int | None:
    if None in scores.values() or None in full.values():
        return None
    bounds = sorted(default_rules().tiers.values())
    return sum(
        sum(bound <= (scores[key] or 0) for bound in bounds)
        > sum(bound <= (full[key] or 0) for bound in bounds)
        for key in scores
    )


def published_agent() -> tuple[PublishedAgent, ...]:
    """The three lines of section 6.2 by the paper's rules, ours beside the paper's."""
    scores = [
        DimensionScore(name, value, {}, None, False, False, ())
        for name, value in POLITE_BUT_WRONG.items()
    ]
    rows = []
    for method, off, turn, combined in _PUBLISHED:
        scale = turn_scale(paper_rules().without_layers(off), ())
        weighted = scale.weighted_score(scores) or 0.0
        limit = scale.floor_limit(scores, weighted)
        found = limit.after if limit else weighted
        rows.append(PublishedAgent(method, found, _combine(found), turn, combined))
    return tuple(rows)


def _combine(journey: float) -> float:
    rules = paper_rules()
    parts = ((rules.journey_weight, journey), (rules.destination_weight, PRODUCT))
    return weighted_mean(parts) or 0.0
