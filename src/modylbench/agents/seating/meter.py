"""Does the time that passes count as an agent's own computing?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.clock import Clock

_is_aside: ContextVar[bool] = ContextVar("is_aside", default=False)


def stand_aside() -> None:
    """What this task waits for takes real time: the agent may compute beside it."""
    _is_aside.set(True)


class Meter:
    """Runs the wall's time while an agent computes, and not while it waits for the meeting.

    It waits when each of its calls does. An agent that was given up may wait for ever: its waits
    count only in the calls they began in.
    """

    def __init__(self, clock: Clock, *, is_measured: bool) -> None:
        self._clock = clock
        self._is_measured = is_measured
        self._calls = 0
        self._rests: set[object] = set()
        self._work = ExitStack()
        self._rest = ExitStack()
        self._is_resting = False

    @contextmanager
    def working(self) -> Iterator[None]:
        """While a call of the agent runs."""
        self._calls += 1
        if self._calls == 1 and self._is_measured:
            self._work.enter_context(self._clock.working())
        self._settle()
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self._rests.clear()
            self._settle()
            if self._calls == 0:
                self._work.close()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While a call of the agent waits for the meeting, and nothing else."""
        rest = object()
        if self._calls and not _is_aside.get():
            self._rests.add(rest)
        self._settle()
        try:
            yield
        finally:
            self._rests.discard(rest)
            self._settle()

    def _settle(self) -> None:
        rests = self._is_measured and 0 < self._calls <= len(self._rests)
        if rests and not self._is_resting:
            self._rest.enter_context(self._clock.resting())
        elif not rests and self._is_resting:
            self._rest.close()
        self._is_resting = rests
