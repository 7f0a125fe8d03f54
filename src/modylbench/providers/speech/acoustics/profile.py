"""What a voice's sound says without its words: voice and silence, loudness, pitch, faults."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Protocol

import numpy as np

from modylbench.providers.speech.acoustics.loudness import loudness_lufs
from modylbench.providers.speech.activity import FRAME_BYTES, FRAME_S, frame_power, voiced_frames

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.providers.speech.speech import Speech

SHORTEST_PAUSE_S = 0.25  # the literature's usual limit (Goldman-Eisler 1968): less is articulation
LOW_PERCENTILE, HIGH_PERCENTILE = 10, 90  # ours: so that a creak or an octave error does not decide
QUIETEST_DBFS = -96.0  # of 16 bits
FULL_SCALE, CLIPPED_RUN = 32_700, 3
"""Ours: so many samples in a row at the very end of the scale were more once."""
LEAST_FRAMES = 10  # ours: of silence, or with a pitch; fewer say nothing


@dataclass(frozen=True, slots=True)
class PitchProfile:
    """The pitch while the voice sounds; `share` is the part of the voice that has one."""

    median_hz: float
    low_hz: float
    high_hz: float
    deviation_semitones: float
    share: float


@dataclass(frozen=True, slots=True)
class SoundProfile:
    """One sound: `voice` are its stretches of voice in seconds, silences under 0.25 s closed.

    Levels are in dB below full scale. `pitch` is None without a tracker, or where too little of
    the sound has one.
    """

    duration_s: float
    voice: tuple[tuple[float, float], ...]
    clipped_share: float
    noise_floor_dbfs: float | None
    loudness_lufs: float | None = None
    level_dbfs: float | None = None
    level_range_db: float | None = None
    pitch: PitchProfile | None = None


@dataclass(frozen=True, slots=True)
class PitchTrack:
    """The pitch of every frame in Hz, one each `frame_s`; NaN where there is none."""

    frame_s: float
    hz: NDArray[np.float64]


class PitchTracker(Protocol):
    """Tells the pitch of a voice."""

    @property
    def name(self) -> str:
        """The tracker and its version, as facts name it."""

    def track(self, speech: Speech) -> PitchTrack:
        """The pitch of each frame."""


class Profiler(Protocol):
    """Makes profiles of sounds."""

    @property
    def pitch_by(self) -> str:
        """Who tells the pitch, by name; empty where nobody does."""

    def profile(self, speech: Speech) -> SoundProfile:
        """The profile of a sound."""


class SoundProfiler:
    """Makes profiles, with the pitch where there is a tracker."""

    def __init__(self, tracker: PitchTracker | None = None) -> None:
        self._tracker = tracker

    @property
    def pitch_by(self) -> str:
        """The tracker's name."""
        return self._tracker.name if self._tracker is not None else ""

    def profile(self, speech: Speech) -> SoundProfile:
        """The profile of a sound, rounded so that the last digits of processors do not show."""
        samples = np.frombuffer(speech.pcm, dtype="<i2", count=len(speech.pcm) // 2)
        voiced = voiced_frames(speech.pcm)
        level = _levels(speech.pcm)
        silent = level[~voiced]
        profile = SoundProfile(
            duration_s=round(speech.duration_s, 3),
            voice=_stretches(voiced),
            clipped_share=round(_clipped_share(samples), 6),
            noise_floor_dbfs=_decibels(np.median(silent)) if len(silent) >= LEAST_FRAMES else None,
        )
        return self._with_voice(profile, speech, level[voiced]) if voiced.any() else profile

    def _with_voice(
        self, profile: SoundProfile, speech: Speech, level: NDArray[np.float64]
    ) -> SoundProfile:
        loudness = loudness_lufs(np.frombuffer(speech.pcm, dtype="<i2", count=len(speech.pcm) // 2))
        low, high = np.percentile(level, (LOW_PERCENTILE, HIGH_PERCENTILE))
        return SoundProfile(
            duration_s=profile.duration_s,
            voice=profile.voice,
            clipped_share=profile.clipped_share,
            noise_floor_dbfs=profile.noise_floor_dbfs,
            loudness_lufs=None if loudness is None else _decibels(loudness),
            level_dbfs=_decibels(10 * np.log10(np.mean(10 ** (level / 10)))),
            level_range_db=_decibels(high - low),
            pitch=self._pitch(speech, profile.voice),
        )

    def _pitch(self, speech: Speech, voice: tuple[tuple[float, float], ...]) -> PitchProfile | None:
        if self._tracker is None:
            return None
        track = self._tracker.track(speech)
        inside = np.zeros(len(track.hz), dtype=np.bool_)
        for start_s, end_s in voice:
            inside[ceil(start_s / track.frame_s) : ceil(end_s / track.frame_s)] = True
        found = track.hz[inside & np.isfinite(track.hz)]
        if len(found) < LEAST_FRAMES:
            return None
        low, median, high = np.percentile(found, (LOW_PERCENTILE, 50, HIGH_PERCENTILE))
        return PitchProfile(
            median_hz=round(float(median)),
            low_hz=round(float(low)),
            high_hz=round(float(high)),
            deviation_semitones=round(float(np.std(12 * np.log2(found / median))), 1),
            share=round(len(found) / int(inside.sum()), 2),
        )


def _levels(pcm: bytes) -> NDArray[np.float64]:
    """The level of each whole frame of 20 ms in dB below full scale."""
    power = frame_power(pcm[: len(pcm) // FRAME_BYTES * FRAME_BYTES]) / 32768.0**2
    quietest = 10 ** (QUIETEST_DBFS / 10)
    return 10 * np.log10(np.maximum(power.astype(np.float64), quietest))


def _stretches(voiced: NDArray[np.bool_]) -> tuple[tuple[float, float], ...]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], voiced, [False]))))
    found: list[tuple[float, float]] = []
    for start, end in edges.reshape(-1, 2):
        start_s, end_s = round(start * FRAME_S, 3), round(end * FRAME_S, 3)
        if found and start_s - found[-1][1] < SHORTEST_PAUSE_S:
            found[-1] = found[-1][0], end_s
        else:
            found.append((start_s, end_s))
    return tuple(found)


def _clipped_share(samples: NDArray[np.int16]) -> float:
    """The part of the samples that stand in runs at the end of the scale."""
    if not len(samples):
        return 0.0
    clipped = 0
    for is_at_end in (samples >= FULL_SCALE, samples <= -FULL_SCALE):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], is_at_end, [False]))))
        runs = np.diff(edges.reshape(-1, 2), axis=1)
        clipped += int(runs[runs >= CLIPPED_RUN].sum())
    return clipped / len(samples)


def _decibels(value: float | np.floating) -> float:
    return round(float(value), 1)
