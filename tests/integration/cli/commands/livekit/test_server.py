"""A person's mistakes with a local LiveKit server are one line; doctor names them too."""

from pathlib import Path

import pytest
from tests.staging.commands import run_command

from modylbench.cli.commands.doctor import examine


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is on PATH, and the cache too."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))
    monkeypatch.delenv("LIVEKIT_URL", raising=False)
    return tmp_path


def install_go(folder: Path, script: str) -> None:
    go = folder / "go"
    go.write_text(f"#!/bin/sh\n{script}\n")
    go.chmod(0o755)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--bind", "0.0.0.0"), "expected one IPv4 address of this machine"),  # noqa: S104
        (("--bind", "198.51.100.1"), "in use or not of this machine"),
        (("--port", "80"), "1024<=x<=65533"),
        (("--binary", "no/such/server"), "found no file at 'no/such/server'"),
    ],
)
def test_a_mistake_is_one_line(options: tuple[str, ...], says: str) -> None:
    port = () if "--port" in options else ("--port", "28123")
    line = run_command("livekit", "up", *port, *options, code=2).stderr

    assert says in line
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize(("command", "ends"), [("build", 3), ("up", 2), ("smoke", 2)])
@pytest.mark.usefixtures("bare")
def test_without_a_server_and_without_go_one_line_says_what_to_do(command: str, ends: int) -> None:
    *before, line = run_command("livekit", command, code=ends).stderr.splitlines()

    assert "found no livekit-server on PATH and no Go 1.26 or newer; put a server on PATH" in line
    assert "--binary" not in line
    assert len(before) == (1 if command == "smoke" else 0)


def test_a_go_that_is_too_old_is_not_taken_for_none(bare: Path) -> None:
    install_go(bare, "echo go1.20")

    line = run_command("livekit", "build", code=2).stderr

    assert "is go1.20, not 1.26 or newer" in line


@pytest.mark.parametrize("words", [("livekit", "build"), ("run", "--no-screens", "--no-audio")])
def test_a_cache_that_cannot_be_written_is_a_mistake_that_names_the_variable(
    words: tuple[str, ...], bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_go(bare, "echo go1.26.1")
    (bare / "file").write_text("")
    monkeypatch.chdir(bare)
    monkeypatch.setenv("MODYLBENCH_CACHE", str(bare / "file" / "cache"))

    lines = run_command(*words, code=2).stderr

    assert lines.splitlines()[-1].endswith("name another with MODYLBENCH_CACHE")
    assert "Not a directory" in lines


def test_a_build_that_fails_is_one_line_and_not_the_persons_mistake(bare: Path) -> None:
    install_go(bare, '[ "$1" = env ] && echo go1.26.1 && exit\necho no line >&2\nexit 1')

    lines = run_command("livekit", "build", code=1).stderr

    assert lines.splitlines()[-1].endswith("Go could not build livekit-server 1.13.5: no line")


@pytest.mark.parametrize("go_says", [None, "go1.20"])
def test_doctor_names_go_where_a_server_is_missing(go_says: str | None, bare: Path) -> None:
    if go_says:
        install_go(bare, f"echo {go_says}")
    parts = {part.name: part for part in examine()}

    assert not parts["livekit-server"].found
    assert "modylbench livekit build" in parts["livekit-server"].how_to_get
    assert not parts["go"].found
    assert not parts["go"].needed
    assert parts["livekit"].found
