"""Would somewhat other weights have given another tier or another order?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from modylbench.analysis.material import common_keys, judged_alike
from modylbench.analysis.weights.ranking import agreement_of_ranks
from modylbench.analysis.weights.ratios import overall_at, trial_scores, worst_by_scenario
from modylbench.analysis.weights.reweighing import Weights, our_weights
from modylbench.scoring.arithmetic import mean, settled
from modylbench.scoring.rule_files import default_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.analysis.material import JudgedRun, Key
    from modylbench.analysis.weights.reweighing import Array

CONCENTRATION = 100.0
"""Ours: a weight of .25 then lies between .17 and .33 in 95 % of the draws."""
DRAWS = 1000  # ours: a share of draws is then known to 3 points
SEED = 63  # ours: so that the same runs give the same figures


@dataclass(frozen=True, slots=True)
class Perturbed:
    """A run under weights drawn at random around ours."""

    run: str
    draws: int
    overall: float | None
    lowest: float | None
    highest: float | None
    """The bounds of the middle 95 % of overall scores."""
    trial_tiers_changed: float | None
    """The share of trials and draws in which the tier is another."""
    scenario_tiers_changed: float | None
    """The same of every scenario's worst run, which is the official one."""
    any_tier_changed: float | None
    """The share of draws in which some scenario's tier is another."""
    mean_tau: float | None
    """Kendall's, of the order of runs judged alike; None for fewer than two."""


def drawn_weights(draws: int = DRAWS, *, seed: int = SEED) -> Weights:
    """Our weights first, then those drawn from Dirichlet distributions around them."""
    ours, draw = our_weights(), np.random.default_rng(seed)
    turns = draw.dirichlet(CONCENTRATION * ours.turns[0], draws)
    products = draw.dirichlet(CONCENTRATION * ours.products[0], draws)
    return Weights(np.vstack((ours.turns, turns)), np.vstack((ours.products, products)))


def perturbed(runs: Iterable[JudgedRun], draws: int = DRAWS) -> tuple[Perturbed, ...]:
    """Every run, those that were judged alike together."""
    weights = drawn_weights(draws)
    return tuple(row for group in judged_alike(runs) for row in _of_group(group, weights))


def _of_group(group: Sequence[JudgedRun], weights: Weights) -> Iterator[Perturbed]:
    known = {run.name: trial_scores(run.valid, weights) for run in group}
    there = {name: scores for name, scores in known.items() if scores is not None}
    shared = sorted(common_keys([run for run in group if run.name in there]))
    tau = _mean_tau(there, shared)
    for run in group:
        scores = there.get(run.name)
        draws = len(weights.turns) - 1
        if scores is None:
            yield Perturbed(run.name, draws, *[None] * 7)
        else:
            yield _row(run.name, scores, tau)


def _mean_tau(there: Mapping[str, Mapping[Key, Array]], shared: Sequence[Key]) -> float | None:
    """Over the draws in which there is an order at all."""
    if len(there) < 2 or not shared:
        return None
    draws = len(next(iter(there.values()))[shared[0]])
    ours = {name: overall_at(scores, 0, shared) for name, scores in there.items()}
    taus = [
        agreement_of_ranks(
            ours, {name: overall_at(scores, place, shared) for name, scores in there.items()}
        )
        for place in range(1, draws)
    ]
    known = [tau for tau in taus if tau is not None]
    return mean(known) if known else None


def _row(name: str, scores: Mapping[Key, Array], tau: float | None) -> Perturbed:
    trials = _tiers(np.array([*scores.values()]))
    worst = np.array([*worst_by_scenario(scores).values()])
    scenarios = _tiers(worst)
    of_trials, of_scenarios = (one[:, 1:] != one[:, :1] for one in (trials, scenarios))
    whole = worst.mean(axis=0)
    low, high = np.quantile(whole[1:], (0.025, 0.975))
    return Perturbed(
        run=name,
        draws=len(whole) - 1,
        overall=settled(float(whole[0])),
        lowest=settled(float(low)),
        highest=settled(float(high)),
        trial_tiers_changed=settled(float(of_trials.mean())),
        scenario_tiers_changed=settled(float(of_scenarios.mean())),
        any_tier_changed=settled(float(of_scenarios.any(axis=0).mean())),
        mean_tau=tau,
    )


def _tiers(scores: Array) -> Array:
    """How many tiers each score has reached."""
    bounds = sorted(default_rules().tiers.values())
    found: Array = np.sum([scores >= bound for bound in bounds], axis=0).astype(float)
    return found
