"""`modylbench responses check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.recording.following import plain

if TYPE_CHECKING:
    from modylbench.agents.recorded.answers import Mistake
    from modylbench.agents.recorded.check import Checked

EXIT_COSTLY = 1
EXIT_MISTAKE = 2


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> int:
    """List every mistake in a file of answers, with its line and its place.

    Exit code 2 where an error keeps the file from being imported; 1 where it can be, and something
    in it (a turn without an answer, a message that is refused) will cost the agent points.
    """
    from modylbench.agents.recorded.check import checked

    found = checked(file)
    for mistake in found.mistakes:
        click.echo(mistake_line(mistake))
    click.echo(_summary(found))
    if not found.is_playable:
        return EXIT_MISTAKE
    return EXIT_COSTLY if found.mistakes else 0


def mistake_line(mistake: Mistake) -> str:
    """One mistake for people."""
    kind = "error" if mistake.is_error else "warning"
    place = f" {mistake.place}:" if mistake.place else ""
    return plain(f"{kind}: line {mistake.line}:{place} {mistake.problem}")


def _summary(found: Checked) -> str:
    errors = sum(mistake.is_error for mistake in found.mistakes)
    warnings = len(found.mistakes) - errors
    counts = f"{errors} errors, {warnings} warnings"
    return f"{len(found.meetings)} meetings can be read; {counts}"
