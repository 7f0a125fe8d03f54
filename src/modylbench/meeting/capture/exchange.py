"""What has the agent done since the exchange began?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.capture.plain_text import plain
from modylbench.recording.recording import Message, Spoken, StateChange

if TYPE_CHECKING:
    from modylbench.meeting.capture.texts import Text
    from modylbench.recording.recording import Delivered, Frame, KeptFile, SurfaceFault

MOST_TEXT = 200_000  # ours: of one message that is kept in the record
FINAL, SEGMENT = "lk.transcription_final", "lk.segment_id"
"""Attributes of transcripts: whether this is the last word on a segment, and on which."""


@dataclass(slots=True)
class Exchange:
    """One human utterance and all that came from the agent until the next.

    `first_output_s` is when the first words, message, surface or file came after the person had
    begun; `last_output_s` when the last did.
    """

    turn_index: int
    started_s: float
    words_started_s: float | None = None
    words_ended_s: float | None = None
    spoken: list[tuple[str, Spoken]] = field(default_factory=list)
    chat: list[Message] = field(default_factory=list)
    reactions: list[Message] = field(default_factory=list)
    annotations: list[Message] = field(default_factory=list)
    files: list[Delivered] = field(default_factory=list)
    states: list[StateChange] = field(default_factory=list)
    pictures: list[Frame] = field(default_factory=list)
    surface_faults: list[SurfaceFault] = field(default_factory=list)
    messages: KeptFile | None = None
    surfaces: KeptFile | None = None
    first_output_s: float | None = None
    last_output_s: float | None = None
    was_cut_off: bool = False

    def words_begin(self, at_s: float) -> None:
        """A person begins to speak: what came before is no answer."""
        self.words_started_s = at_s
        self.first_output_s = self.last_output_s = None
        self.was_cut_off = False

    def put_out(self, at_s: float) -> None:
        """The agent has produced something."""
        if self.first_output_s is None:
            self.first_output_s = at_s
        self.last_output_s = at_s

    def say(self, text: Text) -> None:
        """Keep a transcript; the last word on a segment takes the place of earlier ones."""
        segment = text.attributes.get(SEGMENT, "")
        is_final = text.attributes.get(FINAL, "true").lower() != "false"
        spoken = Spoken(
            text=plain(text.text, MOST_TEXT),
            started_s=round(text.started_s, 3),
            ended_s=round(text.ended_s or text.started_s, 3),
            is_final=is_final,
            is_whole=text.is_whole,
        )
        if segment:
            self.spoken = [
                (known, one) for known, one in self.spoken if known != segment or one.is_final
            ]
        self.spoken.append((segment, spoken))

    @property
    def states_since_words(self) -> list[StateChange]:
        """What the agent said of itself since the person began."""
        since = self.words_started_s or 0.0
        return [one for one in self.states if one.at_s >= since]

    @property
    def said(self) -> tuple[Spoken, ...]:
        """What it said, as far as it tells."""
        return tuple(spoken for _, spoken in self.spoken)


def message(text: Text) -> Message:
    """A text as the record keeps it."""
    return Message(
        sender=plain(text.identity, 200),
        text=plain(text.text, MOST_TEXT),
        at_s=round(text.ended_s or text.started_s, 3),
    )


def state_change(state: str, at_s: float) -> StateChange:
    """What the agent said of itself."""
    return StateChange(state=plain(state, 80), at_s=round(at_s, 3))
