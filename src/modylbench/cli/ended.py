"""How does a command clean up after itself when somebody other than a keyboard ends it?"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A closed terminal, or whoever asks us to end, ends what is inside as Ctrl-C does."""

    def interrupted(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    ways = (signal.SIGTERM, signal.SIGHUP)
    before = {way: signal.signal(way, interrupted) for way in ways}
    try:
        yield
    finally:
        for way, what in before.items():
            signal.signal(way, what)
