"""A text stream, which reaches those who were there when it was opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room import TextChunk
from modylbench.meeting.rooms.limits import check_text_size, utf8_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.meeting.rooms.in_process.member import OpenStream, RoomMember
    from modylbench.meeting.rooms.in_process.members import RoomMembers

CHUNK_BYTES = 15_000
"""A larger text is sent in pieces of this size, as by LiveKit."""

CONTINUES = 0b1000_0000  # the first two bits of a byte of UTF-8 that begins no character
FIRST_TWO_BITS = 0b1100_0000


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
