"""How does a command start fast that has many others below it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """A group that imports a command only when it is used.

    `below` names each command's module, whose `command` it is, and its line in the help.
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

        command: click.Command = import_module(self._below[cmd_name][0]).command
        return command

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._below[name][1]) for name in sorted(self._below)])
