"""The clock of a meeting, on which agents work and the harness may pause."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.stalls import BEAT_S, Lapse

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from modylbench.foundation.stalls import Stall


class Clock(Protocol):
    """The one clock of a meeting: everything that is recorded carries its seconds."""

    @property
    def is_virtual(self) -> bool:
        """Whether waiting takes no time on the wall."""

    def now_s(self) -> float:
        """Seconds since the meeting's clock was started; they never go back."""

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds of the meeting have passed."""

    def working(self) -> AbstractContextManager[None]:
        """While an agent computes: time passes as on the wall, so that its latency is honest."""

    def resting(self) -> AbstractContextManager[None]:
        """Inside `working`: the agent waits for the meeting, whose time need not be waited for."""

    def pausing(self) -> AbstractContextManager[None]:
        """While the harness does what nobody in a real meeting would wait for.

        Virtual time stands still; real time cannot.
        """

    async def watch_for_stalls(self, tell: Callable[[Stall], None]) -> None:
        """Tell, until cancelled, that the harness did not get to run while time passed."""


class RealClock:
    """The clock on the wall, from zero."""

    is_virtual = False

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now_s(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._start

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await asyncio.sleep(seconds)

    def working(self) -> AbstractContextManager[None]:
        """Nothing to do: time passes anyway."""
        return nullcontext()

    resting = pausing = working

    async def watch_for_stalls(self, tell: Callable[[Stall], None]) -> None:
        """Sleep for a moment again and again, and tell which of them was too long."""
        while True:
            lapse = Lapse()
            await asyncio.sleep(BEAT_S)
            stall = lapse.stall(BEAT_S)
            if stall is not None:
                tell(stall)
