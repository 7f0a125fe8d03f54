"""How is speech kept as a WAV file, and how is one read that anyone may have written?"""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.resample import HIGHEST_HZ, LOWEST_HZ, resampled
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ, Speech

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 200_000_000
"""Ours: more than an hour of speech."""
MOST_CHANNELS = 8
HEADER_BYTES = 44


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples of 16 bits, least significant byte first, at any rate and with any channels."""

    pcm: bytes
    rate_hz: int
    channels: int = 1

    def speech(self) -> Speech:
        """The same sound as speech."""
        return Speech(resampled(self.pcm, self.rate_hz, SAMPLE_RATE_HZ, channels=self.channels))


def wav_bytes(speech: Speech) -> bytes:
    """A whole WAV file of whole samples; the sound begins after 44 bytes."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(BYTES_PER_SAMPLE)
        writer.setframerate(SAMPLE_RATE_HZ)
        writer.writeframes(speech.pcm[: len(speech.pcm) // BYTES_PER_SAMPLE * BYTES_PER_SAMPLE])
    return file.getvalue()


def write_wav(path: Path, speech: Speech) -> None:
    """Write the file."""
    path.write_bytes(wav_bytes(speech))


def read_wav(path: Path) -> Speech:
    """The file's sound, brought to 24 kHz mono where it is not."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            problem = f"found {size} bytes, expected at most {MOST_BYTES}"
            raise BadFile(path, "", problem)
        return sound_of(path.read_bytes(), path).speech()
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error


def sound_of(data: bytes, source: Path | str = "a WAV file") -> Sound:
    """The sound in a WAV file; its header is not believed about the length."""
    try:
        with wave.open(io.BytesIO(data), "rb") as reader:
            channels, width, rate = (
                reader.getnchannels(),
                reader.getsampwidth(),
                reader.getframerate(),
            )
            _check(source, channels=channels, width=width, rate_hz=rate)
            pcm = reader.readframes(len(data) // (width * channels))
    except (wave.Error, EOFError, RuntimeError) as error:
        problem = f"not a WAV file of plain samples ({str(error) or 'it ends too early'})"
        raise BadFile(source, "", problem) from error
    whole = len(pcm) - len(pcm) % (width * channels)
    return Sound(pcm[:whole], rate, channels)


def _check(source: Path | str, *, channels: int, width: int, rate_hz: int) -> None:
    if width != BYTES_PER_SAMPLE:
        raise BadFile(source, "", f"found {8 * width} bits a sample, expected 16")
    if not 1 <= channels <= MOST_CHANNELS:
        raise BadFile(source, "", f"found {channels} channels, expected 1 to {MOST_CHANNELS}")
    if not LOWEST_HZ <= rate_hz <= HIGHEST_HZ:
        problem = f"found {rate_hz} samples a second, expected {LOWEST_HZ} to {HIGHEST_HZ}"
        raise BadFile(source, "", problem)
