"""Sound against what is said of it: lengths, places, and when the agent was heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from modylbench.meeting.capture.sound.soundtrack import HEADER_BYTES, wav_header
from modylbench.pipeline.replay.contradiction import Contradiction, slack_s
from modylbench.providers.speech.activity import FRAME_S, voiced_frames
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ
from modylbench.recording.events import VoiceSpan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from modylbench.recording.events import Clip, RecordedExchange
    from modylbench.recording.recording import MeetingRecording

EDGE_S = 0.35  # ours: a voice ends by its hangover of 0.3 s, or a frame or two beside its sound
LEAST_S = 0.5  # ours: sound that lasts as long and is in no span was taken away from the record


def sound_contradictions(
    recording: MeetingRecording, folder: Path, *, has_media: bool
) -> Iterator[Contradiction]:
    """Where the clips of a meeting are not as long, not there or not then as its record says."""
    for exchange in recording.exchanges:
        place = f"turn {exchange.turn_index}"
        for name, clip in (("room", exchange.room), ("agent", exchange.audio)):
            if clip is not None:
                yield from _clip(recording, exchange, name, clip)
                if has_media:
                    yield from _file(place, folder / clip.file.path, clip)
        if exchange.audio is not None and has_media:
            yield from _voices(recording, exchange, folder, exchange.audio)


def _clip(
    recording: MeetingRecording, exchange: RecordedExchange, name: str, clip: Clip
) -> Iterator[Contradiction]:
    place, slack = f"turn {exchange.turn_index}", slack_s(recording.setting.clock)
    if clip.file.path != f"media/turn-{exchange.turn_index:02}/{name}.wav":
        yield Contradiction(place, f"its sound of the {name} is {clip.file.path}, of another turn")
    seconds = round((clip.file.size - HEADER_BYTES) / BYTES_PER_SAMPLE / SAMPLE_RATE_HZ, 3)
    if seconds != clip.duration_s:
        text = (
            f"{clip.file.path} is said to last {clip.duration_s} s, and has samples of {seconds} s"
        )
        yield Contradiction(place, text)
    if abs(clip.started_s + clip.duration_s - exchange.ended_s) > slack:
        yield Contradiction(place, f"{clip.file.path} does not end with its exchange")


def _file(place: str, path: Path, clip: Clip) -> Iterator[Contradiction]:
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if header != wav_header(clip.file.size - HEADER_BYTES):
        yield Contradiction(place, f"{clip.file.path} is no WAV file of its length at 24 kHz")


def _voices(
    recording: MeetingRecording, exchange: RecordedExchange, folder: Path, clip: Clip
) -> Iterator[Contradiction]:
    """Whether the agent was heard when the record says so, and only then."""
    place, people = f"turn {exchange.turn_index}", recording.people()
    spans = [
        (event.started_s, event.ended_s)
        for event in recording.events
        if isinstance(event, VoiceSpan)
        and event.turn_index == exchange.turn_index
        and event.identity not in people
    ]
    heard = _heard_s(folder / clip.file.path, clip.started_s)
    for started_s, ended_s in spans:
        inside = heard[(heard >= started_s - EDGE_S) & (heard <= ended_s + EDGE_S)]
        began_s = max(started_s, clip.started_s)
        if ended_s > clip.started_s + EDGE_S and (
            not len(inside) or abs(float(inside[0]) - began_s) > EDGE_S
        ):
            text = f"the agent is said to be heard from {started_s} s, and in its sound it is not"
            yield Contradiction(place, text)
    is_told = np.zeros(len(heard), dtype=bool)
    for started_s, ended_s in spans:
        is_told |= (heard >= started_s - EDGE_S) & (heard <= ended_s + EDGE_S)
    untold_s = float((~is_told).sum()) * FRAME_S
    if untold_s > LEAST_S:
        text = f"in its sound the agent is heard for {untold_s:.1f} s of which the record is silent"
        yield Contradiction(place, text)


def _heard_s(path: Path, since_s: float) -> NDArray[np.float64]:
    """When each frame begins that holds voice."""
    voiced = voiced_frames(path.read_bytes()[HEADER_BYTES:])
    return np.flatnonzero(voiced).astype(np.float64) * FRAME_S + since_s
