"""Events that wait for their reader, also where they come faster than they are read.

Each sender may have so many events waiting, and so many bytes in them. Beyond that, what it sends
is thrown away until half of it has been read; then one event says how many were lost (a stream
whose opening was lost counts once). The events of the others wait undisturbed, and what ends a
thing that has begun is never thrown away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from modylbench.meeting.room import Overflow

if TYPE_CHECKING:
    from typing import Self

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import LinkChanged, RoomEvent

MOST_WAITING = 20_000  # ours: events of one sender
MOST_WAITING_BYTES = 64_000_000  # ours: one file of the largest size


class _Load:
    """What one sender has waiting here."""

    __slots__ = ("events", "size", "thrown")

    def __init__(self) -> None:
        self.events = 0
        self.size = 0
        self.thrown = 0

    def has_room_for(self, size: int) -> bool:
        if self.thrown:
            return False
        fits = self.size + size <= MOST_WAITING_BYTES or not self.events
        return fits and self.events < MOST_WAITING

    @property
    def is_over(self) -> bool:
        """Whether a burst was thrown away and enough of what came before has been read."""
        is_low = self.events <= MOST_WAITING // 2 and self.size <= MOST_WAITING_BYTES // 2
        return self.thrown > 0 and is_low


class Inbox:
    """The events of one connection, in order of arrival; it has one reader."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[tuple[RoomEvent, str, int]] = deque()
        self._loads: dict[str, _Load] = {}
        self._arrived = asyncio.Event()
        self._is_closed = False
        self._is_awaited = False

    def put(self, event: RoomEvent, sender: str, *, size: int = 0, is_vital: bool = False) -> bool:
        """Whether the event waits here now; it was thrown away where the sender has too many."""
        if self._is_closed:
            return False
        load = self._loads.get(sender)
        if load is None:
            load = self._loads[sender] = _Load()
        if not (is_vital or load.has_room_for(size)):
            load.thrown += 1
            return False
        load.events += 1
        load.size += size
        self._waiting.append((event, sender, size))
        self._arrived.set()
        return True

    def close(self, last: LinkChanged) -> None:
        """Take nothing any more; this is the last event."""
        for sender, load in list(self._loads.items()):
            self._tell(sender, load)
        self.put(last, "", is_vital=True)
        self._is_closed = True

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RoomEvent:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            await self._arrival()
        event, sender, size = self._waiting.popleft()
        load = self._loads[sender]
        load.events -= 1
        load.size -= size
        if load.is_over:
            self._tell(sender, load)
        if not load.events:
            del self._loads[sender]
        return event

    async def _arrival(self) -> None:
        if self._is_awaited:
            message = "events(): found a second reader, expected one"
            raise RuntimeError(message)
        self._is_awaited = True
        self._arrived.clear()
        try:
            await self._arrived.wait()
        finally:
            self._is_awaited = False

    def _tell(self, sender: str, load: _Load) -> None:
        if load.thrown:
            thrown, load.thrown = load.thrown, 0
            self.put(Overflow(self._clock.now_s(), sender, thrown), sender, is_vital=True)
