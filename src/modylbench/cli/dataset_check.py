"""`modylbench dataset check`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def command(folder: Path) -> int:
    """Compare the data set in DIR with what this version of the benchmark says.

    Scenarios, rubrics and scoring must be equal to their sources, and everything of the features
    that are declared. Exit code 1 where something is not.
    """
    from modylbench.publishing.dataset.check import problems
    from modylbench.recording.following import plain

    found = problems(folder)
    for line in found:
        click.echo(plain(line))
    click.echo(f"{len(found)} problems" if found else "equal to its sources")
    return 1 if found else 0
