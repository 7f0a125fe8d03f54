"""What does the room know of one participant?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.room import RoomClosed
from modylbench.meeting.room_events import LinkChanged, ParticipantJoined
from modylbench.meeting.rooms.in_process.hearing import Hearing
from modylbench.meeting.rooms.in_process.pace import Pace
from modylbench.meeting.rooms.inbox import Inbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.meeting.room_events import Source
    from modylbench.meeting.rooms.in_process.timeline import Timeline


@dataclass(eq=False, slots=True)
class Track:
    """Media of one participant; only an audio track has a timeline."""

    source: Source
    timeline: Timeline | None = None
    is_open: bool = False  # it can be subscribed
    subscribers: set[Member] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class Stream:
    """A text stream that is open, and who reads it: whether all of it reached them so far."""

    stream_id: str
    readers: dict[Member, bool] = field(default_factory=dict)


class Member:
    """One participant, from joining until its link is closed for good."""

    def __init__(self, guest: Guest, clock: Clock, *, joined: int) -> None:
        self.guest = guest
        self.joined = joined  # how many had joined the room by then
        self.identity = guest.identity
        self.attributes = dict(guest.attributes)
        self.clock = clock
        self.inbox = Inbox(clock)
        self.hearing = Hearing()
        self.pace = Pace(clock)
        self.tracks: dict[Source, Track] = {}
        self.streams: dict[str, Stream] = {}
        self.known_to: set[Member] = set()
        self.is_present = False
        self.is_settled = False  # it can subscribe
        self.visits = 0  # one more after every reconnect
        self._gone = ""
        self._changed = asyncio.Event()

    @property
    def introduction(self) -> ParticipantJoined:
        """How another one is told of it."""
        guest = self.guest
        now_s = self.clock.now_s()
        return ParticipantJoined(
            now_s, self.identity, guest.name, guest.kind, dict(self.attributes)
        )

    @property
    def is_gone(self) -> bool:
        """Whether its link is closed for good."""
        return bool(self._gone)

    def close(self, reason: str) -> None:
        """End its link for good."""
        self._gone = reason
        self.is_present = False
        self.inbox.close(LinkChanged(self.clock.now_s(), "closed", reason))
        self.change()

    def check(self) -> None:
        """Raise RoomClosed where the link is closed."""
        if self._gone:
            message = f"{self.identity} is no longer in the room: {self._gone}"
            raise RoomClosed(message)

    def change(self) -> None:
        """Wake up those who wait for something about it."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Return when that is so; raises RoomClosed where the link is closed before."""
        while not is_so():
            self.check()
            await self._changed.wait()

    async def until_connected(self) -> None:
        """Return at once, or after a reconnect; raises RoomClosed where the link is closed."""
        self.check()
        await self.until(lambda: self.is_present)
