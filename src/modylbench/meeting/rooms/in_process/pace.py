"""How fast can one participant send?

A network takes time for everything that is sent. Here a participant sends up to five hundredths of
a second's worth at once; one who never stops is slowed down to what a fast network does, so that
time goes on for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock

# Ours, well above what LiveKit was seen to do on one machine.
SENDS_PER_S = 10_000
BYTES_PER_S = 100_000_000
AHEAD_S = 0.05


class Pace:
    """What one participant has sent lately."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._busy_until_s = -AHEAD_S

    async def sent(self, size: int = 0) -> None:
        """Return when that has gone out; others get their turn in any case."""
        now_s = self._clock.now_s()
        takes_s = 1 / SENDS_PER_S + size / BYTES_PER_S
        self._busy_until_s = max(self._busy_until_s, now_s - AHEAD_S) + takes_s
        await self._clock.sleep(max(0.0, self._busy_until_s - now_s))
