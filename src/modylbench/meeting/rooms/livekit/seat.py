"""What happens at one participant's place in a room, in the thread where the SDK lives?"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import urlsplit

from livekit import rtc

from modylbench.meeting.room import MOST_FILE_BYTES
from modylbench.meeting.room_events import LinkChanged
from modylbench.meeting.rooms.livekit.arrival import Arrival
from modylbench.meeting.rooms.livekit.attribution import Attribution
from modylbench.meeting.rooms.livekit.budget import Budget
from modylbench.meeting.rooms.livekit.files import Files
from modylbench.meeting.rooms.livekit.own import Subscribers
from modylbench.meeting.rooms.livekit.presence import Presence, reason_name
from modylbench.meeting.rooms.livekit.streams import Streams
from modylbench.meeting.rooms.livekit.texts import Texts
from modylbench.meeting.rooms.livekit.tracks import Tracks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from modylbench.meeting.room import Guest
    from modylbench.meeting.rooms.livekit.place import Place

# The numbers below are ours.
CONNECT_S = 20.0  # until a server that does not let us in is given up
RECONNECT_S = 30.0  # until a link that does not come back is given up
DISCONNECT_S = 3.0  # until a server that does not let us go is left

LOCAL_STUN = "stun:127.0.0.1:3478"
"""Nobody need answer there: given none, the SDK would ask hosts on the internet."""


class OwnMedia(Protocol):
    """A track of ours."""

    def renewed(self, publication: rtc.LocalTrackPublication) -> None:
        """After a reconnect it has a new publication."""

    async def close(self) -> None:
        """Nothing of it is under way when this returns."""


class Seat:
    """The SDK's room for one participant, and what is told of it."""

    def __init__(self, place: Place, ask_sid: Callable[[], Awaitable[str | None]]) -> None:
        own, link, mailbox, clock = place.own, place.link, place.mailbox, place.clock
        self.room = rtc.Room()
        self.subscribers = Subscribers(own, link, clock)
        self.presence = Presence(own, self.subscribers, mailbox, clock)
        self.tracks = Tracks(place.guest, own, mailbox, clock)
        self.media: dict[int, OwnMedia] = {}
        self._guest = place.guest
        self._own = own
        self._link = link
        self._mailbox = mailbox
        self._clock = clock
        self._media_thread = place.media
        self._ask_sid = ask_sid
        self._sid = ""
        self._was_renewed = False
        self._telling: asyncio.Task[None] | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self._streams = Streams()
        self._budget = Budget(own, mailbox, clock)
        arrival = Arrival(
            Attribution(own), self.presence, self._streams, self._budget, mailbox, clock
        )
        self._texts = Texts(arrival)
        self._files = Files(arrival)

    async def take(self, url: str, token: str) -> None:
        """Join; those who are there come first. Raises TimeoutError where that takes too long."""
        self._listen()
        await self._connect(self.room.connect(url, token, options(url, self._guest)))
        self._sid = self.room.local_participant.sid
        for participant in list(self.room.remote_participants.values()):
            self._joined(participant)
        self._look_for_tracks()

    async def leave(self, reason: str) -> None:
        """Leave, so that no thread of the SDK calls into what is no longer there."""
        self._close(reason)
        with suppress(TimeoutError):
            async with asyncio.timeout(DISCONNECT_S):
                while self.media:
                    await self.media.popitem()[1].close()
                await self.room.disconnect()
        await self._streams.end()

    async def _connect(self, work: Coroutine[Any, Any, None]) -> None:
        """Connect within the time; the SDK ends a process that does not wait for its answer."""
        connecting = self._media_thread.keep(work)
        try:
            await asyncio.wait([connecting], timeout=CONNECT_S)
        finally:
            if not connecting.done():
                self._media_thread.keep(self._see_off(connecting))
        if not connecting.done():
            raise TimeoutError
        connecting.result()

    async def _see_off(self, connecting: asyncio.Task[None]) -> None:
        """Leave as soon as we are in, since nobody waits for it any more."""
        with suppress(rtc.ConnectError):
            await connecting
            await self.leave("client_initiated")

    def _listen(self) -> None:
        if not self._guest.hears_agents_only:
            self._texts.register(self.room)
            self._files.register(self.room)
        room, tracks, subscribers = self.room, self.tracks, self.subscribers
        room.on("participant_connected", self._joined)
        room.on("participant_disconnected", self._left)
        room.on("participant_attributes_changed", self.presence.changed)
        room.on("track_published", tracks.published)
        room.on("track_subscribed", tracks.subscribed)
        room.on("track_unsubscribed", self._unsubscribed)
        room.on("track_muted", tracks.muted)
        room.on("local_track_published", self._published)
        room.on("local_track_republished", self._republished)
        room.on("local_track_subscribed", subscribers.subscribed)
        room.on("reconnecting", self._reconnecting)
        room.on("reconnected", self._reconnected)
        room.on("disconnected", lambda number: self._close(reason_name(number)))

    def _look_for_tracks(self) -> None:
        """See what the SDK does not tell: tracks that were there before us.

        What we asked for while it reconnected it forgot.
        """
        for participant in list(self.room.remote_participants.values()):
            for publication in list(participant.track_publications.values()):
                self.tracks.published(publication, participant)

    def _joined(self, participant: rtc.RemoteParticipant) -> None:
        self.presence.joined(participant)

    def _unsubscribed(
        self,
        _: object,
        publication: rtc.RemoteTrackPublication,
        participant: rtc.RemoteParticipant,
    ) -> None:
        self._mailbox.hold()
        self.tracks.unsubscribed(publication, participant)

    def _left(self, participant: rtc.RemoteParticipant) -> None:
        if participant.disconnect_reason is None:
            self._mailbox.hold()
        self.tracks.left(participant)
        self.presence.left(participant)
        self._streams.break_off(participant.identity)

    def _published(self, publication: rtc.LocalTrackPublication, _: object) -> None:
        if publication.source == rtc.TrackSource.SOURCE_MICROPHONE:
            self.subscribers.published(publication)

    def _republished(self, publication: rtc.LocalTrackPublication, _: str) -> None:
        self._was_renewed = True
        self._published(publication, None)
        if publication.source in self.media:
            self.media[publication.source].renewed(publication)

    def _reconnecting(self) -> None:
        if self._link.is_closed or self._giving_up is not None:
            return
        self._mailbox.tell_first(LinkChanged(self._clock.now_s(), "reconnecting", ""))
        loop = asyncio.get_running_loop()
        self._giving_up = loop.call_later(RECONNECT_S, self._close, "connection_timeout")

    def _reconnected(self) -> None:
        self._stop_waiting()
        self._look_for_tracks()
        telling = self._tell_reconnected(self._clock.now_s(), looks_same=not self._was_renewed)
        self._was_renewed = False
        self._telling = asyncio.get_running_loop().create_task(telling)

    async def _tell_reconnected(self, at_s: float, *, looks_same: bool) -> None:
        sid = await self._ask_sid()
        is_same = looks_same if sid is None else sid == self._sid
        self._sid = sid or self._sid
        if not is_same:
            self._streams.break_off()
        if not self._link.is_closed:
            state: Literal["resumed", "reconnected"] = "resumed" if is_same else "reconnected"
            self._mailbox.tell(LinkChanged(at_s, state, ""), "")

    def _close(self, reason: str) -> None:
        """Everything ends here, once, whoever ended it."""
        self._stop_waiting()
        if self._link.close(reason):
            self._own.remove_guest(self._guest)
            self.tracks.end_all()
            self._budget.tell()
            self._mailbox.close(LinkChanged(self._clock.now_s(), "closed", reason))

    def _stop_waiting(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


def options(url: str, guest: Guest) -> rtc.RoomOptions:
    """How one joins: who hears agents only asks for each of their tracks."""
    chosen = rtc.RoomOptions(
        auto_subscribe=not guest.hears_agents_only,
        data_stream=rtc.room.DataStreamOptions(max_payload_byte_length=MOST_FILE_BYTES),
    )
    if urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1"):
        servers = [rtc.IceServer(urls=[LOCAL_STUN])]
        chosen.rtc_config = rtc.RtcConfiguration(ice_servers=servers)
    return chosen
