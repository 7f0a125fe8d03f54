"""How scores, tiers and ranks move with other weights.

Other shares of substance are those of paper 6.3; weights drawn at random lie around ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from modylbench.analysis.judged_runs import common_keys, group_by_judging, overall
from modylbench.analysis.reweighing import (
    WeightSets,
    agreement_of_ranks,
    our_weights,
    rank_by_score,
    reweigh,
    trial_scores_of,
)
from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.scoring.arithmetic import mean, round_off
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import tier_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial, TrialKey
    from modylbench.analysis.reweighing import ScoreArray

SHARES = (0.5, 0.6, 0.7, 0.8)
OURS = 0.7
SUBSTANCE = TURN_DIMENSIONS[:3]
"""Paper 3.3: context accuracy, task progress and iteration quality."""
CONCENTRATION = 100.0
"""Ours: a weight of .25 then lies between .17 and .33 in 95 % of the draws."""
DRAWS = 1000  # ours: a share of draws is then known to 3 points
SEED = 63  # ours: so that the same runs give the same figures
_POLITE = (2.0, 2.0, 2.0, 9.0, 9.0, 9.0)
_BALANCED = (7.0,) * 6
_PUBLISHED = ((5.50, 7.00, 1.50), (4.80, 7.00, 2.20), (4.10, 7.00, 2.90), (3.40, 7.00, 3.60))


@dataclass(frozen=True, slots=True)
class RatioScore:
    """A run under one share of substance; products are weighed as ever."""

    run: str
    substance: float
    overall: float | None
    """The mean over scenarios of each one's worst run."""
    difference: float | None
    """From that at our own share."""
    tiers_changed: int | None
    """Scenarios whose worst run has another tier than at our share."""
    scenarios: int
    rank: int | None
    """1 is the best among the runs judged alike, on the meetings that all of them have."""
    tau: float | None
    """Kendall's, between that ranking and the one at our share; None for fewer than two runs."""


@dataclass(frozen=True, slots=True)
class PublishedRatio:
    """A line of the table in section 6.3, ours beside the paper's."""

    substance: float
    polite: float
    balanced: float
    discrimination: float
    published_polite: float
    published_balanced: float
    published_discrimination: float

    @property
    def agrees(self) -> bool:
        """Whether the paper has the same figures."""
        ours = self.polite, self.balanced, self.discrimination
        return ours == (
            self.published_polite, self.published_balanced, self.published_discrimination,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PerturbedRun:
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


def ratio_weights(shares: Sequence[float] = SHARES) -> WeightSets:
    """Our weights with other shares of substance and style; inside each, proportions stay."""
    ours = our_weights()
    is_substance = np.array([name in SUBSTANCE for name in TURN_DIMENSIONS])
    base = ours.turns[0]
    rows = [
        np.where(
            is_substance,
            base / base[is_substance].sum() * share,
            base / base[~is_substance].sum() * (1 - share),
        )
        for share in shares
    ]
    return WeightSets(np.array(rows), np.repeat(ours.products, len(rows), axis=0))


def ratio_scores(runs: Iterable[JudgedRun]) -> tuple[RatioScore, ...]:
    """Every run at every share, runs that were judged alike together."""
    weights = ratio_weights()
    found = [row for group in group_by_judging(runs) for row in _ratio_group(group, weights)]
    return tuple(sorted(found, key=lambda row: row.run))


def published_ratios() -> tuple[PublishedRatio, ...]:
    """The table of section 6.3, before floors, as there."""
    rows = []
    for share, weights, theirs in zip(SHARES, ratio_weights().turns, _PUBLISHED, strict=True):
        polite, balanced = (round_off(float(weights @ ratings)) for ratings in (_POLITE, _BALANCED))
        rows.append(PublishedRatio(share, polite, balanced, round_off(balanced - polite), *theirs))
    return tuple(rows)


def drawn_weights(draws: int = DRAWS, *, seed: int = SEED) -> WeightSets:
    """Our weights first, then those drawn from Dirichlet distributions around them."""
    ours, draw = our_weights(), np.random.default_rng(seed)
    turns = draw.dirichlet(CONCENTRATION * ours.turns[0], draws)
    products = draw.dirichlet(CONCENTRATION * ours.products[0], draws)
    return WeightSets(np.vstack((ours.turns, turns)), np.vstack((ours.products, products)))


def perturb_weights(runs: Iterable[JudgedRun], draws: int = DRAWS) -> tuple[PerturbedRun, ...]:
    """Every run, those that were judged alike together."""
    weights = drawn_weights(draws)
    return tuple(row for group in group_by_judging(runs) for row in _perturb_group(group, weights))


def _ratio_group(group: Sequence[JudgedRun], weights: WeightSets) -> Iterator[RatioScore]:
    known = {run.name: reweigh_trials(run.valid, weights) for run in group}
    there = {name: scores for name, scores in known.items() if scores is not None}
    shared = sorted(common_keys([run for run in group if run.name in there]))
    at_share = [
        {name: overall_at(scores, place, shared) for name, scores in there.items()}
        for place in range(len(SHARES))
    ]
    ours = SHARES.index(OURS)
    for place, share in enumerate(SHARES):
        ranks = rank_by_score(at_share[place])
        tau = agreement_of_ranks(at_share[ours], at_share[place])
        for run in group:
            scores = there.get(run.name)
            if scores is None:
                yield RatioScore(run.name, share, None, None, None, 0, None, None)
            else:
                row = _ratio_score(run.name, share, scores=scores, places=(place, ours))
                yield replace(row, rank=ranks.get(run.name), tau=tau)


def _ratio_score(
    name: str, share: float, *, scores: Mapping[TrialKey, ScoreArray], places: tuple[int, int]
) -> RatioScore:
    worst = worst_by_scenario(scores)
    here, ours = (overall_at(scores, place, scores) for place in places)
    rules = default_rules()
    changed = sum(
        tier_of(scores[places[0]], rules) != tier_of(scores[places[1]], rules)
        for scores in worst.values()
    )
    moved = round_off(here - ours) if here is not None and ours is not None else None
    return RatioScore(name, share, here, moved, changed, len(worst), None, None)


def _perturb_group(group: Sequence[JudgedRun], weights: WeightSets) -> Iterator[PerturbedRun]:
    known = {run.name: reweigh_trials(run.valid, weights) for run in group}
    there = {name: scores for name, scores in known.items() if scores is not None}
    shared = sorted(common_keys([run for run in group if run.name in there]))
    tau = _mean_tau(there, shared)
    for run in group:
        scores = there.get(run.name)
        draws = len(weights.turns) - 1
        if scores is None:
            yield PerturbedRun(run.name, draws, *[None] * 7)
        else:
            yield _perturbed_run(run.name, scores, tau)


def _mean_tau(
    by_run: Mapping[str, Mapping[TrialKey, ScoreArray]], shared: Sequence[TrialKey]
) -> float | None:
    """Over the draws in which there is an order at all."""
    if len(by_run) < 2 or not shared:
        return None
    draws = len(next(iter(by_run.values()))[shared[0]])
    ours = {name: overall_at(scores, 0, shared) for name, scores in by_run.items()}
    taus = [
        agreement_of_ranks(
            ours, {name: overall_at(scores, place, shared) for name, scores in by_run.items()}
        )
        for place in range(1, draws)
    ]
    known = [tau for tau in taus if tau is not None]
    return mean(known) if known else None


def _perturbed_run(
    name: str, scores: Mapping[TrialKey, ScoreArray], tau: float | None
) -> PerturbedRun:
    trials = _tiers(np.array([*scores.values()]))
    worst = np.array([*worst_by_scenario(scores).values()])
    scenarios = _tiers(worst)
    of_trials, of_scenarios = (tiers[:, 1:] != tiers[:, :1] for tiers in (trials, scenarios))
    whole = worst.mean(axis=0)
    low, high = np.quantile(whole[1:], (0.025, 0.975))
    return PerturbedRun(
        run=name,
        draws=len(whole) - 1,
        overall=round_off(float(whole[0])),
        lowest=round_off(float(low)),
        highest=round_off(float(high)),
        trial_tiers_changed=round_off(float(of_trials.mean())),
        scenario_tiers_changed=round_off(float(of_scenarios.mean())),
        any_tier_changed=round_off(float(of_scenarios.any(axis=0).mean())),
        mean_tau=tau,
    )


def _tiers(scores: ScoreArray) -> ScoreArray:
    """How many tiers each score has reached."""
    bounds = sorted(default_rules().tiers.values())
    found: ScoreArray = np.sum([scores >= bound for bound in bounds], axis=0).astype(float)
    return found


def reweigh_trials(
    trials: Iterable[ScoredTrial], weights: WeightSets
) -> dict[TrialKey, ScoreArray] | None:
    """The scores of every trial under every set of weights; None where one has none."""
    found: dict[TrialKey, ScoreArray] = {}
    for trial in trials:
        sheet = trial_scores_of(trial)
        if sheet is None:
            return None
        found[trial.key] = reweigh(sheet, weights)
    return found or None


def overall_at(
    scores: Mapping[TrialKey, ScoreArray], number: int, keys: Iterable[TrialKey]
) -> float | None:
    """The overall score under one set of weights, on some of the meetings."""
    return overall({key: float(scores[key][number]) for key in keys})


def worst_by_scenario(scores: Mapping[TrialKey, ScoreArray]) -> dict[str, list[float]]:
    """Every scenario's worst run, under every set of weights."""
    found: dict[str, list[ScoreArray]] = {}
    for (scenario, _), of_trial in sorted(scores.items(), key=lambda item: item[0]):
        found.setdefault(scenario, []).append(of_trial)
    return {name: np.min(of_one, axis=0).tolist() for name, of_one in found.items()}
