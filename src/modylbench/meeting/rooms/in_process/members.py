"""The participants of one room: who knows of whom, and who gets what."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.room import (
    LinkChanged,
    ParticipantJoined,
    ParticipantLeft,
    RoomClosed,
    TextClosed,
    TrackEnded,
    TrackSubscribed,
)
from modylbench.meeting.rooms.in_process.audio import AudioSubscriptions
from modylbench.meeting.rooms.inbox import Inbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest, RoomEvent, TrackSource
    from modylbench.meeting.rooms.in_process.audio import Timeline


# Ours, well above what LiveKit was seen to do on one machine.
SENDS_PER_S = 10_000
BYTES_PER_S = 100_000_000
AHEAD_S = 0.05
SUBSCRIBED_S = 0.04
"""From publishing a track, or from joining, until it is subscribed; LiveKit took 0.03 to 0.18 s."""
ANNOUNCED_S = 3.0
"""Until those who are there hear of a newcomer that has no track; LiveKit took about 2.9 s."""


@dataclass(eq=False, slots=True)
class PublishedTrack:
    """Media of one participant; only an audio track has a timeline."""

    source: TrackSource
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
        self.tracks: dict[TrackSource, PublishedTrack] = {}
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


class RoomMembers:
    """The participants of one room."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.by_identity: dict[str, RoomMember] = {}
        self._timers: set[asyncio.Task[None]] = set()

    def others_than(self, member: RoomMember) -> list[RoomMember]:
        """Who else is there, in the order of their coming."""
        return [
            other for other in self.by_identity.values() if other.is_present and other is not member
        ]

    def enter(self, member: RoomMember) -> None:
        """Let somebody in, who sees at once who is there, and is seen later."""
        member.is_present = True
        member.is_settled = False
        member.visits += 1
        self.by_identity[member.identity] = member
        for other in self.others_than(member):
            self._introduce(other, member)
        brought = list(member.tracks.values())
        self._later(SUBSCRIBED_S, member, lambda: self._settle(member, brought))
        self._later(ANNOUNCED_S, member, lambda: self._announce(member))
        member.change()

    def leave(self, member: RoomMember, reason: str) -> None:
        """Take somebody out: for the others its tracks and streams end."""
        now_s = self.clock.now_s()
        member.is_present = False
        for stream in list(member.streams.values()):
            self.end_stream(member, stream, is_whole=False)
        for track in member.tracks.values():
            track.is_open = False
        for other in self.others_than(member):
            self._part(member, other, reason)
            self._forget(member, other)
        member.hearing.end_all(now_s)

    def lose(self, member: RoomMember, reason: str) -> None:
        """Break a link that will come back: both sides see each other leave."""
        now_s = self.clock.now_s()
        member.inbox.put(LinkChanged(now_s, "reconnecting", reason), "", is_vital=True)
        for other in self.others_than(member):
            for stream in other.streams.values():
                if stream.readers.pop(member, None) is not None:
                    self._tell_end(member, other, stream.stream_id, is_whole=False)
            self._part(other, member, reason)
        self.leave(member, reason)

    def regain(self, member: RoomMember) -> None:
        """Bring a broken link back."""
        now_s = self.clock.now_s()
        member.inbox.put(LinkChanged(now_s, "reconnected", ""), "", is_vital=True)
        self.enter(member)

    def close(self, member: RoomMember, reason: str) -> None:
        """End somebody's link for good."""
        if member.is_present:
            self.leave(member, reason)
        if self.by_identity.get(member.identity) is member:
            del self.by_identity[member.identity]
        member.close(reason)

    def publish(self, member: RoomMember, track: PublishedTrack) -> None:
        """Let a track be subscribed by those who are there, and its owner be known to them."""
        member.tracks[track.source] = track
        self._later(SUBSCRIBED_S, member, lambda: self._open(member, track))

    def deliver(
        self, sender: RoomMember, event: RoomEvent, size: int, to: Sequence[str] = ()
    ) -> list[RoomMember]:
        """Give a text or a file to all others who take such; returns those whom it reached.

        What is `to` some reaches them and who is hidden.
        """
        return [
            other
            for other in self.others_than(sender)
            if not other.guest.hears_agents_only
            and (not to or other.guest.is_hidden or other.identity in to)
            and other.inbox.put(event, sender.identity, size=size)
        ]

    def end_stream(self, sender: RoomMember, stream: OpenStream, *, is_whole: bool) -> None:
        """End a text stream for those who read it."""
        del sender.streams[stream.stream_id]
        for reader, has_all in stream.readers.items():
            self._tell_end(reader, sender, stream.stream_id, is_whole=is_whole and has_all)
        stream.readers.clear()

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something after a while."""
        timer = asyncio.create_task(self._after(seconds, act))
        self._timers.add(timer)
        timer.add_done_callback(self._timers.discard)

    def stop_timers(self) -> None:
        """Do nothing later any more."""
        for timer in self._timers:
            timer.cancel()

    async def _after(self, seconds: float, act: Callable[[], None]) -> None:
        await self.clock.sleep(seconds)
        act()

    def _later(self, seconds: float, member: RoomMember, act: Callable[[], None]) -> None:
        """Do something after a while, if that participant has been there without a break."""
        visit = member.visits

        def act_still() -> None:
            if member.is_present and member.visits == visit:
                act()

        self.later(seconds, act_still)

    def _settle(self, member: RoomMember, brought: list[PublishedTrack]) -> None:
        """Subscribe a newcomer to what is published, and others to what it brought back."""
        member.is_settled = True
        for other in self.others_than(member):
            for track in other.tracks.values():
                self._subscribe(member, other, track)
        for track in brought:
            self._open(member, track)

    def _open(self, owner: RoomMember, track: PublishedTrack) -> None:
        track.is_open = True
        self._announce(owner)
        for other in self.others_than(owner):
            self._subscribe(other, owner, track)

    def _announce(self, member: RoomMember) -> None:
        for other in self.others_than(member):
            self._introduce(member, other)

    def _introduce(self, member: RoomMember, other: RoomMember) -> None:
        if member.guest.is_hidden or other in member.known_to:
            return
        member.known_to.add(other)
        other.inbox.put(member.introduction, member.identity, is_vital=True)

    def _subscribe(self, listener: RoomMember, owner: RoomMember, track: PublishedTrack) -> None:
        can_be = track.is_open and listener.is_settled and _may_subscribe(listener, owner, track)
        if listener in track.subscribers or not can_be:
            return
        self._introduce(owner, listener)
        now_s = self.clock.now_s()
        track.subscribers.add(listener)
        if track.timeline is not None and not listener.guest.hears_agents_only:
            listener.hearing.begin((owner.identity, track.source), track.timeline, now_s)
        subscribed = TrackSubscribed(now_s, owner.identity, track.source)
        listener.inbox.put(subscribed, owner.identity, is_vital=True)
        owner.change()

    def _part(self, member: RoomMember, other: RoomMember, reason: str) -> None:
        """Tell one that another is gone, and take away what it had of it."""
        now_s = self.clock.now_s()
        identity = member.identity
        for track in member.tracks.values():
            if other in track.subscribers:
                track.subscribers.discard(other)
                other.hearing.end((identity, track.source), now_s)
                ended = TrackEnded(now_s, identity, track.source)
                other.inbox.put(ended, identity, is_vital=True)
        if other in member.known_to:
            member.known_to.discard(other)
            left = ParticipantLeft(now_s, identity, reason)
            other.inbox.put(left, identity, is_vital=True)

    def _forget(self, member: RoomMember, other: RoomMember) -> None:
        """Take somebody who is gone out of what another one keeps."""
        for track in other.tracks.values():
            track.subscribers.discard(member)
        for stream in other.streams.values():
            stream.readers.pop(member, None)
        other.known_to.discard(member)

    def _tell_end(
        self, reader: RoomMember, sender: RoomMember, stream_id: str, *, is_whole: bool
    ) -> None:
        closed = TextClosed(self.clock.now_s(), stream_id, is_whole)
        reader.inbox.put(closed, sender.identity, is_vital=True)


def _may_subscribe(listener: RoomMember, owner: RoomMember, track: PublishedTrack) -> bool:
    is_voice_of_agent = owner.guest.kind == "agent" and track.source == "microphone"
    return is_voice_of_agent or not listener.guest.hears_agents_only
