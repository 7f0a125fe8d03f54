"""The record of a meeting compared with what its room's log comes to."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.meeting.room import TRANSCRIPTION
from modylbench.meeting.synthetic_user import CHANNEL
from modylbench.pipeline.replay.contradiction import Contradiction, slack_s
from modylbench.recording.events import (
    Annotation,
    DeliveredFile,
    Frame,
    Message,
    PresenceChange,
    Reaction,
    StateChange,
    SurfaceUpdate,
    Understanding,
    Utterance,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.foundation.record import Spec
    from modylbench.pipeline.replay.retake import LoggedWords, Retake, RetakenExchange
    from modylbench.recording.events import MeetingEvent, RecordedExchange
    from modylbench.recording.recording import MeetingRecording

KINDS: tuple[tuple[type[Spec], str], ...] = (
    (Utterance, "the agent's words"), (Understanding, "what the agent understood"),
    (Message, "what the agent wrote"), (Reaction, "the agent's reactions"),
    (Annotation, "the agent's annotations"), (DeliveredFile, "the agent's files"),
    (StateChange, "what the agent said of itself"), (PresenceChange, "who came and left"),
    (SurfaceUpdate, "when the surfaces changed"),
)  # fmt: skip


def log_contradictions(recording: MeetingRecording, made: Retake) -> Iterator[Contradiction]:
    """Where the record is not what the log comes to, exchange by exchange."""
    found, due = len(recording.exchanges), len(made.exchanges)
    if found != due:
        text = f"the log ends {due} exchanges, and the record has {found}"
        yield Contradiction("events.jsonl", text)
    slack = slack_s(recording.setting.clock)
    if made.setback_s > slack:
        yield Contradiction("events.jsonl", f"time runs back by {made.setback_s:.3f} s")
    for exchange, retaken in zip(recording.exchanges, made.exchanges, strict=False):
        yield from _exchange(recording, exchange, retaken)
    if recording.ending != "broken_off":  # what broke it off stands in no log
        yield from _faults(recording, made)


def _exchange(
    recording: MeetingRecording, exchange: RecordedExchange, made: RetakenExchange
) -> Iterator[Contradiction]:
    place = f"turn {exchange.turn_index}"
    events = [event for event in recording.events if event.turn_index == exchange.turn_index]
    slack = slack_s(recording.setting.clock)
    if (exchange.turn_index, exchange.outcome) != (made.turn_index, made.outcome):
        text = f"was {exchange.outcome}, and the log ends turn {made.turn_index} as {made.outcome}"
        yield Contradiction(place, text)
    if not -0.002 <= made.ended_s - exchange.ended_s <= slack:
        text = f"ended at {exchange.ended_s} s, and by the log at {made.ended_s} s"
        yield Contradiction(place, text)
    people = recording.people()
    for kind, name in KINDS:
        theirs = [_comparable(event) for event in _of_agent(events, kind, people)]
        ours = [_comparable(event) for event in _of_agent(made.events, kind, people)]
        yield from _differences(place, name, theirs, ours)
    yield from _files(place, exchange, made)
    is_filmed = any(isinstance(event, Frame) and event.source != "surface" for event in events)
    if exchange.perceived_s != made.perceived_s and not is_filmed:  # the log has no film
        text = f"found {exchange.perceived_s}, and {made.perceived_s} comes out of the log"
        yield Contradiction(place, f"when the agent was perceived: {text}")
    yield from _people(place, recording, events, made)


def _of_agent(
    events: Sequence[MeetingEvent], kind: type[Spec], people: frozenset[str]
) -> Iterator[MeetingEvent]:
    """What came from the agent of a kind; of coming and leaving all."""
    for event in events:
        if not isinstance(event, kind):
            continue
        is_of_people = (isinstance(event, Utterance) and event.speaker in people) or (
            isinstance(event, DeliveredFile | Message | Reaction | Annotation)
            and event.sender in people
        )
        if not is_of_people:
            yield event


def _comparable(event: MeetingEvent) -> dict[str, object]:
    """All of an event but the number that an utterance got."""
    return event.model_dump(mode="json", exclude={"id"})


def _differences(
    place: str, name: str, theirs: list[dict[str, object]], ours: list[dict[str, object]]
) -> Iterator[Contradiction]:
    """The first thing that differs: what follows from it differs too."""
    for found, made in zip_longest(_in_order_of_time(theirs), _in_order_of_time(ours)):
        if found == made:
            continue
        if found is None or made is None:
            text = f"the record has {len(theirs)}, and the log {len(ours)}"
        else:
            field = next(key for key in found if found[key] != made.get(key))
            text = f"{field} is {short_repr(found[field])}, by the log {short_repr(made[field])}"
        yield Contradiction(place, f"{name}: {text}")
        return


def _in_order_of_time(events: list[dict[str, object]]) -> list[dict[str, object]]:
    """By time as records have it, what came at once as it stands."""
    return sorted(events, key=lambda event: event.get("at_s", event.get("started_s", 0.0)))  # type: ignore[arg-type,return-value]


def _files(
    place: str, exchange: RecordedExchange, made: RetakenExchange
) -> Iterator[Contradiction]:
    """Whether the messages are those that came, and the surfaces what they fold to."""
    if exchange.messages != made.messages:
        yield Contradiction(place, "its A2UI messages are not those that came by the log")
    if exchange.surfaces != made.surfaces:
        yield Contradiction(place, "its surfaces are not what the A2UI messages come to")
    faults = exchange.surface_faults[: len(made.surface_faults)]
    if faults != made.surface_faults:
        yield Contradiction(place, "what was wrong with its A2UI messages is not what comes out")


def _people(
    place: str, recording: MeetingRecording, events: Sequence[MeetingEvent], made: RetakenExchange
) -> Iterator[Contradiction]:
    """Whether people said and handed over what the log has of them."""
    people = recording.people()
    handed = [
        (event.sender, event.name, event.file.sha256)
        for event in events
        if isinstance(event, DeliveredFile) and event.sender in people
    ]
    if handed != list(made.handed_over):
        yield Contradiction(place, "the files that people hand over are not those of the log")
    said = [event for event in events if isinstance(event, Utterance) and event.speaker in people]
    is_captioned = recording.setting.has_captions or recording.setting.speech == "none"
    voiced = [words for words in said if words.channel == "voice"] if is_captioned else []
    written = [words for words in said if words.channel != "voice"]
    captions = [words for words in made.people_wrote if words.topic == TRANSCRIPTION]
    notes = [words for words in made.people_wrote if CHANNEL in words.attributes]
    slack = slack_s(recording.setting.clock)
    yield from _unlike(place, voiced, captions if is_captioned else [], slack)
    yield from _unlike(place, written, notes, slack)


def _unlike(
    place: str, said: Sequence[Utterance], logged: Sequence[LoggedWords], slack: float
) -> Iterator[Contradiction]:
    left = list(logged)
    for words in said:
        same = next((kept for kept in left if _is_like(words, kept, slack)), None)
        if same is None:
            text = f"what {words.speaker} says ({words.id}) is not in the log in these words then"
            yield Contradiction(place, text)
        else:
            left.remove(same)
    if left and len(said) < len(logged):
        text = f"the log has words of {left[0].speaker} that the record does not have"
        yield Contradiction(place, text)


def _is_like(words: Utterance, kept: LoggedWords, slack: float) -> bool:
    if (words.speaker, words.text) != (kept.speaker, kept.text):
        return False
    is_then = abs(words.started_s - kept.started_s) <= slack
    return is_then and abs(words.ended_s - kept.ended_s) <= slack


def _faults(recording: MeetingRecording, made: Retake) -> Iterator[Contradiction]:
    """What the agent did wrong by the log stands in the record."""
    told = {fault.code for fault in recording.faults}
    for code in sorted({fault.code for fault in made.faults} - told):
        yield Contradiction("faults", f"the log tells of {code}, and the record does not")
