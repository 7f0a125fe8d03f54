"""OpenAI, or a server that speaks as it does, which speaks and listens."""

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
    text_at,
)
from modylbench.providers.speech.speech import Transcript

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
LONGEST_UPLOAD_S = 25_000_000 / 48_000  # 25 MB


def speech_request(model: str, voice: str, text: str) -> SpeechRequest:
    """Asks for 24 kHz, 16 bits, mono, without a header: what OpenAI calls pcm."""
    body = {"model": model, "voice": voice, "input": text, "response_format": "pcm"}
    return SpeechRequest("/audio/speech", json=body)


def transcription_request(model: str, wav: bytes, jargon: str) -> SpeechRequest:
    """Asks for words with times where the model gives them: the gpt models give none."""
    form: dict[str, str | list[str]] = {
        "model": model,
        "language": LANGUAGE,
        "temperature": "0",
        "response_format": "json" if model.startswith("gpt-") else "verbose_json",
    }
    if form["response_format"] == "verbose_json":
        form["timestamp_granularities[]"] = ["word"]
    if jargon:
        form["prompt"] = jargon
    return SpeechRequest("/audio/transcriptions", form=form, wav=wav)


def transcript(answer: Any) -> Transcript:
    """The text and, where there are any, the words."""
    text = text_at(answer, "text")
    listed = answer.get("words")
    return Transcript(text, read_words(listed, "word") if listed is not None else ())


VOICE = VoiceApi(
    account=ACCOUNT,
    example="openai:gpt-4o-mini-tts",
    most_characters=4096,
    voices=STOCK,
    request=speech_request,
)
TRANSCRIBER = TranscriberApi(
    account=ACCOUNT,
    example="openai:whisper-1",
    most_seconds=LONGEST_UPLOAD_S,
    request=transcription_request,
    transcript=transcript,
)
