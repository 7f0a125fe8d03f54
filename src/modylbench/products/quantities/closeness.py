"""When a number is the one that it should be: one comparison, and every tolerance with its reason.

Scenarios, verification, measuring and mutations all compare by it. A scenario's own absolute limits
(two decimals, a dollar, a pallet) stand in its rules, in its unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

NOISE = 1e-9  # what floats add by themselves: 70 % is 0.7000000000000001
SMALLEST = 1e-12  # what is nearer to 0 than this is 0
DEFAULT_TOLERANCE_PCT = 1.0  # paper 3.5, layer 4
MOST_ROUNDING_PCT = 5.0  # ours: coarser figures prove nothing; 0.008 is 0.0081, 6 is not 5.61
FINE_ENOUGH_PCT = 0.5  # ours: coarser figures do not prove that two are equal


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far off a number may be, in per cent of the right one, and what rounding may explain.

    The larger of the two counts; where a tolerance `adds`, both.
    """

    pct: float = 0.0
    most_rounding_pct: float = 0.0
    adds: bool = False

    def at(self, pct: float) -> Tolerance:
        """The same with an author's tolerance."""
        return replace(self, pct=pct)

    def explained_rounding(self, rounding: float, size: float) -> float:
        """What rounding explains, of a figure of that size."""
        if math.isinf(self.most_rounding_pct):
            return rounding
        return min(rounding, self.most_rounding_pct / 100 * abs(size))

    def reach(self, size: float, rounding: float = 0.0, rounded: float | None = None) -> float:
        """How far off a number of that size may be, where figures were rounded by `rounding`.

        Rounding is a share of `rounded` where the figures that were rounded are larger than what
        is left of them.
        """
        explained = self.explained_rounding(rounding, size if rounded is None else rounded)
        forgiven = self.pct / 100 * abs(size)
        slack = forgiven + explained if self.adds else max(forgiven, explained)
        return slack + NOISE * abs(size) + SMALLEST

    def allows(
        self,
        found: float,
        right: float,
        rounding: float = 0.0,
        *,
        size: float | None = None,
        rounded: float | None = None,
    ) -> bool:
        """Whether a number may be the right one; shares are of `size`, else of the right one."""
        reach = self.reach(right if size is None else size, rounding, rounded)
        return abs(found - right) <= reach


IDENTICAL = Tolerance()
"""The very number, but for what floats add."""
CLOSE = Tolerance(DEFAULT_TOLERANCE_PCT, MOST_ROUNDING_PCT)
"""Like what a perfect agent shows: the paper's tolerance, or as rounded as either is shown."""
EXACT = Tolerance(0.0, FINE_ENOUGH_PCT)
"""Equal at the precision shown (SPEC 4), and in expressions, whose rounding adds up."""
RESTATED = Tolerance(0.0, math.inf)
"""One number in two places: however coarsely it is shown again, it contradicts nothing."""
ABOUT = Tolerance(5.0, math.inf)
"""Said with "about", "nearly" and their like."""
RECOMPUTED = Tolerance(DEFAULT_TOLERANCE_PCT, MOST_ROUNDING_PCT, adds=True)
"""Worked out again from figures shown: rounding moves both sides, so it comes on top."""
TIED = RECOMPUTED.at(0.1)
"""One figure that a product has twice, or a whole and its parts: only rounding may part them."""
P_VALUES = Tolerance(DEFAULT_TOLERANCE_PCT, 10.0, adds=True)
"""As recomputed; p-values are shown with two or three digits, not more."""
DISPLAYED = Tolerance(10.0)
"""A cell's text beside what it holds: it tells the scale, and scales lie far apart."""


def value_tolerance(pct: float) -> Tolerance:
    """A criterion's for one value: whatever it was rounded to, unless it is 0."""
    return Tolerance(pct) if pct else EXACT


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in base units (dollars, a fraction of one, turns) and how finely it was shown."""

    number: float
    half_step: float = 0.0

    @property
    def size(self) -> Measure:
        """The same without its sign."""
        return Measure(abs(self.number), self.half_step)

    def times(self, factor: float) -> Measure:
        """The same in another unit."""
        return self if factor == 1.0 else Measure(self.number * factor, self.half_step * factor)

    def is_close(self, right: Measure | float, tolerance: Tolerance = CLOSE) -> bool:
        """Whether this is the right number, as rounded as either is shown.

        >>> Measure(0.008, 0.0005).is_close(0.0081), Measure(6.0, 0.5).is_close(5.61)
        (True, False)
        """
        other = right if isinstance(right, Measure) else Measure(right)
        rounding = max(self.half_step, other.half_step)
        return tolerance.allows(self.number, other.number, rounding)
