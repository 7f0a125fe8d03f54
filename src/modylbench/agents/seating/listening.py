"""What an agent hears: who said or wrote what, how it sounded, and with which files."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol

from modylbench.agents.agent import HeardTurn, OverheardWords, SharedFile
from modylbench.meeting.capture.words import SEGMENT
from modylbench.meeting.room import (
    A2UI_ACTION,
    ADDRESSEES,
    ANNOTATION,
    ATTACHMENT,
    CHAT,
    MANNER,
    PRIVATE,
    REACTION,
    TRANSCRIPTION,
    FileReceived,
    ParticipantJoined,
    ParticipantLeft,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection, RoomEvent

"""The attribute of a notice in the chat that names the file it is about."""

WRITTEN = (CHAT, ANNOTATION, REACTION)
MARKS: dict[str, Literal["reaction", "annotation"]] = {
    REACTION: "reaction", ANNOTATION: "annotation",
}  # fmt: skip
"""What is no request, and comes with the next one."""
ALONE_AFTER_S = 5.0  # ours: a file with which nobody says anything is a request of its own
LISTENS_EVERY_S = 4.0  # a room keeps sound for ten seconds
MOST_CHARACTERS = 1_000_000  # ours, as the next two: of one text
MOST_HEARD_BYTES = 300 * SAMPLE_RATE_HZ * BYTES_PER_SAMPLE  # of one utterance: five minutes
MOST_FILES = 50  # that wait for words
NO_REQUESTS = ("backchannel", "laughter")
"""Manners of saying something that asks for nothing."""


class TurnListener(Protocol):
    """Is told what is heard."""

    def on_speech_started(self, speaker: str, *, is_to_agent: bool, segment: str) -> None:
        """Somebody begins to speak, to the agent or to others; `segment` is the caption's."""

    def on_speech_ended(self, speaker: str) -> None:
        """Somebody ends speaking."""

    def on_turn_heard(self, heard: HeardTurn) -> None:
        """Somebody has said or written something."""

    def on_overheard(self, words: OverheardWords) -> None:
        """Somebody has said or written something to others."""

    def on_reply(self, text: str) -> None:
        """Something came back to what the agent shows."""


@dataclass(slots=True)
class _OpenText:
    """A text stream that is open."""

    speaker: str
    topic: str
    is_notice: bool = False
    addressees: tuple[str, ...] = ()
    asks_nothing: bool = False
    is_private: bool = False
    words: list[str] = field(default_factory=list)
    length: int = 0
    pcm: bytearray = field(default_factory=bytearray)
    ear: asyncio.Task[None] | None = None

    def add(self, piece: str) -> None:
        fitting = piece[: MOST_CHARACTERS - self.length]
        self.length += len(fitting)
        self.words.append(fitting)


class RoomListener:
    """Follows the events of a room for an agent; people are those of kind standard."""

    def __init__(self, connection: Connection, clock: Clock, listener: TurnListener) -> None:
        self._connection, self._clock, self._listener = connection, clock, listener
        self._people: set[str] = set()
        self._texts: dict[str, _OpenText] = {}
        self._files: list[SharedFile] = []
        self._notice = ""
        self._alone: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen until the link is closed."""
        try:
            async for event in self._connection.events():
                self._take(event)
        finally:
            for task in (self._alone, *(text.ear for text in self._texts.values())):
                if task is not None:
                    task.cancel()

    def _take(self, event: RoomEvent) -> None:
        match event:
            case ParticipantJoined(kind="standard"):
                self._people.add(event.identity)
            case ParticipantLeft():
                self._people.discard(event.identity)
            case TextOpened():
                self._open(event)
            case TextChunk() if event.stream_id in self._texts:
                self._texts[event.stream_id].add(event.text)
            case TextClosed() if event.stream_id in self._texts:
                self._close(self._texts.pop(event.stream_id))
            case FileReceived(is_whole=True) if event.identity in self._people:
                self._keep(event)
            case _:
                pass

    def _open(self, event: TextOpened) -> None:
        marks = event.attributes
        text = _OpenText(
            event.identity,
            event.topic,
            ATTACHMENT in marks,
            addressees=tuple(filter(None, marks.get(ADDRESSEES, "").split(","))),
            asks_nothing=marks.get(MANNER, "") in NO_REQUESTS,
            is_private=marks.get(PRIVATE, "") == "true",
        )
        is_person = event.identity in self._people
        is_final = event.attributes.get("lk.transcription_final", "true") == "true"
        if event.topic == TRANSCRIPTION and is_person and is_final:
            self._connection.take_audio(event.identity)  # what sounded before is not part of it
            text.ear = asyncio.create_task(self._follow(text))
            is_to_agent = not text.asks_nothing and self._is_addressed(text.addressees)
            self._listener.on_speech_started(
                event.identity, is_to_agent=is_to_agent, segment=marks.get(SEGMENT, "")
            )
        elif not (event.topic == A2UI_ACTION or (event.topic in WRITTEN and is_person)):
            return
        self._texts[event.stream_id] = text

    def _close(self, text: _OpenText) -> None:
        words = "".join(text.words)
        if text.topic == A2UI_ACTION:
            self._listener.on_reply(words)
        elif text.is_notice:
            self._notice = words
            self._wait_for_words(text.speaker)
        elif text.is_private:
            told = OverheardWords(text.speaker, text.addressees, words, "chat", is_private=True)
            self._listener.on_overheard(told)
        elif text.topic in MARKS:
            mark = OverheardWords(text.speaker, text.addressees, words, MARKS[text.topic])
            self._listener.on_overheard(mark)
        elif text.topic in WRITTEN:
            self._pass_on(HeardTurn(text.speaker, words, "chat", addressees=text.addressees))
        else:
            if text.ear is not None:
                text.ear.cancel()
            self._listen(text)
            self._listener.on_speech_ended(text.speaker)
            if not text.asks_nothing:
                heard = HeardTurn(text.speaker, words, "voice", addressees=text.addressees)
                self._pass_on(replace(heard, pcm=bytes(text.pcm)))

    def _keep(self, event: FileReceived) -> None:
        if len(self._files) < MOST_FILES:
            self._files.append(SharedFile(event.name, event.mime_type, event.content))
        self._wait_for_words(event.identity)

    def _wait_for_words(self, speaker: str) -> None:
        if self._alone is not None:
            self._alone.cancel()
        self._alone = asyncio.create_task(self._heed_alone(speaker))

    async def _heed_alone(self, speaker: str) -> None:
        await self._clock.sleep(ALONE_AFTER_S)
        self._alone = None
        is_being_said = any(text.ear is not None for text in self._texts.values())
        if self._files and not is_being_said:
            self._pass_on(HeardTurn(speaker, self._notice, "chat"))

    def _pass_on(self, heard: HeardTurn) -> None:
        """Hand over what was heard with the files that came before it."""
        if not self._is_addressed(heard.addressees):
            if heard.text.strip():
                self._listener.on_overheard(
                    OverheardWords(heard.speaker, heard.addressees, heard.text, heard.channel)
                )
            return
        if self._alone is not None:
            self._alone.cancel()
        files, self._files, self._alone, self._notice = tuple(self._files), [], None, ""
        if heard.text.strip() or files:
            self._listener.on_turn_heard(replace(heard, files=files))

    def _is_addressed(self, addressees: tuple[str, ...]) -> bool:
        """Whether the agent is meant; it is where nobody says who is."""
        return not addressees or self._connection.identity in addressees

    async def _follow(self, text: _OpenText) -> None:
        while True:
            await self._clock.sleep(LISTENS_EVERY_S)
            self._listen(text)

    def _listen(self, text: _OpenText) -> None:
        for chunk in self._connection.take_audio(text.speaker):
            room = MOST_HEARD_BYTES - len(text.pcm)
            if chunk.sample_rate_hz == SAMPLE_RATE_HZ:
                text.pcm += chunk.pcm[:room]
