"""Which service does a name such as `openai:gpt-4o-mini-tts` mean?

Keys are given by the caller; the command line takes them from OPENAI_API_KEY, ELEVENLABS_API_KEY
and DEEPGRAM_API_KEY. Services need the package httpx.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, TypeVar

from modylbench.foundation.errors import UnknownName, UserMistake, quoted
from modylbench.providers.speech.services import deepgram, elevenlabs, openai
from modylbench.providers.speech.services.connection import PATIENCE, Connection, Patience
from modylbench.providers.speech.services.transcriber import ServiceTranscriber
from modylbench.providers.speech.services.voice import ServiceVoice
from modylbench.providers.speech.speech import NoTranscriber, NoVoice, SpeechFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.providers.speech.services.api import Account, TranscriberApi, VoiceApi

VOICES = {api.account.service: api for api in (openai.VOICE, elevenlabs.VOICE, deepgram.VOICE)}
TRANSCRIBERS = {
    api.account.service: api
    for api in (openai.TRANSCRIBER, elevenlabs.TRANSCRIBER, deepgram.TRANSCRIBER)
}
LONGEST_MODEL = 200
Api = TypeVar("Api", "VoiceApi", "TranscriberApi")


def text_to_speech(
    spec: str,
    *,
    key: str | None = None,
    base_url: str | None = None,
    voices: Mapping[str, str] | None = None,
    patience: Patience = PATIENCE,
) -> ServiceVoice:
    """The service and model of `SERVICE:MODEL` as a voice; no request is made yet.

    `voices` gives the service's voices of personas' voices, such as
    `{"female_uk_40s": "Xb7hH8MSUJpSbSDYk0k2"}`, where the nearest stock voice is not wanted.
    Without a key only a `base_url` of one's own can be asked. Raises UserMistake, NoVoice.
    """
    api, model = _chosen(spec, VOICES)
    _check(api.account, key=key, base_url=base_url, missing=NoVoice)
    connection = Connection(api.account, key, base_url=base_url, patience=patience)
    return ServiceVoice(api, model, connection=connection, voices=voices)


def speech_to_text(
    spec: str,
    *,
    key: str | None = None,
    base_url: str | None = None,
    patience: Patience = PATIENCE,
) -> ServiceTranscriber:
    """The service and model of `SERVICE:MODEL` as a transcriber; no request is made yet.

    Without a key only a `base_url` of one's own can be asked. Raises UserMistake, NoTranscriber.
    """
    api, model = _chosen(spec, TRANSCRIBERS)
    _check(api.account, key=key, base_url=base_url, missing=NoTranscriber)
    connection = Connection(api.account, key, base_url=base_url, patience=patience)
    return ServiceTranscriber(api, model, connection=connection)


def key_variable(spec: str) -> str:
    """The environment variable that holds the key of `SERVICE:MODEL`.

    >>> key_variable("deepgram:aura-2")
    'DEEPGRAM_API_KEY'
    """
    return _chosen(spec, VOICES)[0].account.key_variable


def _chosen(spec: str, apis: Mapping[str, Api]) -> tuple[Api, str]:
    service, _, model = spec.partition(":")
    if service not in apis:
        raise UnknownName("speech service", service, apis)
    usable = all("!" <= character <= "~" for character in model)
    if not model or not usable or len(model) > LONGEST_MODEL:
        message = (
            f"found the model {quoted(model)} in {quoted(spec)}: expected one such as"
            f" {apis[service].example}"
        )
        raise UserMistake(message)
    return apis[service], model


def _check(
    account: Account, *, key: str | None, base_url: str | None, missing: type[SpeechFailed]
) -> None:
    if importlib.util.find_spec("httpx") is None:
        message = f"{account.service} is asked over HTTP: install the package httpx"
        raise missing(message)
    if not (key or "").strip() and base_url is None:
        message = f"{account.service} needs a key: set {account.key_variable}"
        raise missing(message)
