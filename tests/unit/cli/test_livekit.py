"""Are a person's mistakes with a local LiveKit server one line, and what does doctor say of it?"""

from pathlib import Path

import pytest

from modylbench.cli.doctor import examined
from modylbench.cli.main import cli, run


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(lambda: cli.main(list(words), standalone_mode=False))
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--bind", "0.0.0.0"), "expected one IPv4 address of this machine"),  # noqa: S104
        (("--bind", "198.51.100.1"), "in use or not of this machine"),
        (("--port", "80"), "1024<=x<=65533"),
        (("--binary", "no/such/server"), "found no file at 'no/such/server'"),
    ],
)
def test_a_mistake_is_one_line(
    options: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = () if "--port" in options else ("--port", "28123")
    code, line = told(capsys, "livekit", "up", *port, *options)

    assert code == 2
    assert says in line
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize("command", ["build", "up"])
def test_without_a_server_and_without_go_one_line_says_what_to_do(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    code, line = told(capsys, "livekit", command)

    assert code == 2
    assert "found no livekit-server on PATH and no Go 1.26 or newer" in line
    assert len(line.splitlines()) == 1


def test_a_build_that_fails_is_one_line_and_not_the_persons_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    go = tmp_path / "go"
    go.write_text('#!/bin/sh\n[ "$1" = env ] && echo go1.26.1 && exit\necho no line >&2\nexit 1\n')
    go.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    code, lines = told(capsys, "livekit", "build")

    assert code == 1
    assert lines.splitlines()[-1].endswith("Go could not build livekit-server 1.13.5: no line")


def test_doctor_names_go_where_a_server_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    parts = {part.name: part for part in examined()}

    assert not parts["livekit-server"].found
    assert "modylbench livekit build" in parts["livekit-server"].how_to_get
    assert not parts["go"].found
    assert not parts["go"].needed
    assert parts["livekit"].found
