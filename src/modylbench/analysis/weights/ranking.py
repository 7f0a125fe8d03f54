"""In which order do runs stand, and how far do two orders agree?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.scoring.arithmetic import settled

if TYPE_CHECKING:
    from collections.abc import Mapping

FEWEST = 2


def ranked(scores: Mapping[str, float | None]) -> dict[str, int]:
    """The ranks of those that have a score, the best first; equal scores share the better rank.

    >>> ranked({"a": 5.0, "b": 7.0, "c": 5.0, "d": None})
    {'a': 2, 'b': 1, 'c': 2}
    """
    known = {name: score for name, score in scores.items() if score is not None}
    return {
        name: 1 + sum(other > score for other in known.values()) for name, score in known.items()
    }


def agreement_of_ranks(
    one: Mapping[str, float | None], other: Mapping[str, float | None]
) -> float | None:
    """Kendall's tau-b of two orders of the same runs; None where one of them orders nothing."""
    names = sorted(name for name in one if one[name] is not None and other.get(name) is not None)
    before, after = ([each[name] or 0.0 for name in names] for each in (one, other))
    if min(len(set(before)), len(set(after))) < FEWEST:
        return None
    from scipy.stats import kendalltau  # slow to import

    tau = float(kendalltau(before, after).statistic)
    return None if math.isnan(tau) else settled(tau)
