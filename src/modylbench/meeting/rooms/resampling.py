"""Samples of any rate, made samples of the room's."""

from __future__ import annotations

import math

from modylbench.meeting.rooms.limits import check_speech

ROOM_RATE_HZ = 24_000


def at_room_rate(pcm: bytes, sample_rate_hz: int) -> bytes:
    """The same sound at 24 kHz, 16-bit mono; raises ValueError where it is no such sound."""
    check_speech(pcm, sample_rate_hz)
    samples = bytes(pcm)
    if sample_rate_hz == ROOM_RATE_HZ or not samples:
        return samples
    return _resample(samples, int(sample_rate_hz))


def warm_up() -> None:
    """Load what resamples, which takes a second on a busy machine; any thread may."""
    _resample(bytes(2), 2 * ROOM_RATE_HZ)


def _resample(pcm: bytes, sample_rate_hz: int) -> bytes:
    import numpy as np
    from scipy.signal import resample_poly

    shared = math.gcd(ROOM_RATE_HZ, sample_rate_hz)
    sound = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    resampled = resample_poly(sound, ROOM_RATE_HZ // shared, sample_rate_hz // shared)
    limits = np.iinfo(np.int16)
    within = np.clip(np.rint(resampled), limits.min, limits.max)
    return within.astype("<i2").tobytes()
