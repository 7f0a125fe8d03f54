"""What does each event of the room mean for the recording?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.capture.allowance import MOST_FILES
from modylbench.meeting.capture.aside import done_aside
from modylbench.meeting.capture.comings import Comings
from modylbench.meeting.capture.events import MOST_NAME
from modylbench.meeting.capture.links import RECORDER, interference
from modylbench.meeting.capture.pictures import encode
from modylbench.meeting.capture.plain_text import plain
from modylbench.meeting.capture.written import Written
from modylbench.meeting.room_events import (
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
    TrackMuted,
    TrackSubscribed,
)

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.notes import Notes
    from modylbench.meeting.capture.pictures import Encoded
    from modylbench.meeting.room_events import RoomEvent


class Receiver:
    """Takes events one by one; the agent's are bounded, all of them are logged."""

    def __init__(self, notes: Notes, faults: Faults, clock: Clock) -> None:
        self._to = notes
        self._faults = faults
        self._clock = clock
        self._written = Written(notes, faults, clock)
        self._comings = Comings(notes, faults)

    async def take(self, event: RoomEvent) -> None:
        """Take one event."""
        match event:
            case TextOpened() | TextChunk() | TextClosed():
                await self._written.take(event)
            case ParticipantJoined() | ParticipantLeft() | AttributesChanged():
                self._comings.take(event)
            case TrackSubscribed() | TrackEnded():
                self._track(event)
            case FileReceived():
                self._file(event)
            case PictureReceived():
                await self._take_picture(event)
            case TrackMuted():
                self._muted(event)
            case Overflowed():
                self._overflowed(event)
            case LinkChanged():
                self._to.link_changed(RECORDER, event)

    def _track(self, event: TrackSubscribed | TrackEnded) -> None:
        kind = "track_subscribed" if isinstance(event, TrackSubscribed) else "track_ended"
        identity = plain(event.identity, MOST_NAME)
        self._to.log.write(kind, event.at_s, identity=identity, source=event.source)
        if event.source != "microphone":
            return
        is_open = isinstance(event, TrackSubscribed)
        if not is_open:
            self._to.hear()
            if self._to.sound.is_voiced(event.identity):
                self._to.exchange.was_cut_off = True
        self._to.sound.renew(event.identity, event.at_s, is_open=is_open)

    def _muted(self, event: TrackMuted) -> None:
        """People never mute themselves."""
        if self._to.presence.is_ours(event.identity):
            self._to.break_off(interference(f"{event.identity}: {event.source} muted"))

    def _file(self, event: FileReceived) -> None:
        exchange = self._to.exchange
        if self._to.presence.is_agent(event.identity):
            number = len(exchange.files) + 1
            delivered = self._to.files.take(event, exchange.turn_index, number)
            if delivered is None:
                return
            exchange.files.append(delivered)
            exchange.put_out(event.at_s, event.at_s)
        elif not (
            self._to.presence.is_ours(event.identity)
            or self._to.allowance.admits("files", MOST_FILES)
        ):
            return
        self._to.log.write(
            "file",
            event.at_s,
            identity=plain(event.identity, MOST_NAME),
            name=plain(event.name, MOST_NAME),
            mime_type=plain(event.mime_type, MOST_NAME),
            size=len(event.content),
            is_whole=event.is_whole,
        )

    async def _take_picture(self, event: PictureReceived) -> None:
        """Take a frame of video: a large one takes a second, for which nobody else waits."""
        pictures = self._to.pictures
        if not (self._to.presence.is_agent(event.identity) and pictures.is_due(event)):
            return
        encoded = await done_aside(lambda: encode(event, pictures.last_of(event)), self._clock)
        if encoded is not None:
            self._picture(event, encoded)

    def _picture(self, event: PictureReceived, encoded: Encoded) -> None:
        exchange = self._to.exchange
        number = len(exchange.pictures) + 1
        frame = self._to.pictures.take(event, encoded, place=(exchange.turn_index, number))
        if frame is None:
            return
        exchange.pictures.append(frame)
        is_asked = exchange.spoken_until_s <= event.at_s and exchange.words_ended_s is not None
        is_act = self._to.pictures.is_act(event, is_asked=is_asked)
        if is_act and exchange.first_output_s is None:
            exchange.put_out(event.at_s, event.at_s)  # a film that goes on is no reason to wait
        size = f"{event.width}x{event.height}"
        self._to.log.write("picture", event.at_s, identity=plain(event.identity, 200), size=size)

    def _overflowed(self, event: Overflowed) -> None:
        self._to.log.write("overflowed", event.at_s, events=event.events)
        if not self._to.presence.is_ours(event.identity):
            self._to.allowance.throw("events", event.events)
        else:
            detail = f"{event.events:,} events of {event.identity} were lost"
            self._faults.add("infrastructure", "events_lost", detail)
