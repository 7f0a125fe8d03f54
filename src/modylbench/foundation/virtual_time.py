"""Virtual time: waiting is skipped, and the time that an agent computes still counts.

The event loop's time is the meeting's. When nobody has anything to do, the loop does not wait for
the next timer: it sets the clock to it. While an agent works, time passes as on the wall; while the
harness works aside, it stands still, and the time-outs of that work are the wall's. Without either,
equal programs see equal times.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
import time
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from typing_extensions import TypeVarTuple, override

from modylbench.foundation.errors import ModylBenchError
from modylbench.foundation.event_loop import end_all
from modylbench.foundation.stalls import BEAT_S, Lapse

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping
    from contextvars import Context
    from typing import Any

    from modylbench.foundation.stalls import Stall

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

STUCK_S = 600.0  # ours: the longest that work aside may keep the meeting waiting


class MeetingStuck(ModylBenchError):
    """Nobody has anything to wait for any more, so that the meeting would never end."""


class _Aside:
    """The time of work aside, from the meeting's on: the wall's, until the pause is over."""

    def __init__(self, clock: VirtualClock) -> None:
        outer = _open_aside(clock)
        self._start_s = clock.now_s() if outer is None else outer.now_s()
        self._since = time.perf_counter()
        self.clock = clock
        self.is_open = True

    def now_s(self) -> float:
        return self._start_s + (time.perf_counter() - self._since)


_ASIDE: ContextVar[_Aside | None] = ContextVar("aside", default=None)


def _open_aside(clock: VirtualClock) -> _Aside | None:
    """That of whoever asks: a task of the pause, or one that was begun in it."""
    aside = _ASIDE.get()
    return aside if aside is not None and aside.is_open and aside.clock is clock else None


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
        self._tell_stall: Callable[[Stall], None] | None = None

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
        """Time stands still for all but the work inside, whose own time-outs go on."""
        self._change(pauses=1)
        outer, aside = _ASIDE.get(), _Aside(self)
        _ASIDE.set(aside)
        try:
            yield
        finally:
            aside.is_open = False
            _ASIDE.set(outer)
            self._change(pauses=-1)

    async def watch_for_stalls(self, tell: Callable[[Stall], None]) -> None:
        """Tell, until cancelled, that the loop did not get to run while time passed."""
        self._tell_stall = tell
        try:
            await asyncio.Event().wait()
        finally:
            self._tell_stall = None

    def note_stall(self, stall: Stall | None) -> None:
        """There was one, or none."""
        if stall is not None and self._tell_stall is not None:
            self._tell_stall(stall)

    @property
    def is_running(self) -> bool:
        """Whether time passes as on the wall."""
        return self._since is not None

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


@dataclass(order=True, slots=True)
class _WallTimer:
    """Something to call at a time of the wall."""

    due_s: float
    number: int
    handle: asyncio.TimerHandle = field(compare=False)
    fire: Callable[[], None] = field(compare=False)
    aside: _Aside = field(compare=False)
    context: Context | None = field(compare=False)


class _Selector(selectors.DefaultSelector):
    """Waits for nothing that only the clock can bring about."""

    def __init__(self, clock: VirtualClock, stuck_s: float) -> None:
        super().__init__()
        self._clock = clock
        self._stuck_s = stuck_s
        self._left: Lapse | None = None
        self._left_s = 0.0
        self.wall_timers: list[_WallTimer] = []
        self.call: Callable[[_WallTimer], None] = lambda _: None

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._note_what_was_called()
        try:
            return self._select(timeout)
        finally:
            self._left = Lapse() if self._clock.is_running else None
            self._left_s = self._clock.now_s()

    def _note_what_was_called(self) -> None:
        """What the loop has called since took too long, of the meeting's own time."""
        if self._left is not None:
            passed_s = self._clock.now_s() - self._left_s
            self._clock.note_stall(self._left.stall(self._left.wall_s - passed_s))

    def _select(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if self._call_timers() or ready or timeout == 0:
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
            return self._wait_in_beats(timeout)
        wait_s = self._stuck_s  # the meeting's timers stand still
        if self.wall_timers:
            wait_s = min(wait_s, max(0.0, self.wall_timers[0].due_s - time.perf_counter()))
        ready = super().select(wait_s)
        if not self._call_timers() and not ready and wait_s == self._stuck_s:
            message = f"the harness waited {self._stuck_s:g} s for work of its own"
            raise MeetingStuck(message)
        return ready

    def _wait_in_beats(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for what the wall brings, and notice that we were stopped meanwhile."""
        due_s = None if timeout is None else time.perf_counter() + timeout
        while True:
            beat_s = BEAT_S
            if due_s is not None:
                beat_s = min(beat_s, max(0.0, due_s - time.perf_counter()))
            lapse = Lapse()
            ready = super().select(beat_s)
            self._clock.note_stall(lapse.stall(beat_s))
            if ready or (due_s is not None and time.perf_counter() >= due_s):
                return ready

    def _call_timers(self) -> bool:
        """Whether any timer of work aside was due, or outlived its pause."""
        if not self.wall_timers:
            return False
        now_s = time.perf_counter()
        called = [
            timer for timer in self.wall_timers if timer.due_s <= now_s or not timer.aside.is_open
        ]
        if called:
            self.wall_timers = [timer for timer in self.wall_timers if timer not in called]
            heapq.heapify(self.wall_timers)
        for timer in sorted(called):
            self.call(timer)
        return bool(called)


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is the meeting's, and the wall's for work aside."""

    def __init__(self, clock: VirtualClock, stuck_s: float) -> None:
        self._clock = clock
        self._timers = _Selector(clock, stuck_s)
        self._timers.call = self._call_timer
        self._numbered = 0
        super().__init__(self._timers)

    @override
    def time(self) -> float:
        aside = _open_aside(self._clock)
        return self._clock.now_s() if aside is None else aside.now_s()

    @override
    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        aside = _open_aside(self._clock)
        if aside is None:
            return super().call_at(when, callback, *args, context=context)
        handle = asyncio.TimerHandle(when, callback, args, self, context)

        def fire() -> None:
            if not handle.cancelled():
                callback(*args)

        self._numbered += 1
        due_s = time.perf_counter() + when - aside.now_s()
        timer = _WallTimer(due_s, self._numbered, handle, fire, aside, context or copy_context())
        heapq.heappush(self._timers.wall_timers, timer)
        return handle

    def _call_timer(self, timer: _WallTimer) -> None:
        """Call it soon, or where its pause is over, when the rest of its time is over as well."""
        if timer.handle.cancelled():
            return
        left_s = timer.due_s - time.perf_counter()
        if left_s <= 0:
            self.call_soon(timer.fire, context=timer.context)
        else:
            super().call_at(self._clock.now_s() + left_s, timer.fire, context=timer.context)


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
