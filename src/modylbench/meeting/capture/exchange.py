"""What has the agent done since the exchange began?"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from modylbench.meeting.capture.store import storable_text
from modylbench.recording.recording import Message, SpokenWords, StateChange

if TYPE_CHECKING:
    from modylbench.meeting.capture.latency import PlayedSpeech
    from modylbench.meeting.capture.texts import TextStream
    from modylbench.recording.recording import DeliveredFile, Frame, KeptFile, SurfaceFault

MOST_TEXT = 200_000  # ours: of one message that is kept in the record
MOST_HEARD = 500  # ours: segments of what people said; an utterance has a few
MOST_OUTPUTS = 10_000  # ours: of one exchange whose times are kept
FINAL, SEGMENT = "lk.transcription_final", "lk.segment_id"
"""Attributes of transcripts: whether this is the last word on a segment, and on which."""


@dataclass(frozen=True, slots=True)
class TranscriptSegment:
    """Words of one segment, and as the how many-th stream they were opened."""

    segment: str
    number: int
    spoken: SpokenWords


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
    chat: list[Message] = field(default_factory=list)
    reactions: list[Message] = field(default_factory=list)
    annotations: list[Message] = field(default_factory=list)
    files: list[DeliveredFile] = field(default_factory=list)
    states: list[StateChange] = field(default_factory=list)
    pictures: list[Frame] = field(default_factory=list)
    surface_faults: list[SurfaceFault] = field(default_factory=list)
    messages: KeptFile | None = None
    surfaces: KeptFile | None = None
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

    def understand(self, text: TextStream) -> None:
        """Keep what the agent took a person's words for, as far as there is room."""
        self.understood = with_transcript(self.understood, text)[:MOST_HEARD]

    @property
    def is_cut_short(self) -> bool:
        """Whether what came last did not come to its end."""
        return self.was_cut_off or self.was_broken_off

    def states_since(self, at_s: float | None) -> list[StateChange]:
        """What the agent said of itself since then."""
        return [state for state in self.states if at_s is None or state.at_s >= at_s]

    @property
    def said(self) -> tuple[SpokenWords, ...]:
        """What it said, as far as it tells."""
        return tuple(one.spoken for one in self.spoken)

    @property
    def heard(self) -> tuple[SpokenWords, ...]:
        """What it understood of what people said, as far as it tells."""
        return tuple(one.spoken for one in self.understood)


def with_transcript(known: list[TranscriptSegment], text: TextStream) -> list[TranscriptSegment]:
    """Transcripts with one more, in the order in which their streams were opened.

    They may end in another one: who says two things at once sends them in the order of saying. The
    last word on a segment takes the place of earlier ones. A segment that grows comes as one
    stream, which says at its end that it is final; one that is guessed again and again comes as a
    stream for each guess.
    """
    segment = text.attributes.get(SEGMENT, "")
    spoken = SpokenWords(
        text=storable_text(text.text, MOST_TEXT),
        started_s=round(text.started_s, 3),
        ended_s=round(text.ended_s or text.started_s, 3),
        is_final=text.attributes.get(FINAL, "true").lower() != "false",
        is_whole=text.is_whole,
    )
    kept: list[TranscriptSegment] = []
    number = text.number
    for one in known:
        if segment and one.segment == segment and not one.spoken.is_final:
            number = min(number, one.number)
        else:
            kept.append(one)
    return sorted([*kept, TranscriptSegment(segment, number, spoken)], key=lambda one: one.number)


def message(text: TextStream) -> Message:
    """A text as the record keeps it."""
    return Message(
        sender=storable_text(text.identity, 200),
        text=storable_text(text.text, MOST_TEXT),
        at_s=round(text.ended_s or text.started_s, 3),
    )


def state_change(state: str, at_s: float) -> StateChange:
    """What the agent said of itself."""
    return StateChange(state=storable_text(state, 80), at_s=round(at_s, 3))
