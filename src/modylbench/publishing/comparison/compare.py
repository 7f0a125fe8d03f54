"""How do runs stand against a baseline? Regressions first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.differences import holm
from modylbench.foundation.errors import UserMistake
from modylbench.publishing.comparison.comparison import (
    ORDER,
    WORDS,
    Candidate,
    Comparison,
    DimensionChange,
)
from modylbench.publishing.comparison.dimensions import dimension_changes
from modylbench.publishing.comparison.pairing import paired
from modylbench.publishing.comparison.standing import Demand, change_of, status_of
from modylbench.publishing.comparison.strata import Stratum, strata_of
from modylbench.publishing.comparison.turns import fallen_turns
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.publishing.comparison.comparison import Change, ScenarioChange
    from modylbench.publishing.comparison.sides import Side


def compare(baseline: Side, candidates: Sequence[Side], demand: Demand | None = None) -> Comparison:
    """Every candidate against the baseline, paired by scenario and seed.

    A regression or an improvement is claimed where the paired t test says so after Holm's
    adjustment over all claims of this comparison (each scenario and the overall difference, of
    every candidate): identical agents get any false claim at all with a chance of at most
    1 - confidence. Dimensions over all scenarios are a family of their own, and fail nothing.
    """
    wanted = demand or Demand()
    drafts = [_Draft.of(baseline, candidate, wanted) for candidate in candidates]
    claims = [claim for draft in drafts for claim in draft.claims()]
    known = _adjusted(claims)
    by_dimension = _adjusted(
        [dimension.change for draft in drafts for dimension in draft.dimensions]
    )
    return Comparison(
        baseline=baseline.name,
        confidence=wanted.confidence,
        threshold=wanted.threshold,
        claims=sum(claim.p_value is not None for claim in claims),
        candidates=tuple(draft.finished(known, by_dimension) for draft in drafts),
    )


@dataclass(frozen=True, slots=True)
class _Draft:
    """A candidate before the p-values of all are adjusted together."""

    name: str
    strata: tuple[Stratum, ...]
    overall: Change
    dimensions: tuple[DimensionChange, ...]
    notes: tuple[str, ...]
    demand: Demand

    @staticmethod
    def of(baseline: Side, candidate: Side, demand: Demand) -> _Draft:
        pairs, left_out = paired(baseline, candidate)
        if not pairs:
            first = min(left_out, key=lambda one: one.kind != "not_comparable")
            why = f"{first.scenario_id} seed {first.seed}: {first.reason}"
            message = (
                f"found no trial that {candidate.name} and {baseline.name} can be compared on "
                f"({why}); hold and judge the same scenarios and seeds in the same manner"
            )
            raise UserMistake(message)
        strata = tuple(strata_of(pairs, left_out, demand))
        counted = [stratum.pairs for stratum in strata if stratum.pairs]
        sides = [[(one.baseline.score, one.candidate.score) for one in each] for each in counted]
        return _Draft(
            name=candidate.name,
            strata=strata,
            overall=change_of(sides, demand),
            dimensions=dimension_changes(counted, demand),
            notes=tuple(_notes(baseline, candidate)),
            demand=demand,
        )

    def claims(self) -> list[Change]:
        """What is claimed of it; one scenario alone is the whole."""
        of_scenarios = [one.change for one in self.strata if one.change is not None]
        return of_scenarios if len(of_scenarios) == 1 else [*of_scenarios, self.overall]

    def finished(self, known: dict[Change, float], by_dimension: dict[Change, float]) -> Candidate:
        overall = _with(self.overall, known)
        scenarios = sorted(
            (one.finished(known, self.demand) for one in self.strata),
            key=lambda one: (
                ORDER.index(one.status),
                one.change.difference if one.change else 0.0,
                one.scenario_id,
            ),
        )
        dimensions = tuple(
            DimensionChange(
                dimension=dimension.dimension,
                change=(change := _with(dimension.change, by_dimension)),
                status=status_of(change, self.demand),
            )
            for dimension in self.dimensions
        )
        status = status_of(overall, self.demand)
        worst = [scenario.worst.difference for scenario in scenarios if scenario.worst is not None]
        return Candidate(
            name=self.name,
            overall=overall,
            overall_status=status,
            worst_difference=mean(worst),
            scenarios=tuple(scenarios),
            dimensions=dimensions,
            fallen=fallen_turns([pair for one in self.strata for pair in one.pairs]),
            notes=self.notes,
            blocking=tuple(_blocking(scenarios, is_overall_worse=status == "regression")),
        )


def _blocking(scenarios: Iterable[ScenarioChange], *, is_overall_worse: bool) -> Iterator[str]:
    if is_overall_worse:
        yield "overall: regression"
    for scenario in scenarios:
        if scenario.is_blocking:
            lost = scenario.worst is not None and scenario.worst.tiers_gained < 0
            yield f"{scenario.scenario_id}: {WORDS[scenario.status]}" + (
                ", tier lost" if lost else ""
            )
            continue
        for trial in scenario.left_out:
            if trial.is_blocking:
                yield f"{scenario.scenario_id} seed {trial.seed}: {trial.reason}"


def _adjusted(claims: Sequence[Change]) -> dict[Change, float]:
    """What each is worth among all; equal changes are worth the same."""
    known = [(claim, claim.p_value) for claim in claims if claim.p_value is not None]
    values = holm([value for _, value in known])
    found: dict[Change, float] = {}
    for (one, _), value in zip(known, values, strict=True):
        found[one] = max(value, found.get(one, 0.0))
    return found


def _with(change: Change, adjusted: dict[Change, float]) -> Change:
    return change.model_copy(update={"adjusted": adjusted.get(change)})


def _notes(baseline: Side, candidate: Side) -> Iterator[str]:
    there = dict(candidate.held)
    for what, value in baseline.held:
        if what in there and there[what] != value:
            yield f"held otherwise: {what} {value} in {baseline.name}, {there[what]} here"
