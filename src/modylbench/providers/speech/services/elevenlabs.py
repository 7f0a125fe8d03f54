"""ElevenLabs as a voice: its account, its stock voices, and how speech is asked of its API."""

from __future__ import annotations

from urllib.parse import quote

from modylbench.providers.speech.personas import Voice
from modylbench.providers.speech.services.api import Account, SpeechRequest, VoiceApi

ACCOUNT = Account(
    service="elevenlabs",
    address="https://api.elevenlabs.io",
    key_variable="ELEVENLABS_API_KEY",
    header="xi-api-key",
)
STOCK = (  # its default voices, which every account has
    Voice("EXAVITQu4vr4xnSDxMaL", "female", "us", "Sarah"),
    Voice("FGY2WhTYpPnrIDTdsKH5", "female", "us", "Laura"),
    Voice("XrExE9yKIg1WjnnlVkGX", "female", "us", "Matilda"),
    Voice("cgSgspJ2msm6clMCkdW9", "female", "us", "Jessica"),
    Voice("Xb7hH8MSUJpSbSDYk0k2", "female", "uk", "Alice"),
    Voice("pFZP5JQG7iQjIQuC4Bku", "female", "uk", "Lily"),
    Voice("CwhRBWXzGAHq8TQ4Fs17", "male", "us", "Roger"),
    Voice("cjVigY5qzO86Huf0OWal", "male", "us", "Eric"),
    Voice("iP95p4xoKVk53GoZ742B", "male", "us", "Chris"),
    Voice("nPczCjzI2devNBz1zQrb", "male", "us", "Brian"),
    Voice("JBFqnCBsd6RMkjVDRZzb", "male", "uk", "George"),
    Voice("onwK4e9ZLuTAKqWW03F9", "male", "uk", "Daniel"),
    Voice("IKne3meq5aSn9XLyUdCD", "male", "au", "Charlie"),
)


def speech_request(model: str, voice: str, text: str) -> SpeechRequest:
    """Asks for 24 kHz, 16 bits, mono, without a header."""
    path = f"/v1/text-to-speech/{quote(voice, safe='')}"
    return SpeechRequest(
        path, query={"output_format": "pcm_24000"}, json={"text": text, "model_id": model}
    )


VOICE = VoiceApi(
    account=ACCOUNT,
    example="elevenlabs:eleven_multilingual_v2",
    most_characters=3_000,  # the least that any of its models takes
    voices=STOCK,
    request=speech_request,
)
