"""How does a service over HTTP write down what was said?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.providers.speech.services.answers import Malformed, json_value
from modylbench.providers.speech.services.voice import plain
from modylbench.providers.speech.speech import Speech, SpeechFailed, Transcript
from modylbench.providers.speech.wav import wav_bytes

if TYPE_CHECKING:
    from typing import Self

    from modylbench.providers.speech.services.api import TranscriberApi
    from modylbench.providers.speech.services.connection import Connection

SHORTEST_S = 0.1  # OpenAI refuses less, and nobody says a word in it
MOST_BYTES = 16_000_000  # of an answer: ours
MOST_JARGON = 1_000  # characters; Whisper heeds 224 tokens of it, Deepgram 500


class ServiceTranscriber:
    """Speech to text by a service; `async with`, or `aclose` at the end."""

    def __init__(self, api: TranscriberApi, model: str, *, connection: Connection) -> None:
        self._api = api
        self._model = model
        self._connection = connection

    @property
    def name(self) -> str:
        """The service, the model and the host."""
        return f"{self._api.account.service} {self._model} at {self._connection.host}"

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        """What was said, with times where the model gives them."""
        if speech.duration_s < SHORTEST_S:
            return Transcript("")
        if speech.duration_s > self._api.most_seconds:
            message = (
                f"found {speech.duration_s:.0f} s of speech: {self.name} takes at most"
                f" {self._api.most_seconds:.0f} s"
            )
            raise SpeechFailed(message)
        known = plain(jargon.replace("\n", ", "))[:MOST_JARGON]
        request = self._api.request(self._model, wav_bytes(speech), known)
        answer = await self._connection.ask(request, most_bytes=MOST_BYTES)
        try:
            return self._api.transcript(json_value(answer))
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
