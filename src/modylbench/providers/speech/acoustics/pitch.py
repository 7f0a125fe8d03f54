"""The pitch of a voice over time, by SwiftF0; its model comes inside the package."""

from __future__ import annotations

import threading
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.extras import EXTRAS
from modylbench.providers.speech.acoustics.profile import PitchTrack
from modylbench.providers.speech.sound import resample
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    Speech,
    SpeechFailure,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from swift_f0 import SwiftF0

LISTENING_HZ = 16_000
FRAME_S = 256 / LISTENING_HZ
LOWEST_HZ, HIGHEST_HZ = 60.0, 500.0
"""Ours: of people who speak; a low voice creaks below it, a child's cry lies above."""
CONFIDENT = 0.5  # the package: from here on a frame is voiced
PIECE_S = 60  # ours: so much at once, so that memory does not grow with the sound
PIECE_BYTES = PIECE_S * SAMPLE_RATE_HZ * BYTES_PER_SAMPLE
HOW_TO_GET = EXTRAS["speech"].how_to_get


class NoPitchTracker(SpeechFailure):
    """There is nothing here that tells the pitch of a voice; the message says how to get it."""


class SwiftPitch:
    """SwiftF0 on one thread of the processor: the same sound gives the same pitch."""

    def __init__(self) -> None:
        if not swift_version() or find_spec("swift_f0") is None:
            message = f"found no swift-f0; {HOW_TO_GET}"
            raise NoPitchTracker(message)
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """The package and its version."""
        return swift_version()

    def track(self, speech: Speech) -> PitchTrack:
        """The pitch of each frame, a minute of sound at a time."""
        with self._turn:
            pieces = list(self._track_pieces(speech.pcm))
        return PitchTrack(FRAME_S, np.concatenate(pieces) if pieces else np.zeros(0))

    def _track_pieces(self, pcm: bytes) -> Iterator[NDArray[np.float64]]:
        for start in range(0, len(pcm), PIECE_BYTES):
            sound = resample(pcm[start : start + PIECE_BYTES], SAMPLE_RATE_HZ, LISTENING_HZ)
            samples = np.frombuffer(sound, dtype="<i2").astype(np.float32) / 32768.0
            if len(samples):
                found = self._model.detect(samples, LISTENING_HZ, LOWEST_HZ, HIGHEST_HZ)
                yield np.where(found.confidence >= CONFIDENT, found.pitch_hz, np.nan)

    @cached_property
    def _model(self) -> SwiftF0:
        from swift_f0 import SwiftF0

        return SwiftF0(threads=1, spin=False)


def swift_version() -> str:
    """The package and its version; nothing where it is missing."""
    try:
        return f"swift-f0 {version('swift-f0')}"
    except PackageNotFoundError:
        return ""
