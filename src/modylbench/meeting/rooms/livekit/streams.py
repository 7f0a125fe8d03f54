"""How are the streams of others read, whose ends may never come?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.rooms.limits import MOST_OPEN_STREAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

GRACE_S = 0.5  # ours: what was sent before somebody left may come just after it


class Streams:
    """The streams that one connection reads, each in a task; in the media thread."""

    def __init__(self) -> None:
        self._reading: dict[asyncio.Task[None], str] = {}

    def read(self, sender: str, reading: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Read a stream until its end; not where its sender leaves too many of them open."""
        if sum(of == sender for of in self._reading.values()) >= MOST_OPEN_STREAMS:
            return False
        task = asyncio.get_running_loop().create_task(reading())
        self._reading[task] = sender
        task.add_done_callback(lambda done: self._reading.pop(done, None))
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
