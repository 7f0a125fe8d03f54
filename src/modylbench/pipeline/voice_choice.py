"""The voice that a name such as `best`, `rhvoice` or `openai:gpt-4o-mini-tts` asks for."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.models.patience import SPEECH_PATIENCE
from modylbench.providers.speech.cache import CachedVoice
from modylbench.providers.speech.services.service import key_variable, text_to_speech
from modylbench.providers.speech.speech import NoVoice, SpeechFailure
from modylbench.providers.speech.utterance import sayable_words
from modylbench.providers.speech.voices import AGENT_WISHES, best_voice

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.providers.models.patience import Patience
    from modylbench.providers.speech.services.service import ServiceVoice
    from modylbench.providers.speech.speech import Speech, TextToSpeech

BEST = "best"
LONGEST_WAIT_S = 300.0
"""Ours: for one text, all tries together; a meeting in process waits twice as long."""
TRIED_WITH = "Yes."


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """A voice by name; services also have a key (by the name of its variable) and an address."""

    name: str
    url: str
    keys: Mapping[str, str]
    patience: Patience = SPEECH_PATIENCE

    def make(self) -> TextToSpeech:
        """The voice; a mistake where it cannot be had. No service is asked yet."""
        try:
            if ":" in self.name:
                return HttpVoice(self)
            return best_voice("" if self.name == BEST else self.name)
        except NoVoice as error:
            raise UserMistake(str(error)) from error

    def check(self, cache: Path) -> TextToSpeech:
        """The voice, after a service has said a word; a mistake where it does not.

        The word is kept, so that the same service with the same key is asked but once.
        """
        voice = self.make()
        if isinstance(voice, HttpVoice):
            key = self.keys.get(key_variable(self.name), "")
            mark = hashlib.sha256(f"{voice.name}\0{key}".encode()).hexdigest()
            kept = CachedVoice(HttpVoice(self, f"{voice.name} tried {mark}"), cache)
            try:
                asyncio.run(kept.speak(TRIED_WITH, voice.voice_for(AGENT_WISHES[0])))
            except SpeechFailure as error:
                message = f"the voice {short_repr(self.name)} does not speak: {error}"
                raise UserMistake(message) from error
        return voice

    def service(self) -> ServiceVoice:
        """The service over HTTP; nothing is asked yet."""
        key = self.keys.get(key_variable(self.name))
        return text_to_speech(self.name, key=key, base_url=self.url or None, patience=self.patience)


class HttpVoice:
    """A service, asked in a thread with a loop of its own.

    A meeting's loop stands still while the harness speaks, and so would every wait for another try
    and every time-out. Figures are written out as for every other voice.
    """

    def __init__(self, choice: VoiceChoice, name: str = "") -> None:
        service = choice.service()
        self._choice = choice
        self.name = name or service.name
        """The service, the model and the host."""
        self.voice_for = service.voice_for
        """The service's own choice."""

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await asyncio.to_thread(self._speak_blocking, sayable_words(text), voice)

    def _speak_blocking(self, words: str, voice: str) -> Speech:
        return asyncio.run(self._ask(words, voice))

    async def _ask(self, words: str, voice: str) -> Speech:
        try:
            async with asyncio.timeout(LONGEST_WAIT_S), aclosing(self._choice.service()) as service:
                return await service.speak(words, voice)
        except TimeoutError as error:
            message = f"{self.name} took more than {LONGEST_WAIT_S:g} s for one text"
            raise SpeechFailure(message) from error
