"""How far does an entry's overall score move from one set of seeds to another?

The overall score is the mean over scenarios of each one's worst run (SPEC 2). It is what it claims
to estimate, the mean worst of k runs, without bias; only its variance has to be estimated, and from
k = 3 runs a scenario that cannot be done by drawing again: the least of three drawn again from
three is the same least far too often. So the variance of a worst run is taken from the spread of
the runs.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.scoring.arithmetic import settled

if TYPE_CHECKING:
    from collections.abc import Sequence

WORST_RUN_VARIANCE = 1.0
"""Ours: the variance of the worst of k runs, in variances of one run.

For normal runs it is 0.56 (k = 3) and less for more; for runs that now and then fall under a cap,
which is how real scores fall, it is 1.1 to 2.2 (a chance of 0.3 to 0.1 a run). One stands between:
too wide for the first, and not wide enough for the rarest falls, which three runs hardly ever show.
"""


def run_variance(scores_by_scenario: Sequence[Sequence[float]]) -> float | None:
    """The variance of one run within its scenario (n - 1), pooled; None where none ran twice.

    >>> run_variance([[8.0, 9.0, 10.0], [5.0, 5.0, 5.0]])
    0.5
    """
    squares, freedom = [], 0
    for scores in scores_by_scenario:
        middle = math.fsum(scores) / len(scores)
        squares += [(score - middle) ** 2 for score in scores]
        freedom += len(scores) - 1
    return settled(math.fsum(squares) / freedom) if freedom else None
