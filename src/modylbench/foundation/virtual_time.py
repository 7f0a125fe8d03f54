"""Virtual time: waiting is skipped, and the time that an agent computes still counts.

The event loop's time is the meeting's. When nobody has anything to do, the loop does not wait for
the next timer: it sets the clock to it. While an agent works, time passes as on the wall; while the
harness works aside, it stands still. Without either, equal programs see equal times.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from typing_extensions import override

from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.event_loop import end_all

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping
    from typing import Any

T = TypeVar("T")

STUCK_S = 600.0  # ours: the longest that work aside may keep the meeting waiting


class MeetingStuck(ModylBenchError):
    """Nobody has anything to wait for any more, so that the meeting would never end."""


class VirtualClock:
    """The time of a meeting in process; it belongs to the loop that `hold` makes."""

    is_virtual = True

    def __init__(self) -> None:
        self._passed = 0.0
        self._workers = 0
        self._pauses = 0
        self._since: float | None = None
        self._paused_s = 0.0
        self._changed_s = time.perf_counter()

    def now_s(self) -> float:
        """Seconds of the meeting so far."""
        if self._since is None:
            return self._passed
        return self._passed + (time.perf_counter() - self._since)

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds of the meeting have passed."""
        await asyncio.sleep(seconds)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Time passes as on the wall."""
        self._change(workers=1)
        try:
            yield
        finally:
            self._change(workers=-1)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Inside `working`: time is the meeting's again.

        A rest that took longer on the wall than in the meeting was none: who computes meanwhile,
        and waits for next to nothing again and again, is charged what the wall says.
        """
        self._change(workers=-1)
        rested_s, waited_s = self._passed, self._unpaused_s()
        try:
            yield
        finally:
            self._change(workers=1)
            rested_s, waited_s = self._passed - rested_s, self._unpaused_s() - waited_s
            self._passed += max(0.0, waited_s - rested_s)

    @contextmanager
    def pausing(self) -> Iterator[None]:
        """Time stands still."""
        self._change(pauses=1)
        try:
            yield
        finally:
            self._change(pauses=-1)

    @property
    def waits_for_the_wall(self) -> bool:
        """Whether somebody does something that takes time outside the meeting."""
        return self._workers > 0 or self._pauses > 0

    @property
    def is_paused(self) -> bool:
        """Whether time stands still."""
        return self._pauses > 0

    def skip(self, seconds: float) -> None:
        """Go on to the next moment at which something happens."""
        self._passed += seconds

    def _unpaused_s(self) -> float:
        """The wall's time without that of pauses, at the last change."""
        return self._changed_s - self._paused_s

    def _change(self, *, workers: int = 0, pauses: int = 0) -> None:
        """Take over what has passed, and let the wall's time pass from here on or not."""
        self._passed = self.now_s()
        now_s = time.perf_counter()
        if self._pauses > 0:
            self._paused_s += now_s - self._changed_s
        self._changed_s = now_s
        self._workers += workers
        self._pauses += pauses
        runs = self._workers > 0 and self._pauses == 0
        self._since = now_s if runs else None


class _Selector(selectors.DefaultSelector):
    """Waits for nothing that only the clock can bring about."""

    def __init__(self, clock: VirtualClock, stuck_s: float) -> None:
        super().__init__()
        self._clock = clock
        self._stuck_s = stuck_s

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self._clock.waits_for_the_wall:
            return self._wait(timeout)
        if timeout is None:
            message = "every participant waits for somebody else; the meeting cannot go on"
            raise MeetingStuck(message)
        self._clock.skip(timeout)
        return ready

    def _wait(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self._clock.is_paused:
            return super().select(timeout)
        ready = super().select(self._stuck_s)  # timers stand still too
        if not ready:
            message = f"the harness waited {self._stuck_s:g} s for work of its own"
            raise MeetingStuck(message)
        return ready


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is the meeting's."""

    def __init__(self, clock: VirtualClock, stuck_s: float) -> None:
        super().__init__(_Selector(clock, stuck_s))
        self._clock = clock

    @override
    def time(self) -> float:
        return self._clock.now_s()


def hold(
    meeting: Callable[[VirtualClock], Coroutine[Any, Any, T]], *, stuck_s: float = STUCK_S
) -> T:
    """What the coroutine made with a new clock returns, run on that clock's time.

    Raises MeetingStuck where nothing is left to wait for, or where work aside takes `stuck_s`.
    """
    clock = VirtualClock()
    loop = _Loop(clock, stuck_s)
    loop.set_exception_handler(_ignore_failure)
    runner = asyncio.Runner(loop_factory=lambda: loop)
    try:
        return runner.run(meeting(clock))
    finally:
        with clock.working():  # what is still at it ends in its own time
            loop.run_until_complete(end_all(loop))
        asyncio.set_event_loop(None)
        loop.close()


def _ignore_failure(_: asyncio.AbstractEventLoop, __: Mapping[str, object]) -> None:
    """A task of an agent that failed after nobody waited for it any more is no news."""
