"""Which participants, streams and tracks of a room are ours, and who hears our microphones?

A sender on LiveKit learns that somebody subscribed to its track, and not who. Our own guests say so
themselves. Where none of those listens whom the server counts, it was an agent from elsewhere.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.meeting.room_events import Kind
    from modylbench.meeting.rooms.livekit.link import Link

STANDARD = 0
INGRESS = 1
EGRESS = 2
SIP = 3
AGENT = 4
"""Kinds of participants, as LiveKit numbers them."""

MOST_NAME = 200  # ours: characters of a name that gets a mark; LiveKit takes 256
LOOK_S = 0.01  # ours: how often we look
TOGETHER_S = (
    1.0  # ours: subscribing took 0.03 to 0.2 s; by then those who subscribe by themselves did
)


class Own:
    """What our guests brought into one room; it lives in the media thread."""

    def __init__(self) -> None:
        self.guests: dict[str, Guest] = {}
        self._mark = secrets.token_hex(6)
        self._our_names: dict[str, str] = {}
        self._gone: set[str] = set()
        self._streams: set[str] = set()
        self._tracks: dict[str, str] = {}
        self._listeners: set[tuple[str, str]] = set()

    def add_guest(self, guest: Guest) -> None:
        """One of ours joins, perhaps in the place of another."""
        self.guests[guest.identity] = guest
        self._gone.discard(guest.identity)

    def remove_guest(self, guest: Guest) -> None:
        """One of ours is gone for good; what was said in its name is still known by it."""
        if self.guests.get(guest.identity) is guest:
            self._gone.add(guest.identity)

    def wire_name(self, guest: Guest) -> str:
        """By which name the server knows one of ours.

        One who is hidden has a name that nobody can guess, and so nobody can join under it and put
        it out; one whom all see has none but its own.
        """
        if not guest.is_hidden:
            return guest.identity
        name = f"{guest.identity[:MOST_NAME]}-{self._mark}"
        self._our_names[name] = guest.identity
        return name

    def our_name(self, identity: str) -> str:
        """By which name we know whom the server calls so."""
        return self._our_names.get(identity, identity)

    @property
    def wire_names(self) -> frozenset[str]:
        """All names by which the server knows ours."""
        return frozenset((*self.guests, *self._our_names))

    def kind_of(self, identity: str, number: int) -> Kind:
        """Our guests are what they say; all others are agents, but for LiveKit's own services.

        One who comes under the name of a guest that it put out is none of ours.
        """
        guest = self.guests.get(identity)
        if guest is not None and identity not in self._gone:
            return guest.kind
        return "standard" if number in (INGRESS, EGRESS, SIP) else "agent"

    def new_stream(self) -> str:
        """The name of a stream that we are about to send; nobody can guess it before."""
        stream_id = secrets.token_hex(12)
        self._streams.add(stream_id)
        return stream_id

    def is_stream(self, stream_id: str) -> bool:
        """Whether we sent that stream."""
        return stream_id in self._streams

    def add_track(self, sid: str, identity: str) -> None:
        """Know a track by its name as one of ours."""
        self._tracks[sid] = identity

    def owner_of(self, sid: str) -> str:
        """Whose track it is; empty where it is none of ours."""
        return self._tracks.get(sid, "")

    def begin_listening(self, listener: str, sid: str) -> None:
        """A guest of ours is subscribed to a track."""
        self._listeners.add((listener, sid))

    def end_listening(self, listener: str, sid: str) -> None:
        """A guest of ours is no longer subscribed to a track."""
        self._listeners.discard((listener, sid))

    def listens(self, listener: str, sid: str) -> bool:
        """Whether a guest of ours is subscribed to a track."""
        return (listener, sid) in self._listeners

    def has_visible_listeners(self, sid: str) -> bool:
        """Whether one of our guests whom others can see is subscribed to a track."""
        return any(
            heard == sid and listener in self.guests and not self.guests[listener].is_hidden
            for listener, heard in self._listeners
        )


class Subscribers:
    """Those who are subscribed to the microphone of one connection; in the media thread."""

    def __init__(self, own: Own, link: Link, clock: Clock) -> None:
        self._own = own
        self._link = link
        self._clock = clock
        self._since: dict[str, float] = {}
        self._sid = ""
        self._published_s = 0.0
        self._somebody = False
        self._is_fresh = False

    def published(self, publication: rtc.LocalTrackPublication) -> None:
        """The track is there, or there anew after a reconnect."""
        self._sid = publication.sid
        self._published_s = self._clock.now_s()
        self._somebody = self._is_fresh = False
        self._own.add_track(publication.sid, self._link.identity)

    def subscribed(self, track: rtc.LocalTrack | None) -> None:
        """The server says that somebody subscribed."""
        if track is not None and track.sid == self._sid:
            self._somebody = self._is_fresh = True

    def joined(self, identity: str) -> None:
        """Somebody is in the room."""
        self._since.setdefault(identity, self._clock.now_s())

    def left(self, identity: str) -> None:
        """Somebody is gone, who may be the one who subscribed."""
        if self._since.pop(identity, None) is not None and identity not in self._own.guests:
            self._is_fresh = False

    async def until(self, identity: str) -> None:
        """Return when that participant is subscribed; raises RoomClosed where we are gone."""
        while not self._hears(identity):
            self._link.check()
            await asyncio.sleep(LOOK_S)
        self._link.check()

    def _hears(self, identity: str) -> bool:
        if not self._sid:
            return False
        if identity in self._own.guests:
            return self._own.listens(identity, self._sid)
        since_s = self._since.get(identity)
        if since_s is None or not self._somebody:
            return False
        if self._is_fresh and not self._own.has_visible_listeners(self._sid):
            return True
        return self._clock.now_s() - max(since_s, self._published_s) >= TOGETHER_S
