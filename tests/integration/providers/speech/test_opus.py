"""Sound for people is as long and as loud as what it was made from, and much smaller."""

import io

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from modylbench.providers.speech.opus import opus_bytes
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech


def beeps(seconds: float) -> Speech:
    """A tone that is there every other half second."""
    at = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    samples = 8_000 * np.sin(2 * np.pi * 220 * at) * (np.floor(at * 2) % 2)
    return Speech(samples.astype("<i2").tobytes())


def heard(content: bytes) -> NDArray[np.float64]:
    """What a player makes of it, at 24 kHz."""
    resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE_HZ)
    with av.open(io.BytesIO(content), "r") as container:
        parts = [
            part.to_ndarray()[0]
            for frame in container.decode(audio=0)
            for part in resampler.resample(frame)
        ]
        parts += [part.to_ndarray()[0] for part in resampler.resample(None)]
    return np.concatenate(parts).astype(np.float64)


def test_it_is_heard_when_and_as_long_as_it_was() -> None:
    sound = beeps(6.0)
    found = heard(opus_bytes(sound))

    assert len(found) / SAMPLE_RATE_HZ == pytest.approx(6.0, abs=0.03)
    loud = np.abs(found) > 0.05
    assert int(np.argmax(loud)) / SAMPLE_RATE_HZ == pytest.approx(0.5, abs=0.03)
    middle = found[round(0.7 * SAMPLE_RATE_HZ) : round(0.8 * SAMPLE_RATE_HZ)]
    assert np.abs(middle).max() == pytest.approx(8_000 / 32_768, rel=0.2)


def test_it_is_much_smaller_and_the_same_each_time() -> None:
    sound = beeps(20.0)

    assert len(opus_bytes(sound)) < len(wav_bytes(sound)) / 10
    assert opus_bytes(sound) == opus_bytes(sound)


@pytest.mark.parametrize("samples", [0, 1, 479])
def test_hardly_any_sound_makes_a_file_all_the_same(samples: int) -> None:
    assert len(heard(opus_bytes(Speech(b"\0\0" * samples)))) > 0
