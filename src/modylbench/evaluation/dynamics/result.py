"""What one metric of dynamics comes to: a value with the events it rests on, or why there is none.

The curves by which events are worth something between 0 and 1 stand here too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import DynamicsMoment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.dynamics.norms import Distribution

DIGITS = 6  # ours: the noise that floats add is below
MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class MetricResult:
    """A value in [0, 1], or a reason; `interval` is where 95 % of what it may be by chance lies."""

    value: float | None
    reason: str = ""
    moments: tuple[DynamicsMoment, ...] = ()
    interval: tuple[float, float] | None = None


def absent(reason: str, moments: Iterable[DynamicsMoment] = ()) -> MetricResult:
    """Nothing could be measured, and that is why: never a value of 0."""
    return MetricResult(None, reason, tuple(moments))


def result_of(value: float, moments: Iterable[DynamicsMoment]) -> MetricResult:
    """A value held to [0, 1], with its events."""
    return MetricResult(share_of(value), "", tuple(moments))


def share_of(value: float) -> float:
    """A value held to [0, 1] and rounded.

    >>> share_of(1.0000001), share_of(-0.2)
    (1.0, 0.0)
    """
    return round(min(max(value, 0.0), 1.0), DIGITS) + 0.0


def mean_of(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return math.fsum(values) / len(values)


def share_kept(moments: Sequence[DynamicsMoment]) -> MetricResult:
    """The share of events that are as they should be: the mean of their values."""
    return result_of(mean_of([moment.value or 0.0 for moment in moments]), moments)


def moment(
    at_s: float, until_s: float, who: Sequence[str], value: float | None = None, note: str = ""
) -> DynamicsMoment:
    """An event, whichever of its two ends comes first, to the millisecond."""
    start_s, end_s = sorted((max(at_s, 0.0), max(until_s, 0.0)))
    return DynamicsMoment(
        at_s=round(start_s, MILLISECONDS),
        until_s=round(end_s, MILLISECONDS),
        who=tuple(who),
        value=None if value is None else round(value, DIGITS) + 0.0,
        note=note,
    )


def worth_falling(value: float, best_until: float, worst_from: float) -> float:
    """1 up to the first, from there in a straight line to 0 at the second.

    >>> [worth_falling(value, 1.0, 3.0) for value in (0.5, 2.0, 3.0, 9.0)]
    [1.0, 0.5, 0.0, 0.0]
    """
    if value <= best_until:
        return 1.0
    if value >= worst_from:
        return 0.0
    return (worst_from - value) / (worst_from - best_until)


def worth_by_reference(value: float, reference: Distribution) -> float:
    """1 up to the reference's P75, from there in a straight line to 0 at its P99 (SPEC 7)."""
    return worth_falling(value, reference.at(0.75), reference.at(0.99))
