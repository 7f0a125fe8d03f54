"""How steady a screen is while it changes (paper 3.7.5: ScreenContentTracker; SPEC 9)."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ALIKE = 0.95  # paper 3.7.5
MOST_VARIANCE = 0.01  # SPEC 9
VARIANCE_COSTS = 0.5  # SPEC 9: at most


class FramePair(NamedTuple):
    """Two pictures of a surface in a row: how alike they are, and whether an edit asked for it."""

    ssim: float
    is_asked_for: bool


def layout_stability(pairs: Sequence[FramePair]) -> float | None:
    """1 - (share of pairs below 0.95 that no edit asked for), x 1 - min(variance / 0.01, 1) x 0.5.

    None without pairs. The variance is that of the pairs no edit asked for (ours): work that goes
    on changes the screen much and little, and is steady all the same.

    >>> layout_stability([FramePair(0.6, True), FramePair(1.0, False)])
    1.0
    >>> layout_stability([FramePair(0.7, False), FramePair(0.9, False)])
    0.0
    """
    if not pairs:
        return None
    moved = sum(pair.ssim < ALIKE and not pair.is_asked_for for pair in pairs)
    own = [pair.ssim for pair in pairs if not pair.is_asked_for]
    variance = statistics.pvariance(own) if own else 0.0
    unsteady = min(variance / MOST_VARIANCE, 1.0) * VARIANCE_COSTS
    return (1 - moved / len(pairs)) * (1 - unsteady)
