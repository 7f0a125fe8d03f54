"""How loud a meeting's clips are, for people to look at: the agent's, and all others' together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.sound import read_wav
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.publishing.report.shapes.playback import PEAKS_HZ

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from modylbench.publishing.report.shapes.playback import WaveData
    from modylbench.recording.events import Clip
    from modylbench.recording.turns import RecordedTurn

    WaveSamples = NDArray[np.int16]
    MixedSamples = NDArray[np.int32]

DIGITS = "0123456789abcdefghijklmnopqrstuv"
LOUDEST = 32768.0
STEP = SAMPLE_RATE_HZ // PEAKS_HZ


def samples_of(clip: Clip | None, folder: Path) -> WaveSamples | None:
    """The samples of a clip; None where there are none, or none that can be read."""
    if clip is None:
        return None
    path = folder / clip.file.path
    if path.is_symlink():  # no recording holds one
        return None
    try:
        return np.frombuffer(read_wav(path).pcm, dtype="<i2")
    except BadFile:
        return None


def agent_wave(turn: RecordedTurn, agent: WaveSamples | None) -> Iterator[WaveData]:
    """The wave of the agent's voice in a turn, where it was heard."""
    if turn.agent.audio is not None and agent is not None:
        yield {"started_s": turn.agent.audio.started_s, "peaks": peaks(agent)}


def people_wave(
    turn: RecordedTurn, room: WaveSamples | None, agent: WaveSamples | None
) -> Iterator[WaveData]:
    """The wave of all others: what is left of the room's sound without the agent's."""
    if turn.room is None or room is None:
        return
    others: WaveSamples | MixedSamples = room
    if turn.agent.audio is not None and agent is not None:
        others = _without(room, agent, turn.agent.audio.started_s - turn.room.started_s)
    yield {"started_s": turn.room.started_s, "peaks": peaks(others)}


def peaks(samples: WaveSamples | MixedSamples) -> str:
    """The loudest sample of each tenth of a second as a digit, by the root of its share.

    >>> peaks(np.array([0] * STEP + [-8192] + [0] * STEP, dtype=np.int32))
    '0f0'
    """
    padded = np.pad(samples.astype(np.int32), (0, -len(samples) % STEP))
    whole = np.abs(padded).reshape(-1, STEP).max(axis=1)
    levels = np.sqrt(np.minimum(whole / LOUDEST, 1.0)) * (len(DIGITS) - 1)
    return "".join(DIGITS[level] for level in levels.astype(int).tolist())


def _without(room: WaveSamples, agent: WaveSamples, offset_s: float) -> MixedSamples:
    """The mix without one voice that begins so many seconds into it."""
    left = room.astype(np.int32)
    start = round(offset_s * SAMPLE_RATE_HZ)
    first, last = max(start, 0), min(start + len(agent), len(room))
    if first < last:
        left[first:last] -= agent[first - start : last - start]
    return left
