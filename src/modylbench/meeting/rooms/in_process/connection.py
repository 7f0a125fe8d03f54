"""What a participant can do in a room in process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.room import (
    FILES,
    AttributesChanged,
    FileReceived,
    PictureReceived,
    TextChunk,
    TextOpened,
)
from modylbench.meeting.rooms.in_process.audio import Timeline
from modylbench.meeting.rooms.in_process.members import OpenStream, PublishedTrack
from modylbench.meeting.rooms.limits import (
    BYTES_A_SAMPLE,
    attributes_size,
    check_file,
    check_open_streams,
    check_picture,
    check_speech_length,
    check_text_size,
    check_topic,
    utf8_size,
)
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ, at_room_rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from modylbench.meeting.room import AudioChunk, RoomEvent, TrackSource
    from modylbench.meeting.rooms.in_process.members import RoomMember, RoomMembers

CHUNK_BYTES = 15_000
"""A larger text is sent in pieces of this size, as by LiveKit."""
CONTINUES = 0b1000_0000  # the first two bits of a byte of UTF-8 that begins no character
FIRST_TWO_BITS = 0b1100_0000


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

    def take_audio(self, identity: str, source: TrackSource = "microphone") -> list[AudioChunk]:
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

    async def send_text(
        self, text: str, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> None:
        """Send a whole text, to everybody or to some."""
        check_text_size(utf8_size(text, "text"))
        await self._member.until_connected()
        writer = self._open(topic, attributes, to)
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

    def _open(
        self, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> InProcessText:
        check_topic(topic)
        size = attributes_size(attributes)
        member = self._member
        check_open_streams(len(member.streams) + 1)
        self._opened += 1
        stream = OpenStream(f"{self.identity}/{member.joined}/{self._opened}")
        opened = TextOpened(
            self._members.clock.now_s(), self.identity, topic, stream.stream_id, dict(attributes)
        )
        stream.readers = dict.fromkeys(self._members.deliver(member, opened, size, to), True)
        member.streams[stream.stream_id] = stream
        return InProcessText(self._members, member, stream)

    def _tell_attributes(self, changed: dict[str, str], size: int) -> None:
        member = self._member
        event = AttributesChanged(self._members.clock.now_s(), self.identity, changed)
        member.inbox.put(event, self.identity, size=size)
        for other in self._members.others_than(member):
            if other in member.known_to:
                other.inbox.put(event, self.identity, size=size)


class InProcessMicrophone:
    """An audio track; a reconnect renews it for the listeners, not for the speaker."""

    def __init__(self, owner: RoomMember, track: PublishedTrack, timeline: Timeline) -> None:
        self._owner = owner
        self._track = track
        self._timeline = timeline
        self._turn = asyncio.Lock()
        self._queued_s = 0.0
        self._stops = 0
        self._sounding: asyncio.Task[None] | None = None

    @property
    def slipped_s(self) -> float:
        """Never: what is said here is said when it is time."""
        return 0.0

    async def until_heard_by(self, identity: str) -> None:
        """Return when that participant is subscribed, who need not be there yet."""
        self._owner.check()
        subscribers = self._track.subscribers
        await self._owner.until(
            lambda: any(subscriber.identity == identity for subscriber in subscribers)
        )

    async def play(self, pcm: bytes, sample_rate_hz: int = ROOM_RATE_HZ) -> None:
        """Say these samples after what is being said; returns early where `stop` is called."""
        self._owner.check()
        with self._owner.clock.pausing():
            sound = at_room_rate(pcm, sample_rate_hz)
        seconds = len(sound) / BYTES_A_SAMPLE / ROOM_RATE_HZ
        check_speech_length(self._queued_s + seconds)
        stops = self._stops
        self._queued_s += seconds
        try:
            async with self._turn:
                if sound and self._stops == stops:
                    await self._sound(sound)
        finally:
            self._queued_s -= seconds
        await self._owner.pace.until_sent()

    def stop(self) -> None:
        """Be silent from now on."""
        self._owner.check()
        self._stops += 1
        self._timeline.cut(self._owner.clock.now_s())
        if self._sounding is not None:
            self._sounding.cancel()

    async def _sound(self, sound: bytes) -> None:
        owner, clock = self._owner, self._owner.clock
        owner.check()
        end_s = self._timeline.add(sound, clock.now_s())
        sounding = asyncio.create_task(clock.sleep(end_s - clock.now_s()))
        sounding.add_done_callback(lambda _: owner.change())
        self._sounding = sounding
        try:
            await owner.until(sounding.done)
        finally:
            self._sounding = None
            sounding.cancel()
            self._timeline.cut(clock.now_s())


class InProcessScreenShare:
    """A video track; each picture shown is one picture received, exactly as it was."""

    def __init__(self, members: RoomMembers, owner: RoomMember, track: PublishedTrack) -> None:
        self._members = members
        self._owner = owner
        self._track = track

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame; it is lost to those who are not subscribed."""
        self._owner.check()
        check_picture(width, height, rgba)
        owner = self._owner
        now_s = self._members.clock.now_s()
        picture = PictureReceived(
            now_s, owner.identity, self._track.source, int(width), int(height), bytes(rgba)
        )
        for other in self._members.others_than(owner):
            if other in self._track.subscribers:
                other.inbox.put(picture, owner.identity, size=len(rgba))
        await owner.pace.until_sent(len(rgba))


class InProcessText:
    """A text stream of one participant; after a reconnect nobody reads it any more."""

    def __init__(self, members: RoomMembers, sender: RoomMember, stream: OpenStream) -> None:
        self._members = members
        self._sender = sender
        self._stream = stream
        self._is_open = True
        self._size = 0

    async def write(self, text: str) -> None:
        """Send one more piece."""
        await self._sender.pace.until_sent(self.put(text))

    async def close(self) -> None:
        """End it; closing twice is closing once."""
        self.end(is_whole=True)
        await self._sender.pace.until_sent()

    async def abort(self) -> None:
        """End it before it is whole."""
        self.end(is_whole=False)
        await self._sender.pace.until_sent()

    def put(self, text: str) -> int:
        """Give a piece to the readers; returns its size."""
        self._sender.check()
        if not self._is_open:
            message = "text stream: found a piece after its end, expected none"
            raise ValueError(message)
        size = utf8_size(text, "text")
        check_text_size(self._size + size)
        self._size += size
        for piece in pieces(text):
            self._give(piece)
        return size

    def end(self, *, is_whole: bool) -> None:
        """End it for the readers."""
        self._sender.check()
        self._is_open = False
        if self._stream.stream_id in self._sender.streams:
            self._members.end_stream(self._sender, self._stream, is_whole=is_whole)

    def _give(self, piece: str) -> None:
        chunk = TextChunk(self._members.clock.now_s(), self._stream.stream_id, piece)
        size = utf8_size(piece, "text")
        readers = self._stream.readers
        for reader, has_all in readers.items():
            was_kept = has_all and reader.inbox.put(chunk, self._sender.identity, size=size)
            readers[reader] = was_kept


def pieces(text: str) -> Iterator[str]:
    """The text in pieces of at most 15 kB, cut between characters.

    >>> [len(piece) for piece in pieces("é" * 10_000)]
    [7500, 2500]
    """
    if len(text) * 4 <= CHUNK_BYTES:
        if text:
            yield text
        return
    content = text.encode()
    start = 0
    while start < len(content):
        end = min(start + CHUNK_BYTES, len(content))
        while end < len(content) and content[end] & FIRST_TWO_BITS == CONTINUES:
            end -= 1
        yield content[start:end].decode()
        start = end
