"""What the room knows of one participant, and how fast that participant can send."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.room import LinkChanged, ParticipantJoined, RoomClosed
from modylbench.meeting.rooms.in_process.audio import AudioSubscriptions
from modylbench.meeting.rooms.inbox import Inbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest, Source
    from modylbench.meeting.rooms.in_process.audio import Timeline


# Ours, well above what LiveKit was seen to do on one machine.
SENDS_PER_S = 10_000
BYTES_PER_S = 100_000_000
AHEAD_S = 0.05


@dataclass(eq=False, slots=True)
class PublishedTrack:
    """Media of one participant; only an audio track has a timeline."""

    source: Source
    timeline: Timeline | None = None
    is_open: bool = False  # it can be subscribed
    subscribers: set[RoomMember] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class OpenStream:
    """A text stream that is open, and who reads it: whether all of it reached them so far."""

    stream_id: str
    readers: dict[RoomMember, bool] = field(default_factory=dict)


class RoomMember:
    """One participant, from joining until its link is closed for good."""

    def __init__(self, guest: Guest, clock: Clock, *, joined: int) -> None:
        self.guest = guest
        self.joined = joined  # how many had joined the room by then
        self.identity = guest.identity
        self.attributes = dict(guest.attributes)
        self.clock = clock
        self.inbox = Inbox(clock)
        self.hearing = AudioSubscriptions()
        self.pace = SendingPace(clock)
        self.tracks: dict[Source, PublishedTrack] = {}
        self.streams: dict[str, OpenStream] = {}
        self.known_to: set[RoomMember] = set()
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


class SendingPace:
    """What one participant has sent lately.

    A network takes time for everything that is sent. Here a participant sends up to five hundredths
    of a second's worth at once; one who never stops is slowed down to what a fast network does, so
    that time goes on for the others.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._busy_until_s = -AHEAD_S

    async def until_sent(self, size: int = 0) -> None:
        """Return when that has gone out; others get their turn in any case."""
        now_s = self._clock.now_s()
        takes_s = 1 / SENDS_PER_S + size / BYTES_PER_S
        self._busy_until_s = max(self._busy_until_s, now_s - AHEAD_S) + takes_s
        await self._clock.sleep(max(0.0, self._busy_until_s - now_s))
