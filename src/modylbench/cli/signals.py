"""Ending a command that somebody other than a keyboard ends, so that it cleans up."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def end_by_signals() -> Iterator[None]:
    """A closed terminal, or whoever asks us to end, ends what is inside as Ctrl-C does."""

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    signals = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interrupt) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
