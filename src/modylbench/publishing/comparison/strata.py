"""How does one scenario stand: its pairs, its worst run, its dimensions?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.differences import shared_variance
from modylbench.publishing.comparison.comparison import (
    ORDER,
    Change,
    DimensionChange,
    LeftOut,
    PairedTrial,
    ScenarioChange,
    WorstRun,
)
from modylbench.publishing.comparison.dimensions import dimension_changes
from modylbench.publishing.comparison.standing import change_of, status_of
from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.publishing.comparison.comparison import Status
    from modylbench.publishing.comparison.pairing import Pair
    from modylbench.publishing.comparison.standing import Demand

TIERS = (None, "peer", "mentor", "consultant")


@dataclass(frozen=True, slots=True)
class Stratum:
    """A scenario before its p-value is adjusted; without pairs there is no change."""

    scenario_id: str
    pairs: tuple[Pair, ...]
    left_out: tuple[LeftOut, ...]
    change: Change | None
    dimensions: tuple[DimensionChange, ...]

    def finished(self, adjusted: Mapping[Change, float], demand: Demand) -> ScenarioChange:
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

    def _without_pairs(self) -> Status:
        kinds = {one.kind for one in self.left_out}
        return next(kind for kind in ORDER if kind in kinds)


def strata_of(
    pairs: Sequence[Pair], left_out: Sequence[LeftOut], demand: Demand
) -> Iterator[Stratum]:
    """The scenarios, in the order of their names."""
    found = {*(pair.scenario_id for pair in pairs), *(one.scenario_id for one in left_out)}
    names = sorted(found)
    by_name = {name: tuple(pair for pair in pairs if pair.scenario_id == name) for name in names}
    least = shared_variance([[one.difference for one in own] for own in by_name.values()])
    for name, own in by_name.items():
        scores = [(pair.baseline.score, pair.candidate.score) for pair in own]
        yield Stratum(
            scenario_id=name,
            pairs=own,
            left_out=tuple(one for one in left_out if one.scenario_id == name),
            change=change_of([scores], demand, least_variance=least) if own else None,
            dimensions=dimension_changes([own], demand) if own else (),
        )


def worst_run(pairs: Sequence[Pair]) -> WorstRun:
    """The worst trial of each side; they need not be of one seed."""
    before = min((pair.baseline for pair in pairs), key=lambda one: one.score)
    after = min((pair.candidate for pair in pairs), key=lambda one: one.score)
    return WorstRun(
        baseline=before.score,
        candidate=after.score,
        difference=round_off(after.score - before.score),
        baseline_tier=before.card.tier,
        candidate_tier=after.card.tier,
        tiers_gained=TIERS.index(after.card.tier) - TIERS.index(before.card.tier),
    )


def _trial(pair: Pair) -> PairedTrial:
    return PairedTrial(
        seed=pair.seed,
        baseline=pair.baseline.score,
        candidate=pair.candidate.score,
        difference=pair.difference,
        baseline_tier=pair.baseline.card.tier,
        candidate_tier=pair.candidate.card.tier,
    )
