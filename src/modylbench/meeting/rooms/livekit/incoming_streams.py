"""Text and byte streams of others: how they are read, and how much of them.

Reading is done in the thread where our own sound is made: one who sends without end would delay
our people's speech. Each sender may send so much at once and so much a second. What is beyond is
not read, and it is told whose it was and how much.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from livekit.rtc import StreamError

from modylbench.meeting.room import (
    A2UI,
    A2UI_ACTION,
    ANNOTATION,
    CHAT,
    FAULT,
    FILES,
    MOST_FILE_BYTES,
    MOST_TEXT_BYTES,
    REACTION,
    TRANSCRIPTION,
    FileReceived,
    Overflow,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.rooms.limits import MOST_NAME
from modylbench.meeting.rooms.livekit.media_thread import watch_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from typing import Any

    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.link import Mailbox
    from modylbench.meeting.rooms.livekit.media_thread import ErrorListener
    from modylbench.meeting.rooms.livekit.participants import (
        Attribution,
        OwnParticipants,
        RemoteParticipants,
    )

TEXT_TOPICS = (CHAT, TRANSCRIPTION, A2UI, A2UI_ACTION, ANNOTATION, REACTION, FAULT)
"""The SDK throws away what comes on other topics."""

FILE_TOPICS = (FILES, CHAT, "")
"""LiveKit has no topic for files: agents send them on ours, as part of the chat, or without one."""

# The numbers below are ours: agents that are well open some streams a turn, of some hundred pieces.
STREAMS_A_S = 200.0
MOST_STREAMS = 500.0  # at once
PIECES_A_S = 2_000.0
MOST_PIECES = 10_000.0  # at once: a file of the largest size has 4,300
PIECE_BYTES = 15_000  # as the SDK cuts them; a larger one counts as several
MOST_SENDERS = 64  # who are told apart: names cost nothing
TOLD_S = 1.0  # how often it is told how much was not read
MOST_OPEN_STREAMS = 200  # ours, of one sender: each that is open costs at every event of the SDK
GRACE_S = 0.5  # ours: what was sent before somebody left may come just after it
ENDING_S = 2.0  # ours: the SDK may never say that a stream has ended


class IncomingTexts:
    """The text streams that come to one connection; in the media thread."""

    def __init__(self, context: StreamContext) -> None:
        self._context = context
        self._numbers = itertools.count(1)

    def register(self, room: rtc.Room, failed: ErrorListener) -> None:
        """Take them from a room that is not connected yet, so that none is missed."""
        for topic in TEXT_TOPICS:
            room.register_text_stream_handler(topic, watch_calls(self.on_opened, failed))

    def on_opened(self, reader: rtc.TextStreamReader, identity: str) -> None:
        """A stream begins."""
        info = reader.info
        context = self._context
        sender, in_the_name_of = context.attribution.of_text(identity, info, context.presence)
        stream_id = str(next(self._numbers))  # its sender may call two of them the same
        if not context.begin(reader, sender, lambda: self._read(reader, stream_id, sender)):
            return
        opened = TextOpened(
            at_s=self._context.clock.now_s(),
            identity=sender,
            topic=info.topic,
            stream_id=stream_id,
            attributes=dict(info.attributes or {}),
            in_the_name_of=in_the_name_of,
        )
        self._context.mailbox.tell(opened, sender, _size(opened.attributes))

    async def _read(self, reader: rtc.TextStreamReader, stream_id: str, sender: str) -> None:
        is_whole, at_first = False, dict(reader.info.attributes or {})
        try:
            is_whole = await self._pass_on(reader, stream_id, sender)
        except StreamError:
            pass  # broken off: what came of it has been told
        finally:
            reader.close()
            in_the_end = (reader.info.attributes or {}).items() - at_first.items()
            closed = TextClosed(self._context.clock.now_s(), stream_id, is_whole, dict(in_the_end))
            self._context.mailbox.tell(closed, sender, _size(closed.attributes))

    async def _pass_on(self, reader: rtc.TextStreamReader, stream_id: str, sender: str) -> bool:
        """Tell what comes until the end of the stream; whether all of it did."""
        so_far = 0
        async for text in reader:
            size = len(text.encode(errors="replace"))
            so_far += size
            if so_far > MOST_TEXT_BYTES:
                return False
            if not self._context.has_piece(sender, size):
                return False
            self._context.mailbox.tell(
                TextChunk(self._context.clock.now_s(), stream_id, text), sender, size
            )
        return True


class IncomingFiles:
    """The byte streams that come to one connection; in the media thread."""

    def __init__(self, context: StreamContext) -> None:
        self._context = context

    def register(self, room: rtc.Room, failed: ErrorListener) -> None:
        """Take them from a room that is not connected yet, so that none is missed."""
        for topic in FILE_TOPICS:
            room.register_byte_stream_handler(topic, watch_calls(self.on_opened, failed))

    def on_opened(self, reader: rtc.ByteStreamReader, identity: str) -> None:
        """A stream begins."""
        context, stream_id = self._context, reader.info.stream_id
        sender = context.attribution.of_file(identity, stream_id, context.presence)
        context.begin(reader, sender, lambda: self._read(reader, sender))

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
            at_s=self._context.clock.now_s(),
            identity=sender,
            topic=FILES,
            name=info.name[:MOST_NAME],
            mime_type=info.mime_type[:MOST_NAME],
            content=content,
            attributes=dict(info.attributes or {}),
            is_whole=is_whole,
        )
        self._context.mailbox.tell(event, sender, len(content))

    async def _collect(self, reader: rtc.ByteStreamReader, content: bytearray, sender: str) -> bool:
        """Add what comes until the end of the stream; whether all of it did."""
        async for piece in reader:
            if not self._context.has_piece(sender, len(piece)):
                return False
            room = MOST_FILE_BYTES - len(content)
            content += piece[:room]
            if len(piece) > room:
                return False
        return True


@dataclass(frozen=True, slots=True)
class StreamContext:
    """Where a stream is read, whose it is, who is there, how much we read, where it is told."""

    attribution: Attribution
    presence: RemoteParticipants
    streams: StreamReaders
    budget: ReadingBudget
    mailbox: Mailbox
    clock: Clock

    def begin(
        self,
        reader: rtc.TextStreamReader | rtc.ByteStreamReader,
        sender: str,
        read: Callable[[], Coroutine[Any, Any, None]],
    ) -> bool:
        """Whether the stream is read from now on; not where its sender has had its share."""
        if self.budget.has_stream(sender) and self.streams.read(sender, read):
            return True
        reader.close()
        self.budget.refuse(sender)
        return False

    def has_piece(self, sender: str, size: int) -> bool:
        """Whether one more piece is read; where it is not, that is told."""
        if self.budget.has_piece(sender, size):
            return True
        self.budget.refuse(sender)
        return False


class TokenBucket:
    """What may still be spent; it fills again with time."""

    def __init__(self, a_second: float, most: float, now_s: float) -> None:
        self._a_second = a_second
        self._most = most
        self._left = most
        self._at_s = now_s

    def spend(self, amount: float, now_s: float) -> bool:
        """Whether there was that much."""
        since_s, self._at_s = max(0.0, now_s - self._at_s), now_s
        self._left = min(self._most, self._left + since_s * self._a_second)
        if self._left < amount:
            return False
        self._left -= amount
        return True


class ReadingBudget:
    """What the senders may have read by one connection; in the media thread."""

    def __init__(self, participants: OwnParticipants, mailbox: Mailbox, clock: Clock) -> None:
        self._own = participants
        self._mailbox = mailbox
        self._clock = clock
        self._buckets: dict[str, tuple[TokenBucket, TokenBucket]] = {}
        self._refused: dict[str, int] = {}
        self._telling: asyncio.TimerHandle | None = None

    def has_stream(self, sender: str) -> bool:
        """Whether one more stream of that sender may be read."""
        return sender in self._own.guests or self._of(sender)[0].spend(1.0, self._clock.now_s())

    def has_piece(self, sender: str, size: int) -> bool:
        """Whether one more piece of its streams may be."""
        if sender in self._own.guests:
            return True
        pieces = 1.0 + size // PIECE_BYTES
        return self._of(sender)[1].spend(pieces, self._clock.now_s())

    def refuse(self, sender: str) -> None:
        """A stream of that sender is not read, or no further."""
        self._refused[sender] = self._refused.get(sender, 0) + 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TOLD_S, self.tell)

    def tell(self) -> None:
        """Say how much was not read since this was last said."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        refused, self._refused = self._refused, {}
        for sender, streams in refused.items():
            self._mailbox.tell(Overflow(self._clock.now_s(), sender, streams), sender)

    def _of(self, sender: str) -> tuple[TokenBucket, TokenBucket]:
        if sender not in self._buckets and len(self._buckets) >= MOST_SENDERS:
            sender = ""
        if sender not in self._buckets:
            now_s = self._clock.now_s()
            streams = TokenBucket(STREAMS_A_S, MOST_STREAMS, now_s)
            self._buckets[sender] = streams, TokenBucket(PIECES_A_S, MOST_PIECES, now_s)
        return self._buckets[sender]


class StreamReaders:
    """The streams that one connection reads, each in a task; in the media thread."""

    def __init__(self) -> None:
        self._reading: dict[asyncio.Task[None], str] = {}
        self._open: Counter[str] = Counter()

    def read(self, sender: str, reading: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Read a stream until its end; not where its sender leaves too many of them open."""
        if self._open[sender] >= MOST_OPEN_STREAMS:
            return False
        task = asyncio.get_running_loop().create_task(reading())
        self._reading[task] = sender
        self._open[sender] += 1
        task.add_done_callback(self._forget_task)
        return True

    def break_off(self, sender: str | None = None) -> None:
        """End what one sender, or everybody, has open; what is under way may still come."""
        tasks = [task for task, of in self._reading.items() if sender in (None, of)]

        def cancel() -> None:
            for task in tasks:
                task.cancel()

        if tasks:
            asyncio.get_running_loop().call_later(GRACE_S, cancel)

    async def end(self) -> None:
        """End all at once."""
        tasks = list(self._reading)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        sender = self._reading.pop(task)
        self._open[sender] -= 1
        if not self._open[sender]:
            del self._open[sender]


async def close_media_stream(stream: rtc.AudioStream | rtc.VideoStream) -> None:
    """Close a stream of sound or pictures, and wait no longer than it may take."""
    closing = asyncio.ensure_future(stream.aclose())
    await asyncio.wait([closing], timeout=ENDING_S)
    closing.cancel()


def _size(attributes: Mapping[str, str]) -> int:
    return sum(len(key) + len(value) for key, value in attributes.items())  # whole
