"""What do others write to us?"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from livekit.rtc import StreamError

from modylbench.meeting.room import (
    A2UI,
    A2UI_ACTION,
    ANNOTATION,
    CHAT,
    FAULT,
    MOST_TEXT_BYTES,
    REACTION,
    TRANSCRIPTION,
)
from modylbench.meeting.room_events import TextChunk, TextClosed, TextOpened
from modylbench.meeting.rooms.livekit.own_faults import watched

if TYPE_CHECKING:
    from collections.abc import Mapping

    from livekit import rtc

    from modylbench.meeting.rooms.livekit.arrival import Arrival
    from modylbench.meeting.rooms.livekit.own_faults import Failed

TOPICS = (CHAT, TRANSCRIPTION, A2UI, A2UI_ACTION, ANNOTATION, REACTION, FAULT)
"""The SDK throws away what comes on other topics."""


class Texts:
    """The text streams that come to one connection; in the media thread."""

    def __init__(self, arrival: Arrival) -> None:
        self._attribution = arrival.attribution
        self._presence = arrival.presence
        self._streams = arrival.streams
        self._budget = arrival.budget
        self._mailbox = arrival.mailbox
        self._clock = arrival.clock
        self._numbers = itertools.count(1)

    def register(self, room: rtc.Room, failed: Failed) -> None:
        """Take them from a room that is not connected yet, so that none is missed."""
        for topic in TOPICS:
            room.register_text_stream_handler(topic, watched(self.opened, failed))

    def opened(self, reader: rtc.TextStreamReader, identity: str) -> None:
        """A stream begins."""
        info = reader.info
        sender, in_the_name_of = self._attribution.of_text(identity, info, self._presence)
        stream_id = str(next(self._numbers))  # its sender may call two of them the same
        if not (
            self._budget.has_stream(sender)
            and self._streams.read(sender, lambda: self._read(reader, stream_id, sender))
        ):
            reader.close()
            self._budget.refuse(sender)
            return
        opened = TextOpened(
            at_s=self._clock.now_s(),
            identity=sender,
            topic=info.topic,
            stream_id=stream_id,
            attributes=dict(info.attributes or {}),
            in_the_name_of=in_the_name_of,
        )
        self._mailbox.tell(opened, sender, _size(opened.attributes))

    async def _read(self, reader: rtc.TextStreamReader, stream_id: str, sender: str) -> None:
        is_whole, at_first = False, dict(reader.info.attributes or {})
        try:
            is_whole = await self._pass_on(reader, stream_id, sender)
        except StreamError:
            pass  # broken off: what came of it has been told
        finally:
            reader.close()
            in_the_end = (reader.info.attributes or {}).items() - at_first.items()
            closed = TextClosed(self._clock.now_s(), stream_id, is_whole, dict(in_the_end))
            self._mailbox.tell(closed, sender, _size(closed.attributes))

    async def _pass_on(self, reader: rtc.TextStreamReader, stream_id: str, sender: str) -> bool:
        """Tell what comes until the end of the stream; whether all of it did."""
        so_far = 0
        async for text in reader:
            size = len(text.encode(errors="replace"))
            so_far += size
            if so_far > MOST_TEXT_BYTES:
                return False
            if not self._budget.has_piece(sender, size):
                self._budget.refuse(sender)
                return False
            self._mailbox.tell(TextChunk(self._clock.now_s(), stream_id, text), sender, size)
        return True


def _size(attributes: Mapping[str, str]) -> int:
    return sum(len(key) + len(value) for key, value in attributes.items())  # whole
