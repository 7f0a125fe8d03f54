"""The `modylbench` command: options, wiring and printing; the work is done elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from typing_extensions import override

from modylbench import __version__
from modylbench.cli.settings import defaults
from modylbench.foundation.errors import ModylBenchError, UnknownName, UserMistake, one_line
from modylbench.foundation.extras import missing_extra
from modylbench.foundation.garbage import collect_garbage_seldom

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    BelowEntry = tuple[str | click.Command, str]

EXIT_FAILED = 1
EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command only when it is used, so that help comes at once.

    `below` has for each command its module in cli/commands, with a colon and a name where it is not
    that module's `command`, or the command itself; and its line in the help.
    """

    def __init__(self, *arguments: Any, below: Mapping[str, BelowEntry], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._below = below

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return sorted(self._below)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        where = self._below[cmd_name][0] if cmd_name in self._below else None
        if not isinstance(where, str):
            return where
        from importlib import import_module

        module, _, name = where.partition(":")
        found = import_module(f"modylbench.cli.commands.{module}")
        command: click.Command = getattr(found, name or "command")
        return command

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command with what is left for it; who gives an option twice is told so."""
        if args and args[0] not in self._below and not args[0].startswith("-"):
            raise click.UsageError(str(UnknownName("command", args[0], self._below)), ctx)
        name, command, left = super().resolve_command(ctx, args)
        if command is not None:
            _refuse_repeats(ctx, command, left)
        return name, command, left

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._below[name][1]) for name in sorted(self._below)])


def _refuse_repeats(ctx: click.Context, command: click.Command, arguments: list[str]) -> None:
    """Refuse a second value where there can be one: the first would be lost without a word."""
    if isinstance(command, click.Group):
        below = command.get_command(ctx, arguments[0]) if arguments else None
        if below is not None:
            _refuse_repeats(ctx, below, arguments[1:])
        return
    single = {
        name: option.opts[0]
        for option in command.params
        if isinstance(option, click.Option)
        and not (option.multiple or option.count or option.is_flag)
        for name in option.opts
    }
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    given = [single.get(argument.partition("=")[0]) for argument in options]
    for name in given:
        if name is not None and given.count(name) > 1:
            message = f"found {name} more than once, expected it once; several values go into one, "
            raise click.UsageError(message + "with commas between, where there may be several", ctx)


LEADERBOARD = {
    "build": ("leaderboard.build", "Write a leaderboard as files, for any host."),
    "challenge": ("leaderboard.submitting:challenge", "Ask a leaderboard for seeds."),
    "retry": ("leaderboard.upkeep:retry", "Check once more what could not be checked."),
    "serve": ("leaderboard.serve", "Serve a leaderboard."),
    "submit": ("leaderboard.submitting:submit", "Send a submission; wait for the verdict."),
    "token": ("leaderboard.upkeep:token", "Confirm whom somebody is reached by."),
    "verify": ("leaderboard.submitting:verify", "Check a leaderboard's signed verdict."),
    "withdraw": ("leaderboard.upkeep:withdraw", "Take a submission down for good."),
}
LIVEKIT = {
    "build": ("livekit.server:build", "Build a LiveKit server, where there is none yet."),
    "smoke": ("livekit.smoke", "Hold a short meeting on a LiveKit server."),
    "up": ("livekit.server:up", "Run a local LiveKit server for development."),
}


@click.group(cls=LazyGroup, below=LEADERBOARD)
def leaderboard() -> None:
    """Serve a leaderboard or build a static one; submit to one. See docs/leaderboard.md."""


@click.group(cls=LazyGroup, below=LIVEKIT)
def livekit() -> None:
    """Run a local LiveKit server; try an agent on it. See docs/livekit.md."""


@click.group(cls=LazyGroup, below={"run": ("pin:run_pins", "Hold all pins of a folder again.")})
def pins() -> None:
    """Findings that were pinned (`modylbench pin`). See docs/pytest.md."""


COMMANDS: dict[str, BelowEntry] = {
    "a2ui": ("a2ui", "Our A2UI catalog; what the harness sees in a stream."),
    "analyze": ("analyze", "What do runs show beyond their scores? Plots and CSV."),
    "calibrate": ("calibrate", "How well do judges see defects that were planted?"),
    "compare": ("compare", "Agents or versions side by side; regressions first."),
    "dataset": ("dataset", "Write the benchmark as a data set of Parquet files."),
    "doctor": ("doctor", "What is installed, what is missing, and how to get it."),
    "evaluate": ("evaluate", "Judge meetings that were held, and weigh them."),
    "leaderboard": (leaderboard, "Serve a leaderboard, or build a static one."),
    "livekit": (livekit, "A local LiveKit server; a short meeting on it."),
    "mutations": ("mutations", "How work products came about, edit by edit."),
    "pin": ("pin", "Make a finding a test that stays red until it is gone."),
    "pins": (pins, "Hold the findings again that were pinned."),
    "recording": ("recording", "Follow a meeting that was held; check its files."),
    "redteam": ("redteam", "Which layer stops which attack on the score?"),
    "replay": ("replay", "The work products that a log of Yjs updates leads to."),
    "report": ("report", "A run as a page to look at, and as Markdown."),
    "responses": ("responses", "Score answers that were given elsewhere (JSONL)."),
    "run": ("run", "Hold meetings with an agent, judge and weigh them."),
    "scenarios": ("scenarios", "List, show, check and write scenarios."),
    "score": ("score", "Weigh evaluations again, by other rules if you like."),
    "submission": ("submission", "Pack a run for the leaderboard; check one."),
    "verify": ("verify", "Check finished work products against a scenario."),
}


@click.group(
    cls=LazyGroup, below=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="modylbench")
def cli() -> None:
    """ModylBench evaluates AI agents that take part in professional meetings.

    Options may also stand in ./modylbench.toml (a table per command, e.g. [scenarios.check]) or in
    the environment (MODYLBENCH_SCENARIOS_CHECK_SEEDS=0-9).
    """


def main() -> None:
    """Run the command; a person's mistake is one line and exit code 2."""
    collect_garbage_seldom()
    sys.exit(run(lambda: cli.main(standalone_mode=False, default_map=defaults(cli))))


def run(command: Callable[[], object]) -> int:
    """The exit code of a command."""
    try:
        result = command()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _fail("interrupted", EXIT_INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except (ModylBenchError, click.ClickException, ModuleNotFoundError) as error:
        told = missing_extra(error) if isinstance(error, ModuleNotFoundError) else error
        if told is None:
            raise
        is_ours = isinstance(told, ModylBenchError) and not isinstance(told, UserMistake)
        return _fail(_message(told), EXIT_FAILED if is_ours else EXIT_MISTAKE)
    except OSError as error:
        return _fail_writing(error)
    return result if isinstance(result, int) else 0


def _fail(message: str, code: int) -> int:
    click.echo(f"modylbench: {one_line(message)}", err=True)
    return code


def _fail_writing(error: OSError) -> int:
    """A full disk or the like is an error; `modylbench ... | head`, which read enough, is not."""
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        return 0
    return _fail(str(error), EXIT_FAILED)


def _message(error: Exception) -> str:
    if isinstance(error, click.UsageError) and error.ctx:
        return f"{error.format_message()} (see `{error.ctx.command_path} --help`)"
    return error.format_message() if isinstance(error, click.ClickException) else str(error)
