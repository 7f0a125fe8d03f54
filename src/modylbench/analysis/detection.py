"""How well a judge tells spoilt work from clean work.

Scores are on the 1 to 10 scale, and a lower one is worse. None is what cannot be told: no score of
the kind that it takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MARGIN = 0.5  # ours: less than half a point is what judges differ by on nothing


def detection_rate(pairs: Sequence[tuple[float, float]], *, margin: float = MARGIN) -> float | None:
    """The share of (clean, spoilt) scores of one subject in which the spoilt one is lower.

    >>> detection_rate([(9.0, 6.0), (9.0, 8.8)])
    0.5
    """
    if not pairs:
        return None
    return sum(clean - spoilt >= margin for clean, spoilt in pairs) / len(pairs)


def false_alarm_rate(
    clean: Mapping[str, Sequence[float]], *, margin: float = MARGIN
) -> float | None:
    """The share of clean scores that fall below those of the same subject at the other seeds.

    A score is held against the mean of the others, as a spoilt one is against its clean twin;
    subjects with one score alone tell nothing.

    >>> false_alarm_rate({"turn-07": [9.0, 9.0, 9.0, 8.0]})
    0.25
    """
    alarms = [
        (math.fsum(scores) - score) / (len(scores) - 1) - score >= margin
        for scores in clean.values()
        if len(scores) > 1
        for score in scores
    ]
    return sum(alarms) / len(alarms) if alarms else None


def area_under_curve(clean: Sequence[float], spoilt: Sequence[float]) -> float | None:
    """The chance that a clean score is above a spoilt one, ties half: AUC of the ROC curve.

    It is the Mann-Whitney U statistic by the number of pairs.

    >>> area_under_curve([9.0, 8.0], [8.0, 3.0])
    0.875
    """
    if not clean or not spoilt:
        return None
    wins = sum((right > wrong) + 0.5 * (right == wrong) for right in clean for wrong in spoilt)
    return wins / (len(clean) * len(spoilt))
