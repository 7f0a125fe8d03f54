"""Which voice does a name such as `best`, `rhvoice` or `openai:gpt-4o-mini-tts` mean?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.providers.speech.engines.utterance import words_of
from modylbench.providers.speech.services.service import key_variable, text_to_speech
from modylbench.providers.speech.speech import NoVoice
from modylbench.providers.speech.voices import best_voice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.providers.speech.services.voice import ServiceVoice
    from modylbench.providers.speech.speech import Speech, TextToSpeech

BEST = "best"


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """A voice by name; services also have a key (by the name of its variable) and an address."""

    name: str
    url: str
    keys: Mapping[str, str]

    def made(self) -> TextToSpeech:
        """The voice; a mistake where it cannot be had."""
        try:
            if ":" in self.name:
                self.service()
                return OverHttp(self)
            return best_voice("" if self.name == BEST else self.name)
        except NoVoice as error:
            raise UserMistake(str(error)) from error

    def service(self) -> ServiceVoice:
        """The service over HTTP; nothing is asked yet."""
        key = self.keys.get(key_variable(self.name))
        return text_to_speech(self.name, key=key, base_url=self.url or None)


class OverHttp:
    """A service, asked anew for each utterance: its connection lives as long as one meeting's loop.

    Figures are written out as for every other voice, and what was said once is kept.
    """

    def __init__(self, choice: VoiceChoice) -> None:
        self._choice = choice

    @property
    def name(self) -> str:
        """The service, the model and the host."""
        return self._choice.service().name

    def voice_for(self, wanted: str) -> str:
        """The service's own choice."""
        return self._choice.service().voice_for(wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        async with self._choice.service() as service:
            return await service.speak(words_of(text), voice)
