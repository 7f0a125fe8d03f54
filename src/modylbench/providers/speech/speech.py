"""Speech and transcripts, how long a text takes to say, and what voices and listeners promise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from modylbench.foundation.errors import ModylBenchError
from modylbench.language.spoken.spoken_form import spoken_form

SAMPLE_RATE_HZ = 24_000  # SPEC 6
BYTES_PER_SAMPLE = 2
WORDS_PER_MINUTE = 170.0
"""Ours: about what the default voice does, so that meetings with and without sound are alike."""
SENTENCE_PAUSE_S = 0.35
SHORTEST_SPEECH_S = 0.2
OTHER_LETTERS_PER_S = 10.0
"""Ours: of scripts that no voice here says, so that words in them are not out in no time."""


class SpeechFailure(ModylBenchError):
    """No speech came of a text, or no text of speech; the message says why."""


class NoVoice(SpeechFailure):
    """There is no text-to-speech here; the message says how to get one."""


class NoTranscriber(SpeechFailure):
    """There is no speech recognition here; the message says how to get one."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Sound: mono, 16 bits, 24,000 samples a second, least significant byte first."""

    pcm: bytes

    @property
    def duration_s(self) -> float:
        """How long it sounds."""
        return len(self.pcm) / (BYTES_PER_SAMPLE * SAMPLE_RATE_HZ)


@dataclass(frozen=True, slots=True)
class Word:
    """A word and when it was said, in seconds from the beginning."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said; without words where the engine gives no times."""

    text: str
    words: tuple[Word, ...] = ()


class TextToSpeech(Protocol):
    """Makes speech of text; one engine, several voices."""

    @property
    def name(self) -> str:
        """The engine and its version, as recordings name it: `RHVoice 1.8.0`."""

    def voice_for(self, wanted: str) -> str:
        """The engine's voice that is nearest to a persona's, such as `female_uk_40s`."""

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken by one of the engine's voices; raises SpeechFailure."""


class SpeechToText(Protocol):
    """Makes text of speech."""

    @property
    def name(self) -> str:
        """The engine, its version and model, as recordings name it."""

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        """What was said; `jargon` holds terms that may come up, never figures."""


def estimated_duration_s(text: str) -> float:
    """The seconds that the spoken form takes, 0 where there is nothing to say.

    >>> round(estimated_duration_s("We pay 12x. OK?"), 2)
    2.12
    """
    words = spoken_form(text)
    count = len(re.findall(r"[A-Za-z']+", words))
    if not count:
        return round(sum(map(str.isalpha, text)) / OTHER_LETTERS_PER_S, 3)
    pauses = len(re.findall(r"[.?!] ", words))
    return max(
        SHORTEST_SPEECH_S, round(60.0 * count / WORDS_PER_MINUTE + SENTENCE_PAUSE_S * pauses, 3)
    )
