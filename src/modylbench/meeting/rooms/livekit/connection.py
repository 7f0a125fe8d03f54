"""What a participant can do in a room on LiveKit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.rooms.limits import (
    attributes_size,
    check_file,
    check_text_size,
    check_topic,
    utf8_size,
)
from modylbench.meeting.rooms.livekit.local_tracks import publish_microphone, publish_screen
from modylbench.meeting.rooms.livekit.outgoing_streams import LiveKitText, OutgoingStreams
from modylbench.meeting.rooms.resampling import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from modylbench.meeting.room import AudioChunk, RoomEvent, TrackSource, Transport
    from modylbench.meeting.rooms.livekit.local_tracks import LiveKitMicrophone, LiveKitScreenShare
    from modylbench.meeting.rooms.livekit.session import Membership, ParticipantSession

CHANGED_S = 5.0  # ours: until the server must have taken attributes that it does not refuse
LOOK_S = 0.01  # ours


class LiveKitConnection:
    """One participant's place, as the meeting's loop sees it."""

    def __init__(self, membership: Membership, session: ParticipantSession) -> None:
        self._guest = membership.guest
        self._link = membership.link
        self._mailbox = membership.mailbox
        self._media = membership.media
        self._clock = membership.clock
        self._session = session
        self._participant = session.room.local_participant
        self._writing = OutgoingStreams(self._participant, membership.own, membership.link)
        self._publishing = asyncio.Lock()
        self._changing = asyncio.Lock()
        self._microphone: LiveKitMicrophone | None = None
        self._screen: LiveKitScreenShare | None = None
        self._leaving: asyncio.Task[None] | None = None

    @property
    def identity(self) -> str:
        """Whose place it is."""
        return self._guest.identity

    def events(self) -> AsyncIterator[RoomEvent]:
        """All that happens from joining on; ends when the link is closed."""
        return self._mailbox.inbox

    def take_audio(self, identity: str, source: TrackSource = "microphone") -> list[AudioChunk]:
        """The samples that have come from a participant since the last call, at 24 kHz."""
        self._link.check()
        return self._session.tracks.audio.take(identity, source)

    def transport(self) -> Transport | None:
        """What the link costs now, as last measured."""
        self._link.check()
        return self._session.tracks.audio.transport()

    async def publish_microphone(self) -> LiveKitMicrophone:
        """Start the audio track; one who has one gets it again."""
        self._check_visible()
        async with self._publishing:
            if self._microphone is None:
                await asyncio.to_thread(warm_up)
                self._microphone = await self._media.run(self._start_microphone)
            return self._microphone

    async def publish_screen(self) -> LiveKitScreenShare:
        """Start the screen-share track; one who has one gets it again."""
        self._check_visible()
        async with self._publishing:
            if self._screen is None:
                self._screen = await self._media.run(self._start_screen)
            return self._screen

    async def open_text(self, topic: str, attributes: Mapping[str, str]) -> LiveKitText:
        """Start a text stream to everybody who is there."""
        check_topic(topic)
        attributes_size(attributes)
        self._link.check()
        writer = await self._media.run(lambda: self._writing.open_text(topic, attributes))
        return LiveKitText(writer, self._media, self._link)

    async def send_text(
        self, text: str, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> None:
        """Send a whole text, to everybody or to some."""
        check_text_size(utf8_size(text, "text"))
        check_topic(topic)
        attributes_size(attributes)
        self._link.check()
        await self._media.run(lambda: self._writing.send_text(text, topic, attributes, to))

    async def send_file(
        self, name: str, content: bytes, *, mime_type: str, attributes: Mapping[str, str]
    ) -> None:
        """Send a file on the topic for files."""
        check_file(name, content, mime_type)
        attributes_size(attributes)
        self._link.check()
        await self._media.run(
            lambda: self._writing.send_file(
                name, content, mime_type=mime_type, attributes=attributes
            )
        )

    async def set_attributes(self, attributes: Mapping[str, str]) -> None:
        """Change the attributes that are named; an empty value takes one away."""
        attributes_size(attributes)
        self._link.check()
        async with self._changing:  # two at once may come to the others in either order
            await self._media.run(lambda: self._link.use(self._change_attributes(dict(attributes))))

    async def leave(self, reason: str = "client_initiated") -> None:
        """Leave the room; leaving twice is leaving once."""
        if self._leaving is None:
            leaving = self._media.run(lambda: self._session.leave(reason))
            self._leaving = asyncio.create_task(leaving)
        await asyncio.shield(self._leaving)

    async def _start_microphone(self) -> LiveKitMicrophone:
        made = publish_microphone(self._participant, self._media, self._clock, self._link)
        microphone = await self._link.use(made)
        microphone.subscribers = self._session.subscribers
        self._session.media[microphone.publication.source] = microphone
        return microphone

    async def _start_screen(self) -> LiveKitScreenShare:
        made = publish_screen(self._participant, self._media, self._clock, self._link)
        screen = await self._link.use(made)
        self._session.media[screen.publication.source] = screen
        return screen

    async def _change_attributes(self, attributes: dict[str, str]) -> None:
        """The SDK says nothing where the server refuses them: what is there tells."""
        merged = {**self._participant.attributes, **attributes}
        attributes_size({key: value for key, value in merged.items() if value})
        if not attributes:
            return
        await self._participant.set_attributes(attributes)
        latest_s = self._clock.now_s() + CHANGED_S
        while not self._has(attributes):
            if self._clock.now_s() > latest_s:
                message = (
                    f"{self.identity}: found that the server does not take the attributes "
                    f"{', '.join(map(repr, attributes))}, expected that it does"
                )
                raise ValueError(message)
            await asyncio.sleep(LOOK_S)

    def _has(self, attributes: dict[str, str]) -> bool:
        there = self._participant.attributes
        return all(there.get(key, "") == value for key, value in attributes.items())

    def _check_visible(self) -> None:
        self._link.check()
        if self._guest.is_hidden:
            message = f"{self.identity}: found a track of a hidden guest, expected none"
            raise ValueError(message)
