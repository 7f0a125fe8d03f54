"""What a model's name means: its service, address, key and family.

anthropic:claude-opus-4-6                                   a service and its model
gpt-5.2                                                     the maker is known by the name
google:gemini-3.1-pro@https://gateway.example               a judge: the same format elsewhere
openai-compatible:qwen3-omni+audio+image@http://127.0.0.1:8000/v1   a judge with what it takes
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from modylbench.foundation.errors import BadFile, UnknownName, UserMistake, short_repr
from modylbench.foundation.extras import require
from modylbench.foundation.record import Spec
from modylbench.providers.addresses import is_plain, refuse_bad_address, usable_key
from modylbench.providers.model_services import (
    COMPATIBLE,
    COMPATIBLE_KEY,
    EXAMPLES,
    OPENAI_KEY,
    SERVICES,
    service_of_model,
)
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_NAME = 200
NO_KEY = "none"  # what a server that asks for no key is given, since its client must send one
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "audio": {"hears": True},
    "image": {"sees": True},
    "text": {"hears": False, "sees": False},
    "tools": {"answers": "tools"},
    "prompted": {"answers": "prompted"},
}
_OPTION = re.compile(r"\+([a-z]+)$")
FAMILIES_FILE = Path(__file__).with_name("families.yaml")
Answers = Literal["native", "tools", "prompted"]


@dataclass(frozen=True, slots=True)
class Access:
    """A model, the service that has it, and what one needs to ask it."""

    service: str
    model: str
    base_url: str = ""
    key: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """Where it is asked, unless that is the service's own address."""
        return urlsplit(self.base_url).netloc

    @property
    def place(self) -> str:
        """The service as a person would name it."""
        return f"{self.service} at {self.host}" if self.host else self.service


def access_to(
    name: str, base_url: str, api_keys: Mapping[str, str], *, address_by: str = "--base-url"
) -> Access:
    """What the name of a model means; raises UserMistake. Nobody is asked yet.

    `address_by` is how a person names the address of a server.
    """
    require("models")
    service, model = _split_name(name, has_url=bool(base_url))
    if not service or (service == COMPATIBLE and not base_url):
        message = (
            f"found the model {short_repr(name)}, expected one such as {EXAMPLES}, "
            f"or {address_by} for a server that speaks OpenAI's format"
        )
        raise UserMistake(message)
    _refuse_bad_model(model, name)
    if base_url:
        refuse_bad_address(base_url)
    return Access(service, model, base_url.rstrip("/"), key_of(service, base_url, api_keys))


def chat_access(model: str, base_url: str, api_keys: Mapping[str, str]) -> Access:
    """A model asked in OpenAI's chat format, by default at OpenAI; raises UserMistake."""
    require("models")
    if not model or len(model) > LONGEST_NAME or not model.isprintable():
        message = f"found the model {short_repr(model)}, expected a name such as chat:gpt-5.2"
        raise UserMistake(message)
    address = (base_url or SERVICES["openai"].address).rstrip("/")
    refuse_bad_address(address)
    key = usable_key(api_keys.get(OPENAI_KEY, ""), OPENAI_KEY)
    if not key and not base_url:
        message = f"chat:{model} needs {OPENAI_KEY}; or give --base-url for a server of your own"
        raise UserMistake(message)
    return Access(COMPATIBLE, model, address, key or NO_KEY)


@dataclass(frozen=True, slots=True)
class JudgeName:
    """A model of a service, where it is asked, and what it takes."""

    service: str
    model: str
    base_url: str
    family: Family

    @property
    def name(self) -> str:
        """As people name it, with the place where that is not the service's own."""
        place = urlsplit(self.base_url).netloc
        return f"{self.service}:{self.model}" + (f"@{place}" if place else "")

    @property
    def provider(self) -> str:
        """Who answers: calls to one provider share a limit."""
        return self.base_url or self.service

    @property
    def ear(self) -> str:
        """The name of the sibling that hears, at the same place; empty where there is none."""
        if self.family.hears or not self.family.ear:
            return ""
        place = f"@{self.base_url}" if self.base_url else ""
        return f"{self.service}:{self.family.ear}{place}"

    def access(self, keys: Mapping[str, str]) -> Access:
        """What one needs to ask it; raises UserMistake where a key is missing."""
        key = key_of(self.service, self.base_url, keys, compatible=COMPATIBLE_KEY)
        return Access(self.service, self.model, self.base_url, key)


def judge_name(text: str, base_url: str = "") -> JudgeName:
    """What a judge's name means; `base_url` is for one without a place. Raises UserMistake.

    >>> judge_name("openai-compatible:qwen+audio@http://127.0.0.1:8000/v1").family.hears
    True
    """
    written, at, place = text.strip().partition("@http")
    url = f"http{place}" if at else base_url
    written, changes = _without_options(written)
    service, model = _split_name(written, has_url=bool(url))
    if not service or (service == COMPATIBLE and not url):
        message = (
            f"found the judge {short_repr(text)}, expected one such as {EXAMPLES}, "
            f"{COMPATIBLE}:MODEL@http://127.0.0.1:8000/v1, or offline"
        )
        raise UserMistake(message)
    _refuse_bad_model(model, text)
    if url:
        refuse_bad_address(url)
    family = family_of(service, model).model_copy(update=changes)
    return JudgeName(service, model, url.rstrip("/"), family)


def key_of(
    service: str, base_url: str, api_keys: Mapping[str, str], *, compatible: str = OPENAI_KEY
) -> str:
    """The key of a service; a server of one's own may need none."""
    variables = (compatible,) if service == COMPATIBLE else SERVICES[service].key_variables
    for variable in variables:
        if key := usable_key(api_keys.get(variable, ""), variable):
            return key
    if not base_url:
        message = f"{service} needs a key: set {' or '.join(variables)}"
        raise UserMistake(message)
    return NO_KEY


def _split_name(written: str, *, has_url: bool) -> tuple[str, str]:
    """Service and model; a name alone tells its maker, or is a model of the server at the URL.

    The service is empty where the name means none.
    """
    service, colon, model = written.partition(":")
    if colon and service in SERVICES:
        return service, model
    return (COMPATIBLE if has_url else service_of_model(written)), written


def _refuse_bad_model(model: str, text: str) -> None:
    if not model or len(model) > LONGEST_NAME or not is_plain(model):
        message = f"found the model {short_repr(model)} in {short_repr(text)}, expected {EXAMPLES}"
        raise UserMistake(message)


def _without_options(written: str) -> tuple[str, dict[str, object]]:
    named: list[str] = []
    while match := _OPTION.search(written):
        option = match.group(1)
        if option not in OPTIONS:
            raise UnknownName("option of a judge", option, OPTIONS)
        named.append(option)
        written = written[: match.start()]
    changes: dict[str, object] = {}
    for option in sorted(named, key="text".__ne__):  # wherever it stands, the others add to it
        changes |= OPTIONS[option]
    return written, changes


class Family(Spec):
    """Models of one service whose names start alike."""

    service: str
    starts: str
    hears: bool = False
    sees: bool = False
    thinks: bool = False
    answers: Answers = "native"
    audio_tokens_per_s: int = 0
    image_tokens: int = 0
    ear: str = ""
    request_mb: float = 20.0


class Families(Spec):
    """The file."""

    families: tuple[Family, ...]


@cache
def families() -> tuple[Family, ...]:
    """All that are known."""
    return read_yaml(FAMILIES_FILE, Families).families


def family_of(service: str, model: str) -> Family:
    """The family with the longest start of the model's name; every service has one for all.

    Raises BadFile where the service has none.
    """
    fitting = [
        family
        for family in families()
        if family.service == service and model.startswith(family.starts)
    ]
    if not fitting:
        problem = f'found no family for {service}:{model}, expected one with starts: "" for all'
        raise BadFile(FAMILIES_FILE, "families", problem)
    return max(fitting, key=lambda family: len(family.starts))
