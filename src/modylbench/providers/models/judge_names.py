"""Which model, where, and with what is meant by a judge's name?

anthropic:claude-opus-4-6                                   a service and its model
gpt-5.2                                                     the maker is known by the name
google:gemini-3.1-pro@https://gateway.example               the same format at another place
openai-compatible:qwen3-omni+audio+image@http://127.0.0.1:8000/v1
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.foundation.errors import UnknownName, UserMistake, quoted
from modylbench.providers.models.families import family_of
from modylbench.providers.models.tool_models import (
    COMPATIBLE,
    EXAMPLES,
    LONGEST_NAME,
    MAKERS,
    NO_KEY,
    SERVICES,
    Access,
    is_plain,
    key_of,
    refuse_bad_address,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.providers.models.families import Family

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
    service, model = _parted(written, has_url=bool(url))
    if service not in _SERVICE_NAMES or (service == COMPATIBLE and not url):
        message = (
            f"found the judge {quoted(text)}, expected one such as {EXAMPLES}, "
            f"{COMPATIBLE}:MODEL@http://127.0.0.1:8000/v1, or offline"
        )
        raise UserMistake(message)
    if not model or len(model) > LONGEST_NAME or not is_plain(model):
        message = f"found the model {quoted(model)} in {quoted(text)}, expected {EXAMPLES}"
        raise UserMistake(message)
    refuse_bad_address(url)
    family = family_of(service, model).model_copy(update=changes)
    return JudgeName(service, model, url.rstrip("/"), family)


def _parted(written: str, *, has_url: bool) -> tuple[str, str]:
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
