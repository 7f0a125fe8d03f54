"""How a seed becomes numbers, the same on every machine and every Python version.

Only `Random(str).random()` is used: the language promises its sequence, while the helpers
built on it (choice, sample, shuffle) have changed between versions.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


class Draw:
    """A stream of seeded draws; streams of different names do not disturb each other."""

    def __init__(self, *names: object) -> None:
        self._random = Random("/".join(str(name) for name in names))  # noqa: S311 - not a secret

    def uniform(self, low: float, high: float) -> float:
        """A number in [low, high)."""
        return low + (high - low) * self._random.random()

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def step(self, low: float, high: float, step: float) -> float:
        """One of low, low + step, ... up to high, without the float noise of repeated addition."""
        count = round((high - low) / step)
        return round(low + self.whole(0, count) * step, 10)

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.whole(0, len(options) - 1)]

    def in_drawn_order(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order."""
        pool = list(options)
        return [pool.pop(self.whole(0, len(pool) - 1)) for _ in range(len(pool))]

    def normal(self) -> float:
        """A standard normal number, by the sum of twelve uniforms (bounded at +-6)."""
        draw = self._random.random  # whole numbers, which no order of adding rounds
        return float(sum([int(draw() * 2**40) for _ in range(12)])) / 2**40 - 6.0
