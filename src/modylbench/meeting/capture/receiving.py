"""What does each event of the room mean for the recording?"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from modylbench.meeting.capture.allowance import MOST_CHANGES, MOST_MESSAGES
from modylbench.meeting.capture.events import short, told
from modylbench.meeting.capture.exchange import MOST_TEXT, message, state_change
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.latency import HAS_WORDS
from modylbench.meeting.capture.plain_text import plain
from modylbench.meeting.room import (
    A2UI,
    AGENT_WORDS,
    ANNOTATION,
    CHAT,
    FAULT,
    REACTION,
    TRANSCRIPTION,
    AttributesChanged,
    FileReceived,
    LinkChanged,
    Overflowed,
    ParticipantJoined,
    ParticipantLeft,
    PictureReceived,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackSubscribed,
)

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.notes import Notes
    from modylbench.meeting.capture.texts import Text
    from modylbench.meeting.room import RoomEvent

WORDS = {TRANSCRIPTION, CHAT}
OUTPUT = {*WORDS, A2UI}
LEGIBLE = re.compile(r"[^\W_]")  # a letter or a figure: dots and blanks say nothing
MOST_NAME = 200
MOST_REPORT = 20_000
MOST_ERRORS = 100  # that wait to be sent back


class Receiver:
    """Takes events one by one; the agent's are bounded, all of them are logged."""

    def __init__(self, notes: Notes, faults: Faults, clock: Clock) -> None:
        self._to = notes
        self._faults = faults
        self._clock = clock

    def take(self, event: RoomEvent) -> None:
        """Take one event."""
        match event:
            case TextOpened() | TextChunk() | TextClosed():
                self._text(event)
            case ParticipantJoined() | ParticipantLeft() | AttributesChanged():
                self._participant(event)
            case TrackSubscribed() | TrackEnded():
                self._track(event)
            case FileReceived():
                self._file(event)
            case PictureReceived():
                self._picture(event)
            case Overflowed():
                self._overflowed(event)
            case LinkChanged():
                self._link(event)

    def _text(self, event: TextOpened | TextChunk | TextClosed) -> None:
        match event:
            case TextOpened():
                self._opened(event)
            case TextChunk():
                self._grown(event)
            case TextClosed():
                text = self._to.texts.closed(event)
                if text is not None:
                    self._closed(text)

    def _opened(self, event: TextOpened) -> None:
        is_agent = self._to.presence.is_agent(event.identity)
        text = self._to.texts.opened(event, is_bounded=is_agent)
        if text is None:
            return
        self._to.log.write(
            "text_opened",
            event.at_s,
            identity=plain(event.identity, MOST_NAME),
            topic=plain(event.topic, MOST_NAME),
            stream=text.number,
            attributes=short(event.attributes),
        )
        if is_agent and event.topic == A2UI:
            self._to.surfaces.opened(text)

    def _grown(self, event: TextChunk) -> None:
        agents = self._to.presence.agents
        text = self._to.texts.grown(event, bounded=agents)
        if text is None:
            return
        self._to.log.write("text", event.at_s, stream=text.number, **told(event.text))
        if text.topic in WORDS and text.identity in agents and LEGIBLE.search(event.text):
            self._to.exchange.put_out(event.at_s, text.started_s)

    def _closed(self, text: Text) -> None:
        ended_s = text.ended_s or text.started_s
        self._to.log.write("text_closed", ended_s, stream=text.number, is_whole=text.is_whole)
        if self._to.presence.is_agent(text.identity):
            if text.topic in OUTPUT and text.size:
                self._to.exchange.stir(ended_s)
            self._keep(text)

    def _keep(self, text: Text) -> None:
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
            self._show(text, text.ended_s or text.started_s)
        elif text.topic == FAULT:
            code, detail, asked_s = _reported(text.text)
            self._faults.add("agent", code, detail, asked_s=asked_s)
        elif text.topic == ANNOTATION and not _is_object(text.text):
            self._faults.add("agent", "annotation_not_json", text.text)
        elif text.topic in kinds and self._to.allowance.admits(text.topic, MOST_MESSAGES):
            kinds[text.topic].append(message(text))

    def _show(self, text: Text, at_s: float) -> None:
        exchange = self._to.exchange
        with self._clock.paused():  # our work, not the agent's
            errors = self._to.surfaces.closed(text)
            if exchange.wants_output and self._to.surfaces.has_news():
                exchange.put_out(at_s, text.started_s)
        self._to.errors += errors[: max(0, MOST_ERRORS - len(self._to.errors))]
        self._to.frames.changed(at_s)

    def _participant(self, event: ParticipantJoined | ParticipantLeft | AttributesChanged) -> None:
        identity = plain(event.identity, MOST_NAME)
        match event:
            case ParticipantJoined():
                self._to.presence.joined(event)
                attributes = short(event.attributes)
                name = plain(event.name, MOST_NAME)
                self._to.log.write(
                    "joined",
                    event.at_s,
                    identity=identity,
                    name=name,
                    role=event.kind,
                    attributes=attributes,
                )
            case ParticipantLeft():
                self._left(event)
            case AttributesChanged():
                self._changed(event, identity)

    def _left(self, event: ParticipantLeft) -> None:
        identity, reason = plain(event.identity, MOST_NAME), plain(event.reason, MOST_NAME)
        self._to.log.write("left", event.at_s, identity=identity, reason=reason)
        if self._to.presence.left(event.identity, event.at_s) and self._to.trouble is None:
            self._faults.add("agent", "left", f"the agent left the meeting ({reason})")

    def _changed(self, event: AttributesChanged, identity: str) -> None:
        is_agent = self._to.presence.is_agent(event.identity)
        if is_agent and not self._to.allowance.admits("attributes", MOST_CHANGES):
            return
        self._to.log.write(
            "attributes", event.at_s, identity=identity, attributes=short(event.changed)
        )
        state = self._to.presence.changed(event.identity, event.changed)
        if state:
            self._to.exchange.states.append(state_change(state, event.at_s))
        if is_agent and event.changed.get(AGENT_WORDS):
            self._to.exchange.states.append(state_change(HAS_WORDS, event.at_s))

    def _track(self, event: TrackSubscribed | TrackEnded) -> None:
        kind = "track_subscribed" if isinstance(event, TrackSubscribed) else "track_ended"
        identity = plain(event.identity, MOST_NAME)
        self._to.log.write(kind, event.at_s, identity=identity, source=event.source)
        if event.source != "microphone":
            return
        if isinstance(event, TrackEnded):
            self._to.hear()
            if self._to.sound.is_voiced(event.identity):
                self._to.exchange.was_cut_off = True
        self._to.sound.renew(event.identity, event.at_s)

    def _file(self, event: FileReceived) -> None:
        exchange = self._to.exchange
        if self._to.presence.is_agent(event.identity):
            number = len(exchange.files) + 1
            delivered = self._to.files.take(event, exchange.turn_index, number)
            if delivered is None:
                return
            exchange.files.append(delivered)
            exchange.put_out(event.at_s, event.at_s)
        self._to.log.write(
            "file",
            event.at_s,
            identity=plain(event.identity, MOST_NAME),
            name=plain(event.name, MOST_NAME),
            mime_type=plain(event.mime_type, MOST_NAME),
            size=len(event.content),
            is_whole=event.is_whole,
        )

    def _picture(self, event: PictureReceived) -> None:
        exchange = self._to.exchange
        if not self._to.presence.is_agent(event.identity):
            return
        number = len(exchange.pictures) + 1
        with self._clock.paused():
            frame = self._to.pictures.take(event, exchange.turn_index, number)
        if frame is None:
            return
        exchange.pictures.append(frame)
        if exchange.first_output_s is None:
            exchange.put_out(event.at_s, event.at_s)  # a film that goes on is no reason to wait
        size = f"{event.width}x{event.height}"
        self._to.log.write("picture", event.at_s, identity=plain(event.identity, 200), size=size)

    def _overflowed(self, event: Overflowed) -> None:
        self._to.log.write("overflowed", event.at_s, events=event.events)
        if self._to.presence.is_agent(event.identity):
            self._to.allowance.throw("events", event.events)
        else:
            detail = f"{event.events:,} events of {event.identity} were lost"
            self._faults.add("infrastructure", "events_lost", detail)

    def _link(self, event: LinkChanged) -> None:
        self._to.log.write("link", event.at_s, state=event.state, reason=event.reason)
        if event.state == "closed":
            self._to.break_off(BrokenOff("infrastructure", "room_closed", event.reason))
        elif event.state == "reconnecting":
            detail = f"the recorder's ({event.reason})"
            self._to.break_off(BrokenOff("infrastructure", "link_lost", detail))


def _is_object(text: str) -> bool:
    """Whether a text is a JSON object that is kept whole."""
    try:
        return len(text) <= MOST_TEXT and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _reported(text: str) -> tuple[str, str, float | None]:
    """Code and detail of what an agent's seat says went wrong, and when that was asked for."""
    try:
        value = json.loads(text[:MOST_REPORT])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return "failed", text, None
    code = re.sub(r"[^a-z0-9_]", "_", str(value.get("code", "failed")).lower())[:80]
    asked = value.get("asked_s")
    asked_s = asked if isinstance(asked, float) else None
    return code or "failed", str(value.get("detail", "")), asked_s
