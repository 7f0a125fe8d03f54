"""Services over HTTP as voices, by names such as `openai:gpt-4o-mini-tts`.

Keys are given by the caller; the command line takes them from OPENAI_API_KEY, ELEVENLABS_API_KEY
and DEEPGRAM_API_KEY. Services need the package httpx.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UnknownName, UserMistake, one_line, short_repr
from modylbench.language.sentences import sentence_ends
from modylbench.providers.models.patience import SPEECH_PATIENCE
from modylbench.providers.speech.personas import nearest
from modylbench.providers.speech.services import deepgram, elevenlabs, openai
from modylbench.providers.speech.services.api import UnreadableAnswer, read_sound
from modylbench.providers.speech.services.connection import ServiceConnection
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    NoVoice,
    Speech,
    SpeechFailure,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.providers.models.patience import Patience
    from modylbench.providers.speech.services.api import Account, VoiceApi

VOICES = {api.account.service: api for api in (openai.VOICE, elevenlabs.VOICE, deepgram.VOICE)}
LONGEST_MODEL = 200
MOST_CHARACTERS = 20_000  # of one text, some 20 minutes: ours
LONGEST_S = 300.0  # of the speech of one text, after which no more is asked for: ours
MOST_SPEECH_BYTES = int(LONGEST_S * SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE
SLOWEST_S = 1.0  # a character, spoken figure by figure: ours


def text_to_speech(
    spec: str,
    *,
    key: str | None = None,
    base_url: str | None = None,
    voices: Mapping[str, str] | None = None,
    patience: Patience = SPEECH_PATIENCE,
) -> ServiceVoice:
    """The service and model of `SERVICE:MODEL` as a voice; no request is made yet.

    `voices` gives the service's voices of personas' voices, such as
    `{"female_uk_40s": "Xb7hH8MSUJpSbSDYk0k2"}`, where the nearest stock voice is not wanted.
    Without a key only a `base_url` of one's own can be asked. Raises UserMistake, NoVoice.
    """
    api, model = _choose(spec)
    _check(api.account, key=key, base_url=base_url)
    connection = ServiceConnection(api.account, key, base_url=base_url, patience=patience)
    return ServiceVoice(api, model, connection=connection, voices=voices)


def key_variable(spec: str) -> str:
    """The environment variable that holds the key of `SERVICE:MODEL`.

    >>> key_variable("deepgram:aura-2")
    'DEEPGRAM_API_KEY'
    """
    return _choose(spec)[0].account.key_variable


def _choose(spec: str) -> tuple[VoiceApi, str]:
    service, _, model = spec.partition(":")
    if service not in VOICES:
        raise UnknownName("speech service", service, VOICES)
    usable = all("!" <= character <= "~" for character in model)
    if not model or not usable or len(model) > LONGEST_MODEL:
        message = (
            f"found the model {short_repr(model)} in {short_repr(spec)}: expected one such as"
            f" {VOICES[service].example}"
        )
        raise UserMistake(message)
    return VOICES[service], model


def _check(account: Account, *, key: str | None, base_url: str | None) -> None:
    if importlib.util.find_spec("httpx") is None:
        message = f"{account.service} is asked over HTTP: install the package httpx"
        raise NoVoice(message)
    if not (key or "").strip() and base_url is None:
        message = f"{account.service} needs a key: set {account.key_variable}"
        raise NoVoice(message)


class ServiceVoice:
    """Text to speech by a service, until `aclose`."""

    def __init__(
        self,
        api: VoiceApi,
        model: str,
        *,
        connection: ServiceConnection,
        voices: Mapping[str, str] | None = None,
    ) -> None:
        self._api = api
        self._model = model
        self._connection = connection
        self._voices = dict(voices or {})

    @property
    def name(self) -> str:
        """The service, the model and the host."""
        return f"{self._api.account.service} {self._model} at {self._connection.host}"

    def voice_for(self, wanted: str) -> str:
        """The voice given for this persona, else the service's stock voice that is nearest."""
        if wanted in self._voices:
            return self._voices[wanted]
        return self._api.only_voice(self._model) or nearest(self._api.voices, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken; a long one in several requests, one after the other."""
        text, voice = plain_line(text), plain_line(voice)
        if not text or len(text) > MOST_CHARACTERS:
            message = f"found a text of {len(text):,} characters: expected 1 to {MOST_CHARACTERS:,}"
            raise SpeechFailure(message)
        spoken = b""
        for piece in pieces(text, self._api.most_characters):
            longest_s = 30.0 + len(piece) * SLOWEST_S
            spoken += await self._speak_piece(piece, voice, longest_s=longest_s)
            if len(spoken) >= MOST_SPEECH_BYTES:
                break
        return Speech(spoken[:MOST_SPEECH_BYTES])

    async def _speak_piece(self, piece: str, voice: str, *, longest_s: float) -> bytes:
        request = self._api.request(self._model, voice, piece)
        most_bytes = int(longest_s * SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE
        answer = await self._connection.ask(request, most_bytes=most_bytes)
        try:
            return read_sound(answer)
        except UnreadableAnswer as error:
            message = f"{self.name} sent {error}"
            raise SpeechFailure(message) from error

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.aclose()


def plain_line(text: str) -> str:
    """The text on one line, without what no request can hold (halves of characters)."""
    return one_line(text.encode("utf-8", "replace").decode("utf-8").replace("\0", " "))


def pieces(text: str, longest: int) -> list[str]:
    """The text in pieces of at most `longest` characters, cut after sentences, else words.

    >>> pieces("One two. Three four? Five.", 21)
    ['One two. Three four?', 'Five.']
    """
    cut: list[str] = []
    rest = text
    while len(rest) > longest:
        head = rest[: longest + 1]
        ends = list(sentence_ends(head))
        end = ends[-1] if ends else head.rfind(" ")
        end = end if end > 0 else longest
        cut.append(rest[:end])
        rest = rest[end:].lstrip()
    return [*cut, rest] if rest else cut
