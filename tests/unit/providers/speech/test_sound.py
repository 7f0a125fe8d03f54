"""WAV files and resampling."""

import io
import wave
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.signal import resample_poly

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.sound import (
    HEADER_BYTES,
    Resampler,
    resample,
    sound_of,
    wav_bytes,
)
from modylbench.providers.speech.speech import Speech, SpeechFailure


def made(
    *, channels: int = 1, width: int = 2, rate_hz: int = 24_000, frames: bytes = b"\1\2" * 40
) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setparams((channels, width, rate_hz, 0, "NONE", ""))
        writer.writeframes(frames)
    return file.getvalue()


@given(st.binary(max_size=500).filter(lambda pcm: len(pcm) % 2 == 0))
def test_gives_back_what_was_written(pcm: bytes) -> None:
    file = wav_bytes(Speech(pcm))

    assert sound_of(file).speech() == Speech(pcm)
    assert file[HEADER_BYTES:] == pcm


def test_other_rates_and_channels_become_ours() -> None:
    file = made(channels=2, rate_hz=48_000, frames=bytes(4 * 48_000))

    assert sound_of(file).speech().duration_s == 1.0


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "not a WAV"),
        (b"RIFF\xff\xff\xff\xffWAVE", "not a WAV"),
        (b"<html>", "not a WAV"),
        (made(width=1), "8 bits"),
        (made(width=4), "32 bits"),
        (made(channels=9, frames=bytes(18)), "9 channels"),
        (made(rate_hz=1_000_000), "1000000 samples a second"),
    ],
)
def test_what_is_not_speech_is_refused_in_one_line(data: bytes, found: str) -> None:
    with pytest.raises(BadFile, match=found) as refused:
        sound_of(data)
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200), st.integers(0, 60), st.integers(0, 255))
def test_damage_is_refused_or_read_and_never_breaks_us(tail: bytes, at: int, byte: int) -> None:
    data = bytearray(made() + tail)
    data[at] = byte
    try:
        sound = sound_of(bytes(data))
    except BadFile:
        return
    assert len(sound.pcm) <= len(data)


def test_a_header_that_promises_more_than_there_is_costs_no_memory() -> None:
    data = bytearray(made())
    data[40:44] = b"\xf0\xff\xff\x7f"

    assert len(sound_of(bytes(data)).pcm) <= 80


RATES = (8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000)
every_rate = pytest.mark.parametrize("rate_hz", RATES)


def tone(rate_hz: int, seconds: float, pitch_hz: float = 440.0) -> NDArray[np.int16]:
    times = np.arange(int(rate_hz * seconds)) / rate_hz
    return (9000 * np.sin(2 * np.pi * pitch_hz * times)).astype(np.int16)


@every_rate
def test_is_what_scipy_makes_of_it(rate_hz: int) -> None:
    samples = tone(rate_hz, 0.5)
    made = np.frombuffer(resample(samples.tobytes(), rate_hz), dtype="<i2")
    divisor = int(np.gcd(rate_hz, 24_000))
    expected = resample_poly(samples.astype(float), 24_000 // divisor, rate_hz // divisor)

    assert len(made) == len(expected)
    assert np.abs(made - expected).max() <= 1


@settings(max_examples=40)
@given(
    rate_hz=st.sampled_from([*RATES, 12_345, 37_123]),
    cuts=st.lists(st.integers(0, 8_000), max_size=12),
    channels=st.integers(1, 2),
)
def test_has_no_seams(rate_hz: int, cuts: list[int], channels: int) -> None:
    pcm = np.random.default_rng(1).integers(-9000, 9000, 4000).astype("<i2").tobytes()
    resampler = Resampler(rate_hz, channels=channels)
    places = [0, *sorted(cuts), len(pcm)]
    chunks = [pcm[start:end] for start, end in pairwise(places)]
    made = b"".join(resampler.take(chunk) for chunk in chunks) + resampler.rest()

    assert made == resample(pcm, rate_hz, channels=channels)


def test_keeps_no_more_after_a_long_time_than_after_a_short_one() -> None:
    resampler = Resampler(44_100)
    chunk = tone(44_100, 0.1).tobytes()
    held = []
    for _ in range(300):
        resampler.take(chunk)
        held.append(resampler.held_samples)

    assert max(held[10:]) <= max(held[:10])


def test_the_same_rate_leaves_every_byte() -> None:
    pcm = tone(24_000, 0.3).tobytes()

    assert resample(pcm, 24_000) == pcm


def test_channels_are_mixed_evenly() -> None:
    left, right = tone(24_000, 0.1), np.zeros(2400, dtype=np.int16)
    stereo = np.stack((left, right), axis=1).astype("<i2").tobytes()
    mono = np.frombuffer(resample(stereo, 24_000, channels=2), dtype="<i2")

    assert np.abs(mono - left / 2).max() <= 1


def test_full_scale_does_not_wrap_around() -> None:
    square = np.where(np.arange(8000) // 40 % 2, 32767, -32768).astype("<i2")
    made = np.frombuffer(resample(square.tobytes(), 8_000), dtype="<i2").astype(int)

    assert (
        abs(int(np.sign(made[120:240]).sum())) > 100
    )  # a wrap would flip signs within a half wave


@pytest.mark.parametrize(("rate_hz", "channels"), [(7_999, 1), (96_001, 1), (0, 1), (24_000, 0)])
def test_what_is_no_sound_is_refused(rate_hz: int, channels: int) -> None:
    with pytest.raises(SpeechFailure, match="found"):
        Resampler(rate_hz, channels=channels)
