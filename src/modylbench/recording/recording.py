"""What a meeting leaves behind.

<trial>/recording.json      this record; every file below stands in it by relative path and SHA-256
        events.jsonl        all that happened in the room, a line each, on the meeting's clock
        media/turn-07/agent.wav, room.wav, frame-01.png, frame-01.txt
        surfaces/turn-07.jsonl   the A2UI messages that came, as they came
        surfaces/turn-07.json    what the surfaces showed at the end of the turn
        files/turn-07/...        what the agent sent
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from modylbench.foundation.record import Record, Spec
from modylbench.scenarios.goals import Intent
from modylbench.scenarios.suites import CORE, PrivateMark

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

Culprit = Literal["agent", "harness", "infrastructure"]
TurnOutcome = Literal["answered", "unfinished", "timed_out", "absent"]
MeetingEnding = Literal["completed", "out_of_time", "agent_left", "broken_off"]


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


class Frame(Spec):
    """A picture of one surface, or of a screen that was shared."""

    file: KeptFile
    at_s: Seconds
    source: Literal["surface", "screenshare", "camera"]
    surface_id: str | None = None
    outline: KeptFile | None = None
    findings: tuple[dict[str, str | None], ...] = ()


class SpokenWords(Spec):
    """Words and when they were said; `is_final` is what the agent says of its transcript."""

    text: str
    started_s: Seconds
    ended_s: Seconds
    is_final: bool = True
    is_whole: bool = True


class Message(Spec):
    """Something written: a chat message, a reaction, an annotation (its text is JSON)."""

    sender: str
    text: str
    at_s: Seconds


class DeliveredFile(Spec):
    """A file that somebody handed over in the chat."""

    sender: str
    name: str
    mime_type: str
    file: KeptFile
    at_s: Seconds


class VoiceSpan(Spec):
    """When somebody's voice was heard, by the samples."""

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

    state: str
    at_s: Seconds


class Latency(Spec):
    """From the end of the human's words to the agent's first sound, in its parts.

    None is what could not be observed, or would be negative. `response_s` is to the first sound or,
    without one, to the first word or surface; negative where the agent began before the human had
    ended. `endpointing_s` is until the agent says that it thinks, `compute_s` until it has words,
    `tts_s` until it says that it speaks, `first_audio_s` until it is heard. `transport_s` is what
    the way to the agent and back takes: it lies inside the first and the last of these.
    """

    response_s: float | None = None
    endpointing_s: float | None = None
    compute_s: float | None = None
    tts_s: float | None = None
    first_audio_s: float | None = None
    transport_s: float | None = None


class SurfaceFault(Spec):
    """Something that was wrong with what the agent sent for its surfaces."""

    code: str
    severity: Literal["error", "warning"]
    reason: str
    surface_id: str | None = None
    component_id: str | None = None


class Fault(Spec):
    """Something that went wrong, and whose fault it was."""

    culprit: Culprit
    code: str
    detail: str
    turn_index: int | None = None
    at_s: Seconds | None = None
    spoils: bool = True
    """Whether the meeting must not be scored where this is not the agent's; else it is a flag."""

    @property
    def is_spoiling(self) -> bool:
        """Whether for this the meeting is invalid."""
        return self.spoils and self.culprit != "agent"

    @property
    def is_flag(self) -> bool:
        """Whether it is told, and the meeting valid all the same, though it was our side."""
        return not self.spoils and self.culprit != "agent"


class HumanTurn(Spec):
    """What a person said, and which of the script's alternatives it was."""

    speaker: str
    channel: str
    text: str
    alternative: Annotated[int, Field(ge=0)]
    started_s: Seconds
    ended_s: Seconds
    attachments: tuple[DeliveredFile, ...] = ()
    intent: Intent | None = None
    """In free form: for which goal or fact it was said."""


class AgentTurn(Spec):
    """Everything the agent did between this human utterance and the next."""

    outcome: TurnOutcome
    ended_s: Seconds
    said: tuple[SpokenWords, ...] = ()
    heard: tuple[SpokenWords, ...] = ()
    """What the agent says it understood of the human's words: a claim, which costs it nothing."""
    chat: tuple[Message, ...] = ()
    reactions: tuple[Message, ...] = ()
    annotations: tuple[Message, ...] = ()
    files: tuple[DeliveredFile, ...] = ()
    states: tuple[StateChange, ...] = ()
    latency: Latency = Latency()
    messages: KeptFile | None = None
    surfaces: KeptFile | None = None
    surface_faults: tuple[SurfaceFault, ...] = ()
    frames: tuple[Frame, ...] = ()
    audio: Clip | None = None


class RecordedTurn(Spec):
    """One exchange; `turn_index` is the human's, the agent's is the next."""

    turn_index: int
    beat: str
    beat_number: int
    phase: str
    edge_case: str | None
    human: HumanTurn
    agent: AgentTurn
    voices: tuple[VoiceSpan, ...] = ()
    reception: tuple[Reception, ...] = ()
    room: Clip | None = None


class Attendance(Spec):
    """Who was there."""

    identity: str
    name: str
    kind: Literal["standard", "agent"]
    role: str
    voice: str = ""


class Setting(Spec):
    """How the meeting was held."""

    clock: Literal["virtual", "real"]
    room: str
    speech: str
    screens: str
    beats: str = ""
    human: str = "script"
    """Who decided what the human said: the script, the offline policy, or a model."""
    has_captions: bool = True
    """Whether what people said was also sent as text, so that the agent needed no ears."""
    attempt: Annotated[int, Field(ge=1)] = 1
    """Which try it was: a meeting that our own side spoilt is held again."""
    spoilt: tuple[str, ...] = ()
    """What spoilt each try before, as `code: detail`, so that nobody tries again unseen."""
    harness_version: str


class AgentUnderTest(Spec):
    """Which agent it was, with the settings that are no secret."""

    name: str
    settings: dict[str, str] = Field(default_factory=dict)


class MeetingRecording(Record):
    """One meeting, whole: the only thing that later stages read."""

    scenario_id: str
    scenario_version: int
    title: str = ""
    seed: int
    edge_case: str
    suite: str = CORE
    """Only meetings of the core's scenarios are official."""
    suite_version: int = 1
    private_mark: PrivateMark = ""
    """Of a private variant: the fingerprint of its secret."""
    is_official: bool
    agent: AgentUnderTest
    setting: Setting
    participants: tuple[Attendance, ...]
    turns: tuple[RecordedTurn, ...]
    planned_turns: int
    ending: MeetingEnding
    duration_s: Seconds
    events: KeptFile
    faults: tuple[Fault, ...] = ()

    @model_validator(mode="after")
    def _one_file_a_path(self) -> MeetingRecording:
        """Whoever looks a file up by its path must find the one that each turn means."""
        first: dict[str, KeptFile] = {self.events.path: self.events}
        for turn in self.turns:
            for file in _files(turn):
                if first.setdefault(file.path, file) != file:
                    message = (
                        f"turn {turn.turn_index} names another {file.path} than is named before"
                    )
                    raise ValueError(message)
        return self

    @property
    def is_valid(self) -> bool:
        """Whether it may be scored: nothing that spoils it went wrong on our side."""
        return not any(fault.is_spoiling for fault in self.faults)

    def names_by_identity(self) -> dict[str, str]:
        """What everybody in the room is called."""
        return {
            participant.identity: participant.name or participant.identity
            for participant in self.participants
        }

    def files(self) -> tuple[KeptFile, ...]:
        """Every file that belongs to it, each once, in the order of paths."""
        found = {file.path: file for turn in self.turns for file in _files(turn)}
        found[self.events.path] = self.events
        return tuple(found[path] for path in sorted(found))


def _files(turn: RecordedTurn) -> tuple[KeptFile, ...]:
    agent = turn.agent
    clips = [clip.file for clip in (turn.room, agent.audio) if clip is not None]
    frames = [frame.file for frame in agent.frames]
    outlines = [frame.outline for frame in agent.frames if frame.outline is not None]
    handed = [item.file for item in (*turn.human.attachments, *agent.files)]
    states = [file for file in (agent.messages, agent.surfaces) if file is not None]
    return (*clips, *frames, *outlines, *handed, *states)
