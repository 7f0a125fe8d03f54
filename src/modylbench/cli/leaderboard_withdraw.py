"""`modylbench leaderboard withdraw`."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.foundation.errors import UserMistake, quoted


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("submission")
@click.option("--reason", required=True, help="Why, in a line that everybody can read.")
@click.option("--database", default="", help="That of `serve`.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path("leaderboard"),
    show_default=True,
    help="That of `serve`.",
)
def command(submission: str, reason: str, database: str, data: Path) -> int:
    """Take a SUBMISSION (its digest) off a leaderboard for good and delete its files.

    Its digest and the reason stay, so that the same file does not come back. The server may run
    meanwhile.
    """
    from modylbench.leaderboard.store.store import opened

    with opened(database, data) as store:
        if not store.withdraw(submission, reason):
            message = f"found {quoted(submission)}, expected a submission that is still there"
            raise UserMistake(message)
    click.echo(f"withdrawn: {submission}")
    return 0
