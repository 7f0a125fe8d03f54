"""What each speech service over HTTP has of its own (account, voices, requests, answers)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.providers.speech.personas import Voice

OTHER_SOUND = ((b"RIFF", "a WAV file"), (b"ID3", "an MP3 file"), (b"OggS", "an Ogg file"))
PACKED = ("audio/mpeg", "audio/mp3", "audio/ogg", "audio/opus", "audio/aac", "audio/flac")
NOT_SOUND = ("application/json", "text/")
CODE = re.compile(r"[A-Za-z_]{1,40}")


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A POST of JSON to a path under the service's address."""

    path: str
    json: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Account:
    """Whom one asks, where, and how one shows who one is."""

    service: str
    address: str
    key_variable: str
    header: str
    header_value: str = "{key}"


@dataclass(frozen=True, slots=True)
class VoiceApi:
    """A service's text to speech; `request` takes the model, the voice and the text."""

    account: Account
    example: str
    most_characters: int
    voices: tuple[Voice, ...]
    request: Callable[[str, str, str], SpeechRequest]
    only_voice: Callable[[str], str | None] = lambda _model: None
    """The voice of a model that has but one."""


class UnreadableAnswer(ValueError):
    """An answer that is not what the service promises; the message says what it is."""


@dataclass(frozen=True, slots=True)
class ServiceAnswer:
    """The body of a successful answer and what the service calls it."""

    content: bytes
    content_type: str = ""


def read_sound(answer: ServiceAnswer) -> bytes:
    """The whole samples of raw sound; a last half sample is cut off."""
    kind = answer.content_type.lower()
    if kind.startswith(NOT_SOUND):
        message = f"{kind.split(';')[0]} instead of sound"
        raise UnreadableAnswer(message)
    what = next((what for mark, what in OTHER_SOUND if answer.content.startswith(mark)), "")
    if what or kind.startswith(PACKED):
        message = f"{what or kind} instead of raw samples"
        raise UnreadableAnswer(message)
    rate = re.search(r"rate=(\d+)", kind)
    if rate and int(rate[1]) != SAMPLE_RATE_HZ:
        message = f"{rate[1]} samples a second instead of {SAMPLE_RATE_HZ}"
        raise UnreadableAnswer(message)
    whole = len(answer.content) // BYTES_PER_SAMPLE * BYTES_PER_SAMPLE
    if not whole:
        message = "no sound"
        raise UnreadableAnswer(message)
    return answer.content[:whole]


def read_complaint(body: bytes) -> tuple[str, str]:
    """The code and the message of an error, as far as the body is JSON of a known shape."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return "", ""
    told = value if isinstance(value, dict) else {}
    inner = next((told[name] for name in ("error", "detail") if name in told), told)
    if isinstance(inner, str):
        return "", inner
    if not isinstance(inner, dict):
        return "", ""
    code = _first_line(inner, "code", "status", "err_code", "type")
    return code if CODE.fullmatch(code) else "", _first_line(inner, "message", "err_msg", "details")


def _first_line(told: dict[str, Any], *names: str) -> str:
    return next((told[name] for name in names if isinstance(told.get(name), str)), "")
