"""The shape of the page's data of one meeting and its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from modylbench.publishing.report.shapes.judgments import JudgedData, LimitData, VerdictData
    from modylbench.publishing.report.shapes.playback import PlaybackData
    from modylbench.publishing.report.shapes.product import Part, ProductData, SurfaceProblem
    from modylbench.publishing.report.shapes.run import FaultData, MeetingStatus


class FileData(TypedDict):
    """A file that somebody handed over."""

    sender: str
    name: str
    """As the sender calls it."""
    mime_type: str
    """As the sender says."""
    size: int
    """In bytes."""
    at_s: float
    path: str
    """Where it lies. To be shown, never to be opened by the page: an agent wrote it."""


class SaidData(TypedDict):
    """Words that were spoken."""

    text: str
    started_s: float
    ended_s: float
    is_whole: bool
    """Whether they came to an end."""
    cut_off_by: str
    """Who cut them off, by name, where that is known."""


class SideTalkData(TypedDict):
    """What somebody said besides the request: to others before it, or into the answer."""

    speaker: str
    to: list[str]
    """Names, or `all`."""
    channel: str
    text: str
    started_s: float
    marks: list[str]
    """`backchannel`, `privately`, `over Ann`, `cut off by Ann`, `breaks off`, `trails off`."""


class TalkCountData(TypedDict):
    """How often one spoke to others in a meeting."""

    speaker: str
    to: list[str]
    """Names, or `all`; none where nobody knows."""
    said: int
    over_others: int
    cut_off: int
    backchannels: int
    private: int


class StateChangeData(TypedDict):
    """What the agent says that it does."""

    state: str
    """Such as `listening`, `thinking`, `speaking`."""
    at_s: float


class MessageData(TypedDict):
    """Something written in the chat, a reaction or an annotation."""

    kind: Literal["chat", "reaction", "annotation"]
    sender: str
    text: str
    at_s: float


class FrameData(TypedDict):
    """A picture of a surface."""

    path: str
    """Where it lies, or a data: address."""
    at_s: float
    surface_id: str
    """The agent's name for the surface; of a shared screen, what it is."""
    alt: str
    """What can be read on it, from the page's outline."""


class AudioData(TypedDict):
    """Sound."""

    path: str
    """Where it lies, or a data: address."""
    started_s: float
    """When it begins, on the meeting's clock: a word at `t` is at `t - started_s` of the sound."""
    duration_s: float


class LatencyData(TypedDict):
    """From the end of the human's words to the agent's first sound, in its parts."""

    response_s: float | None
    """All of it; negative where the agent began before the human had ended."""
    endpointing_s: float | None
    """Until the agent says that it thinks."""
    compute_s: float | None
    """Until it has words."""
    tts_s: float | None
    """Until it says that it speaks."""
    first_audio_s: float | None
    """Until it is heard."""
    transport_s: float | None
    """What the way takes: inside the first and the last of these."""


class MutationData(TypedDict):
    """One edit of a product."""

    product_id: str
    type: str
    """Such as `update_cell`, `add_row`, `create`."""
    place: str
    """The pointer (see `PlaceData`), or for code `src/app.py:L10-L15`."""
    is_pointer: bool
    old: str
    new: str
    is_correct: bool | None
    """Whether it was asked for; None where nobody can say."""
    is_destructive: bool
    """Whether it took away or broke what should have stayed."""


class TurnData(TypedDict):
    """One exchange: what a person asked and all that the agent did until the next."""

    turn_index: int
    """The human's."""
    beat: str
    beat_number: int
    """Its number, from 1."""
    phase: str
    """opening, work, ..."""
    edge_case: str | None
    speaker: str
    """Who asks, by name."""
    channel: str
    """voice, chat, ..."""
    asked: str
    asked_from_s: float
    asked_to_s: float
    attachments: list[FileData]
    around: list[SideTalkData]
    """What people said besides that, in the order of its beginning."""
    outcome: str
    """answered, unfinished, timed_out, absent."""
    ended_s: float
    said: list[SaidData]
    heard: list[SaidData]
    """What it says that it understood of the human's words."""
    states: list[StateChangeData]
    messages: list[MessageData]
    files: list[FileData]
    frames: list[FrameData]
    audio: AudioData | None
    """Its voice."""
    room: AudioData | None
    """Everybody's."""
    latency: LatencyData
    judged: JudgedData | None
    """None where nobody has judged."""
    failing: list[str]
    """Criteria that are due after this turn and do not pass, by id: see `TrialData.criteria`."""
    page_findings: list[SurfaceProblem]
    """What is wrong with what could be seen."""
    surface_faults: list[SurfaceProblem]
    """What is wrong with what was sent for the surfaces."""
    attempts: list[str]
    """Texts that speak to whoever judges."""
    mutations: list[MutationData]
    left_out: list[str]
    """What is not here though it was there, a line each: `120 of 140 messages`."""


class EdgeCaseData(TypedDict):
    """A trap, and what the agent did."""

    name: str
    severity: str
    detected: bool
    pushed_back: bool
    produced_nothing_wrong: bool
    has_failed: bool
    reasons: list[str]
    verdicts: list[VerdictData]


class CriterionData(TypedDict):
    """What a criterion asks for."""

    description: str
    product_id: str
    """Of which product; empty where that is not known."""


class MetricData(TypedDict):
    """A figure that is reported of the meeting and never added to a score."""

    symbol: str
    """As in the table of metrics."""
    value: float | None
    """None where it could not be measured."""
    unit: str
    """Of the value; empty where the table no longer has the metric."""
    direction: Literal["higher", "lower", "neither"]
    """Which way is better."""


class DynamicsMomentData(TypedDict):
    """One event that a metric of dynamics rests on."""

    at_s: float
    until_s: float
    who: list[str]
    """Names: who did it first, whom it concerned after."""
    value: float | None
    """In the metric's own unit for the event."""
    note: str


class DynamicsMetricData(TypedDict):
    """A metric of dynamics, from 0 to 1."""

    symbol: str
    value: float | None
    reason: str
    """Why it has no value."""
    moments: list[DynamicsMomentData]
    """The first of its events."""
    count: int
    """How many there are."""


class DynamicsDimensionData(TypedDict):
    """A dimension of dynamics."""

    dimension: str
    score: float | None
    metrics: list[DynamicsMetricData]


class DynamicsData(TypedDict):
    """How the agent took part in the conversation."""

    norms: str
    """The reference of how people do."""
    counts: bool
    """Whether it is part of the combined score: where the agent met several people."""
    score: float | None
    dimensions: list[DynamicsDimensionData]
    interruptions: list[DynamicsMomentData]
    """The first competitive interruptions."""
    interruption_count: int


class TrialData(TypedDict):
    """One meeting, whole."""

    number: int
    """As in `TrialEntry`."""
    scenario_id: str
    seed: int
    title: str
    agent: str
    status: MeetingStatus
    score: float | None
    """Combined."""
    tier: str | None
    """Of this meeting alone."""
    journey: float | None
    destination: float | None
    dynamics: DynamicsData | None
    """None where nobody has measured them."""
    by_paper: float | None
    """Combined, by the paper's own rules."""
    limits: list[LimitData]
    """The caps on the whole meeting, also those that took nothing away."""
    invalid: list[str]
    """Why it has no score."""
    notes: list[str]
    edge_cases: list[EdgeCaseData]
    metrics: list[MetricData]
    """Reported, not scored: talk-over, content resent, mutation scores, latency; without those
    that stand under `dynamics`."""
    faults: list[FaultData]
    held: dict[str, str]
    """How the meeting was held: room, clock, speech, screens, ending, people."""
    duration_s: float
    talk: list[TalkCountData]
    """Who spoke to whom, where several people were there."""
    turns: list[TurnData]
    playback: PlaybackData
    products: list[ProductData]
    """Deliverables first."""
    parts: list[Part]
    """What products are made of, each once."""
    criteria: dict[str, CriterionData]
    """By id, those that a turn names."""
    left_out: list[str]
    """What is not here though it was there, a line each."""
