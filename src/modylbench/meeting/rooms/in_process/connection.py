"""What a participant can do in a room in process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room import FILES, AttributesChanged, FileReceived, TextOpened
from modylbench.meeting.rooms.in_process.audio import Timeline
from modylbench.meeting.rooms.in_process.local_tracks import (
    InProcessMicrophone,
    InProcessScreenShare,
)
from modylbench.meeting.rooms.in_process.member import OpenStream, PublishedTrack
from modylbench.meeting.rooms.in_process.text_stream import InProcessText
from modylbench.meeting.rooms.limits import (
    attributes_size,
    check_file,
    check_open_streams,
    check_text_size,
    check_topic,
    utf8_size,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from modylbench.meeting.room import AudioChunk, RoomEvent, Source
    from modylbench.meeting.rooms.in_process.member import RoomMember
    from modylbench.meeting.rooms.in_process.members import RoomMembers


class InProcessConnection:
    """One participant's place; what it sends during a reconnect is sent after it."""

    def __init__(self, members: RoomMembers, member: RoomMember) -> None:
        self._members = members
        self._member = member
        self._microphone: InProcessMicrophone | None = None
        self._screen: InProcessScreenShare | None = None
        self._opened = 0

    @property
    def identity(self) -> str:
        """Whose place it is."""
        return self._member.identity

    def events(self) -> AsyncIterator[RoomEvent]:
        """All that happens from joining on; ends when the link is closed."""
        return self._member.inbox

    def take_audio(self, identity: str, source: Source = "microphone") -> list[AudioChunk]:
        """The samples that have come from a participant since the last call, at 24 kHz."""
        member = self._member
        member.check()
        return member.hearing.take((identity, source), member.clock.now_s())

    def transport(self) -> None:
        """Nothing is under way: between people of one process no time passes."""

    async def publish_microphone(self) -> InProcessMicrophone:
        """Start the audio track; one who has one gets it again."""
        await self._member.until_connected()
        if self._microphone is None:
            timeline = Timeline(self._member.clock.now_s())
            track = PublishedTrack("microphone", timeline)
            self._publish(track)
            self._microphone = InProcessMicrophone(self._member, track, timeline)
        await self._member.pace.until_sent()
        return self._microphone

    async def publish_screen(self) -> InProcessScreenShare:
        """Start the screen-share track; one who has one gets it again."""
        await self._member.until_connected()
        if self._screen is None:
            track = PublishedTrack("screenshare")
            self._publish(track)
            self._screen = InProcessScreenShare(self._members, self._member, track)
        await self._member.pace.until_sent()
        return self._screen

    async def open_text(self, topic: str, attributes: Mapping[str, str]) -> InProcessText:
        """Start a text stream to everybody who is there."""
        await self._member.until_connected()
        writer = self._open(topic, attributes)
        await self._member.pace.until_sent()
        return writer

    async def send_text(self, text: str, topic: str, attributes: Mapping[str, str]) -> None:
        """Send a whole text."""
        check_text_size(utf8_size(text, "text"))
        await self._member.until_connected()
        writer = self._open(topic, attributes)
        size = writer.put(text)
        writer.end(is_whole=True)
        await self._member.pace.until_sent(size)

    async def send_file(
        self, name: str, content: bytes, *, mime_type: str, attributes: Mapping[str, str]
    ) -> None:
        """Send a file on the topic for files."""
        check_file(name, content, mime_type)
        size = len(content) + attributes_size(attributes)
        await self._member.until_connected()
        received = FileReceived(
            at_s=self._members.clock.now_s(),
            identity=self.identity,
            topic=FILES,
            name=name,
            mime_type=mime_type,
            content=bytes(content),
            attributes=dict(attributes),
            is_whole=True,
        )
        self._members.deliver(self._member, received, size)
        await self._member.pace.until_sent(size)

    async def set_attributes(self, attributes: Mapping[str, str]) -> None:
        """Change the attributes that are named; an empty value takes one away."""
        size = attributes_size(attributes)
        await self._member.until_connected()
        merged = {**self._member.attributes, **attributes}
        kept = {key: value for key, value in merged.items() if value}
        attributes_size(kept)
        self._member.attributes = kept
        if attributes:
            self._tell_attributes(dict(attributes), size)
        await self._member.pace.until_sent(size)

    async def leave(self) -> None:
        """Leave the room; leaving twice is leaving once."""
        if not self._member.is_gone:
            self._members.close(self._member, "client_initiated")
        await self._member.pace.until_sent()

    def _publish(self, track: PublishedTrack) -> None:
        if self._member.guest.is_hidden:
            message = f"{self.identity}: found a track of a hidden guest, expected none"
            raise ValueError(message)
        self._members.publish(self._member, track)

    def _open(self, topic: str, attributes: Mapping[str, str]) -> InProcessText:
        check_topic(topic)
        size = attributes_size(attributes)
        member = self._member
        check_open_streams(len(member.streams) + 1)
        self._opened += 1
        stream = OpenStream(f"{self.identity}/{member.joined}/{self._opened}")
        opened = TextOpened(
            self._members.clock.now_s(), self.identity, topic, stream.stream_id, dict(attributes)
        )
        stream.readers = dict.fromkeys(self._members.deliver(member, opened, size), True)
        member.streams[stream.stream_id] = stream
        return InProcessText(self._members, member, stream)

    def _tell_attributes(self, changed: dict[str, str], size: int) -> None:
        member = self._member
        event = AttributesChanged(self._members.clock.now_s(), self.identity, changed)
        member.inbox.put(event, self.identity, size=size)
        for other in self._members.others_than(member):
            if other in member.known_to:
                other.inbox.put(event, self.identity, size=size)
