"""`modylbench submission verify-challenge`."""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(path_type=Path)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--leaderboard-key", "key", type=FILE, help="A file with its public key.")
@click.option("--declaration", type=FILE, help="What it was asked for with.")
@click.option("--secret", default="", help="The secret that was revealed, as 64 hex digits.")
def command(file: Path, key: Path | None, declaration: Path | None, secret: str) -> int:
    """Were the seeds of a challenge fixed by both sides and chosen by neither?

    What is given is checked: the leaderboard's signature by its key, the submitter's commitment by
    the declaration, and the seeds by the secret that is revealed after the submission.

    Exit code 1 where something does not hold.
    """
    from modylbench.foundation.record import read_record, read_text
    from modylbench.leaderboard import challenge as challenges
    from modylbench.leaderboard.signing import public_key

    signed = read_record(challenges.SignedChallenge, file)
    known = public_key(read_text(key)) if key is not None else None
    found = challenges.challenge_problems(signed, known)
    if declaration is not None:
        declared = read_record(challenges.Declaration, declaration)
        found += challenges.declaration_problems(signed.challenge, declared)
    if secret:
        found += challenges.reveal_problems(signed.challenge, challenges.secret_of(secret))
    for problem in found:
        click.echo(f"does not hold: {problem}")
    given = (("signature", key), ("declaration", declaration), ("secret", secret))
    for name, value in given:
        if not value:
            click.echo(f"not checked: the {name}, which was not given")
    if not found:
        click.echo(f"holds: seeds {', '.join(map(str, signed.challenge.seeds))}")
    return 1 if found else 0
