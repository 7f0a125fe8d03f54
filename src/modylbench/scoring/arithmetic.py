"""Sums and means of scores in which no order and no rounding of floats shows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Ours: a score of exactly 6.0 must not come out as 5.999999999999999, which is no tier. Ratings are
# whole numbers or have a few decimals, so two different scores lie far more than 1e-9 apart.
DIGITS = 9


def round_off(value: float) -> float:
    """The value without the noise that floats add, which is far below what any rating moves.

    >>> 0.1 + 0.2, round_off(0.1 + 0.2)
    (0.30000000000000004, 0.3)
    """
    return round(value, DIGITS)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, whatever the order of the values."""
    return round_off(math.fsum(values) / len(values))


def weighted_mean(parts: Iterable[tuple[float, float]]) -> float | None:
    """The mean of (weight, value) with the weights renormalised; None where nothing has weight."""
    weights, products = [], []
    for weight, value in parts:
        weights.append(weight)
        products.append(weight * value)
    total = math.fsum(weights)
    return round_off(math.fsum(products) / total) if total > 0 else None


def variance(values: Sequence[float]) -> float:
    """The sample variance (n - 1) of at least two values."""
    middle = math.fsum(values) / len(values)
    return round_off(math.fsum([(value - middle) ** 2 for value in values]) / (len(values) - 1))
