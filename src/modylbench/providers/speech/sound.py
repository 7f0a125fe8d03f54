"""Sound of any rate: WAV files read and written, and resampling to 24 kHz mono."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    Speech,
    SpeechFailure,
)

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

MOST_BYTES = 200_000_000
"""Ours: more than an hour of speech."""
MOST_CHANNELS = 8
HEADER_BYTES = 44
LOWEST_HZ, HIGHEST_HZ = 8_000, 96_000
ZERO_CROSSINGS = 10  # of the filter on each side, as scipy's resample_poly has it
KAISER_BETA = 5.0


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples of 16 bits, least significant byte first, at any rate and with any channels."""

    pcm: bytes
    rate_hz: int
    channels: int = 1

    def speech(self) -> Speech:
        """The same sound as speech."""
        return Speech(resample(self.pcm, self.rate_hz, SAMPLE_RATE_HZ, channels=self.channels))


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


def resample(pcm: bytes, from_hz: int, to_hz: int = SAMPLE_RATE_HZ, *, channels: int = 1) -> bytes:
    """The samples at another rate, their channels mixed into one."""
    resampler = Resampler(from_hz, to_hz, channels=channels)
    return resampler.take(pcm) + resampler.rest()


class Resampler:
    """Takes consecutive chunks of sound and gives the same sound at another rate, without seams.

    However the sound is cut, the bytes that come out are the same. What is kept between chunks
    does not grow.
    """

    def __init__(self, from_hz: int, to_hz: int = SAMPLE_RATE_HZ, *, channels: int = 1) -> None:
        if not (LOWEST_HZ <= from_hz <= HIGHEST_HZ and LOWEST_HZ <= to_hz <= HIGHEST_HZ):
            message = (
                f"found a rate of {from_hz} samples a second for {to_hz}, expected "
                f"{LOWEST_HZ} to {HIGHEST_HZ}"
            )
            raise SpeechFailure(message)
        if channels < 1:
            message = f"found {channels} channels, expected at least one"
            raise SpeechFailure(message)
        divisor = gcd(from_hz, to_hz)
        self._up, self._down = to_hz // divisor, from_hz // divisor
        self._channels = channels
        self._torn = b""  # the beginning of a sample whose other bytes have not come yet
        self._history: NDArray[np.float64] = np.zeros(0)
        self._taken = 0  # samples a channel, all chunks together
        self._given = 0  # samples given back
        self._dropped = 0  # samples no longer in the history, a multiple of `down`
        self._filter, self._reach = (
            (np.zeros(0), 0) if from_hz == to_hz else _low_pass(self._up, self._down)
        )

    def take(self, pcm: bytes) -> bytes:
        """What can be given of all the sound so far."""
        samples = self._samples(pcm)
        self._taken += len(samples)
        if self._up == self._down:
            return _as_pcm(samples)
        self._history = np.concatenate((self._history, samples))
        # The last one whose filter ends within what has come.
        return self._give((self._taken * self._up - 1 - self._reach) // self._down + 1)

    def rest(self) -> bytes:
        """The end of the sound, with silence behind it."""
        if self._up == self._down:
            return b""
        return self._give(-(-self._taken * self._up // self._down))

    @property
    def held_samples(self) -> int:
        """How much is kept for the next chunk."""
        return len(self._history)

    def _samples(self, pcm: bytes) -> NDArray[np.float64]:
        pcm = self._torn + pcm
        size = BYTES_PER_SAMPLE * self._channels
        end = len(pcm) - len(pcm) % size
        self._torn = pcm[end:]
        samples = np.frombuffer(pcm[:end], dtype="<i2").astype(np.float64)
        return samples.reshape(-1, self._channels).mean(axis=1) if self._channels > 1 else samples

    def _give(self, until: int) -> bytes:
        """The samples up to, and without, that number."""
        if until <= self._given:
            return b""
        from scipy.signal import upfirdn  # half a second, and most sound needs no resampling

        first = self._dropped // self._down * self._up
        start = self._given - first + self._reach // self._down
        count = until - self._given
        missing = start + count - (len(self._history) * self._up // self._down)
        padded = np.concatenate(
            (self._history, np.zeros(max(0, missing) * self._down // self._up + 2))
        )
        made = upfirdn(self._filter, padded, self._up, self._down)[start : start + count]
        self._given = until
        self._forget()
        return _as_pcm(made)

    def _forget(self) -> None:
        """Drop what no later sample needs, by steps that keep both rates in phase."""
        needed = (self._given * self._down - self._reach) // self._up
        drop = max(0, needed - self._dropped) // self._down * self._down
        self._history = self._history[drop:]
        self._dropped += drop


def _low_pass(up: int, down: int) -> tuple[NDArray[np.float64], int]:
    """The filter, and how far it reaches to each side in steps of the raised rate.

    Zeros in front make the reach a multiple of `down`, so that no part of a sample is lost.
    """
    from scipy.signal import firwin

    half = ZERO_CROSSINGS * max(up, down)
    taps = firwin(2 * half + 1, 1 / max(up, down), window=("kaiser", KAISER_BETA)) * up
    front = -half % down
    return np.concatenate((np.zeros(front), taps)), half + front


def _as_pcm(samples: NDArray[np.float64]) -> bytes:
    return np.clip(np.rint(samples), -32768, 32767).astype("<i2").tobytes()
