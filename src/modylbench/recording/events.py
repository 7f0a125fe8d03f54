"""What happens in a meeting, as it is recorded: events on one clock, and the exchanges they are of.

What is a turn, who held the floor, what overlapped and how long an answer took are views of these,
computed by the neighbours of this module and kept nowhere.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from modylbench.foundation.record import Spec
from modylbench.scenarios.goals import Intent

Seconds = Annotated[float, Field(ge=0)]
"""On the meeting's clock, to the millisecond."""

RelativePath = Annotated[
    str,
    StringConstraints(
        pattern=r"^[A-Za-z0-9_\-][A-Za-z0-9_. \-]*(?:/[A-Za-z0-9_\-][A-Za-z0-9_. \-]*)*$",
        max_length=240,
    ),
]
"""Inside the trial's folder: no part of it begins with a dot."""

TurnOutcome = Literal["answered", "unfinished", "timed_out", "absent"]
Ending = Literal["whole", "cut_off", "trailed_off"]


class KeptFile(Spec):
    """A file of the recording."""

    path: RelativePath
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    size: Annotated[int, Field(ge=0)]


class Clip(Spec):
    """Sound: WAV, 24 kHz, mono, 16 bits; it begins at `started_s` of the meeting."""

    file: KeptFile
    started_s: Seconds
    duration_s: Seconds


class SpokenWord(Spec):
    """A word and when it was said."""

    text: str
    started_s: Seconds
    ended_s: Seconds


class PlannedLine(Spec):
    """Which line of the script an utterance was: of a slot, which of its alternatives.

    `line` is the id of one that people say around a request, to each other or into the answer.
    """

    alternative: Annotated[int, Field(ge=0)]
    line: str = ""
    intent: Intent | None = None
    """In free form: for which goal or fact it was said."""


class Utterance(Spec):
    """What somebody said or wrote at once, and to whom.

    `addressees` are identities, or `all`; none where nobody knows. An utterance without `planned`
    is free: the agent's own. One that ends `cut_off` was broken off, by `cut_off_by` where that is
    known; one that `trailed_off` was left without an end by its speaker. `words` are known of what
    people say, their times estimated from the sound (`providers/speech/word_times.py`). `is_final`
    is what the agent says of its transcript. What `is_private` only the addressees have got.
    """

    kind: Literal["utterance"] = "utterance"
    turn_index: int = 0
    id: str
    speaker: str
    addressees: tuple[str, ...] = ()
    channel: str = "voice"
    text: str
    started_s: Seconds
    ended_s: Seconds
    words: tuple[SpokenWord, ...] = ()
    planned: PlannedLine | None = None
    ending: Ending = "whole"
    cut_off_by: str | None = None
    manner: Literal["speech", "backchannel", "laughter"] = "speech"
    is_final: bool = True
    is_private: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""
        return self.ending != "cut_off"


class Understanding(Spec):
    """What the agent says it understood of somebody's words: a claim."""

    kind: Literal["understanding"] = "understanding"
    turn_index: int = 0
    speaker: str
    text: str
    started_s: Seconds
    ended_s: Seconds
    is_final: bool = True
    is_whole: bool = True


class Frame(Spec):
    """A picture of one surface, or of a screen that was shared."""

    kind: Literal["picture"] = "picture"
    turn_index: int = 0
    file: KeptFile
    at_s: Seconds
    source: Literal["surface", "screenshare", "camera"]
    surface_id: str | None = None
    outline: KeptFile | None = None
    findings: tuple[dict[str, str | None], ...] = ()
    checks: dict[str, bool | None] = Field(default_factory=dict)
    """What holds on the whole page; None where there was nothing to measure."""


class Message(Spec):
    """Something written: a chat message, a reaction, an annotation (its text is JSON)."""

    kind: Literal["chat", "reaction", "annotation"] = "chat"
    turn_index: int = 0
    sender: str
    text: str
    at_s: Seconds


class DeliveredFile(Spec):
    """A file that somebody handed over in the chat."""

    kind: Literal["file"] = "file"
    turn_index: int = 0
    sender: str
    name: str
    mime_type: str
    file: KeptFile
    at_s: Seconds


class SurfaceUpdate(Spec):
    """A2UI messages that came at once: so many lines of the turn's file, from this one on.

    `is_visible` says that a person sees something else since then.
    """

    kind: Literal["surface"] = "surface"
    turn_index: int = 0
    sender: str
    at_s: Seconds
    first_line: Annotated[int, Field(ge=0)]
    messages: Annotated[int, Field(ge=0)]
    is_visible: bool


class PresenceChange(Spec):
    """Somebody came, or left for a reason."""

    kind: Literal["joined", "left"]
    turn_index: int = 0
    identity: str
    at_s: Seconds
    reason: str = ""


class VoiceSpan(Spec):
    """When somebody's voice was heard, by the samples."""

    kind: Literal["voice"] = "voice"
    turn_index: int = 0
    identity: str
    started_s: Seconds
    ended_s: Seconds


class Reception(Spec):
    """How well one voice arrived in an exchange: what did not come, was made up, or came late.

    `late_s` is the longest that sound came after it was due, in `late_frames` of 20 ms.
    """

    identity: str
    expected_s: Seconds
    missing_s: Seconds = 0.0
    made_up_s: Seconds = 0.0
    late_frames: Annotated[int, Field(ge=0)] = 0
    late_s: Seconds = 0.0


class StateChange(Spec):
    """What the agent said of itself: listening, thinking, speaking."""

    kind: Literal["state"] = "state"
    turn_index: int = 0
    state: str
    at_s: Seconds


class SurfaceFault(Spec):
    """Something that was wrong with what the agent sent for its surfaces."""

    code: str
    severity: Literal["error", "warning"]
    reason: str
    surface_id: str | None = None
    component_id: str | None = None


MeetingEvent = Annotated[
    Utterance
    | Understanding
    | Message
    | DeliveredFile
    | SurfaceUpdate
    | Frame
    | StateChange
    | VoiceSpan
    | PresenceChange,
    Field(discriminator="kind"),
]
"""`turn_index` is that of the exchange in whose time it was taken in, and 0 before the first."""


def started_s(event: MeetingEvent) -> float:
    """When it began, or was."""
    if isinstance(event, Utterance | Understanding | VoiceSpan):
        return event.started_s
    return event.at_s


class RecordedExchange(Spec):
    """A request to the agent, and what was kept of the time until the next.

    `asked` is the utterance that opened it. `perceived_s` is when something that people perceive
    came from the agent, the first time after the last word and after each thing it said of itself.
    `transport_s` is what the way to the agent and back took, where that is known.
    """

    turn_index: int
    beat: str
    beat_number: int
    phase: str
    edge_case: str | None
    asked: str
    outcome: TurnOutcome
    ended_s: Seconds
    perceived_s: tuple[Seconds, ...] = ()
    transport_s: Seconds | None = None
    reception: tuple[Reception, ...] = ()
    messages: KeptFile | None = None
    surfaces: KeptFile | None = None
    surface_faults: tuple[SurfaceFault, ...] = ()
    audio: Clip | None = None
    room: Clip | None = None
