"""What an operator does about one submission: check it again, or take it down."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.cli.commands.leaderboard.operator import SIGNING_KEY, key_in
from modylbench.foundation.errors import UserMistake, short_repr

DATABASE = click.option("--database", default="", help="That of `serve`.")
DATA = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path("leaderboard"),
    show_default=True,
    help="That of `serve`.",
)


@click.command()
@click.argument("submission")
@DATABASE
@DATA
def retry(submission: str, database: str, data: Path) -> int:
    """Have a SUBMISSION (its digest) checked once more that our own side failed to check."""
    from modylbench.leaderboard.store.store import open_store

    with open_store(database, data) as store:
        if not store.try_again(submission):
            message = (
                f"found {short_repr(submission)}, expected a submission in the state unchecked"
            )
            raise UserMistake(message)
    click.echo(f"to be checked again: {submission}")
    return 0


@click.command()
@click.argument("contact")
@DATA
@SIGNING_KEY
def token(contact: str, data: Path, key: Path | None) -> int:
    """Print the token by which somebody asks for seeds as this CONTACT.

    Send it there, and nowhere else: whoever has it counts as them. Other spellings of the contact,
    such as you+tag@example.org, have the same token.
    """
    from modylbench.leaderboard.identity import contact_token

    click.echo(contact_token(contact, key_in(data, key)))
    return 0


@click.command()
@click.argument("submission")
@click.option("--reason", required=True, help="Why, in a line that everybody can read.")
@DATABASE
@DATA
def withdraw(submission: str, reason: str, database: str, data: Path) -> int:
    """Take a SUBMISSION (its digest) off a leaderboard for good and delete its files.

    Its digest and the reason stay, so that the same file does not come back. The server may run
    meanwhile.
    """
    from modylbench.leaderboard.store.store import open_store

    with open_store(database, data) as store:
        if not store.withdraw(submission, reason):
            message = f"found {short_repr(submission)}, expected a submission that is still there"
            raise UserMistake(message)
    click.echo(f"withdrawn: {submission}")
    return 0
