"""Deepgram as a voice: its account, its stock voices, and how speech is asked of its API."""

from __future__ import annotations

from modylbench.providers.speech.personas import Voice
from modylbench.providers.speech.services.api import Account, SpeechRequest, VoiceApi
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

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


VOICE = VoiceApi(
    account=ACCOUNT,
    example="deepgram:aura-2",
    most_characters=2_000,
    voices=STOCK,
    request=speech_request,
    only_voice=only_voice,
)
