"""How do scores, tiers and ranks move with the share of substance (paper 6.3)?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from modylbench.analysis.material import common_keys, judged_alike, overall
from modylbench.analysis.weights.ranking import agreement_of_ranks, ranked
from modylbench.analysis.weights.reweighing import Weights, our_weights, reweighed, sheet_of
from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.scoring.arithmetic import settled
from modylbench.scoring.rule_files import default_rules
from modylbench.scoring.score import tier_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.analysis.material import JudgedRun, Key, Weighed
    from modylbench.analysis.weights.reweighing import Array

SHARES = (0.5, 0.6, 0.7, 0.8)
OURS = 0.7
SUBSTANCE = TURN_DIMENSIONS[:3]
"""Paper 3.3: context accuracy, task progress and iteration quality."""


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


def ratio_weights(shares: Sequence[float] = SHARES) -> Weights:
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
    return Weights(np.array(rows), np.repeat(ours.products, len(rows), axis=0))


def ratio_scores(runs: Iterable[JudgedRun]) -> tuple[RatioScore, ...]:
    """Every run at every share, runs that were judged alike together."""
    weights = ratio_weights()
    found = [row for group in judged_alike(runs) for row in _of_group(group, weights)]
    return tuple(sorted(found, key=lambda one: one.run))


def trial_scores(trials: Iterable[Weighed], weights: Weights) -> dict[Key, Array] | None:
    """The scores of every trial under every set of weights; None where one has none."""
    found: dict[Key, Array] = {}
    for trial in trials:
        sheet = sheet_of(trial)
        if sheet is None:
            return None
        found[trial.key] = reweighed(sheet, weights)
    return found or None


def overall_at(scores: Mapping[Key, Array], place: int, keys: Iterable[Key]) -> float | None:
    """The overall score under one set of weights, on some of the meetings."""
    return overall({key: float(scores[key][place]) for key in keys})


def _of_group(group: Sequence[JudgedRun], weights: Weights) -> Iterator[RatioScore]:
    known = {run.name: trial_scores(run.valid, weights) for run in group}
    there = {name: scores for name, scores in known.items() if scores is not None}
    shared = sorted(common_keys([run for run in group if run.name in there]))
    at_share = [
        {name: overall_at(scores, place, shared) for name, scores in there.items()}
        for place in range(len(SHARES))
    ]
    ours = SHARES.index(OURS)
    for place, share in enumerate(SHARES):
        ranks = ranked(at_share[place])
        tau = agreement_of_ranks(at_share[ours], at_share[place])
        for run in group:
            scores = there.get(run.name)
            if scores is None:
                yield RatioScore(run.name, share, None, None, None, 0, None, None)
            else:
                row = _row(run.name, share, scores=scores, places=(place, ours))
                yield replace(row, rank=ranks.get(run.name), tau=tau)


def _row(
    name: str, share: float, *, scores: Mapping[Key, Array], places: tuple[int, int]
) -> RatioScore:
    worst = worst_by_scenario(scores)
    here, ours = (overall_at(scores, place, scores) for place in places)
    rules = default_rules()
    changed = sum(
        tier_of(one[places[0]], rules) != tier_of(one[places[1]], rules) for one in worst.values()
    )
    moved = settled(here - ours) if here is not None and ours is not None else None
    return RatioScore(name, share, here, moved, changed, len(worst), None, None)


def worst_by_scenario(scores: Mapping[Key, Array]) -> dict[str, list[float]]:
    """Every scenario's worst run, under every set of weights."""
    found: dict[str, list[Array]] = {}
    for (scenario, _), of_trial in sorted(scores.items(), key=lambda one: one[0]):
        found.setdefault(scenario, []).append(of_trial)
    return {name: np.min(of_one, axis=0).tolist() for name, of_one in found.items()}


_POLITE = (2.0, 2.0, 2.0, 9.0, 9.0, 9.0)
_BALANCED = (7.0,) * 6
_PUBLISHED = ((5.50, 7.00, 1.50), (4.80, 7.00, 2.20), (4.10, 7.00, 2.90), (3.40, 7.00, 3.60))


def published_ratios() -> tuple[PublishedRatio, ...]:
    """The table of section 6.3, before floors, as there."""
    rows = []
    for share, weights, theirs in zip(SHARES, ratio_weights().turns, _PUBLISHED, strict=True):
        polite, balanced = (settled(float(weights @ one)) for one in (_POLITE, _BALANCED))
        rows.append(PublishedRatio(share, polite, balanced, settled(balanced - polite), *theirs))
    return tuple(rows)
