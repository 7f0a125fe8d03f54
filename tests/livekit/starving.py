"""How long did this machine keep a test waiting? What it measured may be wrong by as much."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from modylbench.foundation.clock import RealClock

LOOK_S = 0.01


class Starving:
    """Adds up by how much a thread that wakes up every hundredth of a second is late.

    Packets wait as well then, and are stretched; on a machine with time for us that is nothing.
    """

    def __init__(self) -> None:
        self.starved_s = 0.0
        self._is_over = threading.Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count while this goes on."""
        self.starved_s = 0.0
        self._is_over.clear()
        watching = threading.Thread(target=self._watch)
        watching.start()
        try:
            yield
        finally:
            self._is_over.set()
            watching.join()

    def _watch(self) -> None:
        clock = RealClock()
        due_s = clock.now_s() + LOOK_S
        while not self._is_over.wait(LOOK_S):
            late_s = clock.now_s() - due_s
            self.starved_s += late_s if late_s > LOOK_S else 0.0
            due_s = clock.now_s() + LOOK_S
