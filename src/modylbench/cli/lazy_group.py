"""A group of commands that are imported only when they are used, so that help comes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS = "modylbench.cli.commands"


class LazyGroup(click.Group):
    """A group that imports a command only when it is used.

    `below` names each command's module in cli/commands, with a colon and a name where it is not
    that module's `command`, and its line in the help.
    """

    def __init__(
        self, *arguments: Any, below: Mapping[str, tuple[str, str]], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._below = below

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return sorted(self._below)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in self._below:
            return None
        from importlib import import_module

        module, _, name = self._below[cmd_name][0].partition(":")
        found = import_module(f"{COMMANDS}.{module}")
        command: click.Command = getattr(found, name or "command")
        return command

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._below[name][1]) for name in sorted(self._below)])
