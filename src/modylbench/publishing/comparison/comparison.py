"""What putting runs side by side leaves behind: differences, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from modylbench.analysis.differences import stratified_difference
from modylbench.foundation.record import Record, Spec
from modylbench.foundation.score_text import difference_text, interval_text, score_text
from modylbench.scenarios.template import Tier
from modylbench.scoring.arithmetic import mean, round_off

if TYPE_CHECKING:
    from collections.abc import Sequence

    ScorePairs = Sequence[tuple[float, float]]

ChangeStatus = Literal[
    "regression", "drop_without_evidence", "missing", "not_comparable",
    "improvement", "gain_without_evidence", "unchanged", "new",
]  # fmt: skip
ORDER: tuple[ChangeStatus, ...] = get_args(ChangeStatus)
"""How they are told: what is bad or not known first."""
LeftOutKind = Literal["missing", "not_comparable", "new"]
WORDS: dict[ChangeStatus, str] = {
    "regression": "regression",
    "drop_without_evidence": "drop without evidence",
    "missing": "missing",
    "not_comparable": "not comparable",
    "improvement": "improvement",
    "gain_without_evidence": "gain without evidence",
    "unchanged": "no clear change",
    "new": "new",
}
CONFIDENCE = 0.95  # as in the benchmark's own intervals (paper 3.5)


class ScoreChange(Spec):
    """Means of both sides over the same trials, and their difference, candidate less baseline.

    `interval` and the p-values are None where they are not known. `adjusted` is the p-value after
    Holm, over all that it is claimed together with; None where nothing is claimed by it.
    """

    baseline: float
    candidate: float
    difference: float
    pairs: int
    interval: tuple[float, float] | None
    p_value: float | None
    adjusted: float | None = None

    @property
    def text(self) -> str:
        """Its figures in one line, for people."""
        interval = interval_text(self.interval, "not known")
        scores = f"{score_text(self.baseline)} -> {score_text(self.candidate)}"
        return f"{scores}, difference {difference_text(self.difference)}, interval {interval}"


class PairedTrial(Spec):
    """One scenario and seed, held by both; its gates are all caps on a trial, with reasons."""

    seed: int
    baseline: float
    candidate: float
    difference: float
    baseline_tier: Tier | None
    candidate_tier: Tier | None
    baseline_by_paper: float | None = None
    candidate_by_paper: float | None = None
    baseline_dynamics: float | None = None
    candidate_dynamics: float | None = None
    """Of meetings of several people, in which they count."""
    gates_closed: tuple[str, ...] = ()
    """Those that hold the candidate down and not the baseline."""
    gates_opened: tuple[str, ...] = ()
    """Those that held the baseline down and no longer hold."""


class WorstRun(Spec):
    """The worst of the trials compared, on each side: its score is the official one."""

    baseline: float
    candidate: float
    difference: float
    baseline_tier: Tier | None
    candidate_tier: Tier | None
    tiers_gained: int
    """Below zero where tiers were lost."""


class LeftOut(Spec):
    """A trial that is not in the figures, and why; `is_blocking` where it should have been."""

    scenario_id: str
    seed: int
    kind: LeftOutKind
    """The candidate lacks it, both have it and not alike, or the baseline lacks it."""
    reason: str
    is_blocking: bool


class DimensionChange(Spec):
    """One dimension; `status` only over all scenarios, where it is claimed."""

    dimension: str
    change: ScoreChange
    status: ChangeStatus | None = None


class TurnChange(Spec):
    """A turn that fell: the same scenario, seed and turn on both sides."""

    scenario_id: str
    seed: int
    turn_index: int
    phase: str
    baseline: float
    candidate: float
    difference: float
    reasons: tuple[str, ...]


class ScenarioChange(Spec):
    """One scenario; without a pair it has no change and no worst run."""

    scenario_id: str
    status: ChangeStatus
    change: ScoreChange | None
    worst: WorstRun | None
    trials: tuple[PairedTrial, ...]
    dimensions: tuple[DimensionChange, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def is_blocking(self) -> bool:
        """Whether it keeps a candidate from passing where regressions are to fail.

        So does a drop of which nobody can know whether it is chance, since there is one pair; a
        drop that was measured and may be chance does not.
        """
        if self.status == "drop_without_evidence":
            return self.change is not None and self.change.interval is None
        return self.status in ("regression", "missing", "not_comparable")


class Candidate(Spec):
    """One run against the baseline; `overall` counts every scenario compared the same.

    `worst_difference` is that of the overall scores by the benchmark's rule: the mean over the
    scenarios compared of each one's worst run.
    """

    name: str
    overall: ScoreChange
    overall_status: ChangeStatus
    worst_difference: float
    scenarios: tuple[ScenarioChange, ...]
    dimensions: tuple[DimensionChange, ...]
    fallen: tuple[TurnChange, ...]
    notes: tuple[str, ...]
    blocking: tuple[str, ...]
    """Why it does not pass where regressions are to fail; empty where it does."""

    @property
    def passes(self) -> bool:
        """Whether nothing became worse, as far as can be told, and nothing is missing."""
        return not self.blocking


class Comparison(Record):
    """comparison.json: runs against a baseline, at one confidence and one threshold."""

    baseline: str
    confidence: float
    threshold: float
    claims: int
    """Over how many comparisons the p-values of scenarios and overall scores are adjusted."""
    candidates: tuple[Candidate, ...]

    @property
    def passes(self) -> bool:
        """Whether every candidate does."""
        return all(candidate.passes for candidate in self.candidates)


@dataclass(frozen=True, slots=True)
class EvidenceThreshold:
    """How sure a claim must be, and how large a difference must be to matter."""

    confidence: float = CONFIDENCE
    threshold: float = 0.0

    @property
    def level(self) -> float:
        """The chance of a false claim that is put up with."""
        return round_off(1 - self.confidence)


def change_of(
    strata: Sequence[ScorePairs], demand: EvidenceThreshold, *, least_variance: float = 0.0
) -> ScoreChange:
    """The difference between the (baseline, candidate) scores of one or more scenarios."""
    differences = [[after - before for before, after in scores] for scores in strata]
    found = stratified_difference(
        differences,
        confidence=demand.confidence,
        threshold=demand.threshold,
        least_variance=least_variance,
    )
    if found is None:
        message = "expected at least one pair of scores"
        raise ValueError(message)
    return ScoreChange(
        baseline=mean([mean([before for before, _ in scores]) for scores in strata]),
        candidate=mean([mean([after for _, after in scores]) for scores in strata]),
        difference=found.mean,
        pairs=found.pairs,
        interval=found.interval,
        p_value=found.p_value,
    )


def status_of(
    change: ScoreChange, demand: EvidenceThreshold, worst: WorstRun | None = None
) -> ChangeStatus:
    """What may be claimed.

    A regression or an improvement only where the interval is known and Holm's adjusted p-value
    bears it out at the level demanded. A drop without evidence is, where the interval is not known
    since a scenario has one pair alone, a drop beyond the threshold or a lost tier; where it is
    known, a lost tier with such a drop that may be chance. Gains likewise.
    """
    by, threshold = change.difference, demand.threshold
    tiers = worst.tiers_gained if worst is not None else 0
    if change.adjusted is not None and change.adjusted <= demand.level and abs(by) > threshold:
        return "regression" if by < 0 else "improvement"
    is_known = change.interval is not None
    is_moved = tiers * by > 0 and abs(by) > threshold if is_known else abs(by) > threshold or tiers
    if not is_moved:
        return "unchanged"
    return "drop_without_evidence" if (by or tiers) < 0 else "gain_without_evidence"
