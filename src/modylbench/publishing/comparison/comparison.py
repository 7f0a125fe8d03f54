"""What does putting runs side by side leave behind? Differences, and what they are worth."""

from __future__ import annotations

from typing import Literal

from modylbench.foundation.record import Record, Spec
from modylbench.foundation.score_text import difference_text, interval_text, score_text
from modylbench.scoring.scorecard import Tier

Status = Literal[
    "regression", "drop_without_evidence", "missing", "not_comparable",
    "improvement", "gain_without_evidence", "unchanged", "new",
]  # fmt: skip
ORDER: tuple[Status, ...] = (
    "regression", "drop_without_evidence", "missing", "not_comparable",
    "improvement", "gain_without_evidence", "unchanged", "new",
)  # fmt: skip
"""How they are told: what is bad or not known first."""
WORDS: dict[Status, str] = {
    "regression": "regression",
    "drop_without_evidence": "drop without evidence",
    "missing": "missing",
    "not_comparable": "not comparable",
    "improvement": "improvement",
    "gain_without_evidence": "gain without evidence",
    "unchanged": "no clear change",
    "new": "new",
}


class Change(Spec):
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
    def told(self) -> str:
        """Its figures in one line, for people."""
        interval = "not known" if self.interval is None else interval_text(self.interval)
        scores = f"{score_text(self.baseline)} -> {score_text(self.candidate)}"
        return f"{scores}, difference {difference_text(self.difference)}, interval {interval}"


class PairedTrial(Spec):
    """One scenario and seed, held by both."""

    seed: int
    baseline: float
    candidate: float
    difference: float
    baseline_tier: Tier | None
    candidate_tier: Tier | None


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
    kind: Literal["missing", "not_comparable", "new"]
    """The candidate lacks it, both have it and not alike, or the baseline lacks it."""
    reason: str
    is_blocking: bool


class DimensionChange(Spec):
    """One dimension; `status` only over all scenarios, where it is claimed."""

    dimension: str
    change: Change
    status: Status | None = None


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
    status: Status
    change: Change | None
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
    overall: Change
    overall_status: Status
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
