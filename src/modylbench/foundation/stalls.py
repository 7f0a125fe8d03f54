"""The harness did not get to run for a while: what that took must be nobody's latency."""

from __future__ import annotations

import time
from dataclasses import dataclass

BEAT_S = 0.5
STALL_S = 1.5
"""Ours: how often to look while time passes as on the wall, and what is late enough to be told; a
stop of two seconds is always seen."""


@dataclass(frozen=True, slots=True)
class Stall:
    """How long it was; a busy one was the harness's own computing, maybe of what it was sent."""

    seconds: float
    is_busy: bool = False


class Lapse:
    """The time since it was made, by three clocks: the wall's, this thread's, and the machine's."""

    def __init__(self) -> None:
        self._since_s = time.perf_counter()
        self._busy_s = time.thread_time()
        self._suspended_s = suspended_s()

    @property
    def wall_s(self) -> float:
        """How long that is on the wall."""
        return time.perf_counter() - self._since_s

    def stall(self, expected_s: float) -> Stall | None:
        """What was too much, if it took that much longer than expected; suspension counts too."""
        late_s = self.wall_s - expected_s
        late_s += suspended_s() - self._suspended_s
        if late_s <= STALL_S:
            return None
        return Stall(late_s, is_busy=time.thread_time() - self._busy_s > late_s / 2)


def suspended_s() -> float:
    """How long the machine has slept since it was started, where it says so."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
