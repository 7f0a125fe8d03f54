"""Sounds made by hand have the profile that they were made with."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import chirp

from modylbench.providers.speech.acoustics.loudness import loudness_lufs
from modylbench.providers.speech.acoustics.profile import (
    QUIETEST_DBFS,
    PitchTrack,
    SoundProfile,
    SoundProfiler,
)
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech


def tone(hz: float, seconds: float, amplitude: float = 0.5) -> NDArray[np.float64]:
    return amplitude * np.sin(2 * np.pi * hz * np.arange(int(seconds * SAMPLE_RATE_HZ)) / 24_000)


def silence(seconds: float) -> NDArray[np.float64]:
    return np.zeros(int(seconds * SAMPLE_RATE_HZ))


def speech(*parts: NDArray[np.float64]) -> Speech:
    return Speech(pcm_of(*parts).tobytes())


def pcm_of(*parts: NDArray[np.float64]) -> NDArray[np.int16]:
    whole = np.clip(np.concatenate(parts), -1, 1) * 32767
    return np.rint(whole).astype("<i2")


def profile(*parts: NDArray[np.float64]) -> SoundProfile:
    return SoundProfiler().profile(speech(*parts))


class Sweep:
    """Says that the pitch rises from 100 to 200 Hz over the whole sound."""

    name = "sweep 1.0"

    def track(self, speech: Speech) -> PitchTrack:
        return PitchTrack(0.01, np.linspace(100, 200, int(speech.duration_s / 0.01)))


def test_a_sine_of_997_hz_at_full_scale_has_the_loudness_of_the_recommendation() -> None:
    assert loudness_lufs(pcm_of(tone(997, 5, 1.0))) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("level_db", [-6, -20, -40])
def test_loudness_falls_by_as_many_decibels_as_the_sound(level_db: int) -> None:
    found = loudness_lufs(pcm_of(tone(997, 5, 10 ** (level_db / 20))))

    assert found == pytest.approx(-3.01 + level_db, abs=0.1)


def test_silence_between_words_does_not_make_a_voice_less_loud() -> None:
    alone = loudness_lufs(pcm_of(tone(300, 4)))
    with_gaps = loudness_lufs(pcm_of(tone(300, 4), silence(20)))

    assert with_gaps == pytest.approx(alone, abs=0.3)


@pytest.mark.parametrize("seconds", [0.0, 0.3, 5.0])
def test_silence_and_what_is_too_short_have_no_loudness(seconds: float) -> None:
    assert loudness_lufs(pcm_of(silence(seconds))) is None


def test_gaps_are_where_they_were_made_and_short_ones_are_articulation() -> None:
    made = profile(
        silence(0.5), tone(200, 1), silence(0.1), tone(200, 1), silence(0.8), tone(200, 1)
    )

    assert made.voice == ((0.5, 2.6), (3.4, 4.4))


def test_a_level_is_that_of_the_voice_alone() -> None:
    made = profile(tone(200, 2, 0.1), silence(2))

    assert made.level_dbfs == pytest.approx(20 * math.log10(0.1 / math.sqrt(2)), abs=0.1)
    assert made.level_range_db == 0.0
    assert made.noise_floor_dbfs == QUIETEST_DBFS


def test_the_noise_floor_is_the_level_of_what_is_not_voice() -> None:
    noise = np.random.default_rng(7).normal(0, 10 ** (-65 / 20), SAMPLE_RATE_HZ * 2)

    assert profile(tone(200, 1), noise).noise_floor_dbfs == pytest.approx(-65, abs=0.5)


def test_of_a_clipped_sine_the_flat_tops_are_counted() -> None:
    overdriven = tone(100, 2, 2.0)
    flat = np.mean(np.abs(overdriven) >= 1)

    assert profile(overdriven).clipped_share == pytest.approx(flat, abs=0.01)
    assert profile(tone(100, 2, 0.99)).clipped_share == 0.0


def test_a_sweep_has_the_quantiles_and_the_deviation_that_it_was_made_with() -> None:
    made = SoundProfiler(Sweep()).profile(speech(tone(150, 10))).pitch
    hz = np.linspace(100, 200, 100_000)

    assert made is not None
    assert (made.low_hz, made.median_hz, made.high_hz) == (110, 150, 190)
    assert made.deviation_semitones == pytest.approx(np.std(12 * np.log2(hz)), abs=0.1)
    assert made.share == 1.0


def test_the_pitch_of_a_silence_is_not_the_voices() -> None:
    made = SoundProfiler(Sweep()).profile(speech(tone(150, 5), silence(5))).pitch

    assert made is not None
    assert made.high_hz <= 150


def test_of_silence_nothing_is_said_but_that_it_is_silent() -> None:
    made = SoundProfiler(Sweep()).profile(speech(silence(3)))

    assert made.voice == ()
    assert (made.pitch, made.loudness_lufs, made.level_dbfs) == (None, None, None)


@pytest.mark.parametrize("pcm", [b"", b"\1", b"\0\0" * 10])
def test_a_sound_of_next_to_nothing_is_no_mistake(pcm: bytes) -> None:
    assert SoundProfiler(Sweep()).profile(Speech(pcm)).voice == ()


def test_a_chirp_is_voice_from_its_beginning_to_its_end() -> None:
    times = np.arange(3 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ

    assert profile(0.5 * chirp(times, 80, 3, 400)).voice == ((0.0, 3.0),)
