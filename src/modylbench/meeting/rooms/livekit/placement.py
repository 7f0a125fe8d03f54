"""When did sound begin that came in frames without a time, some of them late?

Frames are counted: each stands where the one before it ends. Arrivals only say where the count
begins, and whether frames are missing. A frame that comes much later than usual is held back until
it is known which it was: a stall, after which the others come in a burst and the count is right
again, or a gap, after which they go on coming as late as it did.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from modylbench.meeting.room import FRAME_S
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ

FRAME_BYTES = round(FRAME_S * ROOM_RATE_HZ) * BYTES_A_SAMPLE

# Ours.
STARTING_S = 0.1  # the first frames may come in a burst: the least late of these is in time
LATE_S = 0.1  # readers take a gap that is longer for a loss
UNDECIDED_S = 0.3  # bursts are over by then
ASTRAY_S = 0.03
WINDOW = 100  # frames: the least late of the last two to four seconds came without waiting
QUIET = 64  # about -54 dB of full scale


@dataclass(frozen=True, slots=True)
class Placed:
    """One frame on the meeting's clock, and how much later than usual it came."""

    start_s: float
    pcm: bytes
    late_s: float = 0.0


def is_quiet(pcm: bytes) -> bool:
    """Whether nobody would hear it."""
    samples = np.frombuffer(pcm, dtype="<i2")
    return int(samples.max()) < QUIET and int(samples.min()) > -QUIET


class Placement:
    """Where the frames of one track stand; `not_before_s` is where the track before it ended."""

    def __init__(self, not_before_s: float = 0.0) -> None:
        self._not_before_s = not_before_s
        self._has_begun = False
        self._start_s = 0.0
        self._count = 0  # frames since then
        self._held: list[tuple[float, bytes]] = []
        self._usual = _Least()

    def take(self, arrived_s: float, pcm: bytes) -> list[Placed]:
        """The frames whose place is known now that one more has come."""
        self._held.append((arrived_s, pcm))
        held_s = arrived_s - self._held[0][0]
        if not self._has_begun:
            return self._begin() if held_s >= STARTING_S else []
        is_late = self._late_s(arrived_s, len(self._held)) - self._usual.value > LATE_S
        if is_late and held_s < UNDECIDED_S:
            return []
        return self._go_on()

    def rest(self) -> list[Placed]:
        """The frames that were held back when the track ended."""
        if not self._held:
            return []
        return self._go_on() if self._has_begun else self._begin()

    def _begin(self) -> list[Placed]:
        self._has_begun = True
        self._start_s = max(self._least_late_s(), self._not_before_s)
        return self._go_on()

    def _go_on(self) -> list[Placed]:
        """Those held back, after a gap where even the least late of them is too late."""
        gap_s = self._least_late_s() - self._usual.value
        if gap_s > LATE_S:
            self._start_s = self._next_s + gap_s
            self._count = 0
        self._usual.take(self._least_late_s())
        held, self._held = self._held, []
        ends_s = self._next_s + self._usual.value
        return [
            placed
            for number, (at_s, pcm) in enumerate(held, start=1)
            for placed in self._in_time(pcm, at_s - ends_s - number * FRAME_S)
        ]

    @property
    def _next_s(self) -> float:
        return self._start_s + self._count * FRAME_S

    def _late_s(self, arrived_s: float, number: int) -> float:
        """How long after its place's end a frame came, the so-manieth of those held back."""
        return arrived_s - self._next_s - number * FRAME_S

    def _least_late_s(self) -> float:
        return min(self._late_s(at_s, k) for k, (at_s, _) in enumerate(self._held, start=1))

    def _in_time(self, pcm: bytes, late_s: float) -> list[Placed]:
        """The frame at its place; silence is made longer or shorter where clocks go apart."""
        astray_s = self._usual.value
        if abs(astray_s) > ASTRAY_S and is_quiet(pcm):
            self._usual.shift(FRAME_S if astray_s < 0 else -FRAME_S)
            if astray_s < 0:
                return []
            return [self._place(bytes(len(pcm))), self._place(pcm, late_s)]
        return [self._place(pcm, late_s)]

    def _place(self, pcm: bytes, late_s: float = 0.0) -> Placed:
        placed = Placed(self._next_s, pcm, late_s)
        self._count += 1
        return placed


class _Least:
    """The least of the last one or two windows; zero before there was any."""

    def __init__(self) -> None:
        self._before: float | None = None
        self._now: float | None = None
        self._count = 0

    @property
    def value(self) -> float:
        known = [one for one in (self._before, self._now) if one is not None]
        return min(known, default=0.0)

    def take(self, value: float) -> None:
        if self._count == WINDOW:
            self._before, self._now, self._count = self._now, None, 0
        self._now = value if self._now is None else min(self._now, value)
        self._count += 1

    def shift(self, by: float) -> None:
        self._before = None if self._before is None else self._before + by
        self._now = None if self._now is None else self._now + by
