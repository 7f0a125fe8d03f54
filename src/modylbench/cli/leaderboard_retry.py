"""`modylbench leaderboard retry`."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.foundation.errors import UserMistake, quoted


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("submission")
@click.option("--database", default="", help="That of `serve`.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path("leaderboard"),
    show_default=True,
    help="That of `serve`.",
)
def command(submission: str, database: str, data: Path) -> int:
    """Have a SUBMISSION (its digest) checked once more that our own side failed to check."""
    from modylbench.leaderboard.store.store import opened

    with opened(database, data) as store:
        if not store.try_again(submission):
            message = f"found {quoted(submission)}, expected a submission in the state unchecked"
            raise UserMistake(message)
    click.echo(f"to be checked again: {submission}")
    return 0
