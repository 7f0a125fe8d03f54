"""The request that `modylbench run` makes of its options, for whoever asks without a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.cli.arguments import as_record
from modylbench.cli.commands import run
from modylbench.cli.main import cli
from modylbench.cli.run_request import RunRequest
from modylbench.cli.settings import defaults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_request(options: Sequence[str]) -> RunRequest:
    """What the command would be asked with these options, its settings file and variables."""
    settings: Mapping[str, Any] = defaults(cli).get("run", {})
    context = run.command.make_context("run", list(options), default_map=dict(settings))
    return as_record(RunRequest, context.params)


def as_options(values: Mapping[str, object]) -> list[str]:
    """Values by the names of options, as they would be written on the command line.

    >>> as_options({"max_cost": 2.5, "no_audio": True, "no_screens": False, "cell": "off"})
    ['--max-cost=2.5', '--no-audio', '--cell=off']
    """
    written = {f"--{name.replace('_', '-')}": value for name, value in values.items()}
    return [
        name if value is True else f"{name}={value}"
        for name, value in written.items()
        if value is not False and value is not None
    ]
