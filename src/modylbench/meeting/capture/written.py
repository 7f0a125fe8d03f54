"""What does a text stream mean for the recording: words, a message, a surface, a claim?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.meeting.capture.allowance import MOST_MESSAGES
from modylbench.meeting.capture.aside import done_aside
from modylbench.meeting.capture.events import MOST_NAME, short, told
from modylbench.meeting.capture.exchange import message
from modylbench.meeting.capture.plain_text import plain
from modylbench.meeting.capture.reported import is_object, reported
from modylbench.meeting.room import A2UI, ANNOTATION, CHAT, FAULT, REACTION, TRANSCRIPTION
from modylbench.meeting.room_events import TextChunk, TextClosed, TextOpened

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.notes import Notes
    from modylbench.meeting.capture.texts import Text

WORDS = {TRANSCRIPTION, CHAT}
OUTPUT = {*WORDS, A2UI}
LEGIBLE = re.compile(r"[^\W_]")  # a letter or a figure: dots and blanks say nothing
MOST_ERRORS = 100  # that wait to be sent back


class Written:
    """Takes the text streams, whoever sends them; the agent's are bounded."""

    def __init__(self, notes: Notes, faults: Faults, clock: Clock) -> None:
        self._to = notes
        self._faults = faults
        self._clock = clock

    async def take(self, event: TextOpened | TextChunk | TextClosed) -> None:
        """Take one event."""
        match event:
            case TextOpened():
                self._opened(event)
            case TextChunk():
                self._grown(event)
            case TextClosed():
                text = self._to.texts.closed(event)
                if text is not None:
                    await self._closed(text)

    def _opened(self, event: TextOpened) -> None:
        name = event.in_the_name_of
        is_agent = self._to.presence.is_agent(event.identity)
        is_bounded = bool(name) or not self._to.presence.is_ours(event.identity)
        text = self._to.texts.opened(event, is_bounded=is_bounded)
        if text is None:
            return
        named = {"in_the_name_of": plain(name, MOST_NAME)} if name else {}
        self._to.log.write(
            "text_opened",
            event.at_s,
            identity=plain(event.identity, MOST_NAME),
            topic=plain(event.topic, MOST_NAME),
            stream=text.number,
            attributes=short(event.attributes),
            **named,
        )
        if name:
            self._check_name(event)
        elif is_agent and event.topic == A2UI:
            self._to.surfaces.opened(text)

    def _check_name(self, event: TextOpened) -> None:
        """Agents say what they heard in the name of who said it, and nothing else."""
        if event.topic == TRANSCRIPTION or self._to.exchange.was_another:
            return
        self._to.exchange.was_another = True
        detail = f"wrote on {event.topic!r} in the name of {event.in_the_name_of!r}"
        self._faults.add("agent", "impersonation", detail)

    def _grown(self, event: TextChunk) -> None:
        text = self._to.texts.grown(event)
        if text is None:
            return
        self._to.log.write("text", event.at_s, stream=text.number, **told(event.text))
        is_own = self._to.presence.is_agent(text.identity) and not text.in_the_name_of
        if is_own and text.topic in WORDS and LEGIBLE.search(event.text):
            self._to.exchange.put_out(event.at_s, text.started_s)

    async def _closed(self, text: Text) -> None:
        ended_s = text.ended_s or text.started_s
        self._to.log.write("text_closed", ended_s, stream=text.number, is_whole=text.is_whole)
        if text.in_the_name_of:
            if text.topic == TRANSCRIPTION and text.size:
                self._to.exchange.understand(text)
        elif self._to.presence.is_agent(text.identity):
            if text.topic in OUTPUT and text.size:
                self._to.exchange.stir(ended_s)
            await self._keep(text)

    async def _keep(self, text: Text) -> None:
        """Keep what an agent has written, by what it was meant for."""
        exchange = self._to.exchange
        kinds = {
            CHAT: exchange.chat,
            REACTION: exchange.reactions,
            ANNOTATION: exchange.annotations,
        }
        if text.topic == TRANSCRIPTION:
            if text.size:
                exchange.say(text)
        elif text.topic == A2UI:
            await self._show(text, text.ended_s or text.started_s)
        elif text.topic == FAULT:
            code, detail, asked_s = reported(text.text)
            self._faults.add("agent", code, detail, asked_s=asked_s)
        elif text.topic == ANNOTATION and not is_object(text.text):
            self._faults.add("agent", "annotation_not_json", text.text)
        elif text.topic in kinds and self._to.allowance.admits(text.topic, MOST_MESSAGES):
            kinds[text.topic].append(message(text))

    async def _show(self, text: Text, at_s: float) -> None:
        """Let the surfaces change: our work, for which neither the agent nor the people wait."""
        async with self._to.surfaces_free:
            errors = await done_aside(lambda: self._to.surfaces.closed(text), self._clock)
        exchange = self._to.exchange
        with self._clock.paused():
            if exchange.wants_output and self._to.surfaces.has_news():
                exchange.put_out(at_s, text.started_s)
        self._to.errors += errors[: max(0, MOST_ERRORS - len(self._to.errors))]
        self._to.frames.changed(at_s)
