"""The exchanges of a meeting, each a person's turn and the agent's: a view of its events.

`turns_in` is the only way from events to turns. All that was said, written, shown and sent stands
in the events; a turn only gathers what was taken in while its exchange was open.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import Field

from modylbench.foundation.record import Spec
from modylbench.recording.events import (
    Annotation,
    Clip,
    DeliveredFile,
    Frame,
    KeptFile,
    Message,
    Reaction,
    Reception,
    Seconds,
    StateChange,
    SurfaceFault,
    TurnOutcome,
    Understanding,
    Utterance,
    VoiceSpan,
)
from modylbench.recording.latency import Latency, answering_voice, latency
from modylbench.scenarios.goals import Intent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

    from modylbench.recording.events import MeetingEvent, RecordedExchange

E = TypeVar("E", bound=Spec)
W = TypeVar("W", Message, Reaction, Annotation)


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
    said: tuple[Utterance, ...] = ()
    heard: tuple[Understanding, ...] = ()
    """What the agent says it understood of the human's words: a claim, which costs it nothing."""
    chat: tuple[Message, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    files: tuple[DeliveredFile, ...] = ()
    states: tuple[StateChange, ...] = ()
    latency: Latency = Latency()
    messages: KeptFile | None = None
    surfaces: KeptFile | None = None
    surface_faults: tuple[SurfaceFault, ...] = ()
    frames: tuple[Frame, ...] = ()
    audio: Clip | None = None


class RecordedTurn(Spec):
    """One exchange; `turn_index` is the human's, the agent's is the next.

    `around` is what people said besides the request: to each other before it, and into the answer.
    """

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
    around: tuple[Utterance, ...] = ()
    marks: tuple[Reaction | Annotation, ...] = ()
    """Reactions and annotations of people."""


def turns_in(
    exchanges: Iterable[RecordedExchange], events: Iterable[MeetingEvent], people: Set[str]
) -> tuple[RecordedTurn, ...]:
    """The exchanges as turns, with the events that were taken in while each was open.

    `people` are the identities of those whom the harness plays: all others are the agent.
    """
    by_turn: dict[int, list[MeetingEvent]] = defaultdict(list)
    for event in events:
        by_turn[event.turn_index].append(event)
    found: list[RecordedTurn] = []
    was_silent = False
    for exchange in exchanges:
        gathered = _GatheredEvents(by_turn[exchange.turn_index], people)
        found.append(_turn(exchange, gathered, was_silent=was_silent))
        was_silent = exchange.outcome == "timed_out"
    return tuple(found)


class _GatheredEvents:
    """The events of one exchange by their kinds."""

    def __init__(self, events: Sequence[MeetingEvent], people: Set[str]) -> None:
        self._events = events
        self._people = people

    def all(self, kind: type[E]) -> tuple[E, ...]:
        return tuple(event for event in self._events if isinstance(event, kind))

    def utterance(self, name: str) -> Utterance:
        return next(utterance for utterance in self.all(Utterance) if utterance.id == name)

    def said_besides(self, request: str) -> tuple[Utterance, ...]:
        """What people said apart from this request."""
        others = (event for event in self.all(Utterance) if event.id != request)
        return tuple(event for event in others if event.speaker in self._people)

    @property
    def spoken_words(self) -> tuple[Utterance, ...]:
        """What the agent said."""
        free = (event for event in self.all(Utterance) if event.planned is None)
        return tuple(event for event in free if event.speaker not in self._people)

    @property
    def files(self) -> tuple[DeliveredFile, ...]:
        """What the agent sent."""
        return tuple(file for file in self.all(DeliveredFile) if file.sender not in self._people)

    @property
    def attachments(self) -> tuple[DeliveredFile, ...]:
        """What people handed over."""
        return tuple(file for file in self.all(DeliveredFile) if file.sender in self._people)

    def sent_as(self, kind: type[W]) -> tuple[W, ...]:
        """What the agent sent of that kind."""
        return tuple(sent for sent in self.all(kind) if sent.sender not in self._people)

    @property
    def marks_of_people(self) -> tuple[Reaction | Annotation, ...]:
        """How people reacted, and what they annotated."""
        marks: tuple[Reaction | Annotation, ...] = (*self.all(Reaction), *self.all(Annotation))
        return tuple(mark for mark in marks if mark.sender in self._people)

    @property
    def agent_voices(self) -> list[tuple[float, float]]:
        """When the agent's voice was heard."""
        spans = (span for span in self.all(VoiceSpan) if span.identity not in self._people)
        return [(span.started_s, span.ended_s) for span in spans]

    def voices_over(self, at_s: float) -> list[tuple[float, float]]:
        """When the agent spoke that was speaking then, by its words where no sound is kept."""
        spans = [
            (words.started_s, words.ended_s)
            for words in self.spoken_words
            if words.channel == "voice" and words.started_s < at_s < words.ended_s
        ]
        return self.agent_voices or spans

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Pictures of surfaces, then those of shared screens."""
        return tuple(sorted(self.all(Frame), key=lambda frame: frame.source != "surface"))


def _turn(
    exchange: RecordedExchange, gathered: _GatheredEvents, *, was_silent: bool
) -> RecordedTurn:
    """One exchange; `was_silent` says that the one before had stayed without an answer."""
    asked = gathered.utterance(exchange.asked)
    planned = asked.planned
    human = HumanTurn(
        speaker=asked.speaker,
        channel=asked.channel,
        text=asked.text,
        alternative=0 if planned is None else planned.alternative,
        started_s=asked.started_s,
        ended_s=asked.ended_s,
        attachments=gathered.attachments,
        intent=None if planned is None else planned.intent,
    )
    agent = AgentTurn(
        outcome=exchange.outcome,
        ended_s=exchange.ended_s,
        said=gathered.spoken_words,
        heard=gathered.all(Understanding),
        chat=gathered.sent_as(Message),
        reactions=gathered.sent_as(Reaction),
        annotations=gathered.sent_as(Annotation),
        files=gathered.files,
        states=gathered.all(StateChange),
        latency=_latency(exchange, asked, gathered, was_silent=was_silent),
        messages=exchange.messages,
        surfaces=exchange.surfaces,
        surface_faults=exchange.surface_faults,
        frames=gathered.frames,
        audio=exchange.audio,
    )
    return RecordedTurn(
        turn_index=exchange.turn_index,
        beat=exchange.beat,
        beat_number=exchange.beat_number,
        phase=exchange.phase,
        edge_case=exchange.edge_case,
        human=human,
        agent=agent,
        voices=gathered.all(VoiceSpan),
        reception=exchange.reception,
        room=exchange.room,
        around=gathered.said_besides(exchange.asked),
        marks=gathered.marks_of_people,
    )


def _latency(
    exchange: RecordedExchange, asked: Utterance, gathered: _GatheredEvents, *, was_silent: bool
) -> Latency:
    """How long the agent took; what came before the last word may be the answer before."""
    since_s = asked.ended_s if was_silent else asked.started_s
    words_s = asked.started_s, asked.ended_s
    return latency(
        asked.ended_s,
        states=[state for state in gathered.all(StateChange) if state.at_s >= since_s],
        outputs=exchange.perceived_s,
        first_voice_s=answering_voice(
            gathered.voices_over(asked.ended_s), words_s=words_s, is_early=not was_silent
        ),
        transport_s=exchange.transport_s,
    )
