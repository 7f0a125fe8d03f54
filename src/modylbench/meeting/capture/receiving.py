"""What each event of the room means for the recording."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.meeting.capture.allowance import MOST_CHANGES, MOST_FILES, MOST_MESSAGES
from modylbench.meeting.capture.background_work import run_in_background
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.room import RECORDER, interference
from modylbench.meeting.capture.screen.screen_share import encode
from modylbench.meeting.capture.store import MOST_NAME, short_attributes, storable_text
from modylbench.meeting.capture.words import (
    MESSAGE_KINDS,
    is_object,
    message,
    read_fault_report,
)
from modylbench.meeting.room import (
    A2UI,
    AGENT_WORDS,
    ANNOTATION,
    CHAT,
    FAULT,
    TRANSCRIPTION,
    AttributesChanged,
    FileReceived,
    LinkChanged,
    Overflow,
    ParticipantJoined,
    ParticipantLeft,
    PictureReceived,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackMuted,
    TrackSubscribed,
)
from modylbench.recording.latency import HAS_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.screen.screen_share import EncodedPicture
    from modylbench.meeting.capture.state import CaptureState
    from modylbench.meeting.capture.words import TextStream
    from modylbench.meeting.room import RoomEvent

WORDS = {TRANSCRIPTION, CHAT}
OUTPUT = {*WORDS, A2UI}
LEGIBLE = re.compile(r"[^\W_]")  # a letter or a figure: dots and blanks say nothing
MOST_ERRORS = 100  # that wait to be sent back
BY_KEY_ALONE = {"participant_removed", "room_deleted"}
NOT_BY_ITSELF = {"server_shutdown", "migration", "room_closed"}
"""Reasons to leave that no agent's own process gives; all others are its own to answer for, or
losing its link would buy an agent a second try."""

MOST_NAMED = 4


class Receiver:
    """Takes events one by one; the agent's are bounded, all of them are logged."""

    def __init__(self, state: CaptureState, faults: Faults, clock: Clock) -> None:
        self._state = state
        self._faults = faults
        self._clock = clock
        self._texts = TextReceiver(state, faults, clock)
        self._arrivals = Arrivals(state, faults)

    async def take(self, event: RoomEvent) -> None:
        """Take one event."""
        match event:
            case TextOpened() | TextChunk() | TextClosed():
                await self._texts.take(event)
            case ParticipantJoined() | ParticipantLeft() | AttributesChanged():
                self._arrivals.take(event)
            case TrackSubscribed() | TrackEnded():
                self._track(event)
            case FileReceived():
                self._file(event)
            case PictureReceived():
                await self._take_picture(event)
            case TrackMuted():
                self._on_muted(event)
            case Overflow():
                self._on_overflow(event)
            case LinkChanged():
                self._state.link_changed(RECORDER, event)

    def _track(self, event: TrackSubscribed | TrackEnded) -> None:
        kind = "track_subscribed" if isinstance(event, TrackSubscribed) else "track_ended"
        identity = storable_text(event.identity, MOST_NAME)
        self._state.log.write(kind, event.at_s, identity=identity, source=event.source)
        if event.source != "microphone":
            return
        is_open = isinstance(event, TrackSubscribed)
        if not is_open:
            self._state.hear()
            if self._state.sound.is_voiced(event.identity):
                self._state.exchange.was_cut_off = True
        self._state.sound.renew(event.identity, event.at_s, is_open=is_open)

    def _on_muted(self, event: TrackMuted) -> None:
        """People never mute themselves."""
        if self._state.presence.is_ours(event.identity):
            self._state.break_off(interference(f"{event.identity}: {event.source} muted"))

    def _file(self, event: FileReceived) -> None:
        exchange = self._state.exchange
        if self._state.presence.is_agent(event.identity):
            number = len(exchange.files) + 1
            delivered = self._state.files.take(event, exchange.turn_index, number)
            if delivered is None:
                return
            exchange.files.append(delivered)
            exchange.put_out(event.at_s, event.at_s)
        elif not (
            self._state.presence.is_ours(event.identity)
            or self._state.allowance.admits("files", MOST_FILES)
        ):
            return
        self._state.log.write(
            "file",
            event.at_s,
            identity=storable_text(event.identity, MOST_NAME),
            name=storable_text(event.name, MOST_NAME),
            mime_type=storable_text(event.mime_type, MOST_NAME),
            size=len(event.content),
            sha256=hashlib.sha256(event.content).hexdigest(),
            is_whole=event.is_whole,
        )

    async def _take_picture(self, event: PictureReceived) -> None:
        """Take a frame of video: a large one takes a second, for which nobody else waits."""
        pictures = self._state.pictures
        if not (self._state.presence.is_agent(event.identity) and pictures.is_due(event)):
            return
        encoded = await run_in_background(
            lambda: encode(event, pictures.last_of(event)), self._clock
        )
        if encoded is not None:
            self._picture(event, encoded)

    def _picture(self, event: PictureReceived, encoded: EncodedPicture) -> None:
        exchange = self._state.exchange
        number = len(exchange.pictures) + 1
        frame = self._state.pictures.take(event, encoded, place=(exchange.turn_index, number))
        if frame is None:
            return
        exchange.pictures.append(frame)
        is_asked = exchange.spoken_until_s <= event.at_s and exchange.words_ended_s is not None
        is_act = self._state.pictures.is_act(event, is_asked=is_asked)
        if is_act and exchange.first_output_s is None:
            exchange.put_out(event.at_s, event.at_s)  # a film that goes on is no reason to wait
        size = f"{event.width}x{event.height}"
        self._state.log.write(
            "picture", event.at_s, identity=storable_text(event.identity, 200), size=size
        )

    def _on_overflow(self, event: Overflow) -> None:
        self._state.log.write("overflowed", event.at_s, events=event.events)
        if not self._state.presence.is_ours(event.identity):
            self._state.allowance.throw("events", event.events)
        else:
            detail = f"{event.events:,} events of {event.identity} were lost"
            self._faults.add("infrastructure", "events_lost", detail)


class TextReceiver:
    """Takes the text streams, whoever sends them; the agent's are bounded."""

    def __init__(self, state: CaptureState, faults: Faults, clock: Clock) -> None:
        self._state = state
        self._faults = faults
        self._clock = clock

    async def take(self, event: TextOpened | TextChunk | TextClosed) -> None:
        """Take one event."""
        match event:
            case TextOpened():
                self._on_opened(event)
            case TextChunk():
                self._on_chunk(event)
            case TextClosed():
                text = self._state.texts.close(event)
                if text is not None:
                    await self._on_closed(text, event.attributes)

    def _on_opened(self, event: TextOpened) -> None:
        name = event.in_the_name_of
        is_agent = self._state.presence.is_agent(event.identity)
        is_bounded = bool(name) or not self._state.presence.is_ours(event.identity)
        text = self._state.texts.open(event, is_bounded=is_bounded)
        if text is None:
            return
        named = {"in_the_name_of": storable_text(name, MOST_NAME)} if name else {}
        self._state.log.write(
            "text_opened",
            event.at_s,
            identity=storable_text(event.identity, MOST_NAME),
            topic=storable_text(event.topic, MOST_NAME),
            stream=text.number,
            attributes=short_attributes(event.attributes),
            **named,
        )
        if name:
            self._check_name(event)
        elif is_agent and event.topic == A2UI:
            self._state.surfaces.open_stream(text)

    def _check_name(self, event: TextOpened) -> None:
        """Agents say what they heard in the name of who said it, and nothing else."""
        if event.topic == TRANSCRIPTION or self._state.exchange.was_another:
            return
        self._state.exchange.was_another = True
        detail = f"wrote on {event.topic!r} in the name of {event.in_the_name_of!r}"
        self._faults.add("agent", "impersonation", detail)

    def _on_chunk(self, event: TextChunk) -> None:
        text = self._state.texts.extend(event)
        if text is None:
            return
        # Whole, since a meeting is made again from its log; the allowance bounds it.
        words = storable_text(event.text, len(event.text))
        self._state.log.write("text", event.at_s, stream=text.number, text=words)
        is_own = self._state.presence.is_agent(text.identity) and not text.in_the_name_of
        if is_own and text.topic in WORDS and LEGIBLE.search(event.text):
            self._state.exchange.put_out(event.at_s, text.started_s)

    async def _on_closed(self, text: TextStream, at_its_end: Mapping[str, str]) -> None:
        ended_s = text.ended_s or text.started_s
        closing = {"attributes": short_attributes(at_its_end)} if at_its_end else {}
        self._state.log.write(
            "text_closed", ended_s, stream=text.number, is_whole=text.is_whole, **closing
        )
        if text.in_the_name_of:
            if text.topic == TRANSCRIPTION and text.size:
                self._state.exchange.understand(text)
        elif self._state.presence.is_agent(text.identity):
            if text.topic in OUTPUT and text.size:
                self._state.exchange.stir(ended_s)
            await self._keep(text)

    async def _keep(self, text: TextStream) -> None:
        """Keep what an agent has written, by what it was meant for."""
        exchange = self._state.exchange
        if text.topic == TRANSCRIPTION:
            if text.size:
                exchange.say(text)
        elif text.topic == A2UI:
            await self._show(text, text.ended_s or text.started_s)
        elif text.topic == FAULT:
            code, detail, asked_s = read_fault_report(text.text)
            self._faults.add("agent", code, detail, asked_s=asked_s)
        elif text.topic == ANNOTATION and not is_object(text.text):
            self._faults.add("agent", "annotation_not_json", text.text)
        elif text.topic in MESSAGE_KINDS and self._state.allowance.admits(
            text.topic, MOST_MESSAGES
        ):
            exchange.messages.append(message(text, exchange.turn_index))

    async def _show(self, text: TextStream, at_s: float) -> None:
        """Let the surfaces change: our work, for which neither the agent nor the people wait."""
        async with self._state.surfaces_free:
            errors = await run_in_background(
                lambda: self._state.surfaces.close_stream(text), self._clock
            )
        exchange = self._state.exchange
        with self._clock.pausing():
            is_visible = self._state.surfaces.has_news()
            if is_visible and exchange.wants_output:
                exchange.put_out(at_s, text.started_s)
        self._state.note_surface_update(text.identity, at_s, is_visible=is_visible)
        self._state.errors += errors[: max(0, MOST_ERRORS - len(self._state.errors))]
        self._state.frames.note_change(at_s)


class Arrivals:
    """Takes what participants do as such; that of strangers is bounded."""

    def __init__(self, state: CaptureState, faults: Faults) -> None:
        self._state = state
        self._faults = faults

    def take(self, event: ParticipantJoined | ParticipantLeft | AttributesChanged) -> None:
        """Take one event."""
        identity = storable_text(event.identity, MOST_NAME)
        match event:
            case ParticipantJoined():
                self._on_joined(event)
                attributes = short_attributes(event.attributes)
                name = storable_text(event.name, MOST_NAME)
                self._state.note_presence("joined", identity, event.at_s)
                self._state.log.write(
                    "joined",
                    event.at_s,
                    identity=identity,
                    name=name,
                    role=event.kind,
                    attributes=attributes,
                )
            case ParticipantLeft():
                self._on_left(event)
            case AttributesChanged():
                self._on_attributes(event, identity)

    def _on_left(self, event: ParticipantLeft) -> None:
        identity, reason = (
            storable_text(event.identity, MOST_NAME),
            storable_text(event.reason, MOST_NAME),
        )
        self._state.log.write("left", event.at_s, identity=identity, reason=reason)
        self._state.note_presence("left", identity, event.at_s, reason)
        is_ours = self._state.links.is_down(RECORDER) or self._state.trouble is not None
        if not self._state.presence.remove(event.identity, event.at_s) or is_ours:
            return
        detail = f"the agent left the meeting ({reason or 'no reason given'})"
        if event.reason in BY_KEY_ALONE:
            self._state.break_off(interference(detail))
        elif event.reason in NOT_BY_ITSELF:
            self._state.break_off(BrokenOff("infrastructure", "agent_put_out", detail))
        else:
            self._faults.add("agent", "left", detail)

    def _on_joined(self, event: ParticipantJoined) -> None:
        away_s = self._state.presence.away_s(event)
        if self._state.presence.add(event):
            names = ", ".join(
                short_repr(identity) for identity in sorted(self._state.presence.here)[:MOST_NAMED]
            )
            self._faults.add("agent", "joined_twice", f"agents at the same time: {names}")
        if away_s is not None:
            identity = storable_text(event.identity, MOST_NAME)
            self._state.log.write(
                "came_back", event.at_s, identity=identity, away_s=round(away_s, 3)
            )

    def _on_attributes(self, event: AttributesChanged, identity: str) -> None:
        is_ours = self._state.presence.is_ours(event.identity)
        if not is_ours and not self._state.allowance.admits("attributes", MOST_CHANGES):
            return
        self._state.log.write(
            "attributes", event.at_s, identity=identity, attributes=short_attributes(event.changed)
        )
        words_s = self._state.exchange.spoken_until_s
        state = self._state.presence.update_state(
            event.identity, event.changed, event.at_s, words_s=words_s
        )
        if state:
            self._state.note_state(state, event.at_s)
        if self._state.presence.is_agent(event.identity) and event.changed.get(AGENT_WORDS):
            self._state.note_state(HAS_WORDS, event.at_s)
