"""Words of the meeting: text streams, transcripts, messages, and reports of faults in JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.meeting.capture.allowance import MOST_OPEN, MOST_STREAMS, MOST_TRANSCRIPTS
from modylbench.meeting.capture.store import MOST_NAME, storable_text
from modylbench.meeting.room import ANNOTATION, CHAT, MOST_TEXT_BYTES, REACTION, TARGET
from modylbench.recording.events import Annotation, Message, Reaction
from modylbench.recording.marks import read_annotation, read_emoji

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.room import TextChunk, TextClosed, TextOpened
    from modylbench.recording.events import Written

MOST_TEXT = 200_000  # ours: of one message that is kept in the record
MOST_REPORT = 20_000
WRITTEN = (CHAT, REACTION, ANNOTATION)
"""Topics on which something is written or drawn."""

FINAL, SEGMENT = "lk.transcription_final", "lk.segment_id"
"""Attributes of transcripts: whether this is the last word on a segment, and on which."""


@dataclass(slots=True, eq=False)
class TextStream:
    """A text stream; it has ended when `ended_s` is known."""

    number: int
    identity: str
    topic: str
    attributes: Mapping[str, str]
    started_s: float
    ended_s: float | None = None
    is_whole: bool = True
    is_aborted: bool = False
    size: int = 0
    pieces: list[str] = field(default_factory=list)
    in_the_name_of: str = ""
    is_bounded: bool = True

    @property
    def text(self) -> str:
        """All that came of it."""
        return "".join(self.pieces)


class TextStreams:
    """The streams that are open, by the ids that the room gave them.

    They are numbered as they open, since ids are drawn. What an agent opens beyond its allowance is
    not even remembered: its pieces then belong to nothing.
    """

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._open: dict[str, TextStream] = {}
        self._count = 0

    def open(self, event: TextOpened, *, is_bounded: bool) -> TextStream | None:
        """The new stream; None where the agent has had its share."""
        if is_bounded and not self._admits(event):
            return None
        self._count += 1
        text = TextStream(
            self._count,
            event.identity,
            event.topic,
            event.attributes,
            event.at_s,
            in_the_name_of=event.in_the_name_of,
            is_bounded=is_bounded,
        )
        self._open[event.stream_id] = text
        return text

    def _admits(self, event: TextOpened) -> bool:
        """Whether it is taken; of what agents understood, each guess comes as a stream."""
        kind, most = "text streams", MOST_STREAMS
        if event.in_the_name_of:
            kind, most = "transcripts of people", MOST_TRANSCRIPTS
        if len(self._open) < MOST_OPEN:
            return self._allowance.admits(kind, most)
        self._allowance.throw(kind)
        return False

    def extend(self, event: TextChunk) -> TextStream | None:
        """The stream with one more piece; None where it is not kept."""
        text = self._open.get(event.stream_id)
        if text is None:
            return None
        size = len(event.text)
        if text.is_bounded and not self._allowance.admits_bytes(size):
            text.is_whole = False
            return None
        if text.size + size > MOST_TEXT_BYTES:
            text.is_whole = False
            self._allowance.throw("bytes", size)
            return None
        text.size += size
        text.pieces.append(event.text)
        return text

    def close(self, event: TextClosed) -> TextStream | None:
        """The stream that ended; None of one that is not kept."""
        text = self._open.pop(event.stream_id, None)
        if text is not None:
            text.ended_s = event.at_s
            if event.attributes:
                text.attributes = {**text.attributes, **event.attributes}
            text.is_aborted = not event.is_whole
            text.is_whole = text.is_whole and event.is_whole
        return text

    def open_of(self, identities: Set[str]) -> Iterator[TextStream]:
        """The open streams of these participants in which something is said or shown."""
        return (
            text
            for text in self._open.values()
            if text.identity in identities and not text.in_the_name_of
        )


@dataclass(frozen=True, slots=True)
class TranscriptSegment:
    """Words of one segment, and as the how many-th stream they were opened."""

    segment: str
    number: int
    speaker: str
    text: str
    started_s: float
    ended_s: float
    is_final: bool
    is_whole: bool


def with_transcript(known: list[TranscriptSegment], text: TextStream) -> list[TranscriptSegment]:
    """Transcripts with one more, in the order in which their streams were opened.

    They may end in another one: who says two things at once sends them in the order of saying. The
    last word on a segment takes the place of earlier ones. A segment that grows comes as one
    stream, which says at its end that it is final; one that is guessed again and again comes as a
    stream for each guess.
    """
    segment = text.attributes.get(SEGMENT, "")
    kept: list[TranscriptSegment] = []
    number = text.number
    for earlier in known:
        if segment and earlier.segment == segment and not earlier.is_final:
            number = min(number, earlier.number)
        else:
            kept.append(earlier)
    words = TranscriptSegment(
        segment=segment,
        number=number,
        speaker=storable_text(text.identity, MOST_NAME),
        text=storable_text(text.text, MOST_TEXT),
        started_s=round(text.started_s, 3),
        ended_s=round(text.ended_s or text.started_s, 3),
        is_final=text.attributes.get(FINAL, "true").lower() != "false",
        is_whole=text.is_whole,
    )
    return sorted([*kept, words], key=lambda transcript: transcript.number)


def written_event(text: TextStream, turn_index: int) -> Written:
    """What was sent as the record keeps it; raises RefusedMark where it is not what it should be.

    A reaction says by an attribute what it is to.
    """
    sent: dict[str, Any] = {
        "turn_index": turn_index,
        "sender": storable_text(text.identity, MOST_NAME),
        "at_s": round(text.ended_s or text.started_s, 3),
    }
    if text.topic == CHAT:
        return Message(text=storable_text(text.text, MOST_TEXT), **sent)
    if text.topic == REACTION:
        target = storable_text(text.attributes.get(TARGET, ""), MOST_NAME)
        return Reaction(emoji=read_emoji(text.text), target=target, **sent)
    mark = read_annotation(text.text)
    return Annotation(mark=mark, text=storable_text(text.text, MOST_TEXT), **sent)


def read_fault_report(text: str) -> tuple[str, str, float | None]:
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
