"""Samples of a submission's verdicts, and whether its judges give them again.

Nobody can know the samples before the upload: the draw follows from a secret of the server and the
digest of the uploaded bytes. It is kept, so that whoever gets the seed can draw the same samples.

A model asked again does not say the very same, so single ratings prove nothing. Three rules, for
each judge by itself, as a forger needs to rewrite one only (the figures: Tolerance):

- the mean absolute difference of ratings is not surely over 1.0, one step within a rubric's band;
- the claims are not surely higher on the whole, and that by more than 0.3;
- few verdicts are far better than what is said again (1.5 points or more in the mean, or most of
  their votes): not more than honest noise gives in 999 of 1,000 submissions.

The second takes the noise from the answers themselves; the first and the third assume some.

Surely is by a one-sided t test at 0.1 % over verdicts: the ratings of one verdict come from one
answer and are no independent witnesses.

With the noise that the tests draw (a step of 0.4 an answer and 0.7 a rating, then rounded, so that
two honest answers are 0.9 apart) and 36 verdicts a judge, an honest submission is doubted in 1 of
400. A judge raised throughout by 2 or by 1 is found always, by a half in three of four; three
tenths of the verdicts raised by 2 in 92 %, two tenths raised by 3 in 87 %, one tenth in a third:
samples find what moves a score, and not single verdicts. A judge of half as much noise again (1.3
apart) is doubted in six of ten though honest; its entry stays self-reported, which is no
accusation. Claims that are too low are nobody's gain, and left to the first rule.
"""

from __future__ import annotations

import hmac
import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Field

from modylbench.evaluation.verdicts import Subject, SubjectKind
from modylbench.foundation.draw import Draw
from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

PER_SCENARIO: Mapping[SubjectKind, int] = {"turn": 4, "product": 1, "edge_case": 1}
"""Ours: 36 verdicts a judge over six scenarios, some 7 % of what judging three runs of each takes;
the lines above say what so many find."""
LEVEL = 0.001
FEWEST_TO_TEST = 3


class VerdictSample(Spec):
    """A turn, a product or an edge case of one trial."""

    scenario_id: str
    seed: int
    subject: Subject


def drawing_seed(secret: bytes, submission_id: str) -> str:
    """What the samples of a submission are drawn by."""
    return hmac.new(secret, f"samples of {submission_id}".encode(), "sha256").hexdigest()


def draw_samples(seed: str, judged: Iterable[VerdictSample]) -> tuple[VerdictSample, ...]:
    """Some of what was judged: of every scenario some turns, a product and an edge case."""
    strata: dict[tuple[str, SubjectKind], list[VerdictSample]] = {}
    for sample in sorted(set(judged), key=_order):
        strata.setdefault((sample.scenario_id, sample.subject.kind), []).append(sample)
    chosen = [
        sample
        for (scenario_id, kind), samples in sorted(strata.items())
        for sample in Draw(seed, scenario_id, kind).in_drawn_order(samples)[: PER_SCENARIO[kind]]
    ]
    return tuple(sorted(chosen, key=_order))


def _order(sample: VerdictSample) -> tuple[str, int, str]:
    return sample.scenario_id, sample.seed, sample.subject.key


@dataclass(frozen=True, slots=True)
class JudgeTolerance:
    """What honest judges may differ by; ours, all of it: see above for what it finds and spares.

    Assumed, not measured: a leaderboard whose judges are noisier than 0.9 between two answers sets
    `absolute` and `far_share` to what its own judges show, or doubts honest entries.
    """

    absolute: float = 1.0
    shift: float = 0.3
    far: float = 1.5
    far_share: float = 0.02
    """The share of honest verdicts that are far better by chance."""


TOLERANCE = JudgeTolerance()


class VerdictComparison(Spec):
    """One verdict: the ratings and votes that were claimed beside those given again."""

    sample: VerdictSample
    judge: str
    claimed: dict[str, float]
    again: dict[str, float]
    claimed_votes: dict[str, bool] = Field(default_factory=dict)
    votes_again: dict[str, bool] = Field(default_factory=dict)

    @property
    def differences(self) -> tuple[float, ...]:
        """Of every dimension that was rated both times, how much higher the claim is."""
        both = sorted(self.claimed.keys() & self.again.keys())
        return tuple(self.claimed[name] - self.again[name] for name in both)

    @property
    def shift(self) -> float | None:
        """How much higher the claim is on the whole; None where nothing was rated twice."""
        found = self.differences
        return math.fsum(found) / len(found) if found else None

    def is_far_better(self, far: float) -> bool:
        """Whether the claim is so many points higher, or most of its votes turned round."""
        both = self.claimed_votes.keys() & self.votes_again.keys()
        turned = sum(self.claimed_votes[name] and not self.votes_again[name] for name in both)
        shift = self.shift
        return (shift is not None and shift >= far) or 2 * turned > len(both)


def doubts(
    compared: Iterable[VerdictComparison], tolerance: JudgeTolerance = TOLERANCE
) -> tuple[str, ...]:
    """What speaks against the claims of each judge; nothing where they agree."""
    by_judge: dict[str, list[VerdictComparison]] = defaultdict(list)
    for comparison in compared:
        by_judge[comparison.judge].append(comparison)
    return tuple(
        f"{judge}: {doubt}"
        for judge in sorted(by_judge)
        for doubt in _doubts_of_judge(by_judge[judge], tolerance)
    )


def too_few(compared: Sequence[VerdictComparison], judges: Iterable[str]) -> tuple[str, ...]:
    """The judges that nothing can be said of, since too few of their verdicts were given again."""
    counts = Counter(comparison.judge for comparison in compared)
    return tuple(
        f"{judge}: {counts[judge]} verdicts were given again, expected at least {FEWEST_TO_TEST}"
        for judge in sorted(judges)
        if counts[judge] < FEWEST_TO_TEST
    )


def _doubts_of_judge(
    compared: Sequence[VerdictComparison], tolerance: JudgeTolerance
) -> Iterator[str]:
    rated = [found for comparison in compared if (found := comparison.differences)]
    apart = [_mean([abs(value) for value in values]) for values in rated]
    if _is_surely_over(tolerance.absolute, apart):
        yield (
            f"ratings differ by {_mean(apart):.2f} in the mean from what it says again, "
            f"expected at most {tolerance.absolute}"
        )
    shifts = [_mean(values) for values in rated]
    if _is_surely_over(0.0, shifts) and _mean(shifts) > tolerance.shift:
        yield f"{len(shifts)} verdicts are {_mean(shifts):.2f} higher in the mean than said again"
    far = sum(comparison.is_far_better(tolerance.far) for comparison in compared)
    most = most_far(len(compared), tolerance.far_share)
    if far > most:
        yield (
            f"{far} of {len(compared)} verdicts are far better than said again, "
            f"expected at most {most}"
        )


def _is_surely_over(bound: float, values: Sequence[float]) -> bool:
    if len(values) < FEWEST_TO_TEST or (over := _mean(values) - bound) <= 0:
        return False
    from scipy.special import stdtr  # slow to import

    squares = math.fsum((value - bound - over) ** 2 for value in values)
    error = math.sqrt(squares / (len(values) - 1) / len(values))
    return error == 0 or float(stdtr(len(values) - 1, -over / error)) < LEVEL


def most_far(verdicts: int, share: float) -> int:
    """How many of so many honest verdicts are far better, at most, in 999 of 1,000 cases.

    >>> most_far(6, 0.02), most_far(36, 0.02)
    (2, 4)
    """
    from scipy.special import bdtr

    return next(n for n in range(verdicts + 1) if bdtr(n, verdicts, share) >= 1 - LEVEL)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
