"""The page of commands and their options, made from the click tree itself."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import click

from modylbench.cli.main import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_MISTAKE, cli
from modylbench.cli.settings import PREFIX
from modylbench.foundation.event_loop import EXIT_TERMINATED

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = f"""# Commands

Made from the code when the site is built. Every option may also stand in `modylbench.toml`, in a
table named after the command (`[scenarios.check]`, `seeds = "0-9"`), or in the environment, named
after command and option (`{PREFIX}SCENARIOS_CHECK_SEEDS=0-9`). The command line wins over the
environment, the environment over the file.

| exit code | says |
|---|---|
| 0 | good |
| {EXIT_FAILED} | something checked is not good, or could not be done; each command says what |
| {EXIT_MISTAKE} | a mistake in what was given: one line says what was found, what was expected and what to do |
| {EXIT_INTERRUPTED} | interrupted (Ctrl-C) |
| {EXIT_TERMINATED} | told to end (SIGTERM) |
"""  # noqa: E501 - a row of a table is one line


def page() -> str:
    """All commands with their options, as Markdown."""
    sections = (_section(path, command) for path, command in tree(cli))
    return "\n".join([HEAD, *sections])


def tree(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below a group, groups too, by the words that lead to it."""
    context = click.Context(group, info_name=group.name)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from tree(command, (*path, name))


def _section(path: tuple[str, ...], command: click.Command) -> str:
    name = " ".join(("modylbench", *path))
    parts = [f"{'#' * (len(path) + 1)} {name}", _usage(name, command), _prose(command.help or "")]
    rows = [_row(param) for param in command.params if isinstance(param, click.Option)]
    if rows:
        head = "| option | means | default |\n|---|---|---|"
        parts.append("\n".join([head, *rows]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _usage(name: str, command: click.Command) -> str:
    words = command.collect_usage_pieces(click.Context(command, info_name=name))
    return f"```text\n{' '.join([name, *words])}\n```"


def _prose(text: str) -> str:
    r"""The help as Markdown: what click sets verbatim (after \b) is a block of its own."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        f"```text\n{paragraph.removeprefix(chr(8)).strip(chr(10))}\n```"
        if paragraph.startswith("\b")
        else _escaped(paragraph)
        for paragraph in paragraphs
    )


def _row(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])
    kind = "" if option.is_flag else f" `{_kind(option)}`"
    cells = (names + kind, _escaped(option.help or ""), _default(option))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _default(option: click.Option) -> str:
    if option.required:
        return "must be given"
    default = option.to_info_dict()["default"]
    if default is None or default is False or default in ("", ()):
        return ""
    return f"`{default}`"


def _kind(option: click.Option) -> str:
    """What is to be given, as click writes it, with the bounds of a number."""
    kind = option.make_metavar(click.Context(click.Command(None)))
    if isinstance(option.type, click.IntRange | click.FloatRange):
        low, high = option.type.min, option.type.max
        kind = (
            kind.removesuffix(" RANGE")
            + f" {'' if low is None else low}..{'' if high is None else high}"
        )
    return kind


def _escaped(text: str) -> str:
    """Words such as <a2ui-json> are words, not tags; what stands in back quotes stays."""
    pieces = text.split("`")
    pieces[::2] = [
        piece.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_") for piece in pieces[::2]
    ]
    return "`".join(pieces)
