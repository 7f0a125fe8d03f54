"""What is a difference called: a regression, an improvement, or nothing that can be told?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.differences import stratified_difference
from modylbench.publishing.comparison.comparison import Change
from modylbench.scoring.arithmetic import mean, round_off

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.publishing.comparison.comparison import Status, WorstRun

    Scores = Sequence[tuple[float, float]]


CONFIDENCE = 0.95  # as in the benchmark's own intervals (paper 3.5)


@dataclass(frozen=True, slots=True)
class Demand:
    """How sure a claim must be, and how large a difference must be to matter."""

    confidence: float = CONFIDENCE
    threshold: float = 0.0

    @property
    def level(self) -> float:
        """The chance of a false claim that is put up with."""
        return round_off(1 - self.confidence)


def change_of(strata: Sequence[Scores], demand: Demand, *, least_variance: float = 0.0) -> Change:
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
    return Change(
        baseline=mean([mean([before for before, _ in scores]) for scores in strata]),
        candidate=mean([mean([after for _, after in scores]) for scores in strata]),
        difference=found.mean,
        pairs=found.pairs,
        interval=found.interval,
        p_value=found.p_value,
    )


def status_of(change: Change, demand: Demand, worst: WorstRun | None = None) -> Status:
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
