"""How does a service over HTTP speak a text of any length?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line
from modylbench.providers.speech.personas import nearest
from modylbench.providers.speech.sentences import sentence_ends
from modylbench.providers.speech.services.answers import Malformed, sound
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    Speech,
    SpeechFailed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from modylbench.providers.speech.services.api import VoiceApi
    from modylbench.providers.speech.services.connection import Connection

MOST_CHARACTERS = 20_000  # of one text, some 20 minutes: ours
LONGEST_S = 300.0  # of the speech of one text, after which no more is asked for: ours
MOST_BYTES = int(LONGEST_S * SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE
SLOWEST_S = 1.0  # a character, spoken figure by figure: ours


class ServiceVoice:
    """Text to speech by a service; `async with`, or `aclose` at the end."""

    def __init__(
        self,
        api: VoiceApi,
        model: str,
        *,
        connection: Connection,
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
        text, voice = plain(text), plain(voice)
        if not text or len(text) > MOST_CHARACTERS:
            message = f"found a text of {len(text):,} characters: expected 1 to {MOST_CHARACTERS:,}"
            raise SpeechFailed(message)
        spoken = b""
        for piece in pieces(text, self._api.most_characters):
            longest_s = 30.0 + len(piece) * SLOWEST_S
            spoken += await self._spoken(piece, voice, longest_s=longest_s)
            if len(spoken) >= MOST_BYTES:
                break
        return Speech(spoken[:MOST_BYTES])

    async def _spoken(self, piece: str, voice: str, *, longest_s: float) -> bytes:
        request = self._api.request(self._model, voice, piece)
        most_bytes = int(longest_s * SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE
        answer = await self._connection.ask(request, most_bytes=most_bytes)
        try:
            return sound(answer)
        except Malformed as error:
            message = f"{self.name} sent {error}"
            raise SpeechFailed(message) from error

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def plain(text: str) -> str:
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
