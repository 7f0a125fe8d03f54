"""All that an agent hears which attends by itself: everybody's sound, captions, chat and files."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from modylbench.agents.agent import HeardEvent, SharedFile
from modylbench.agents.seating.listening import MARKS
from modylbench.meeting.room import (
    A2UI_ACTION,
    ATTACHMENT,
    CHAT,
    PRIVATE,
    TRANSCRIPTION,
    FileReceived,
    ParticipantJoined,
    ParticipantLeft,
    RoomClosed,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection, RoomEvent

LISTENS_EVERY_S = 0.1  # ours: pieces of sound are as long
MOST_UNHEARD = 20_000  # ours: of an agent that does not listen, what came first is lost
MOST_AT_ONCE = 500  # ours: what is left comes with the next call
MOST_CHARACTERS = 1_000_000  # ours: of one text


class RoomHearing:
    """Keeps what reaches an agent until it asks for it."""

    def __init__(
        self, connection: Connection, clock: Clock, on_reply: Callable[[str], None]
    ) -> None:
        self._connection, self._clock, self._on_reply = connection, clock, on_reply
        self._people: set[str] = set()
        self._texts: dict[str, tuple[TextOpened, list[str]]] = {}
        self._unheard: deque[HeardEvent] = deque(maxlen=MOST_UNHEARD)
        self._came = asyncio.Event()

    async def run(self) -> None:
        """Listen until the link is closed; replies to what the agent shows are passed on."""
        ears = asyncio.create_task(self._listen())
        try:
            async for event in self._connection.events():
                self._take(event)
        finally:
            ears.cancel()

    async def take(self, seconds: float) -> list[HeardEvent]:
        """What has come, or comes within so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._came.wait()
        taken = [self._unheard.popleft() for _ in range(min(MOST_AT_ONCE, len(self._unheard)))]
        if not self._unheard:
            self._came.clear()
        return taken

    def _add(self, event: HeardEvent) -> None:
        self._unheard.append(event)
        self._came.set()

    def _take(self, event: RoomEvent) -> None:
        match event:
            case ParticipantJoined(kind="standard"):
                self._people.add(event.identity)
                self._add(HeardEvent("joined", event.at_s, event.identity, event.name))
            case ParticipantLeft() if event.identity in self._people:
                self._people.discard(event.identity)
                self._add(HeardEvent("left", event.at_s, event.identity))
            case TextOpened() if event.topic == A2UI_ACTION or event.identity in self._people:
                self._texts[event.stream_id] = event, []
            case TextChunk() if event.stream_id in self._texts:
                pieces = self._texts[event.stream_id][1]
                pieces.append(event.text[: MOST_CHARACTERS - sum(map(len, pieces))])
            case TextClosed() if event.stream_id in self._texts:
                opened, pieces = self._texts.pop(event.stream_id)
                self._close(opened, "".join(pieces), event.at_s)
            case FileReceived(is_whole=True) if event.identity in self._people:
                shared = SharedFile(event.name, event.mime_type, event.content)
                self._add(HeardEvent("file", event.at_s, event.identity, event.name, file=shared))
            case _:
                pass

    def _close(self, opened: TextOpened, text: str, at_s: float) -> None:
        if opened.topic == A2UI_ACTION:
            self._on_reply(text)
        elif opened.topic == TRANSCRIPTION:
            self._add(HeardEvent("caption", at_s, opened.identity, text))
        elif opened.topic in MARKS:
            self._add(HeardEvent(MARKS[opened.topic], at_s, opened.identity, text))
        elif opened.topic == CHAT and ATTACHMENT not in opened.attributes:
            is_private = opened.attributes.get(PRIVATE, "") == "true"
            self._add(HeardEvent("chat", at_s, opened.identity, text, is_private=is_private))

    async def _listen(self) -> None:
        with suppress(RoomClosed):
            while True:
                await self._clock.sleep(LISTENS_EVERY_S)
                for identity in sorted(self._people):
                    for chunk in self._connection.take_audio(identity):
                        if chunk.sample_rate_hz == SAMPLE_RATE_HZ:
                            now_s = self._clock.now_s()
                            self._add(HeardEvent("sound", now_s, identity, pcm=chunk.pcm))
