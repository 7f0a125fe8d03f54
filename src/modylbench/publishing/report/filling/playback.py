"""Fills in the page's data of a meeting as it is played: who is heard when, and in which words."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.providers.speech.word_times import word_times
from modylbench.publishing.report.filling.bounds import first_items, shorten_line, shorten_text
from modylbench.publishing.report.filling.pins import pins_of
from modylbench.publishing.report.filling.waves import agent_wave, people_wave, samples_of
from modylbench.recording.events import (
    Annotation,
    DeliveredFile,
    Message,
    PresenceChange,
    SurfaceUpdate,
    Utterance,
    Written,
)
from modylbench.recording.side_talk import SideTalk, spoken_over
from modylbench.recording.talk import overlaps, pauses, talk_of
from modylbench.recording.transcript import mark_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.publishing.report.filling.waves import WaveSamples
    from modylbench.publishing.report.filling.work import MeetingWork, ReportedMeeting
    from modylbench.publishing.report.shapes.playback import (
        LineData,
        MomentData,
        PlaybackData,
        SpeakerData,
        WaveData,
    )
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.talk import Talk
    from modylbench.recording.turns import RecordedTurn

MOST_SPEAKERS = 12  # ours: lanes that fit a screen
MOST_LINES = 3_000  # ours: three hours of talk
MOST_MOMENTS = 4_000
MOST_SPANS = 4_000
LEAST_OVERLAP_S = 0.1  # ours: shorter ones cannot be seen, nor heard
LEAST_SILENCE_S = 1.5  # ours: people answer each other within half of it


def playback_data(
    meeting: ReportedMeeting, recording: MeetingRecording, work: MeetingWork
) -> PlaybackData:
    """The meeting on one line of time."""
    left_out: list[str] = []
    people, agent, voices = _waves(recording.turns, meeting.folder)
    talk = talk_of(recording.events)
    places = _speakers(recording)
    lines = _lines(recording, places, voices, left_out)
    overlapping = (
        (each.started_s, each.ended_s)
        for each in overlaps(talk)
        if each.ended_s - each.started_s >= LEAST_OVERLAP_S
    )
    silent = (
        (each.started_s, each.ended_s)
        for each in pauses(talk)
        if each.ended_s - each.started_s >= LEAST_SILENCE_S
    )
    return {
        "speakers": _speaker_data(recording, places, talk),
        "people_waves": people,
        "agent_waves": agent,
        "lines": lines,
        "overlaps": _spans(overlapping, recording.duration_s),
        "silences": _spans(silent, recording.duration_s),
        "moments": _moments(recording, left_out),
        "pins": pins_of(meeting, recording, work, lines, left_out),
        "left_out": left_out,
    }


def _waves(
    turns: Iterable[RecordedTurn], folder: Path
) -> tuple[list[WaveData], list[WaveData], dict[int, WaveSamples]]:
    """The waves of people and agent, and the agent's samples by turn."""
    people: list[WaveData] = []
    agent: list[WaveData] = []
    voices: dict[int, WaveSamples] = {}
    for turn in turns:
        voice = samples_of(turn.agent.audio, folder)
        people += people_wave(turn, samples_of(turn.room, folder), voice)
        agent += agent_wave(turn, voice)
        if voice is not None:
            voices[turn.turn_index] = voice
    return people, agent, voices


def _speakers(recording: MeetingRecording) -> dict[str, int]:
    """Everybody's lane by identity: people, agents, then whoever else spoke; the last takes all."""
    people = recording.people()
    known = sorted(
        (participant.identity for participant in recording.participants),
        key=lambda identity: identity not in people,
    )
    spoke = (utterance.speaker for utterance in recording.utterances)
    identities = dict.fromkeys(chain(known, spoke))
    return {name: min(at, MOST_SPEAKERS - 1) for at, name in enumerate(identities)}


def _speaker_data(
    recording: MeetingRecording, places: Mapping[str, int], talk: Sequence[Talk]
) -> list[SpeakerData]:
    names, people = recording.names_by_identity(), recording.people()
    found: list[SpeakerData] = []
    for identity, place in places.items():
        if place == len(found):
            found.append(
                {
                    "name": shorten_line(names.get(identity, identity)),
                    "is_agent": identity not in people,
                    "spans": [],
                }
            )
    spans: list[list[tuple[float, float]]] = [[] for _ in found]
    for each in talk:
        if each.speaker in places:
            spans[places[each.speaker]].append((each.started_s, each.ended_s))
    for speaker, own in zip(found, spans, strict=True):
        speaker["spans"] = _spans(own, recording.duration_s)
    return found


def _spans(found: Iterable[tuple[float, float]], duration_s: float) -> list[list[float]]:
    """The first of them, within the meeting."""
    kept = ((max(0.0, start), min(end, duration_s)) for start, end in found)
    return [[round(start, 2), round(end, 2)] for start, end in kept if start < end][:MOST_SPANS]


def _lines(
    recording: MeetingRecording,
    places: Mapping[str, int],
    voices: Mapping[int, WaveSamples],
    left_out: list[str],
) -> list[LineData]:
    """All that was said and written, in the order of its beginning."""
    names = recording.names_by_identity()
    turns = {turn.turn_index: turn for turn in recording.turns}
    said = recording.utterances
    near: dict[int, list[Utterance]] = defaultdict(list)
    for words in said:
        near[words.turn_index].append(words)
    spoken = [
        (words.started_s, _line(words, places, names, near[words.turn_index])) for words in said
    ]
    for (_, line), words in zip(spoken, said, strict=True):
        if words.channel == "voice":
            turn = turns.get(words.turn_index)
            pcm = _pcm(words, turn, voices) if words.speaker not in recording.people() else b""
            line["times"], line["is_estimated"] = _times(words, line["text"], pcm)
    written = [
        (event.at_s, _written_line(event, places, names))
        for event in recording.events
        if isinstance(event, Written)
    ]
    whole = sorted([*spoken, *written], key=lambda entry: entry[0])
    return [line for _, line in first_items(whole, "lines", left_out, MOST_LINES)]


def _line(
    words: Utterance,
    places: Mapping[str, int],
    names: Mapping[str, str],
    near: Sequence[Utterance],
) -> LineData:
    marks = SideTalk(words, spoken_over(words, near)).marks(names)
    return {
        "speaker": places[words.speaker],
        "to": [shorten_line(names.get(name, name)) for name in words.addressees[:MOST_SPEAKERS]],
        "channel": shorten_line(words.channel),
        "text": shorten_text(words.text),
        "started_s": words.started_s,
        "ended_s": words.ended_s,
        "turn_index": words.turn_index,
        "times": [],
        "is_estimated": False,
        "marks": [shorten_line(mark) for mark in marks],
    }


def _written_line(
    message: Written, places: Mapping[str, int], names: Mapping[str, str]
) -> LineData:
    """A message as a line; of who never spoke, it stands in the last lane."""
    last = max(places.values(), default=0)
    is_known = message.sender in places
    return {
        "speaker": places.get(message.sender, last),
        "to": [],
        "channel": message.kind,
        "text": shorten_text(
            mark_words(message) if isinstance(message, Annotation) else message.text
        ),
        "started_s": message.at_s,
        "ended_s": message.at_s,
        "turn_index": message.turn_index,
        "times": [],
        "is_estimated": False,
        "marks": []
        if is_known
        else [shorten_line(f"by {names.get(message.sender, message.sender)}")],
    }


def _pcm(words: Utterance, turn: RecordedTurn | None, voices: Mapping[int, WaveSamples]) -> bytes:
    """The agent's sound while it said that, as far as it is kept."""
    clip = turn.agent.audio if turn is not None else None
    voice = voices.get(words.turn_index)
    if clip is None or voice is None or clip.started_s > words.started_s:
        return b""
    first, last = (
        round((at_s - clip.started_s) * SAMPLE_RATE_HZ) for at_s in (words.started_s, words.ended_s)
    )
    return voice[first:last].astype("<i2").tobytes()


def _times(words: Utterance, text: str, pcm: bytes) -> tuple[list[int], bool]:
    """The times of the words as differences, and whether they are estimated here."""
    parts = text.split()
    if len(words.words) == len(parts):
        known = [(word.started_s, word.ended_s) for word in words.words]
        return _differences(known, words.started_s, words.ended_s), False
    lasts = max(0.0, words.ended_s - words.started_s)
    guessed = [
        (words.started_s + word.start_s, words.started_s + word.end_s)
        for word in word_times(text, lasts, pcm)
    ]
    return _differences(guessed, words.started_s, words.ended_s), True


def _differences(times: Iterable[tuple[float, float]], from_s: float, to_s: float) -> list[int]:
    """Beginnings and lengths in hundredths of seconds, each from where the last ended.

    >>> _differences([(1.0, 1.5), (1.75, 9.0)], 1.0, 2.0)
    [0, 50, 25, 25]
    """
    found: list[int] = []
    at, last = 0, round((to_s - from_s) * 100)
    for start_s, end_s in times:
        start = min(max(round((start_s - from_s) * 100), at), last)
        end = min(max(round((end_s - from_s) * 100), start), last)
        found += [start - at, end - start]
        at = end
    return found


def _moments(recording: MeetingRecording, left_out: list[str]) -> list[MomentData]:
    """What happened at once, in the order of time."""
    names = recording.names_by_identity()
    found = sorted(_all_moments(recording, names), key=lambda moment: moment["at_s"])
    return first_items(found, "changes and messages", left_out, MOST_MOMENTS)


def _all_moments(recording: MeetingRecording, names: Mapping[str, str]) -> Iterator[MomentData]:
    for event in recording.events:
        if isinstance(event, SurfaceUpdate):
            count = f"{event.messages:,} message{'s' * (event.messages != 1)}"
            yield _moment("surface", event, names.get(event.sender, event.sender), count)
        elif isinstance(event, Written):
            text = event.text if isinstance(event, Message) else mark_words(event)
            yield _moment(event.kind, event, names.get(event.sender, event.sender), text)
        elif isinstance(event, DeliveredFile):
            yield _moment("file", event, names.get(event.sender, event.sender), event.name)
        elif isinstance(event, PresenceChange):
            yield _moment(event.kind, event, names.get(event.identity, event.identity), "")


def _moment(
    kind: str,
    event: SurfaceUpdate | Written | DeliveredFile | PresenceChange,
    name: str,
    text: str,
) -> MomentData:
    return {
        "kind": kind,  # type: ignore[typeddict-item]  # one of the events' own
        "at_s": event.at_s,
        "turn_index": event.turn_index,
        "name": shorten_line(name),
        "text": shorten_line(text, 200),
        "is_visible": getattr(event, "is_visible", True),
    }
