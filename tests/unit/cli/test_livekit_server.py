"""Is the server found that a person means, and every mistake told in a line without a secret?"""

import socket
import subprocess
import sys

import pytest

from modylbench.cli.livekit_server import check_server, is_from_outside, place_of, server_of
from modylbench.cli.settings import launch_environment
from modylbench.foundation.errors import UserMistake
from modylbench.providers.livekit.address import LiveKitAddress

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


def test_a_server_that_does_not_answer_is_a_mistake() -> None:
    with pytest.raises(UserMistake, match=r"found no LiveKit server at 127\.0\.0\.1:9"):
        check_server(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret"))


def test_a_person_is_told_whom_we_wait_for_and_not_for_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modylbench.cli.livekit_server.QUIET_S", 0.05)
    monkeypatch.setattr("modylbench.cli.livekit_server.ANSWER_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        place = f"127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(UserMistake, match="found no LiveKit server"):
            check_server(LiveKitAddress(f"ws://{place}", "a-key", "a-secret"))

    assert capsys.readouterr().err == f"asking the LiveKit server at {place} ...\n"


def test_one_that_answers_at_once_is_not_talked_about(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserMistake):
        check_server(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret"))

    assert capsys.readouterr().err == ""


def test_a_slash_at_the_end_is_no_path() -> None:
    assert server_of("oracle", HERE + "/", KEYS) == LiveKitAddress(HERE, "a-key", "a-secret")


@pytest.mark.parametrize("agent", ["LIVEKIT:Bot", "LiveKit:Bot"])
def test_a_name_in_capitals_gets_a_hint(agent: str) -> None:
    with pytest.raises(UserMistake, match=r"did you mean 'livekit:Bot'\?"):
        is_from_outside(agent)


@pytest.mark.parametrize(
    "options", [["--agent", "livekit"], ["--livekit-url", "ws://127.0.0.1:9"], ["--seeds", "x"]]
)
def test_a_mistake_is_found_before_anything_slow_is_imported(options: list[str]) -> None:
    script = (
        "import sys; from modylbench.cli.main import cli, run; "
        f"code = run(lambda: cli.main(['run', *{options!r}], standalone_mode=False)); "
        "print(code, *{'pydantic', 'yaml', 'scipy', 'numpy', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], env=KEYS, capture_output=True, text=True, check=True
    )

    assert done.stdout == "2\n"


def test_a_plan_knows_a_server_by_its_place() -> None:
    assert (
        place_of(LiveKitAddress("wss://name.livekit.cloud", "k", "s")) == "name.livekit.cloud:443"
    )
    assert place_of(LiveKitAddress(HERE, "k", "s")) == "127.0.0.1:7880"


def test_a_launched_command_does_not_get_what_opens_the_server() -> None:
    environment = KEYS | {"LIVEKIT_URL": HERE, "OPENAI_API_KEY": "theirs"}

    assert launch_environment(environment) == {"OPENAI_API_KEY": "theirs"}
