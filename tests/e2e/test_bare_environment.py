"""Where only the core is installed, every command says in one line what to install."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from modylbench.cli.main import cli

ROOT = Path(__file__).parents[2]
RUNNER = ROOT / "tests" / "staging" / "processes" / "bare_commands.py"
RUN = "results"
HELD = ("--scenarios", "financial_analyst", "--seeds", "0", "--no-audio", "--beats", "1-2")
SERVER = ("--livekit-url", "ws://127.0.0.1:9")
STREAM: list[dict[str, object]] = [
    {"createSurface": {"surfaceId": "s", "catalogId": "urn:modylbench:a2ui:catalog:1"}},
    {
        "updateComponents": {
            "surfaceId": "s",
            "components": [{"id": "root", "component": "Text", "text": "Revenue is $50M"}],
        }
    },
]
NOTE = {"id": "note", "kind": "document", "title": "Note", "sections": []}
COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("run", "--agent", "oracle", *HELD), ""),
    (("run", "--agent", "chat:gpt-5.2", *HELD), "models"),
    (("run", "--agent", "llm:openai:gpt-5.2", *HELD), "models"),
    (("run", "--agent", "oracle", *HELD, "--judges", "openai:gpt-5.2"), "models"),
    (("run", "--agent", "oracle", "--seeds", "0", *SERVER), "livekit"),
    (("a2ui", "catalog"), ""),
    (("a2ui", "render", "stream.json"), ""),
    (("analyze", RUN, "--output", "analysis"), ""),
    (("calibrate", "judges", "--seeds", "0", "--defects", "low_contrast"), "screens"),
    (("calibrate", "locator", "--locator", "openai:gpt-5.2"), "models"),
    (("calibrate", "norms", "--rttm", "no/such/folder"), ""),
    (("calibrate", "human-baseline", "--rttm", "no/such/folder"), ""),
    (("compare", RUN, RUN), ""),
    (("dataset", "build", "data"), "dataset"),
    (("dataset", "check", "data"), ""),
    (("doctor",), ""),
    (("evaluate", RUN), ""),
    (("evaluate", RUN, "--judges", "openai:gpt-5.2"), "models"),
    (("evaluate", RUN, "--judges", "default", "--dry-run"), ""),
    (("leaderboard", "build", "site", "--from", "note.json"), "leaderboard"),
    (("leaderboard", "challenge", "http://127.0.0.1:9", "-o", "c.json"), ""),
    (("leaderboard", "retry", "0" * 64, "--data", "."), "leaderboard"),
    (("leaderboard", "serve", "--port", "0"), "leaderboard"),
    (("leaderboard", "token", "a@b.example", "--data", "."), "leaderboard"),
    (("leaderboard", "submit", "http://127.0.0.1:9", "note.json"), ""),
    (("leaderboard", "verify", "note.json", "--key", "ed25519:x"), ""),
    (("leaderboard", "withdraw", "0" * 64, "--reason", "x", "--data", "."), "leaderboard"),
    (("livekit", "build"), ""),
    (("livekit", "smoke", *SERVER), "livekit"),
    (("livekit", "up", "--binary", "no/such/server"), ""),
    (("mutations", "--scenario", "financial_analyst", "note.json", "--log", "log.json"), ""),
    (("mutations", "--scenario", "financial_analyst", "--rows", "rows.parquet"), "dataset"),
    (("pin", f"{RUN}/financial_analyst/seed-0"), ""),
    (("pins", "run", "no/pins"), ""),
    (("recording", "show", RUN), ""),
    (("recording", "verify", RUN), ""),
    (("redteam", "--seeds", "0", "--screens"), "screens"),
    (("replay", "log.json"), ""),
    (("report", RUN), ""),
    (("responses", "template", "-o", "answers.jsonl"), ""),
    (("responses", "check", "answers.jsonl"), ""),
    (("responses", "export", RUN, "-o", "exported.jsonl"), ""),
    (("responses", "import", "exported.jsonl", "--output", "imported"), ""),
    (("scenarios", "list"), ""),
    (("scenarios", "show", "financial_analyst"), ""),
    (("scenarios", "check", "--scenarios", "financial_analyst", "--seeds", "0", "--jobs", "1"), ""),
    (("scenarios", "schema"), ""),
    (("scenarios", "new", "bakery"), ""),
    (("scenarios", "vary", "financial_analyst", "--secret", "note.json"), ""),
    (("score", RUN), ""),
    (("submission", "pack", RUN), ""),
    (("submission", "check", "note.json"), ""),
    (("submission", "declare", RUN, "--agent-version", "1"), ""),
    (("submission", "verify-challenge", "note.json"), ""),
    (("view", "."), "view"),
    (("verify", "--scenario", "financial_analyst", "note.json"), ""),
)


class Outcome(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, (*path, name))


def core_distributions() -> set[str]:
    """What `pip install modylbench` brings, by pyproject.toml and what is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(line) for line in project["dependencies"]]
    found = {"modylbench"}
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        found.add(name)
        try:
            lines = requires(name) or []
        except PackageNotFoundError:  # of another platform
            continue
        below = [Requirement(line) for line in lines]
        extras = [*wanted.extras, ""]
        waiting += [
            each
            for each in below
            if each.marker is None or any(each.marker.evaluate({"extra": x}) for x in extras)
        ]
    return found


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Outcome]:
    folder = tmp_path_factory.mktemp("bare")
    core = core_distributions()
    absent = sorted(
        module
        for module, owners in packages_distributions().items()
        if not core & {canonicalize_name(owner) for owner in owners}
    )
    assert "playwright" in absent
    stream = [{"version": "v0.9", **message} for message in STREAM]
    (folder / "stream.json").write_text(json.dumps(stream), encoding="utf-8")
    (folder / "note.json").write_text(json.dumps(NOTE), encoding="utf-8")
    (folder / "programs").mkdir()
    asked = {"absent": absent, "commands": [words for words, _ in COMMANDS]}
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(RUNNER)],
        input=json.dumps(asked),
        cwd=folder,
        env={
            "PATH": str(folder / "programs"),
            "HOME": str(folder),
            "MODYLBENCH_CACHE": str(folder / "cache"),
            "LIVEKIT_API_KEY": "key",
            "LIVEKIT_API_SECRET": "secret",
            "OPENAI_API_KEY": "key",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(COMMANDS), done.stderr
    return {
        words: Outcome(**json.loads(line)) for (words, _), line in zip(COMMANDS, lines, strict=True)
    }


def test_every_command_is_tried() -> None:
    tried = {words for words, _ in COMMANDS}
    missing = [leaf for leaf in leaves(cli) if not any(w[: len(leaf)] == leaf for w in tried)]

    assert missing == []


@pytest.mark.parametrize(
    ("words", "extra"),
    COMMANDS,
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:60],
)
def test_a_command_ends_without_a_traceback_and_says_which_extra_it_needs(
    words: tuple[str, ...], extra: str, outcomes: dict[tuple[str, ...], Outcome]
) -> None:
    outcome = outcomes[words]

    assert outcome.code in {0, 1, 2, 3}, outcome.err
    assert outcome.code != 3 or words == ("livekit", "build")
    assert "Traceback" not in outcome.err
    if extra:
        assert outcome.code == 2
        *_, line = outcome.err.splitlines()
        assert line.startswith("modylbench: ")
        assert f"pip install 'modylbench[{extra}]'" in line
        assert outcome.out == ""


def test_what_can_go_on_without_an_extra_says_what_it_lacks(
    outcomes: dict[tuple[str, ...], Outcome],
) -> None:
    held = outcomes[COMMANDS[0][0]]
    rendered = outcomes["a2ui", "render", "stream.json"]
    analysed = outcomes["analyze", RUN, "--output", "analysis"]

    assert "without screens: " in held.err
    assert "pip install 'modylbench[screens]'" in held.err
    assert "pip install 'modylbench[screens]'" in rendered.out
    assert "pip install 'modylbench[plots]'" in analysed.err
    assert "pip install 'modylbench[leaderboard]'" in outcomes["doctor",].out
