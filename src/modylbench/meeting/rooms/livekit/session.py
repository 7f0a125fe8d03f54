"""One participant's session with the SDK, in the thread where the SDK lives."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import urlsplit

from livekit import rtc

from modylbench.meeting.room import MOST_FILE_BYTES, LinkChanged
from modylbench.meeting.rooms.livekit.incoming_streams import (
    IncomingFiles,
    IncomingTexts,
    ReadingBudget,
    StreamContext,
    StreamReaders,
)
from modylbench.meeting.rooms.livekit.media_thread import reason_of, watch_calls, watch_task
from modylbench.meeting.rooms.livekit.participants import (
    Attribution,
    RemoteParticipants,
    TrackSubscribers,
    reason_name,
)
from modylbench.meeting.rooms.livekit.tracks import Tracks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.meeting.rooms.livekit.link import Mailbox, ParticipantLink
    from modylbench.meeting.rooms.livekit.media_thread import MediaThread
    from modylbench.meeting.rooms.livekit.participants import OwnParticipants


# The numbers below are ours.
CONNECT_S = 20.0  # until a server that does not let us in is given up
RECONNECT_S = 30.0  # until a link that does not come back is given up
DISCONNECT_S = 3.0  # until media that do not end, and a server that holds us, are left
LOCAL_STUN = "stun:127.0.0.1:3478"
"""Nobody need answer there: given none, the SDK would ask hosts on the internet."""


@dataclass(frozen=True, slots=True)
class Membership:
    """Who sits there, its link, its events, and what it shares with the others of ours."""

    guest: Guest
    link: ParticipantLink
    mailbox: Mailbox
    own: OwnParticipants
    media: MediaThread
    clock: Clock


class OwnMedia(Protocol):
    """A track of ours."""

    def renew(self, publication: rtc.LocalTrackPublication) -> None:
        """After a reconnect it has a new publication."""

    async def close(self) -> None:
        """Nothing of it is under way when this returns."""


class ParticipantSession:
    """The SDK's room for one participant, and what is told of it."""

    def __init__(
        self, membership: Membership, ask_sid: Callable[[], Awaitable[str | None]]
    ) -> None:
        own, link, mailbox, clock = (
            membership.own,
            membership.link,
            membership.mailbox,
            membership.clock,
        )
        self.room = rtc.Room()
        self.subscribers = TrackSubscribers(own, link, clock)
        self.presence = RemoteParticipants(own, self.subscribers, mailbox, clock)
        self.tracks = Tracks(
            membership.guest, own, mailbox=mailbox, clock=clock, failed=self._on_error
        )
        self.media: dict[int, OwnMedia] = {}
        self._guest = membership.guest
        self._own = own
        self._link = link
        self._mailbox = mailbox
        self._clock = clock
        self._media_thread = membership.media
        self._ask_sid = ask_sid
        self._sid = ""
        self._was_renewed = False
        self._telling: asyncio.Task[None] | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self._streams = StreamReaders()
        self._budget = ReadingBudget(own, mailbox, clock)
        context = StreamContext(
            Attribution(own), self.presence, self._streams, self._budget, mailbox, clock
        )
        self._texts = IncomingTexts(context)
        self._files = IncomingFiles(context)

    async def take(self, url: str, token: str) -> None:
        """Join; those who are there come first. Raises TimeoutError where that takes too long."""
        self._listen()
        await self._connect(self.room.connect(url, token, options(url, self._guest)))
        self._sid = self.room.local_participant.sid
        for participant in list(self.room.remote_participants.values()):
            self.presence.on_joined(participant)
        self._look_for_tracks()

    async def leave(self, reason: str) -> None:
        """Leave, so that no thread of the SDK calls into what is no longer there."""
        self._close(reason)
        with suppress(TimeoutError):
            async with asyncio.timeout(DISCONNECT_S):
                while self.media:
                    await self.media.popitem()[1].close()
        with suppress(TimeoutError):
            async with asyncio.timeout(DISCONNECT_S):
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
            self._texts.register(self.room, self._on_error)
            self._files.register(self.room, self._on_error)
        tracks, subscribers = self.tracks, self.subscribers
        self._on("participant_connected", self.presence.on_joined)
        self._on("participant_disconnected", self._on_left)
        self._on("participant_attributes_changed", self.presence.on_attributes)
        self._on("track_published", tracks.on_published)
        self._on("track_subscribed", tracks.on_subscribed)
        self._on("track_unsubscribed", self._on_unsubscribed)
        self._on("track_muted", tracks.on_muted)
        self._on("local_track_published", self._on_published)
        self._on("local_track_republished", self._on_republished)
        self._on("local_track_subscribed", subscribers.on_subscribed)
        self._on("reconnecting", self._on_reconnecting)
        self._on("reconnected", self._on_reconnected)
        self._on("disconnected", lambda number: self._close(reason_name(number)))

    def _on(self, event: rtc.room.EventTypes, act: Callable[..., None]) -> None:
        self.room.on(event, watch_calls(act, self._on_error))

    def _on_error(self, error: BaseException) -> None:
        """An error of ours: what we would tell from now on might be wrong."""
        self._close(reason_of(error))

    def _look_for_tracks(self) -> None:
        """See what the SDK does not tell: tracks that were there before us.

        What we asked for while it reconnected it forgot.
        """
        for participant in list(self.room.remote_participants.values()):
            for publication in list(participant.track_publications.values()):
                self.tracks.on_published(publication, participant)

    def _on_unsubscribed(
        self,
        _: object,
        publication: rtc.RemoteTrackPublication,
        participant: rtc.RemoteParticipant,
    ) -> None:
        self._mailbox.hold()
        self.tracks.on_unsubscribed(publication, participant)

    def _on_left(self, participant: rtc.RemoteParticipant) -> None:
        if participant.disconnect_reason is None:
            self._mailbox.hold()
        self.tracks.on_left(participant)
        self.presence.on_left(participant)
        self._streams.break_off(participant.identity)

    def _on_published(self, publication: rtc.LocalTrackPublication, _: object) -> None:
        if publication.source == rtc.TrackSource.SOURCE_MICROPHONE:
            self.subscribers.on_published(publication)

    def _on_republished(self, publication: rtc.LocalTrackPublication, _: str) -> None:
        self._was_renewed = True
        self._on_published(publication, None)
        if publication.source in self.media:
            self.media[publication.source].renew(publication)

    def _on_reconnecting(self) -> None:
        if self._link.is_closed or self._giving_up is not None:
            return
        self._stop_telling()
        self._mailbox.tell_first(LinkChanged(self._clock.now_s(), "reconnecting", ""))
        loop = asyncio.get_running_loop()
        self._giving_up = loop.call_later(RECONNECT_S, self._close, "connection_timeout")

    def _on_reconnected(self) -> None:
        self._stop_waiting()
        self._look_for_tracks()
        self._stop_telling()
        telling = self._tell_reconnected(self._clock.now_s())
        self._telling = asyncio.get_running_loop().create_task(telling)
        watch_task(self._telling, self._on_error)

    async def _tell_reconnected(self, at_s: float) -> None:
        """Tell it once the server has said whether we are who we were.

        Where the link breaks again before that, it is told with the next time that it is back.
        """
        sid = await self._ask_sid()
        is_same = not self._was_renewed if sid is None else sid == self._sid
        self._was_renewed = False
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

    def _stop_telling(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

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
