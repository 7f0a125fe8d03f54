"""Which service does a model's name mean?"""

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.access import access_to

KEYS = {"OPENAI_API_KEY": "sk-o", "ANTHROPIC_API_KEY": "sk-a", "GOOGLE_API_KEY": "sk-g"}


@pytest.mark.parametrize(
    ("name", "base_url", "service", "model", "key"),
    [
        ("gpt-5.2", "", "openai", "gpt-5.2", "sk-o"),
        ("claude-opus-4-6", "", "anthropic", "claude-opus-4-6", "sk-a"),
        ("gemini-3.1-pro", "", "google", "gemini-3.1-pro", "sk-g"),
        ("google:gemini-3.1-pro", "", "google", "gemini-3.1-pro", "sk-g"),
        ("anthropic:x", "", "anthropic", "x", "sk-a"),
        ("gpt-oss", "http://127.0.0.1:1/v1", "openai-compatible", "gpt-oss", "sk-o"),
    ],
)
def test_a_name_means_a_service(
    name: str, base_url: str, service: str, model: str, key: str
) -> None:
    access = access_to(name, base_url, KEYS)

    assert (access.service, access.model, access.key) == (service, model, key)
    assert key not in repr(access)


@pytest.mark.parametrize("name", ["mistral-9", "openai:", "", "x:y"])
def test_a_name_that_means_nothing_is_one_line(name: str) -> None:
    with pytest.raises(UserMistake, match="expected"):
        access_to(name, "", KEYS)
