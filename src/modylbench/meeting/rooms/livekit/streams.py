"""How are the streams of others read, whose ends may never come?"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from livekit import rtc

MOST_OPEN_STREAMS = 200  # ours, of one sender: each that is open costs at every event of the SDK
GRACE_S = 0.5  # ours: what was sent before somebody left may come just after it
ENDING_S = 2.0  # ours: the SDK may never say that a stream has ended


class Streams:
    """The streams that one connection reads, each in a task; in the media thread."""

    def __init__(self) -> None:
        self._reading: dict[asyncio.Task[None], str] = {}
        self._open: Counter[str] = Counter()

    def read(self, sender: str, reading: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Read a stream until its end; not where its sender leaves too many of them open."""
        if self._open[sender] >= MOST_OPEN_STREAMS:
            return False
        task = asyncio.get_running_loop().create_task(reading())
        self._reading[task] = sender
        self._open[sender] += 1
        task.add_done_callback(self._done)
        return True

    def break_off(self, sender: str | None = None) -> None:
        """End what one sender, or everybody, has open; what is under way may still come."""
        tasks = [task for task, of in self._reading.items() if sender in (None, of)]

        def cancel() -> None:
            for task in tasks:
                task.cancel()

        if tasks:
            asyncio.get_running_loop().call_later(GRACE_S, cancel)

    async def end(self) -> None:
        """End all at once."""
        tasks = list(self._reading)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _done(self, task: asyncio.Task[None]) -> None:
        sender = self._reading.pop(task)
        self._open[sender] -= 1
        if not self._open[sender]:
            del self._open[sender]


async def closed(stream: rtc.AudioStream | rtc.VideoStream) -> None:
    """Close a stream of sound or pictures, and wait no longer than it may take."""
    closing = asyncio.ensure_future(stream.aclose())
    await asyncio.wait([closing], timeout=ENDING_S)
    closing.cancel()
