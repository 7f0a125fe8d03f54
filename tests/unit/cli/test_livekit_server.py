"""The server that a person means is found; mistakes are one line without a secret."""

import pytest

from modylbench.cli.livekit_server import is_from_outside, place_of, server_of
from modylbench.cli.settings import launch_environment
from modylbench.foundation.errors import UserMistake
from modylbench.providers.addresses import LiveKitAddress

KEYS = {"LIVEKIT_API_KEY": "a-key", "LIVEKIT_API_SECRET": "a-secret"}
HERE = "ws://127.0.0.1:7880"


def test_the_option_holds_for_every_agent_and_comes_before_the_environment() -> None:
    environment = KEYS | {"LIVEKIT_URL": "ws://elsewhere"}

    for agent in ("oracle", "livekit", "livekit:x", "my.module:Agent"):
        assert server_of(agent, HERE, environment) == LiveKitAddress(HERE, "a-key", "a-secret")


def test_the_environment_alone_moves_only_agents_that_need_a_server() -> None:
    environment = KEYS | {"LIVEKIT_URL": HERE}

    assert server_of("oracle", "", environment) is None
    assert server_of("livekit", "", environment) == LiveKitAddress(HERE, "a-key", "a-secret")
    assert not is_from_outside("livekitty")


@pytest.mark.parametrize(
    ("agent", "url", "environment", "hint"),
    [
        ("livekit", "", KEYS, "expected --livekit-url or LIVEKIT_URL"),
        ("oracle", "http://127.0.0.1", KEYS, "expected one such as ws://127.0.0.1:7880"),
        ("oracle", "127.0.0.1:7880", KEYS, "expected one such as ws://"),
        ("oracle", "ws://", KEYS, "expected one such as ws://"),
        ("oracle", "ws://a:b", KEYS, "expected one such as ws://"),
        ("oracle", "ws://host:7880/rooms", KEYS, "expected one such as ws://"),
        ("oracle", "ws://host//", KEYS, "expected one such as ws://"),
        ("oracle", "ws://me:a-secret@host", KEYS, "more than a place"),
        ("oracle", "ws://host?token=a-secret", KEYS, "more than a place"),
        ("oracle", HERE, {}, "found no LIVEKIT_API_KEY"),
        ("oracle", HERE, {"LIVEKIT_API_KEY": "a-key"}, "found no LIVEKIT_API_SECRET"),
        ("oracle", HERE, {"LIVEKIT_API_SECRET": "a-secret"}, "found no LIVEKIT_API_KEY"),
    ],
)
def test_a_server_that_cannot_be_meant_gets_a_hint(
    agent: str, url: str, environment: dict[str, str], hint: str
) -> None:
    with pytest.raises(UserMistake) as mistake:
        server_of(agent, url, environment)

    assert hint in str(mistake.value)
    assert "a-secret" not in str(mistake.value)


def test_a_slash_at_the_end_is_no_path() -> None:
    assert server_of("oracle", HERE + "/", KEYS) == LiveKitAddress(HERE, "a-key", "a-secret")


@pytest.mark.parametrize("agent", ["LIVEKIT:Bot", "LiveKit:Bot"])
def test_a_name_in_capitals_gets_a_hint(agent: str) -> None:
    with pytest.raises(UserMistake, match=r"did you mean 'livekit:Bot'\?"):
        is_from_outside(agent)


def test_a_plan_knows_a_server_by_its_place() -> None:
    assert (
        place_of(LiveKitAddress("wss://name.livekit.cloud", "k", "s")) == "name.livekit.cloud:443"
    )
    assert place_of(LiveKitAddress(HERE, "k", "s")) == "127.0.0.1:7880"


def test_a_launched_command_does_not_get_what_opens_the_server() -> None:
    environment = KEYS | {"LIVEKIT_URL": HERE, "OPENAI_API_KEY": "theirs"}

    assert launch_environment(environment) == {"OPENAI_API_KEY": "theirs"}
