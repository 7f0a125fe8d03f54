"""Recordings made of turns: the way back from the view to the events."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from modylbench.foundation.record import canonical_json
from modylbench.recording.events import (
    MeetingEvent,
    PlannedLine,
    RecordedExchange,
    StateChange,
    Understanding,
    Utterance,
    VoiceSpan,
)
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.recording.turns import RecordedTurn


def words(text: str, started_s: float, ended_s: float, **changes: Any) -> Utterance:
    """Something an agent said."""
    said = {"id": f"said-{started_s:g}", "speaker": "agent"} | changes
    return Utterance(text=text, started_s=started_s, ended_s=ended_s, **said)


def understood(text: str, started_s: float, ended_s: float, **changes: Any) -> Understanding:
    """What an agent says it understood."""
    return Understanding(
        speaker="agent", text=text, started_s=started_s, ended_s=ended_s, **changes
    )


def with_turns(recording: MeetingRecording, turns: Iterable[RecordedTurn]) -> MeetingRecording:
    """The recording of another course of the meeting."""
    return recording.model_copy(update=fields_of_turns(tuple(turns)))


def fields_of_turns(turns: Iterable[RecordedTurn]) -> dict[str, Any]:
    """The fields of a recording from which these turns are seen."""
    turns = tuple(turns)
    return {
        "exchanges": tuple(_exchange(turn) for turn in turns),
        "events": tuple(event for turn in turns for event in _events(turn)),
    }


def turn_values(folder: Path) -> list[dict[str, Any]]:
    """The turns of a trial's recording, as JSON that a test may change and put back."""
    return [turn.model_dump(mode="json") for turn in read_recording(folder).turns]


def put_turns(recording: dict[str, Any], turns: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A recording's JSON with the exchanges and events of these turns."""
    held = [RecordedTurn.model_validate_json(json.dumps(turn)) for turn in turns]
    fields = {
        name: [item.model_dump(mode="json") for item in items]
        for name, items in fields_of_turns(held).items()
    }
    return recording | fields


def rewrite_turns(folder: Path, turns: Iterable[dict[str, Any]]) -> None:
    """Put these turns into a trial's recording."""
    path = folder / "recording.json"
    path.write_text(canonical_json(put_turns(json.loads(path.read_text()), turns)))


def _exchange(turn: RecordedTurn) -> RecordedExchange:
    agent, latency = turn.agent, turn.agent.latency
    answered_s = () if latency.response_s is None else (turn.human.ended_s + latency.response_s,)
    return RecordedExchange(
        turn_index=turn.turn_index,
        beat=turn.beat,
        beat_number=turn.beat_number,
        phase=turn.phase,
        edge_case=turn.edge_case,
        asked=f"asked-{turn.turn_index}",
        outcome=agent.outcome,
        ended_s=agent.ended_s,
        perceived_s=answered_s,
        transport_s=latency.transport_s,
        reception=turn.reception,
        messages=agent.messages,
        surfaces=agent.surfaces,
        surface_faults=agent.surface_faults,
        audio=agent.audio,
        room=turn.room,
    )


def _events(turn: RecordedTurn) -> Iterator[MeetingEvent]:
    human, agent = turn.human, turn.agent
    asked = Utterance(
        id=f"asked-{turn.turn_index}",
        speaker=human.speaker,
        channel=human.channel,
        text=human.text,
        started_s=human.started_s,
        ended_s=human.ended_s,
        planned=PlannedLine(alternative=human.alternative, intent=human.intent),
    )
    happened: tuple[MeetingEvent, ...] = (
        *human.attachments, asked, *_voices(turn), *_states(turn), *agent.said, *agent.heard,
        *agent.files, *agent.chat, *agent.reactions, *agent.annotations, *agent.frames,
        *turn.marks,
    )  # fmt: skip
    for event in happened:
        yield event.model_copy(update={"turn_index": turn.turn_index})


def _states(turn: RecordedTurn) -> Iterator[StateChange]:
    """What the agent told of itself, or must have told for its latency to have these parts."""
    yield from turn.agent.states
    latency = turn.agent.latency
    if turn.agent.states or latency.compute_s is None:
        return
    thinking_s = turn.human.ended_s + (latency.endpointing_s or 0.0)
    yield StateChange(state="thinking", at_s=thinking_s)
    if latency.tts_s is not None:
        words_s = thinking_s + latency.compute_s
        yield StateChange(state="has_words", at_s=words_s)
        yield StateChange(state="speaking", at_s=words_s + latency.tts_s)


def _voices(turn: RecordedTurn) -> Iterator[VoiceSpan]:
    """The voices, and the agent's where its latency speaks of a first sound."""
    yield from turn.voices
    latency = turn.agent.latency
    if latency.first_audio_s is not None and latency.response_s is not None and not turn.voices:
        began_s = turn.human.ended_s + latency.response_s
        yield VoiceSpan(identity="agent", started_s=began_s, ended_s=turn.agent.ended_s)
