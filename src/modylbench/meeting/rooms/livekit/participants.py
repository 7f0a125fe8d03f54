"""Who is in the room, who of them is ours, and who really sent what comes to us.

A sender on LiveKit learns that somebody subscribed to its track, and not who. Our own guests say so
themselves. Where none of those listens whom the server counts, it was an agent from elsewhere.

An agent on LiveKit may send a stream in another one's name, be it that of nobody. What comes under
the name of one of our people and is not among the streams that we sent was therefore sent by an
agent, and so was what comes under a name that no agent has.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Protocol

from modylbench.meeting.room import (
    TRANSCRIPTION,
    AttributesChanged,
    ParticipantJoined,
    ParticipantLeft,
)
from modylbench.meeting.rooms.limits import MOST_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest, ParticipantKind
    from modylbench.meeting.rooms.livekit.link import Mailbox, ParticipantLink

STANDARD = 0
INGRESS = 1
EGRESS = 2
SIP = 3
AGENT = 4
"""Kinds of participants, as LiveKit numbers them."""

MOST_WIRE_NAME = 200  # ours: characters of a name that gets a mark; LiveKit takes 256
LOOK_S = 0.01  # ours: how often we look
TOGETHER_S = (
    1.0  # ours: subscribing took 0.03 to 0.2 s; by then those who subscribe by themselves did
)
TRANSCRIBED_TRACK = "lk.transcribed_track_id"


class OwnParticipants:
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
        name = f"{guest.identity[:MOST_WIRE_NAME]}-{self._mark}"
        self._our_names[name] = guest.identity
        return name

    def our_name(self, identity: str) -> str:
        """By which name we know whom the server calls so."""
        return self._our_names.get(identity, identity)

    @property
    def hidden_names(self) -> tuple[str, ...]:
        """The names by which the server knows those of ours whom nobody sees."""
        return tuple(self._our_names)

    @property
    def wire_names(self) -> frozenset[str]:
        """All names by which the server knows ours."""
        return frozenset((*self.guests, *self._our_names))

    def kind_of(self, identity: str, number: int) -> ParticipantKind:
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


class TrackSubscribers:
    """Those who are subscribed to the microphone of one connection; in the media thread."""

    def __init__(self, participants: OwnParticipants, link: ParticipantLink, clock: Clock) -> None:
        self._own = participants
        self._link = link
        self._clock = clock
        self._since: dict[str, float] = {}
        self._sid = ""
        self._published_s = 0.0
        self._somebody = False
        self._is_fresh = False

    def on_published(self, publication: rtc.LocalTrackPublication) -> None:
        """The track is there, or there anew after a reconnect."""
        self._sid = publication.sid
        self._published_s = self._clock.now_s()
        self._somebody = self._is_fresh = False
        self._own.add_track(publication.sid, self._link.identity)

    def on_subscribed(self, track: rtc.LocalTrack | None) -> None:
        """The server says that somebody subscribed."""
        if track is not None and track.sid == self._sid:
            self._somebody = self._is_fresh = True

    def on_joined(self, identity: str) -> None:
        """Somebody is in the room."""
        self._since.setdefault(identity, self._clock.now_s())

    def on_left(self, identity: str) -> None:
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


class RemoteParticipants:
    """What one connection sees of the others; in the media thread."""

    def __init__(
        self,
        participants: OwnParticipants,
        subscribers: TrackSubscribers,
        mailbox: Mailbox,
        clock: Clock,
    ) -> None:
        self._own = participants
        self._subscribers = subscribers
        self._mailbox = mailbox
        self._clock = clock
        self._there: dict[str, int] = {}
        self._came: dict[str, int] = {}

    @property
    def present(self) -> dict[str, int]:
        """Those who are there, in the order of their coming, with LiveKit's numbers of kinds."""
        return dict(self._there)

    def is_agent(self, identity: str) -> bool:
        """Whether an agent from elsewhere is or was there by that name."""
        number = self._came.get(identity)
        return number is not None and self._own.kind_of(identity, number) == "agent"

    def on_joined(self, participant: rtc.RemoteParticipant) -> None:
        """Somebody is there."""
        identity = participant.identity
        if identity in self._there:
            return
        self._there[identity] = self._came[identity] = participant.kind
        self._subscribers.on_joined(identity)
        event = ParticipantJoined(
            at_s=self._clock.now_s(),
            identity=identity,
            name=participant.name,
            kind=self._own.kind_of(identity, participant.kind),
            attributes=dict(participant.attributes),
        )
        self._mailbox.tell(event, identity)

    def on_left(self, participant: rtc.RemoteParticipant) -> None:
        """Somebody is gone."""
        identity = participant.identity
        if self._there.pop(identity, None) is None:
            return
        self._subscribers.on_left(identity)
        reason = reason_name(participant.disconnect_reason)
        self._mailbox.tell(ParticipantLeft(self._clock.now_s(), identity, reason), identity)

    def on_attributes(self, attributes: dict[str, str], participant: rtc.Participant) -> None:
        """Somebody, perhaps we, changed its attributes."""
        identity = self._own.our_name(participant.identity)
        event = AttributesChanged(self._clock.now_s(), identity, dict(attributes))
        size = sum(len(key) + len(value) for key, value in attributes.items())  # whole numbers
        self._mailbox.tell(event, identity, size)


def reason_name(number: int | None) -> str:
    """LiveKit's word for why a link ended, in lower case."""
    from livekit.rtc import DisconnectReason

    names: dict[int, str] = {value: name.lower() for name, value in DisconnectReason.items()}
    return names.get(number or 0, names[0])


class KnownParticipants(Protocol):
    """Whom one connection knows."""

    @property
    def present(self) -> Mapping[str, int]:
        """Those who are there, with LiveKit's numbers of kinds."""

    def is_agent(self, identity: str) -> bool:
        """Whether an agent from elsewhere is or was there by that name."""


class Attribution:
    """Who really sent what comes to one connection; it lives in the media thread."""

    def __init__(self, participants: OwnParticipants) -> None:
        self._own = participants
        self._seen: set[str] = set()

    def of_text(
        self, identity: str, stream: rtc.TextStreamInfo, known: KnownParticipants
    ) -> tuple[str, str]:
        """Who sent a text stream, and in whose name.

        Each stream of ours comes once: an agent that sends another under its name is found out.
        """
        sender = self._sender(identity, stream.stream_id, known)
        name = self._own.our_name(identity)
        if sender != name:
            return sender, name[:MOST_NAME]
        spoke = self._transcribed_owner(stream)
        return sender, spoke if spoke != sender else ""

    def of_file(self, identity: str, stream_id: str, known: KnownParticipants) -> str:
        """Who sent a file."""
        return self._sender(identity, stream_id, known)

    def _sender(self, identity: str, stream_id: str, known: KnownParticipants) -> str:
        """Who really sent it; one whom we have not been told of yet may send before that."""
        name = self._own.our_name(identity)
        if name in self._own.guests:
            return name if self._is_ours(stream_id) else self._agent_among(known.present)
        if known.is_agent(name):
            return name
        return self._agent_among(known.present) or name[:MOST_NAME]

    def _agent_among(self, others: Mapping[str, int]) -> str:
        """The agent among those present who are not ours; empty where there is none."""
        agents = [
            identity
            for identity, number in others.items()
            if identity not in self._own.guests and self._own.kind_of(identity, number) == "agent"
        ]
        by_kind = [identity for identity in agents if others[identity] == AGENT]
        return next(iter(by_kind or agents), "")

    def _is_ours(self, stream_id: str) -> bool:
        is_first = stream_id not in self._seen
        if not self._own.is_stream(stream_id):
            return False
        self._seen.add(stream_id)
        return is_first

    def _transcribed_owner(self, stream: rtc.TextStreamInfo) -> str:
        if stream.topic != TRANSCRIPTION:
            return ""
        return self._own.owner_of((stream.attributes or {}).get(TRANSCRIBED_TRACK, ""))
