"""OpenAI as a voice, or a server of the same API: account, stock voices, and requests."""

from __future__ import annotations

from modylbench.providers.speech.personas import Voice
from modylbench.providers.speech.services.api import Account, SpeechRequest, VoiceApi

ACCOUNT = Account(
    service="openai",
    address="https://api.openai.com/v1",
    key_variable="OPENAI_API_KEY",
    header="authorization",
    header_value="Bearer {key}",
)
# Those that every speech model has. OpenAI says neither gender nor accent: as they sound.
STOCK = (
    Voice("nova", "female", "us"),
    Voice("shimmer", "female", "us"),
    Voice("coral", "female", "us"),
    Voice("sage", "female", "us"),
    Voice("onyx", "male", "us"),
    Voice("echo", "male", "us"),
    Voice("ash", "male", "us"),
    Voice("fable", "male", "uk"),
    Voice("alloy", "", "us"),
)


def speech_request(model: str, voice: str, text: str) -> SpeechRequest:
    """Asks for 24 kHz, 16 bits, mono, without a header: what OpenAI calls pcm."""
    body = {"model": model, "voice": voice, "input": text, "response_format": "pcm"}
    return SpeechRequest("/audio/speech", json=body)


VOICE = VoiceApi(
    account=ACCOUNT,
    example="openai:gpt-4o-mini-tts",
    most_characters=4096,
    voices=STOCK,
    request=speech_request,
)
