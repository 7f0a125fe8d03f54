"""The sound is the same at the room's rate."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.meeting.rooms.limits import LONGEST_SPEECH_S
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ, at_room_rate


def tone(rate: int, hertz: float, level: float = 8000.0) -> bytes:
    at_s = np.arange(rate // 2) / rate
    return np.rint(level * np.sin(2 * math.pi * hertz * at_s)).astype("<i2").tobytes()


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 32_000, 44_100, 47_999, 96_000])
def test_a_tone_keeps_its_pitch_length_and_loudness(rate: int) -> None:
    heard = np.frombuffer(at_room_rate(tone(rate, 700.0), rate), dtype="<i2").astype(float)
    middle = heard[len(heard) // 4 : -len(heard) // 4]
    expected = np.frombuffer(tone(ROOM_RATE_HZ, 700.0), dtype="<i2").astype(float)
    spectrum = np.abs(np.fft.rfft(heard))

    assert abs(len(heard) - ROOM_RATE_HZ / 2) <= 2
    assert np.argmax(spectrum) * ROOM_RATE_HZ / len(heard) == pytest.approx(700.0, abs=3)
    assert np.std(middle) == pytest.approx(np.std(expected), rel=0.02)


def test_the_loudest_sound_does_not_turn_over() -> None:
    square = np.where(np.arange(4_000) % 40 < 20, 32_767, -32_768).astype("<i2")
    heard = np.frombuffer(at_room_rate(square.tobytes(), 8_000), dtype="<i2").astype(int)
    held = np.repeat(square, 3).astype(int)

    near_edges = np.abs(np.gradient(held.astype(float), 6)) > 0
    assert np.all((np.sign(heard) == np.sign(held))[~near_edges][100:-100])


@given(st.binary(max_size=200).filter(lambda pcm: len(pcm) % 2 == 0))
def test_sound_of_the_room_s_rate_stays_as_it_is(pcm: bytes) -> None:
    assert at_room_rate(pcm, ROOM_RATE_HZ) == pcm


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match=r"found 601 seconds, expected at most 600"):
        at_room_rate(bytes(2 * 8_000 * round(LONGEST_SPEECH_S + 1)), 8_000)
