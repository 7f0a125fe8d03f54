"""What differs between services that speak or listen over HTTP?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from modylbench.providers.speech.personas import Voice
    from modylbench.providers.speech.speech import Transcript

LANGUAGE = "en"  # the scenarios are in English
WAV = "audio/wav"


@dataclass(frozen=True, slots=True)
class Request:
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
    request: Callable[[str, str, str], Request]
    only_voice: Callable[[str], str | None] = lambda _model: None
    """The voice of a model that has but one."""


@dataclass(frozen=True, slots=True)
class TranscriberApi:
    """A service's speech to text; `request` takes the model, a WAV file and jargon."""

    account: Account
    example: str
    most_seconds: float
    request: Callable[[str, bytes, str], Request]
    transcript: Callable[[Any], Transcript]
    """Reads the JSON of an answer; raises Malformed."""


def terms(jargon: str, *, at_most: int = 100, length: int = 49) -> list[str]:
    """The terms of a list with commas or semicolons, as the services limit them.

    >>> terms("EBITDA, run rate; , EBITDA")
    ['EBITDA', 'run rate']
    """
    parts = jargon.replace(";", ",").split(",")
    found = dict.fromkeys(" ".join(part.split()) for part in parts)
    return [term for term in found if term and len(term) <= length][:at_most]
