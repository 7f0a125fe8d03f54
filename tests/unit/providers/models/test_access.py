"""The service, address, key and family that a model's name means."""

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.model_services import SERVICES
from modylbench.providers.models.access import access_to, families, family_of, judge_name

AGENT_KEYS = {"OPENAI_API_KEY": "sk-o", "ANTHROPIC_API_KEY": "sk-a", "GOOGLE_API_KEY": "sk-g"}


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
    access = access_to(name, base_url, AGENT_KEYS)

    assert (access.service, access.model, access.key) == (service, model, key)
    assert key not in repr(access)


@pytest.mark.parametrize("name", ["nobody-9", "openai:", "", "x:y", "openai-compatible:x"])
def test_a_name_that_means_nothing_is_one_line(name: str) -> None:
    with pytest.raises(UserMistake, match="expected"):
        access_to(name, "", AGENT_KEYS)


URL = "http://127.0.0.1:8000/v1"
KEYS = {"OPENAI_API_KEY": "sk-o", "COMPATIBLE_API_KEY": "sk-c", "GOOGLE_API_KEY": "sk-g"}


@pytest.mark.parametrize(
    ("text", "name", "hears", "sees", "answers"),
    [
        ("anthropic:claude-opus-4-6", "anthropic:claude-opus-4-6", False, True, "native"),
        ("claude-opus-4-6", "anthropic:claude-opus-4-6", False, True, "native"),
        ("google:gemini-3.1-pro", "google:gemini-3.1-pro", True, True, "native"),
        ("gpt-5.2", "openai:gpt-5.2", False, True, "native"),
        ("gpt-5.2+text", "openai:gpt-5.2", False, False, "native"),
        ("openai:gpt-audio", "openai:gpt-audio", True, False, "tools"),
        ("openai:gpt-audio-mini", "openai:gpt-audio-mini", True, False, "tools"),
        (f"qwen@{URL}", "openai-compatible:qwen@127.0.0.1:8000", False, False, "native"),
        (
            f"openai-compatible:a/b+audio+image+prompted@{URL}",
            "openai-compatible:a/b@127.0.0.1:8000",
            True,
            True,
            "prompted",
        ),
        (f"openai:gpt-5.2@{URL}/", "openai:gpt-5.2@127.0.0.1:8000", False, True, "native"),
    ],
)
def test_a_name_means_a_model_and_what_it_takes(
    text: str, name: str, hears: bool, sees: bool, answers: str
) -> None:
    judge = judge_name(text)

    family = judge.family
    assert (judge.name, family.hears, family.sees) == (name, hears, sees)
    assert family.answers == answers


@pytest.mark.parametrize(
    "text",
    [
        "", "nobody", "openai:", "openai-compatible:x", "gpt-5.2+adio", "x y@http://h/v1",
        "openai-compatible:x@http://user:secret@h/v1", "openai-compatible:x@http:///v1", "a:b",
    ],
)  # fmt: skip
def test_a_name_that_means_nothing_is_a_mistake_without_secrets(text: str) -> None:
    with pytest.raises(UserMistake) as caught:
        judge_name(text)

    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_openai_s_key_goes_to_no_other_server_unless_openai_is_named() -> None:
    assert judge_name(f"openai-compatible:x@{URL}").access(KEYS).key == "sk-c"
    assert judge_name(f"x@{URL}").access({"OPENAI_API_KEY": "sk-o"}).key != "sk-o"
    assert judge_name(f"openai:x@{URL}").access(KEYS).key == "sk-o"


def test_a_missing_key_is_named() -> None:
    with pytest.raises(UserMistake, match="ANTHROPIC_API_KEY"):
        judge_name("claude-opus-4-6").access(KEYS)


def test_a_model_that_does_not_hear_has_a_sibling_that_does() -> None:
    assert judge_name("gpt-5.2").ear == "openai:gpt-audio"
    assert judge_name(f"openai:gpt-5.2@{URL}").ear == f"openai:gpt-audio@{URL}"
    assert judge_name(judge_name("gpt-5.2").ear).family.hears
    assert judge_name("gemini-3.1-pro").ear == ""
    assert judge_name("claude-opus-4-6").ear == ""


@pytest.mark.parametrize("written", ["+text+image", "+image+text"])
def test_text_means_nothing_but_what_is_named_besides_wherever_it_stands(written: str) -> None:
    family = judge_name(f"google:gemini-3.1-pro{written}").family

    assert (family.hears, family.sees) == (False, True)


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_has_a_family_for_all_its_models(service: str) -> None:
    assert family_of(service, "a-model-of-tomorrow").service == service


def test_a_family_is_of_a_service_and_what_hears_needs_no_ear() -> None:
    assert {family.service for family in families()} == set(SERVICES)
    assert not any(family.hears and family.ear for family in families())
    assert not any(
        family.hears and family.sees for family in families() if family.service == "openai"
    )


def test_a_service_without_a_family_is_one_line_that_names_the_file() -> None:
    with pytest.raises(UserMistake, match=r"families\.yaml: families: found no family for x:y"):
        family_of("x", "y")
