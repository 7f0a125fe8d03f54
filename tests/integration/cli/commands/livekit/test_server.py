"""A person's mistakes with a local LiveKit server are one line; doctor names them too."""

from pathlib import Path

import pytest

from modylbench.cli.commands.doctor import examine
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


@pytest.mark.parametrize(("command", "ends"), [("build", 3), ("up", 2), ("smoke", 2)])
def test_without_a_server_and_without_go_one_line_says_what_to_do(
    command: str,
    ends: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    monkeypatch.delenv("LIVEKIT_URL", raising=False)
    code, lines = told(capsys, "livekit", command)

    assert code == ends
    *before, line = lines.splitlines()
    assert "found no livekit-server on PATH and no Go 1.26 or newer; put a server on PATH" in line
    assert "--binary" not in line
    assert len(before) == (1 if command == "smoke" else 0)


def test_a_go_that_is_too_old_is_not_taken_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    go = tmp_path / "go"
    go.write_text("#!/bin/sh\necho go1.20\n")
    go.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    code, line = told(capsys, "livekit", "build")

    assert code == 2
    assert "is go1.20, not 1.26 or newer" in line


@pytest.mark.parametrize("words", [("livekit", "build"), ("run", "--no-screens", "--no-audio")])
def test_a_cache_that_cannot_be_written_is_a_mistake_that_names_the_variable(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    go = tmp_path / "go"
    go.write_text("#!/bin/sh\necho go1.26.1\n")
    go.chmod(0o755)
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "file" / "cache"))
    code, lines = told(capsys, *words)

    assert code == 2
    assert lines.splitlines()[-1].endswith("name another with MODYLBENCH_CACHE")
    assert "Not a directory" in lines


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


@pytest.mark.parametrize("go_says", [None, "go1.20"])
def test_doctor_names_go_where_a_server_is_missing(
    go_says: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if go_says:
        (tmp_path / "go").write_text(f"#!/bin/sh\necho {go_says}\n")
        (tmp_path / "go").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    parts = {part.name: part for part in examine()}

    assert not parts["livekit-server"].found
    assert "modylbench livekit build" in parts["livekit-server"].how_to_get
    assert not parts["go"].found
    assert not parts["go"].needed
    assert parts["livekit"].found
