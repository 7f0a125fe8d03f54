"""The server that is run is the given one, one built before, one on PATH, or built once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.livekit.binary import (
    SERVER_VERSION,
    BuildFailure,
    GoMissing,
    GoUnusable,
    NoServer,
    build,
    built_path,
    server_binary,
    usable_go,
)


def program(place: Path, script: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    place.chmod(0o755)
    return place


def server(place: Path, version: str = SERVER_VERSION) -> Path:
    return program(place, f"echo livekit-server version {version}")


def go(folder: Path, *, version: str = "go1.26.8", install: str = "exit 1") -> str:
    """A PATH with nothing but a Go that does as told."""
    asked = f'if [ "$1" = env ]; then echo {version}; exit; fi'
    program(folder / "path" / "go", f"PATH=/usr/bin:/bin\n{asked}\n{install}")
    return str(folder / "path")


BUILDS = 'echo "$@" "GOFLAGS=$GOFLAGS" >>"{log}"; sleep 0.3; echo made >"$GOBIN/server"'


def test_a_given_server_comes_first(tmp_path: Path) -> None:
    given = server(tmp_path / "given")
    server(built_path(tmp_path / "cache"))

    assert server_binary(given, tmp_path / "cache") == given


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("echo livekit-server version 1.4.2", "found version 1.4.2 at"),
        ("echo something else", "found a program that says no version of it"),
        (None, "found no file at"),
    ],
)
def test_a_given_program_that_is_no_such_server_is_a_mistake(
    script: str | None, says: str, tmp_path: Path
) -> None:
    given = program(tmp_path / "given", script) if script else tmp_path / "given"

    with pytest.raises(UserMistake, match=says):
        server_binary(given, tmp_path / "cache")


def test_a_given_file_that_cannot_be_run_is_a_mistake(tmp_path: Path) -> None:
    given = server(tmp_path / "given")
    given.chmod(0o644)

    with pytest.raises(UserMistake, match="a file that cannot be run"):
        server_binary(given, tmp_path / "cache")


def test_one_that_was_built_before_is_taken_and_nothing_is_built(tmp_path: Path) -> None:
    built = server(built_path(tmp_path))
    server(tmp_path / "path" / "livekit-server")

    assert server_binary(None, tmp_path, path=go(tmp_path)) == built


def test_one_on_path_is_taken_before_one_is_built(tmp_path: Path) -> None:
    place = server(tmp_path / "path" / "livekit-server")

    assert server_binary(None, tmp_path / "cache", path=go(tmp_path)) == place


def test_an_old_one_on_path_is_left_alone(tmp_path: Path) -> None:
    server(tmp_path / "path" / "livekit-server", "1.2.0")
    path = go(tmp_path, install=BUILDS.format(log=tmp_path / "log"))

    assert server_binary(None, tmp_path / "cache", path=path) == built_path(tmp_path / "cache")


def test_without_a_server_and_without_go_a_person_is_told_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoServer, match=r"no Go 1\.26 or newer; put a server on PATH"):
        server_binary(None, tmp_path, path=str(tmp_path))


@pytest.mark.parametrize("version", ["go1.25.9", "devel", ""])
def test_a_go_that_is_too_old_is_named(version: str, tmp_path: Path) -> None:
    with pytest.raises(GoUnusable, match=r"not 1\.26 or newer"):
        usable_go(go(tmp_path, version=version))


def test_no_go_at_all_is_another_matter(tmp_path: Path) -> None:
    with pytest.raises(GoMissing, match=r"no Go 1\.26 or newer"):
        usable_go(str(tmp_path))


def test_a_build_says_how_long_it_has_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modylbench.providers.livekit.binary.NEWS_S", 0.1)
    told: list[str] = []
    path = go(tmp_path, install=BUILDS.format(log=tmp_path / "log"))
    build(tmp_path / "cache", path=path, tell=told.append)

    assert "still building, 0 s by now" in told[1:]


def test_a_build_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modylbench.providers.livekit.binary.NEWS_S", 0.05)
    monkeypatch.setattr("modylbench.providers.livekit.binary.BUILD_S", 0.2)

    with pytest.raises(BuildFailure, match="not done after"):
        build(tmp_path / "cache", path=go(tmp_path, install="exec sleep 60"))


@pytest.mark.parametrize("version", ["go1.26", "go1.27.1", "go2.0"])
def test_a_go_that_is_new_enough_is_used(version: str, tmp_path: Path) -> None:
    assert usable_go(go(tmp_path, version=version)) == tmp_path / "path" / "go"


def test_the_version_is_pinned_and_settings_of_the_shell_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOFLAGS", "-mod=vendor")
    told: list[str] = []
    path = go(tmp_path, install=BUILDS.format(log=tmp_path / "log"))
    build(tmp_path / "cache", path=path, tell=told.append)
    command = (tmp_path / "log").read_text(encoding="utf-8")

    assert command.startswith("install ")
    assert f"github.com/livekit/livekit-server/cmd/server@v{SERVER_VERSION} " in command
    assert command.endswith("GOFLAGS=\n")
    assert len(told) == 1
    assert "a few minutes" in told[0]


def test_two_who_want_one_at_once_build_it_once(tmp_path: Path) -> None:
    path = go(tmp_path, install=BUILDS.format(log=tmp_path / "log"))
    with ThreadPoolExecutor() as both:
        places = list(both.map(lambda _: build(tmp_path / "cache", path=path), range(2)))

    assert places == [built_path(tmp_path / "cache")] * 2
    assert len((tmp_path / "log").read_text(encoding="utf-8").splitlines()) == 1


def test_a_build_that_fails_leaves_nothing_and_says_why_in_one_line(tmp_path: Path) -> None:
    fails = 'echo half >"$GOBIN/other"; echo "no such module" >&2; echo "at all" >&2; exit 1'

    with pytest.raises(BuildFailure, match=r"could not build .*: no such module at all"):
        build(tmp_path / "cache", path=go(tmp_path, install=fails))
    left = [file.name for file in built_path(tmp_path / "cache").parent.iterdir()]
    assert left == [f"livekit-server-{SERVER_VERSION}.lock"]
