"""What a model's name means: its service, address, key and family."""

from __future__ import annotations

import importlib.util
import ipaddress
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.foundation.errors import UnknownName, UserMistake, short_repr
from modylbench.providers.models.failures import foreign_errors
from modylbench.providers.models.families import family_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    import httpx2
    from pydantic_ai.models import Model

    from modylbench.providers.models.families import Family


LONGEST_NAME = 200
NO_KEY = "none"  # what a server that asks for no key is given, since its client must send one


@dataclass(frozen=True, slots=True)
class Service:
    """A service with a wire format of its own: one of its models, its address and its keys.

    The address is given outright, since the makers' packages would take another one from the
    environment, and recordings would not tell.
    """

    example: str
    address: str
    key_variables: tuple[str, ...]


SERVICES = {
    "openai": Service("openai:gpt-5.2", "https://api.openai.com/v1", ("OPENAI_API_KEY",)),
    "anthropic": Service(
        "anthropic:claude-opus-4-6", "https://api.anthropic.com", ("ANTHROPIC_API_KEY",)
    ),
    "google": Service(
        "google:gemini-3.1-pro",
        "https://generativelanguage.googleapis.com",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    ),
}
COMPATIBLE = "openai-compatible"
EXAMPLES = ", ".join(service.example for service in SERVICES.values())


@dataclass(frozen=True, slots=True)
class Access:
    """A model, the service that has it, and what one needs to ask it."""

    service: str
    model: str
    base_url: str = ""
    key: str = field(default="", repr=False)

    @property
    def place(self) -> str:
        """The service as a person would name it."""
        host = urlsplit(self.base_url).netloc
        return f"{self.service} at {host}" if host else self.service


MAKERS = {"gpt-": "openai", "claude-": "anthropic", "gemini-": "google"}
"""Whose models have names that begin so."""


def access_to(name: str, base_url: str, api_keys: Mapping[str, str]) -> Access:
    """What a model's name means; raises UserMistake. Nobody is asked yet."""
    refuse_missing_packages()
    service, _, model = name.partition(":")
    maker = next((known for start, known in MAKERS.items() if name.startswith(start)), None)
    if service not in SERVICES and maker and not base_url:
        service, model = maker, name
    if service not in SERVICES:
        if not base_url:
            message = (
                f"found the model {short_repr(name)}, expected one such as {EXAMPLES}, "
                "or --base-url for a server that speaks OpenAI's format"
            )
            raise UserMistake(message)
        service, model = COMPATIBLE, name
    if not model or len(model) > LONGEST_NAME or not is_plain(model):
        message = f"found the model {short_repr(model)} in {short_repr(name)}, expected {EXAMPLES}"
        raise UserMistake(message)
    refuse_bad_address(base_url)
    return Access(service, model, base_url.rstrip("/"), key_of(service, base_url, api_keys))


@asynccontextmanager
async def open_model(access: Access, *, connect_s: float, silence_s: float) -> AsyncIterator[Model]:
    """The model, ready to be asked; its connections are closed when the context ends."""
    import httpx2

    foreign_errors()  # imported now, so that it does not count as the model's time later
    client = httpx2.AsyncClient(
        timeout=httpx2.Timeout(silence_s, connect=connect_s),
        trust_env=not is_loopback(access.base_url),  # a proxy cannot reach our own machine
    )
    async with client:
        yield build_model(access, client)


def build_model(access: Access, client: httpx2.AsyncClient) -> Model:
    """The model, asked over the connections of a client."""
    url = access.base_url or SERVICES[access.service].address
    match access.service:
        case "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            anthropic = AnthropicProvider(api_key=access.key, base_url=url, http_client=client)
            return AnthropicModel(access.model, provider=anthropic)
        case "google":
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            google = GoogleProvider(api_key=access.key, base_url=url, http_client=client)
            return GoogleModel(access.model, provider=google)
        case _:
            from openai import AsyncOpenAI
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai import OpenAIProvider

            openai = AsyncOpenAI(api_key=access.key, base_url=url, http_client=client)
            return OpenAIChatModel(access.model, provider=OpenAIProvider(openai_client=openai))


def key_of(service: str, base_url: str, api_keys: Mapping[str, str]) -> str:
    """The key of a service; a server of one's own may need none."""
    variables = SERVICES[service].key_variables if service in SERVICES else ("OPENAI_API_KEY",)
    for variable in variables:
        key = api_keys.get(variable, "").strip()
        if key and not is_plain(key):
            message = f"{variable} holds characters that no key has: copy it again"
            raise UserMistake(message)
        if key:
            return key
    if not base_url:
        message = f"{service} needs a key: set {' or '.join(variables)}"
        raise UserMistake(message)
    return NO_KEY


def is_plain(text: str) -> bool:
    """Whether it can stand in a header: printable, no space, no accent."""
    return all("!" <= character <= "~" for character in text)


def is_loopback(address: str) -> bool:
    """Whether it is on this machine."""
    name = urlsplit(address).hostname or ""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def refuse_bad_address(address: str) -> None:
    """Raise UserMistake unless it is empty or a plain place to ask."""
    if not address:
        return
    try:
        parts = urlsplit(address)
        is_usable = bool(parts.hostname) and parts.scheme in ("http", "https")
        is_usable = is_usable and (parts.port is None or parts.port > 0) and is_plain(address)
    except ValueError:
        is_usable = False
    if not is_usable:
        message = "the base URL is no address: expected one such as http://127.0.0.1:8000/v1"
        raise UserMistake(message)
    if parts.username or parts.password or parts.query or parts.fragment:
        message = "the base URL holds more than a place: give keys as keys, no query"
        raise UserMistake(message)


def refuse_missing_packages() -> None:
    """Raise UserMistake where the makers' packages are not installed."""
    for package in ("pydantic_ai", "openai", "anthropic", "google.genai"):
        try:
            is_there = importlib.util.find_spec(package) is not None
        except ModuleNotFoundError:
            is_there = False
        if not is_there:
            message = "asking language models needs more packages: pip install 'modylbench[models]'"
            raise UserMistake(message)


COMPATIBLE_KEY = "COMPATIBLE_API_KEY"
"""Not OPENAI_API_KEY: that one must not go to every server that speaks OpenAI's format."""

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "audio": {"hears": True},
    "image": {"sees": True},
    "text": {"hears": False, "sees": False},
    "tools": {"answers": "tools"},
    "prompted": {"answers": "prompted"},
}
_OPTION = re.compile(r"\+([a-z]+)$")
_SERVICE_NAMES = (*SERVICES, COMPATIBLE)


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
        if self.service == COMPATIBLE:
            key = keys.get(COMPATIBLE_KEY, "").strip() or NO_KEY
            if not is_plain(key):
                message = f"{COMPATIBLE_KEY} holds characters that no key has: copy it again"
                raise UserMistake(message)
        else:
            key = key_of(self.service, self.base_url, keys)
        return Access(self.service, self.model, self.base_url, key)


def judge_name(text: str, base_url: str = "") -> JudgeName:
    """What a name means; `base_url` is for a name without a place. Raises UserMistake.

    >>> judge_name("openai-compatible:qwen+audio@http://127.0.0.1:8000/v1").family.hears
    True
    """
    written, at, place = text.strip().partition("@http")
    url = f"http{place}" if at else base_url
    written, changes = _without_options(written)
    service, model = split_name(written, has_url=bool(url))
    if service not in _SERVICE_NAMES or (service == COMPATIBLE and not url):
        message = (
            f"found the judge {short_repr(text)}, expected one such as {EXAMPLES}, "
            f"{COMPATIBLE}:MODEL@http://127.0.0.1:8000/v1, or offline"
        )
        raise UserMistake(message)
    if not model or len(model) > LONGEST_NAME or not is_plain(model):
        message = f"found the model {short_repr(model)} in {short_repr(text)}, expected {EXAMPLES}"
        raise UserMistake(message)
    refuse_bad_address(url)
    family = family_of(service, model).model_copy(update=changes)
    return JudgeName(service, model, url.rstrip("/"), family)


def split_name(written: str, *, has_url: bool) -> tuple[str, str]:
    """Service and model; a name alone tells its maker, or is a model of the server at the URL."""
    service, colon, model = written.partition(":")
    if colon and service in _SERVICE_NAMES:
        return service, model
    maker = next((known for start, known in MAKERS.items() if written.startswith(start)), "")
    if maker and not has_url:
        return maker, written
    return (COMPATIBLE if has_url else ""), written


def _without_options(written: str) -> tuple[str, dict[str, object]]:
    named: list[str] = []
    while found := _OPTION.search(written):
        option = found.group(1)
        if option not in OPTIONS:
            raise UnknownName("option of a judge", option, OPTIONS)
        named.append(option)
        written = written[: found.start()]
    changes: dict[str, object] = {}
    for option in sorted(named, key="text".__ne__):  # wherever it stands, the others add to it
        changes |= OPTIONS[option]
    return written, changes
