"""What differs between services that speak or listen over HTTP, and how their answers are read."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from modylbench.providers.speech.personas import Voice
    from modylbench.providers.speech.speech import Transcript

LANGUAGE = "en"  # the scenarios are in English
WAV = "audio/wav"
OTHER_SOUND = ((b"RIFF", "a WAV file"), (b"ID3", "an MP3 file"), (b"OggS", "an Ogg file"))
PACKED = ("audio/mpeg", "audio/mp3", "audio/ogg", "audio/opus", "audio/aac", "audio/flac")
NOT_SOUND = ("application/json", "text/")
CODE = re.compile(r"[A-Za-z_]{1,40}")


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A POST: a path under the service's address, and one of JSON, form or content as its body."""

    path: str
    query: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None
    form: Mapping[str, str | Sequence[str]] | None = None
    wav: bytes | None = None
    """The part `file` of the form, or the whole body where there is no form."""


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


@dataclass(frozen=True, slots=True)
class TranscriberApi:
    """A service's speech to text; `request` takes the model, a WAV file and jargon."""

    account: Account
    example: str
    most_seconds: float
    request: Callable[[str, bytes, str], SpeechRequest]
    transcript: Callable[[Any], Transcript]
    """Reads the JSON of an answer; raises UnreadableAnswer."""


def terms(jargon: str, *, at_most: int = 100, length: int = 49) -> list[str]:
    """The terms of a list with commas or semicolons, as the services limit them.

    >>> terms("EBITDA, run rate; , EBITDA")
    ['EBITDA', 'run rate']
    """
    parts = jargon.replace(";", ",").split(",")
    found = dict.fromkeys(" ".join(part.split()) for part in parts)
    return [term for term in found if term and len(term) <= length][:at_most]


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


def json_value(answer: ServiceAnswer) -> Any:
    """The JSON of an answer."""
    try:
        return orjson.loads(answer.content)
    except orjson.JSONDecodeError as error:
        message = "something that is not JSON"
        raise UnreadableAnswer(message) from error


def value_at(value: Any, *places: str | int) -> Any:
    """What stands at a place in JSON, by keys and indices."""
    for place in places:
        try:
            value = value[place]
        except (KeyError, IndexError, TypeError) as error:
            message = f"JSON without {'.'.join(map(str, places))}"
            raise UnreadableAnswer(message) from error
    return value


def text_at(value: Any, *places: str | int) -> str:
    """The text at a place in JSON, without white space around it."""
    found = value_at(value, *places)
    if not isinstance(found, str):
        message = f"JSON without a text in {'.'.join(map(str, places))}"
        raise UnreadableAnswer(message)
    return found.strip()


def read_words(listed: Any, *names: str) -> tuple[Word, ...]:
    """The words of a list, each under the first of these names, with `start` and `end`."""
    if not isinstance(listed, list):
        message = "JSON without a list of words"
        raise UnreadableAnswer(message)
    return tuple(_word(word, names) for word in listed)


def _word(word: Any, names: Sequence[str]) -> Word:
    present = [name for name in names if isinstance(word, dict) and name in word]
    text = text_at(word, present[0] if present else names[0])
    start_s, end_s = _seconds(word, "start"), _seconds(word, "end")
    return Word(text, start_s, max(start_s, end_s))


def _seconds(word: Any, name: str) -> float:
    value = value_at(word, name)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:
        message = f"a word whose {name} is no time"
        raise UnreadableAnswer(message)
    return float(value)


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
