"""What is known of a meeting while it goes on: the exchange in progress, and the rest by kind."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from modylbench.meeting.capture.allowance import Allowance
from modylbench.meeting.capture.room import RECORDER, OwnLinks, Presence, break_for_closed_link
from modylbench.meeting.capture.screen.frames import Frames
from modylbench.meeting.capture.screen.screen_share import ScreenSharePictures
from modylbench.meeting.capture.screen.surfaces import SurfaceCapture
from modylbench.meeting.capture.sound.soundtrack import Soundtrack
from modylbench.meeting.capture.store import (
    MOST_NAME,
    DeliveredFiles,
    EventLog,
    Folder,
    storable_text,
)
from modylbench.meeting.capture.words import TextStreams, with_transcript
from modylbench.meeting.room import RoomClosed
from modylbench.recording.events import (
    PresenceChange,
    StateChange,
    SurfaceUpdate,
    Understanding,
    Utterance,
    VoiceSpan,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import BrokenOff
    from modylbench.meeting.capture.screen.screens import Screens
    from modylbench.meeting.capture.sound.soundtrack import SoundSource
    from modylbench.meeting.capture.transport import PlayedSpeech
    from modylbench.meeting.capture.words import TextStream, TranscriptSegment
    from modylbench.meeting.room import LinkChanged
    from modylbench.recording.events import DeliveredFile, Frame, MeetingEvent, Message


MOST_HEARD = 500  # ours: segments of what people said; an utterance has a few
MOST_OUTPUTS = 10_000  # ours: of one exchange whose times are kept
MOST_REASON = 200
MOST_PRESENCE = 200  # ours: of one exchange


@dataclass(slots=True)
class Exchange:
    """One human utterance and all that came from the agent until the next.

    An output is something that a person can perceive: words, a message, a surface, a file. Of this
    exchange are those that were begun after the person had; `first_output_s` is the first of them,
    and `outputs` are those since the last word. `early_s` is the first before the last word, of
    whatever exchange; `last_stir_s` is when anything came at all. `was_cut_off` says that its sound
    ended in the middle, `was_broken_off` that its last words did, `was_another` that it wrote in
    the name of a person.
    """

    turn_index: int
    started_s: float
    words_started_s: float | None = None
    words_ended_s: float | None = None
    spoken: list[TranscriptSegment] = field(default_factory=list)
    understood: list[TranscriptSegment] = field(default_factory=list)
    people_said: list[Utterance] = field(default_factory=list)
    handed_over: list[DeliveredFile] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    files: list[DeliveredFile] = field(default_factory=list)
    states: list[StateChange] = field(default_factory=list)
    pictures: list[Frame] = field(default_factory=list)
    surface_updates: list[SurfaceUpdate] = field(default_factory=list)
    presence: list[PresenceChange] = field(default_factory=list)
    outputs: list[float] = field(default_factory=list)
    first_output_s: float | None = None
    early_s: float | None = None
    last_stir_s: float | None = None
    was_cut_off: bool = False
    was_broken_off: bool = False
    was_another: bool = False
    played: PlayedSpeech | None = None

    def words_begin(self, at_s: float) -> None:
        """A person begins to speak: what came before is no answer."""
        self.words_started_s = at_s
        self.first_output_s = self.last_stir_s = None
        self.was_cut_off = self.was_broken_off = False

    @property
    def spoken_until_s(self) -> float:
        """When the person last spoke, as far as this exchange knows; without end while they do."""
        if self.words_started_s is None:
            return -inf
        return inf if self.words_ended_s is None else self.words_ended_s

    def stir(self, at_s: float) -> None:
        """The agent has sent something, whether anybody can perceive it or not."""
        self.last_stir_s = at_s

    def put_out(self, at_s: float, begun_s: float) -> None:
        """The agent has produced something that it began at that time."""
        self.stir(at_s)
        is_after = self.words_ended_s is not None and at_s >= self.words_ended_s
        if not is_after and self.early_s is None:
            self.early_s = at_s
        if self.words_started_s is not None and begun_s < self.words_started_s:
            return
        if self.first_output_s is None:
            self.first_output_s = at_s
        if is_after and len(self.outputs) < MOST_OUTPUTS:
            self.outputs.append(at_s)

    @property
    def wants_output(self) -> bool:
        """Whether one more output would say anything new."""
        return not self.outputs if self.words_ended_s is not None else self.first_output_s is None

    def say(self, text: TextStream) -> None:
        """Keep a transcript of the agent's own words."""
        self.spoken = with_transcript(self.spoken, text)
        if text.started_s >= (self.words_ended_s or self.started_s):
            self.was_broken_off = text.is_aborted
        elif text.started_s >= (self.words_started_s or inf) and not text.is_aborted:
            self.was_broken_off = False  # an answer that began before the last word is one too

    def understand(self, text: TextStream) -> None:
        """Keep what the agent took a person's words for, as far as there is room."""
        self.understood = with_transcript(self.understood, text)[:MOST_HEARD]

    @property
    def is_cut_short(self) -> bool:
        """Whether what came last did not come to its end."""
        return self.was_cut_off or self.was_broken_off

    @property
    def perceived_s(self) -> tuple[float, ...]:
        """When something perceptible first came after the last word, and after each own state.

        What came in between changes nothing in how long the answer took.
        """
        if self.words_ended_s is None:
            return ()
        outputs = [round(at_s, 3) for at_s in self.outputs]
        marks = [round(self.words_ended_s, 3), *(state.at_s for state in self.states)]
        first = (min((at_s for at_s in outputs if at_s >= mark), default=None) for mark in marks)
        return tuple(sorted({at_s for at_s in first if at_s is not None}))

    def _interrupter(self, words: TranscriptSegment) -> str | None:
        """Who of the people spoke into these words last, or was speaking at their end."""
        into = [
            said
            for said in self.people_said
            if said.channel == "voice"
            and said.manner == "speech"
            and said.started_s <= words.ended_s
            and (words.started_s < said.started_s or words.ended_s <= said.ended_s)
        ]
        return max(into, key=lambda said: said.started_s).speaker if into else None

    def events(
        self, voices: Iterable[VoiceSpan], utterance_ids: Iterator[str]
    ) -> list[MeetingEvent]:
        """All that happened in it but for pictures that are still being taken, in order of time.

        The agent's utterances are numbered here, since only now their last transcript is known.
        """
        turn = self.turn_index
        said = [
            Utterance(
                turn_index=turn,
                id=next(utterance_ids),
                speaker=words.speaker,
                text=words.text,
                started_s=words.started_s,
                ended_s=words.ended_s,
                ending="whole" if words.is_whole else "cut_off",
                cut_off_by=None if words.is_whole else self._interrupter(words),
                is_final=words.is_final,
            )
            for words in self.spoken
        ]
        understood = [
            Understanding(
                turn_index=turn,
                speaker=words.speaker,
                text=words.text,
                started_s=words.started_s,
                ended_s=words.ended_s,
                is_final=words.is_final,
                is_whole=words.is_whole,
            )
            for words in self.understood
        ]
        return [
            *self.presence, *self.handed_over, *self.people_said, *voices, *self.states, *said,
            *understood, *self.messages, *self.files, *self.surface_updates, *self.pictures,
        ]  # fmt: skip


class CaptureState:
    """Everything by its kind, and the exchange that goes on.

    `errors` are to be told to the agent; what makes the meeting end stands in `trouble`. Who works
    on the surfaces aside holds `surfaces_free`.
    """

    def __init__(
        self,
        connection: SoundSource,
        clock: Clock,
        *,
        folder: Path,
        screens: Screens | None,
        people: Iterable[str] = (),
    ) -> None:
        self._connection = connection
        self._clock = clock
        self.folder = Folder(folder)
        self.allowance = Allowance()
        self.log = EventLog(self.folder, clock)
        self.presence = Presence(frozenset((RECORDER, *people)))
        self.texts = TextStreams(self.allowance)
        self.files = DeliveredFiles(self.folder, self.allowance)
        self.pictures = ScreenSharePictures(self.folder, self.allowance)
        self.surfaces = SurfaceCapture(self.folder, self.allowance)
        self.surfaces_free = asyncio.Lock()
        self.frames = Frames(screens, self.folder, self.surfaces.surfaces)
        self.sound = Soundtrack(self.folder, self.presence.is_agent)
        self.exchange = Exchange(0, 0.0)
        self.utterance_ids = (f"u{number}" for number in count(1))
        self.links = OwnLinks()
        self.errors: list[dict[str, Any]] = []
        self.trouble: BrokenOff | None = None
        self.troubled = asyncio.Event()

    def hear(self) -> None:
        """Take the samples that have come."""
        try:
            self.sound.listen(self._connection, self._clock.now_s())
        except RoomClosed as error:
            self.break_off(break_for_closed_link(str(error)))

    def break_off(self, why: BrokenOff) -> None:
        """The meeting cannot go on, for this reason if there is not one already."""
        if self.trouble is None:
            self.trouble = why
            self.troubled.set()

    def check_links(self) -> None:
        """Break the meeting off where a link of ours has been down for too long."""
        lost = None if self.links.are_up else self.links.link_down_too_long(self._clock.now_s())
        if lost is not None:
            self.break_off(lost)

    def link_changed(self, identity: str, event: LinkChanged) -> None:
        """A link of ours is down, or up again; the meeting waits for a while, or cannot go on."""
        reason = storable_text(event.reason, MOST_REASON)
        self.log.write("link", event.at_s, identity=identity, state=event.state, reason=reason)
        lost = self.links.update(identity, event)
        if lost is not None:
            self.break_off(lost)

    def note_state(self, state: str, at_s: float) -> None:
        """The agent said something of itself."""
        self.exchange.states.append(
            StateChange(
                turn_index=self.exchange.turn_index,
                state=storable_text(state, 80),
                at_s=round(at_s, 3),
            )
        )

    def note_presence(
        self, kind: Literal["joined", "left"], identity: str, at_s: float, reason: str = ""
    ) -> None:
        """Somebody came or left."""
        if len(self.exchange.presence) < MOST_PRESENCE:
            change = PresenceChange(
                kind=kind,
                turn_index=self.exchange.turn_index,
                identity=identity,
                at_s=round(at_s, 3),
                reason=reason,
            )
            self.exchange.presence.append(change)

    def note_surface_update(self, sender: str, at_s: float, *, is_visible: bool) -> None:
        """The surfaces took what an agent sent; nothing is noted where that was nothing."""
        first_line, messages = self.surfaces.lines_since()
        if messages:
            update = SurfaceUpdate(
                turn_index=self.exchange.turn_index,
                sender=storable_text(sender, MOST_NAME),
                at_s=round(at_s, 3),
                first_line=first_line,
                messages=messages,
                is_visible=is_visible,
            )
            self.exchange.surface_updates.append(update)
