"""Our texts and files, sent under names by which we know them again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from modylbench.meeting.room import FILES, RoomClosed
from modylbench.meeting.rooms.limits import check_text_size, utf8_size

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence
    from typing import Any

    from livekit import rtc

    from modylbench.meeting.rooms.livekit.link import ParticipantLink
    from modylbench.meeting.rooms.livekit.media_thread import MediaThread
    from modylbench.meeting.rooms.livekit.participants import OwnParticipants

BROKEN_OFF = "aborted"
"""The reason with which a stream is closed that is not whole: any that is not empty."""

PIECE_BYTES = 1_000_000  # ours: of a file, so that one who is cancelled stops soon
ABORT_S = 2.0  # ours: how long we try to tell the others that a stream is broken off


class LiveKitText:
    """A text stream of ours; after a full reconnect nobody reads it any more."""

    def __init__(
        self, writer: rtc.TextStreamWriter, media: MediaThread, link: ParticipantLink
    ) -> None:
        self._writer = writer
        self._media = media
        self._link = link
        self._is_open = True
        self._size = 0

    async def write(self, text: str) -> None:
        """Send one more piece."""
        self._link.check()
        if not self._is_open:
            message = "text stream: found a piece after its end, expected none"
            raise ValueError(message)
        size = utf8_size(text, "text")
        check_text_size(self._size + size)
        self._size += size
        if text:
            await self._media.run(lambda: self._link.use(self._writer.write(text)))

    async def close(self) -> None:
        """End it; closing twice is closing once."""
        await self._end("")

    async def abort(self) -> None:
        """End it before it is whole."""
        await self._end(BROKEN_OFF)

    async def _end(self, reason: str) -> None:
        self._link.check()
        if self._is_open:
            self._is_open = False
            await self._media.run(lambda: self._link.use(self._writer.aclose(reason=reason)))


class OutgoingStreams:
    """What one participant of ours sends; in the media thread."""

    def __init__(
        self,
        participant: rtc.LocalParticipant,
        participants: OwnParticipants,
        link: ParticipantLink,
    ) -> None:
        self._participant = participant
        self._own = participants
        self._link = link
        self._aborting: set[asyncio.Task[None]] = set()

    async def open_text(self, topic: str, attributes: Mapping[str, str]) -> rtc.TextStreamWriter:
        """Begin a text stream."""
        return await self._link.use(self._open_text(topic, attributes))

    async def send_text(
        self, text: str, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> None:
        """Send a whole text, to everybody or to some and to who is hidden."""
        writer = await self._link.use(self._open_text(topic, attributes, to))
        await self._link.use(self._send_all(writer, writer.write(text)))

    async def send_file(
        self, name: str, content: bytes, *, mime_type: str, attributes: Mapping[str, str]
    ) -> None:
        """Send a file."""
        writer = await self._link.use(
            self._participant.stream_bytes(
                name,
                total_size=len(content),
                mime_type=mime_type,
                attributes=dict(attributes),
                stream_id=self._own.new_stream(),
                topic=FILES,
            )
        )
        await self._link.use(self._send_all(writer, _write_bytes(writer, content)))

    async def _open_text(
        self, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> rtc.TextStreamWriter:
        return await self._participant.stream_text(
            destination_identities=[*to, *self._own.hidden_names] if to else None,
            topic=topic,
            attributes=dict(attributes),
            stream_id=self._own.new_stream(),
        )

    async def _send_all(
        self, writer: rtc.TextStreamWriter | rtc.ByteStreamWriter, write: Coroutine[Any, Any, None]
    ) -> None:
        """Write it and end the stream; the readers learn where it is broken off."""
        is_whole = False
        try:
            await write
            await writer.aclose()
            is_whole = True
        finally:
            if not is_whole and not self._link.is_closed:
                self._abort(writer)

    def _abort(self, writer: rtc.TextStreamWriter | rtc.ByteStreamWriter) -> None:
        """Tell the readers, who would wait for ever, though the sender was cancelled."""
        task = asyncio.get_running_loop().create_task(self._break_off(writer))
        self._aborting.add(task)
        task.add_done_callback(self._aborting.discard)

    async def _break_off(self, writer: rtc.TextStreamWriter | rtc.ByteStreamWriter) -> None:
        with suppress(RoomClosed, TimeoutError, RuntimeError):  # the last: it is closed already
            await asyncio.wait_for(self._link.use(writer.aclose(reason=BROKEN_OFF)), ABORT_S)


async def _write_bytes(writer: rtc.ByteStreamWriter, content: bytes) -> None:
    for start in range(0, len(content), PIECE_BYTES):
        await writer.write(bytes(content[start : start + PIECE_BYTES]))
