"""Compares runs with a baseline run: the differences, regressions first, and what blocks."""

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
    EvidenceThreshold,
    change_of,
    status_of,
)
from modylbench.publishing.comparison.pairs import pair_trials
from modylbench.publishing.comparison.scenarios import (
    ScenarioPairs,
    dimension_changes,
    fallen_turns,
    pairs_by_scenario,
)
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.publishing.comparison.comparison import LeftOut, ScenarioChange, ScoreChange
    from modylbench.publishing.comparison.pairs import ComparedRun


def compare(
    baseline: ComparedRun,
    candidates: Sequence[ComparedRun],
    demand: EvidenceThreshold | None = None,
) -> Comparison:
    """Every candidate against the baseline, paired by scenario and seed.

    A regression or an improvement is claimed where the paired t test says so after Holm's
    adjustment over all claims of this comparison (each scenario and the overall difference, of
    every candidate): identical agents get any false claim at all with a chance of at most
    1 - confidence. Dimensions over all scenarios are a family of their own, and fail nothing.
    """
    wanted = demand or EvidenceThreshold()
    drafts = [_CandidateDraft.of(baseline, candidate, wanted) for candidate in candidates]
    claims = [claim for draft in drafts for claim in draft.claims()]
    known = _adjust_claims(claims)
    by_dimension = _adjust_claims(
        [dimension.change for draft in drafts for dimension in draft.dimensions]
    )
    return Comparison(
        baseline=baseline.name,
        confidence=wanted.confidence,
        threshold=wanted.threshold,
        claims=sum(claim.p_value is not None for claim in claims),
        candidates=tuple(draft.candidate_change(known, by_dimension) for draft in drafts),
    )


@dataclass(frozen=True, slots=True)
class _CandidateDraft:
    """A candidate before the p-values of all are adjusted together."""

    name: str
    scenarios: tuple[ScenarioPairs, ...]
    overall: ScoreChange
    dimensions: tuple[DimensionChange, ...]
    notes: tuple[str, ...]
    demand: EvidenceThreshold

    @staticmethod
    def of(
        baseline: ComparedRun, candidate: ComparedRun, demand: EvidenceThreshold
    ) -> _CandidateDraft:
        pairs, left_out = pair_trials(baseline, candidate)
        if not pairs:
            raise _no_pairs(baseline, candidate, left_out)
        scenarios = tuple(pairs_by_scenario(pairs, left_out, demand))
        counted = [scenario.pairs for scenario in scenarios if scenario.pairs]
        sides = [
            [(pair.baseline.score, pair.candidate.score) for pair in pairs_of_scenario]
            for pairs_of_scenario in counted
        ]
        return _CandidateDraft(
            name=candidate.name,
            scenarios=scenarios,
            overall=change_of(sides, demand),
            dimensions=dimension_changes(counted, demand),
            notes=tuple(_notes(baseline, candidate)),
            demand=demand,
        )

    def claims(self) -> list[ScoreChange]:
        """What is claimed of it; one scenario alone is the whole."""
        changes = [scenario.change for scenario in self.scenarios if scenario.change is not None]
        return changes if len(changes) == 1 else [*changes, self.overall]

    def candidate_change(
        self, known: dict[ScoreChange, float], by_dimension: dict[ScoreChange, float]
    ) -> Candidate:
        overall = _with_adjusted(self.overall, known)
        scenarios = sorted(
            (scenario.change_of_scenario(known, self.demand) for scenario in self.scenarios),
            key=lambda scenario: (
                ORDER.index(scenario.status),
                scenario.change.difference if scenario.change else 0.0,
                scenario.scenario_id,
            ),
        )
        dimensions = tuple(
            DimensionChange(
                dimension=dimension.dimension,
                change=(change := _with_adjusted(dimension.change, by_dimension)),
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
            fallen=fallen_turns([pair for scenario in self.scenarios for pair in scenario.pairs]),
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


def _no_pairs(
    baseline: ComparedRun, candidate: ComparedRun, left_out: Sequence[LeftOut]
) -> UserMistake:
    first = min(left_out, key=lambda trial: trial.kind != "not_comparable")
    why = f"{first.scenario_id} seed {first.seed}: {first.reason}"
    if baseline.source and candidate.source and baseline.source != candidate.source:
        sides = f"{candidate.name} is of the {candidate.source}"
        why = f"{sides}, and {baseline.name} of the {baseline.source}: their meetings differ"
    message = (
        f"found no trial that {candidate.name} and {baseline.name} can be compared on "
        f"({why}); hold and judge the same scenarios and seeds in the same manner"
    )
    return UserMistake(message)


def _adjust_claims(claims: Sequence[ScoreChange]) -> dict[ScoreChange, float]:
    """What each is worth among all; equal changes are worth the same."""
    known = [(claim, claim.p_value) for claim in claims if claim.p_value is not None]
    values = holm([value for _, value in known])
    found: dict[ScoreChange, float] = {}
    for (claim, _), value in zip(known, values, strict=True):
        found[claim] = max(value, found.get(claim, 0.0))
    return found


def _with_adjusted(change: ScoreChange, adjusted: dict[ScoreChange, float]) -> ScoreChange:
    return change.model_copy(update={"adjusted": adjusted.get(change)})


def _notes(baseline: ComparedRun, candidate: ComparedRun) -> Iterator[str]:
    there = dict(candidate.held)
    for what, value in baseline.held:
        if what in there and there[what] != value:
            yield f"held otherwise: {what} {value} in {baseline.name}, {there[what]} here"
