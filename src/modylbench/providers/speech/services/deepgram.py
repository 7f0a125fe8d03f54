"""Deepgram, which speaks and listens."""

from __future__ import annotations

from typing import Any

from modylbench.providers.speech.personas import Voice
from modylbench.providers.speech.services.api import (
    LANGUAGE,
    Account,
    SpeechRequest,
    TranscriberApi,
    VoiceApi,
    read_words,
    terms,
    text_at,
    value_at,
)
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Transcript

ACCOUNT = Account(
    service="deepgram",
    address="https://api.deepgram.com",
    key_variable="DEEPGRAM_API_KEY",
    header="authorization",
    header_value="Token {key}",
)
FAMILY = "aura-2"
NAMES = {
    ("female", "us"): ("thalia", "andromeda", "helena", "athena", "hera", "juno", "minerva"),
    ("female", "uk"): ("pandora",),
    ("female", "au"): ("theia",),
    ("male", "us"): ("apollo", "arcas", "aries", "orion", "orpheus", "saturn", "zeus"),
    ("male", "uk"): ("draco",),
    ("male", "au"): ("hyperion",),
}
STOCK = tuple(
    Voice(f"{FAMILY}-{name}-en", gender, accent, name)
    for (gender, accent), names in NAMES.items()
    for name in names
)
PLACE = ("results", "channels", 0, "alternatives", 0)


def only_voice(model: str) -> str | None:
    """A Deepgram voice is a model: all but the name of the family is the voice for everyone."""
    return None if model == FAMILY else model


def speech_request(_model: str, voice: str, text: str) -> SpeechRequest:
    """Asks for 24 kHz, 16 bits, mono, without a header."""
    query = {
        "model": voice,
        "encoding": "linear16",
        "sample_rate": str(SAMPLE_RATE_HZ),
        "container": "none",
    }
    return SpeechRequest("/v1/speak", query=query, json={"text": text})


def transcription_request(model: str, wav: bytes, jargon: str) -> SpeechRequest:
    """Asks for figures and punctuation as people write them."""
    query: dict[str, str | list[str]] = {
        "model": model,
        "language": LANGUAGE,
        "smart_format": "true",
    }
    if key_terms := terms(jargon):
        query["keyterm" if model.startswith("nova-3") else "keywords"] = key_terms
    return SpeechRequest("/v1/listen", query=query, wav=wav)


def transcript(answer: Any) -> Transcript:
    """The first alternative of the one channel."""
    best = value_at(answer, *PLACE)
    text = text_at(best, "transcript")
    return Transcript(text, read_words(best.get("words", []), "punctuated_word", "word"))


VOICE = VoiceApi(
    account=ACCOUNT,
    example="deepgram:aura-2",
    most_characters=2_000,
    voices=STOCK,
    request=speech_request,
    only_voice=only_voice,
)
TRANSCRIBER = TranscriberApi(
    account=ACCOUNT,
    example="deepgram:nova-3",
    most_seconds=3_600.0,
    request=transcription_request,
    transcript=transcript,
)
