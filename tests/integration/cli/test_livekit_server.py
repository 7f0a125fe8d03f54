"""A LiveKit server that does not answer is a mistake, told soon and in one line."""

import socket
import subprocess
import sys

import pytest

from modylbench.cli.livekit_server import check_server
from modylbench.foundation.errors import UserMistake
from modylbench.providers.addresses import LiveKitAddress

KEYS = {"LIVEKIT_API_KEY": "a-key", "LIVEKIT_API_SECRET": "a-secret"}


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


def test_a_server_that_does_not_answer_is_a_mistake() -> None:
    with pytest.raises(UserMistake, match=r"found no LiveKit server at 127\.0\.0\.1:9"):
        check_server(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret"))


def test_one_that_answers_at_once_is_not_talked_about(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserMistake):
        check_server(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret"))

    assert capsys.readouterr().err == ""
