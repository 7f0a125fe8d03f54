"""Does the time that passes count as an agent's own computing?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.foundation.clock import Clock


class Meter:
    """Runs the wall's time while an agent computes, and not while it waits for the meeting.

    An agent that was given up may wait for ever: its waits count only in the calls they began in.
    """

    def __init__(self, clock: Clock, *, is_measured: bool) -> None:
        self._clock = clock
        self._is_measured = is_measured
        self._calls = 0
        self._rests: set[object] = set()
        self._open: ExitStack | None = None

    @contextmanager
    def working(self) -> Iterator[None]:
        """While a call of the agent runs."""
        self._calls += 1
        self._settle()
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self._rests.clear()
            self._settle()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While the agent waits for the meeting."""
        rest = object()
        if self._calls:
            self._rests.add(rest)
        self._settle()
        try:
            yield
        finally:
            self._rests.discard(rest)
            self._settle()

    def _settle(self) -> None:
        runs = self._is_measured and self._calls > 0 and not self._rests
        if runs and self._open is None:
            self._open = ExitStack()
            self._open.enter_context(self._clock.working())
        elif not runs and self._open is not None:
            self._open.close()
            self._open = None
