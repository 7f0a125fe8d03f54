"""SVOX Pico as a voice, by the package ttspico, where somebody has installed it."""

from __future__ import annotations

import threading
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.personas import Voice, nearest
from modylbench.providers.speech.sound import Sound
from modylbench.providers.speech.speech import NoVoice, Speech, SpeechFailure

PACKAGE = "ttspico"
HOW_TO_GET = "pip install ttspico (it needs gcc)"
VOICES = (Voice("en-US", "female", "us"), Voice("en-GB", "female", "uk"))
RATE_HZ = 16_000
VOLUME = 60  # of 100; at 100 it clips


class Pico:
    """SVOX Pico, which has one woman's voice for each accent."""

    def __init__(self) -> None:
        try:
            self.place = version(PACKAGE)
        except PackageNotFoundError as error:
            message = f"found no package {PACKAGE!r}; {HOW_TO_GET}"
            raise NoVoice(message) from error
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """The engine and its version."""
        return f"Pico (ttspico {self.place})"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.say(sentence, voice))

    def say(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the engine says it."""
        engines: Any = import_module(PACKAGE)
        with self._turn:  # one engine at a time: it keeps state outside of its objects
            engine = engines.TtsEngine(self.voice_for(voice))
            engine.volume = VOLUME
            pcm: bytes | None = engine.speak(sentence)
        if not pcm:
            message = f"Pico said nothing of a sentence of {len(sentence)} characters"
            raise SpeechFailure(message)
        return Sound(pcm, RATE_HZ)
