"""Which files do others send us?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from livekit.rtc import StreamError

from modylbench.meeting.room import CHAT, FILES, MOST_FILE_BYTES
from modylbench.meeting.room_events import FileReceived
from modylbench.meeting.rooms.limits import MOST_NAME
from modylbench.meeting.rooms.livekit.own_faults import watched

if TYPE_CHECKING:
    from livekit import rtc

    from modylbench.meeting.rooms.livekit.arrival import Arrival
    from modylbench.meeting.rooms.livekit.own_faults import Failed

TOPICS = (FILES, CHAT, "")
"""LiveKit has no topic for files: agents send them on ours, as part of the chat, or without one."""


class Files:
    """The byte streams that come to one connection; in the media thread."""

    def __init__(self, arrival: Arrival) -> None:
        self._attribution = arrival.attribution
        self._presence = arrival.presence
        self._streams = arrival.streams
        self._budget = arrival.budget
        self._mailbox = arrival.mailbox
        self._clock = arrival.clock

    def register(self, room: rtc.Room, failed: Failed) -> None:
        """Take them from a room that is not connected yet, so that none is missed."""
        for topic in TOPICS:
            room.register_byte_stream_handler(topic, watched(self.opened, failed))

    def opened(self, reader: rtc.ByteStreamReader, identity: str) -> None:
        """A stream begins."""
        sender = self._attribution.of_file(identity, reader.info.stream_id, self._presence)
        if not (
            self._budget.has_stream(sender)
            and self._streams.read(sender, lambda: self._read(reader, sender))
        ):
            reader.close()
            self._budget.refuse(sender)

    async def _read(self, reader: rtc.ByteStreamReader, sender: str) -> None:
        content = bytearray()
        is_whole = False
        try:
            is_whole = await self._collect(reader, content, sender)
        except StreamError:
            pass  # broken off: what came of it is told
        finally:
            reader.close()
            self._tell(reader.info, bytes(content), sender=sender, is_whole=is_whole)

    def _tell(
        self, info: rtc.ByteStreamInfo, content: bytes, *, sender: str, is_whole: bool
    ) -> None:
        event = FileReceived(
            at_s=self._clock.now_s(),
            identity=sender,
            topic=FILES,
            name=info.name[:MOST_NAME],
            mime_type=info.mime_type[:MOST_NAME],
            content=content,
            attributes=dict(info.attributes or {}),
            is_whole=is_whole,
        )
        self._mailbox.tell(event, sender, len(content))

    async def _collect(self, reader: rtc.ByteStreamReader, content: bytearray, sender: str) -> bool:
        """Add what comes until the end of the stream; whether all of it did."""
        async for piece in reader:
            if not self._budget.has_piece(sender, len(piece)):
                self._budget.refuse(sender)
                return False
            room = MOST_FILE_BYTES - len(content)
            content += piece[:room]
            if len(piece) > room:
                return False
        return True
