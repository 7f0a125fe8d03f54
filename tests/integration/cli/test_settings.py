"""Settings are found without importing commands that nobody named."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest
from typing_extensions import override

from modylbench.cli.settings import defaults
from modylbench.foundation.errors import UserMistake


@click.command()
@click.option("--k", type=int)
def run() -> None: ...


@click.command()
@click.option("--seed", type=int)
def show() -> None: ...


class Watched(click.Group):
    """A group that remembers which of its commands were loaded."""

    def __init__(self, commands: Mapping[str, click.Command]) -> None:
        super().__init__(commands=dict(commands))
        self.loaded: list[str] = []

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        self.loaded.append(cmd_name)
        return super().get_command(ctx, cmd_name)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.chdir(tmp_path)
    return Watched({"run": run, "running": run, "scenarios": Watched({"show": show, "list": show})})


@pytest.mark.parametrize(
    ("file", "variables", "found", "loaded"),
    [
        ("", {}, {}, []),
        ("[run]\nk = 2\n", {}, {"run": {"k": 2}}, ["run"]),
        ("", {"MODYLBENCH_RUN_K": "2"}, {"run": {"k": "2"}}, ["run"]),
        ("", {"MODYLBENCH_RUNNING_K": "2"}, {"running": {"k": "2"}}, ["running"]),
        (
            "[run]\nk = 2\n",
            {"MODYLBENCH_SCENARIOS_SHOW_SEED": "4"},
            {"run": {"k": 2}, "scenarios": {"show": {"seed": "4"}}},
            ["run", "scenarios"],
        ),
    ],
)
def test_only_commands_that_are_named_are_loaded(
    cli: Watched, file: str, variables: dict[str, str], found: dict[str, Any], loaded: list[str]
) -> None:
    Path("modylbench.toml").write_text(file, encoding="utf-8")

    assert defaults(cli, variables) == found
    assert cli.loaded == loaded


def test_a_name_that_is_none_is_held_against_all_that_there_are(cli: Watched) -> None:
    with pytest.raises(UserMistake, match="did you mean 'MODYLBENCH_SCENARIOS_LIST_SEED'"):
        defaults(cli, {"MODYLBENCH_SCENARIO_LIST_SEED": "1"})
    Path("modylbench.toml").write_text("[scenario.list]\nseed = 1\n", encoding="utf-8")
    with pytest.raises(UserMistake, match=r"did you mean 'scenarios\.list\.seed'"):
        defaults(cli, {})
