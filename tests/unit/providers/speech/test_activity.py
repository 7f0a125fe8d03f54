"""Voice is found where it is, and nowhere else."""

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from modylbench.providers.speech.activity import (
    FRAME_BYTES,
    FRAME_SAMPLES,
    SHORTEST_VOICE_FRAMES,
    VoiceActivity,
    VoiceEdge,
    voiced_frames,
)

LOUD, MIDDLE, NOISE, SILENT = 6000, 110, 20, 0  # MIDDLE lies between the two thresholds
levels = st.lists(st.sampled_from([LOUD, LOUD, MIDDLE, NOISE, SILENT]), max_size=120)


def sound(frames: list[int]) -> bytes:
    """A square wave of that height in each frame."""
    wave = np.where(np.arange(FRAME_SAMPLES) % 40 < 20, 1, -1)
    return b"".join((level * wave).astype("<i2").tobytes() for level in frames)


def by_hand(frames: list[int]) -> list[bool]:
    """The rule, frame by frame."""
    voiced, states = False, []
    for level in frames:
        voiced = level == LOUD or (voiced and level == MIDDLE)
        states.append(voiced)
    result = list(states)
    for i, state in enumerate(states):
        before = i > 0 and states[i - 1]
        after = i + 1 < len(states) and states[i + 1]
        result[i] = state and (before or after)
    return result


def edges(pcm: bytes, cuts: list[int], hangover_s: float) -> list[VoiceEdge]:
    activity = VoiceActivity(hangover_s=hangover_s)
    places = [0, *sorted(min(cut, len(pcm)) for cut in cuts), len(pcm)]
    found: list[VoiceEdge] = []
    for start, end in pairwise(places):
        found += activity.take(pcm[start:end])
    return [*found, *activity.finish()]


def spoken(voiced: NDArray[np.bool_], hangover: int) -> list[tuple[int, int]]:
    """Runs of voice, those with short pauses between them joined, in samples."""
    runs: list[list[int]] = []
    for i in np.flatnonzero(voiced).tolist():
        if runs and i - runs[-1][1] < hangover:
            runs[-1][1] = i + 1
        else:
            runs.append([i, i + 1])
    return [(start * FRAME_SAMPLES, end * FRAME_SAMPLES) for start, end in runs]


@given(levels)
def test_frames_follow_the_rule(frames: list[int]) -> None:
    assert SHORTEST_VOICE_FRAMES == 2
    assert voiced_frames(sound(frames)).tolist() == by_hand(frames)


@given(levels, st.lists(st.integers(0, 120 * FRAME_BYTES), max_size=8), st.integers(1, 6))
def test_the_stream_says_what_the_frames_say_however_it_is_cut(
    frames: list[int], cuts: list[int], hangover: int
) -> None:
    pcm = sound(frames)
    found = edges(pcm, cuts, hangover * 0.02)
    pairs = [(a.sample, b.sample) for a, b in zip(found[::2], found[1::2], strict=True)]

    assert pairs == spoken(voiced_frames(pcm), hangover)
    assert [edge.kind for edge in found] == ["onset", "offset"] * (len(found) // 2)


def test_an_offset_is_known_after_the_hangover_and_names_the_end_of_voice() -> None:
    activity = VoiceActivity(hangover_s=0.1)
    assert [edge.kind for edge in activity.take(sound([LOUD] * 10))] == ["onset"]
    assert activity.is_speaking
    assert activity.take(sound([SILENT] * 4)) == ()
    (offset,) = activity.take(sound([SILENT]))

    assert offset == VoiceEdge("offset", 10 * FRAME_SAMPLES)
    assert offset.at_s == pytest.approx(0.2)
    assert not activity.is_speaking


def test_noise_of_a_codec_is_no_voice() -> None:
    noise = np.random.default_rng(7).normal(0, 40, 24_000).astype("<i2").tobytes()

    assert not voiced_frames(noise).any()


def test_nothing_has_no_frames() -> None:
    assert len(voiced_frames(b"")) == 0
    assert VoiceActivity().take(b"") == ()
    assert VoiceActivity().finish() == ()


def test_a_hundred_minutes_take_less_than_two_seconds_whole_or_by_the_minute() -> None:
    pcm = np.random.default_rng(3).integers(-9000, 9000, 60 * 24_000).astype("<i2").tobytes()
    start = time.process_time()
    activity = VoiceActivity()
    for _ in range(100):
        voiced_frames(pcm)
        activity.take(pcm)

    assert time.process_time() - start < 4  # both of them
