"""Meetings held from Python: the same as `modylbench run`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from modylbench.api.background import without_loop
from modylbench.api.frames import check_library
from modylbench.api.results import Results
from modylbench.cli.holding import carry_out
from modylbench.cli.run_options import as_options, run_request
from modylbench.cli.run_request import check_request
from modylbench.foundation.errors import UserMistake
from modylbench.runs.run import runs_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

    from modylbench.cli.run_request import RunRequest


def hold(
    agent: str | type[Any],
    *,
    scenarios: str | Sequence[str] = "all",
    seeds: Iterable[int] | None = None,
    judges: str = "offline",
    output: str | PathLike[str] = "results",
    **options: Any,
) -> Results:
    """Hold meetings with an agent, judge and weigh them: what `modylbench run` does.

    `agent` is a name as `--agent` takes it, or a class in a file; without `seeds` it is held at
    seeds 0 to 2. A run that was interrupted goes on when the same call is made again; finished
    meetings are not held anew. `options` are any others of the command by their names:
    `no_audio=True`, `beats="1-2"`, `max_cost=5`.
    """
    check_library("pandas")
    asked: dict[str, object] = {
        "agent": agent if isinstance(agent, str) else _place_of(agent),
        "scenarios": scenarios if isinstance(scenarios, str) else ",".join(scenarios),
        "seeds": None if seeds is None else ",".join(map(str, seeds)),
        "judges": judges,
        "output": output,
    }
    outcome = without_loop(lambda: carry_out(check_request(_request(asked | options))))
    return Results(runs_in([outcome.folder]))


def _request(asked: dict[str, object]) -> RunRequest:
    """The request as the command makes it; what it does not take is a UserMistake."""
    try:
        return run_request(as_options(asked))
    except click.ClickException as error:
        raise UserMistake(error.format_message()) from error


def _place_of(agent: type[Any]) -> str:
    """Where a class stands, as `file.py:Class`: it runs in a process of its own."""
    module = sys.modules.get(agent.__module__)
    file = getattr(module, "__file__", None) or ""
    if getattr(module, agent.__qualname__, None) is not agent or not file.endswith(".py"):
        message = (
            f"found the class {agent.__qualname__}, which no file holds; expected one that another "
            "process can import: write it into a file and name it file.py:Class"
        )
        raise UserMistake(message)
    return f"{file}:{agent.__qualname__}"
