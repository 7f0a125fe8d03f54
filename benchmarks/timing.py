"""Figures of a benchmark, and how long work takes."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Figure = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the most it may be."""


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of the work."""
    taken = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)
