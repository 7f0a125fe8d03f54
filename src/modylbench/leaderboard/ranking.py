"""Ranks of entries, with intervals that say how sure each rank is.

Rank: one more than the number of entries with a higher score, so that ties share it.

Interval of a score: Student's t around it, 95 % for each entry by itself.

Interval of a rank: from 1 + the entries surely better to n - the entries surely worse. Surely is by
a t test of the difference at 5 % shared among the n - 1 comparisons of the entry with all others
(Bonferroni): an entry's interval holds its true rank with 95 %, each for itself, not all at once.

Groups: from the best downwards, an entry opens a new group if it is surely worse than the one that
opened the last. Two neighbours across such a border need not be surely different: that two cannot
be told apart does not pass on from one pair to the next.

What is approximate: the variance of a worst run (see its constant); that scores are taken as
normal; and that an entry's variance is drawn halfway to the board's, as its dozen or so degrees of
freedom say little by themselves. So an entry without any spread still has an interval if others
have one. Entries of different k are not quite alike, since the worst of more runs is lower.

The overall score is the mean over scenarios of each one's worst run (SPEC 2). It is what it claims
to estimate, the mean worst of k runs, without bias; only its variance has to be estimated, and from
k = 3 runs a scenario that cannot be done by drawing again: the least of three drawn again from
three is the same least far too often. So the variance of a worst run is taken from the spread of
the runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    RealNumbers = NDArray[np.float64]
    WholeNumbers = NDArray[np.int64]

CONFIDENCE = 0.95
LOWEST, HIGHEST = 1.0, 10.0
STEPS = 64
"""Ours: standard errors are rounded up to so many steps of the largest, so that counting needs a
sorted list a step and not a look at every pair; at most a 64th too careful."""
WORST_RUN_VARIANCE = 1.0
"""Ours: the variance of the worst of k runs, in variances of one run.

For normal runs it is 0.56 (k = 3) and less for more; for runs that now and then fall under a cap,
which is how real scores fall, it is 1.1 to 2.2 (a chance of 0.3 to 0.1 a run). One stands between:
too wide for the first, and not wide enough for the rarest falls, which three runs hardly ever show.
"""


@dataclass(frozen=True, slots=True)
class ScoredEntry:
    """An entry as it is ranked: `variance` is that of one run within its scenario."""

    id: str
    overall: float
    variance: float
    k: int
    scenarios: int

    @property
    def freedom(self) -> int:
        """Degrees of freedom of its variance; one at least, as a single run tells nothing."""
        return max(1, self.scenarios * (self.k - 1))


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """Where an entry stands."""

    id: str
    rank: int
    rank_low: int
    rank_high: int
    group: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings from the best to the last; equal scores in the order of their ids.

    `smallest_difference` is how far two entries of usual spread must lie apart to be surely
    different on this board, and None where there is no second.
    """

    standings: tuple[RankedEntry, ...]
    pooled_sd: float | None
    smallest_difference: float | None


@dataclass(frozen=True, slots=True)
class _EntryColumns:
    """All entries as columns, from the best to the last."""

    scores: RealNumbers
    errors: RealNumbers
    freedom: int
    pooled: float

    @property
    def size(self) -> int:
        return len(self.scores)

    def quantile(self, comparisons: int) -> float:
        from scipy.special import stdtrit  # slow to import

        return float(stdtrit(self.freedom, 1 - (1 - CONFIDENCE) / 2 / comparisons))

    @property
    def surely(self) -> float:
        """Standard errors of a difference that make it sure."""
        return self.quantile(max(1, self.size - 1))


def rank(entries: Sequence[ScoredEntry]) -> Ranking:
    """The ranking of entries that may be compared: same level, mode and panel."""
    if not entries:
        return Ranking((), None, None)
    import numpy as np

    ordered = sorted(entries, key=lambda entry: (-entry.overall, entry.id))
    field = _entry_columns(ordered)
    better, worse = _count_surely_different(field)
    ranks = 1 + np.searchsorted(-field.scores, -field.scores, side="left")
    half = field.quantile(1) * field.errors
    columns = (
        ranks,
        1 + better,
        field.size - worse,
        _groups(field),
        np.clip(field.scores - half, LOWEST, HIGHEST),
        np.clip(field.scores + half, LOWEST, HIGHEST),
    )
    rows = zip(ordered, *(column.tolist() for column in columns), strict=True)
    standings = tuple(RankedEntry(entry.id, *figures) for entry, *figures in rows)
    return Ranking(standings, math.sqrt(field.pooled), _smallest_difference(field, ordered))


def _entry_columns(ordered: Sequence[ScoredEntry]) -> _EntryColumns:
    """The columns; each variance is drawn towards the board's as if that were as well known.

    With few entries on the board, it is only as well known as the others make it.
    """
    import numpy as np

    freedom = np.array([entry.freedom for entry in ordered], dtype=np.float64)
    variances = np.array([entry.variance for entry in ordered])
    pooled = float(np.average(variances, weights=freedom))
    shared = np.minimum(freedom, freedom.sum() - freedom)
    drawn = (freedom * variances + shared * pooled) / (freedom + shared)
    scenarios = np.array([entry.scenarios for entry in ordered])
    errors = _in_steps(np.sqrt(WORST_RUN_VARIANCE * drawn / scenarios))
    scores = np.array([entry.overall for entry in ordered])
    return _EntryColumns(scores, errors, int((freedom + shared).min()), pooled)


def _in_steps(errors: RealNumbers) -> RealNumbers:
    import numpy as np

    step = errors.max() / STEPS
    rounded = np.ceil(errors / step - 1e-9) * step if step > 0 else errors
    return np.asarray(rounded, dtype=np.float64)


def _count_surely_different(field: _EntryColumns) -> tuple[WholeNumbers, WholeNumbers]:
    """How many entries are surely better, and how many surely worse, than each."""
    import numpy as np

    better = np.zeros(field.size, dtype=np.int64)
    worse = np.zeros(field.size, dtype=np.int64)
    for error in np.unique(field.errors):
        rising = np.sort(field.scores[field.errors == error])
        apart = field.surely * np.sqrt(field.errors**2 + error**2)
        better += len(rising) - np.searchsorted(rising, field.scores + apart, side="right")
        worse += np.searchsorted(rising, field.scores - apart, side="left")
    return better, worse


def _groups(field: _EntryColumns) -> WholeNumbers:
    import numpy as np

    surely = field.surely
    scores, errors = field.scores.tolist(), field.errors.tolist()
    groups, opener, group = [], 0, 1
    for place, (score, error) in enumerate(zip(scores, errors, strict=True)):
        if scores[opener] - score > surely * math.hypot(errors[opener], error):
            opener, group = place, group + 1
        groups.append(group)
    return np.array(groups, dtype=np.int64)


def _smallest_difference(field: _EntryColumns, ordered: Sequence[ScoredEntry]) -> float | None:
    if field.size == 1:
        return None
    fewest = min(entry.scenarios for entry in ordered)
    return field.surely * math.sqrt(2 * WORST_RUN_VARIANCE * field.pooled / fewest)


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
    return round_off(math.fsum(squares) / freedom) if freedom else None
