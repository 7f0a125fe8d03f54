"""`modylbench leaderboard verify`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("verdict", type=click.Path(path_type=Path))
@click.option("--key", required=True, help="The leaderboard's public key, ed25519:...")
@click.option("--file", type=click.Path(path_type=Path), help="The submission it should be of.")
def command(verdict: Path, key: str, file: Path | None) -> int:
    """Check that a leaderboard has signed this verdict, and that it is of this file.

    Exit code 1 where it has not, or where it is of another.
    """
    from modylbench.foundation.record import read_record
    from modylbench.leaderboard.signing import SignedVerdict, is_genuine, public_key
    from modylbench.leaderboard.submission.unpack import file_digest

    signed = read_record(SignedVerdict, verdict)
    if not is_genuine(signed, public_key(key)):
        click.echo(f"NOT GENUINE: {verdict} is not signed by this key, or was altered since")
        return 1
    said = signed.verdict
    if file is not None and file_digest(file) != said.submission:
        click.echo(f"OF ANOTHER FILE: {verdict} is of the submission {said.submission}")
        return 1
    click.echo(f"genuine: {said.submission} is {said.status}")
    return 0
