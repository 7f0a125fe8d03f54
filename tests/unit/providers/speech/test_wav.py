"""Does a WAV file give back the speech, and nothing worse than a refusal where it is none?"""

import io
import wave
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.sound import HEADER_BYTES, read_wav, sound_of, wav_bytes, write_wav
from modylbench.providers.speech.speech import Speech


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


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    speech = Speech(bytes(range(100)))
    write_wav(tmp_path / "a.wav", speech)

    assert read_wav(tmp_path / "a.wav") == speech


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


def test_a_missing_file_is_a_persons_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_wav(tmp_path / "none.wav")
