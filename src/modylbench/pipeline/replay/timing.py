"""What time allows: order, spans, the pace of speech, and how long a meeting lasts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.meeting.side_talk import REPLIES_WITHIN_S
from modylbench.pipeline.replay.contradiction import Contradiction, slack_s
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.recording.events import (
    Frame,
    StateChange,
    Understanding,
    Utterance,
    VoiceSpan,
    started_s,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.recording.events import MeetingEvent, RecordedExchange
    from modylbench.recording.recording import MeetingRecording

FASTEST = 2.5  # ours: times the pace that speech is planned at; no voice of ours comes near
SLOWEST = 4.0
LONGEST_WAIT_S = 8.0  # ours: the meeting goes on a second after the last word, five in doubt
BUSY = {"initializing", "thinking", "speaking"}
FEW_S = 2.0  # ours: of what is said in less, the pace says nothing


def timing_contradictions(recording: MeetingRecording) -> Iterator[Contradiction]:
    """Where the times of a recording cannot be those of a meeting."""
    slack = slack_s(recording.setting.clock)
    times = [started_s(event) for event in recording.events]
    if any(later < earlier for earlier, later in pairwise(times)):
        yield Contradiction("events", "are not in the order of their time")
    ids = [said.id for said in recording.utterances]
    if len(set(ids)) != len(ids):
        yield Contradiction("events", "two utterances have one number")
    turns = [exchange.turn_index for exchange in recording.exchanges]
    if any(later <= earlier for earlier, later in pairwise(turns)):
        yield Contradiction("exchanges", "their turns do not follow each other")
    before_s = 0.0
    for exchange in recording.exchanges:
        yield from _exchange(recording, exchange, before_s - slack, slack)
        before_s = exchange.ended_s
    if recording.duration_s < before_s - slack:
        text = f"is {recording.duration_s} s, and the last exchange ended at {before_s} s"
        yield Contradiction("duration_s", text)
    strays = {event.turn_index for event in recording.events} - set(turns)
    if strays:
        yield Contradiction("events", f"belong to turns that were not held: {sorted(strays)[:5]}")


def _exchange(
    recording: MeetingRecording, exchange: RecordedExchange, since_s: float, slack: float
) -> Iterator[Contradiction]:
    place, until_s = f"turn {exchange.turn_index}", exchange.ended_s + slack
    events = [event for event in recording.events if event.turn_index == exchange.turn_index]
    asked = next(
        said for said in events if isinstance(said, Utterance) and said.id == exchange.asked
    )
    if not since_s <= asked.started_s <= asked.ended_s <= until_s:
        text = (
            f"asked from {asked.started_s} to {asked.ended_s} s, which is not within its exchange"
        )
        yield Contradiction(place, text)
    for event in events:
        ends_s = _ended_s(event)
        if ends_s < started_s(event):
            yield Contradiction(place, f"a {event.kind} ends at {ends_s} s, before it begins")
        if not since_s <= ends_s <= until_s and not isinstance(event, Frame):
            yield Contradiction(place, f"a {event.kind} at {ends_s} s is not within its exchange")
    heard = [at_s for at_s in exchange.perceived_s if not asked.ended_s <= at_s <= until_s]
    if heard or tuple(sorted(exchange.perceived_s)) != exchange.perceived_s:
        yield Contradiction(place, "the agent is perceived outside of the time for its answer")
    yield from _outcome(recording, exchange, events)
    yield from _waiting(recording, exchange, events)
    for said in events:
        if isinstance(said, Utterance) and said.speaker in recording.people():
            yield from _pace(place, said, recording.setting.speech, slack)


def _ended_s(event: MeetingEvent) -> float:
    """When it was over."""
    if isinstance(event, Utterance | Understanding | VoiceSpan):
        return event.ended_s
    return event.at_s


def _outcome(
    recording: MeetingRecording, exchange: RecordedExchange, events: list[MeetingEvent]
) -> Iterator[Contradiction]:
    """An answer leaves something, and where nothing came nothing is perceived."""
    place, people = f"turn {exchange.turn_index}", recording.people()
    is_silent = not any(
        _identity(event) not in people for event in events if not isinstance(event, StateChange)
    )
    if exchange.outcome == "answered" and is_silent and not exchange.perceived_s:
        yield Contradiction(place, "is answered, and nothing came from the agent")
    if exchange.outcome == "timed_out" and exchange.perceived_s:
        yield Contradiction(place, "has no answer, and one was perceived")


def _waiting(
    recording: MeetingRecording, exchange: RecordedExchange, events: list[MeetingEvent]
) -> Iterator[Contradiction]:
    """Nobody sits there for long after an answer of an agent that is not busy."""
    states = [
        event.state
        for event in recording.events
        if isinstance(event, StateChange) and event.at_s <= exchange.ended_s
    ]
    agents = [there for there in recording.participants if there.kind == "agent"]
    is_known = len(agents) == 1 and recording.setting.clock == "virtual"
    if exchange.outcome != "answered" or not is_known or (states and states[-1] in BUSY):
        return
    if not exchange.perceived_s:  # it answered before the last word, and more was waited for
        return
    ended = (_ended_s(event) for event in events if not isinstance(event, Frame))
    last_s = max(*ended, *exchange.perceived_s)
    asked = next(at for at, said in enumerate(events) if _id(said) == exchange.asked)
    is_interrupted = any(_identity(event) in recording.people() for event in events[asked + 1 :])
    longest_s = LONGEST_WAIT_S + (REPLIES_WITHIN_S if is_interrupted else 0.0)
    if exchange.ended_s - last_s > longest_s:
        text = f"goes on for {exchange.ended_s - last_s:.1f} s after all was said and shown"
        yield Contradiction(f"turn {exchange.turn_index}", text)


def _id(event: MeetingEvent) -> str:
    return event.id if isinstance(event, Utterance) else ""


def _identity(event: MeetingEvent) -> str:
    """Who did it; of a picture, whoever is no person."""
    for name in ("speaker", "sender", "identity"):
        found = getattr(event, name, None)
        if isinstance(found, str):
            return found
    return ""


def _pace(place: str, said: Utterance, speech: str, slack: float) -> Iterator[Contradiction]:
    """People speak as people do; where nothing sounds they take the time that is planned."""
    if said.channel != "voice":
        return
    took_s, planned_s = said.ended_s - said.started_s, estimated_duration_s(said.text)
    times = [at_s for word in said.words for at_s in (word.started_s, word.ended_s)]
    if times != sorted(times) or (times and (times[0], times[-1]) < (said.started_s - slack, 0.0)):
        yield Contradiction(place, f"the words of {said.id} are not in order")
    if speech == "none" and said.is_whole:
        is_human = abs(took_s - planned_s) <= max(slack, 0.1)
    else:
        is_human = planned_s <= FEW_S or (
            planned_s / FASTEST <= took_s <= planned_s * SLOWEST + FEW_S
        )
    if not is_human:
        text = f"{said.speaker} takes {took_s:.1f} s for words of {planned_s:.1f} s ({said.id})"
        yield Contradiction(place, text)
