"""`modylbench leaderboard challenge`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from modylbench.leaderboard.challenge import SignedChallenge

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("url")
@click.option(
    "--declaration",
    type=FILE,
    default=Path("declaration.json"),
    show_default=True,
    help="What `modylbench submission declare` wrote. Only its hash and the contact are sent.",
)
@click.option("--k", type=click.IntRange(3, 20), default=3, show_default=True, help="Runs.")
@click.option(
    "-o", "--output", type=FILE, default=Path("challenge.json"), show_default=True, help="Write it."
)
def command(url: str, declaration: Path, k: int, output: Path) -> int:
    """Ask a leaderboard for seeds that nobody has chosen, for the agent that you declared.

    Writes the challenge, which `modylbench submission pack` needs, and prints the run to hold.
    """
    from modylbench.foundation.record import canonical_json, read_record
    from modylbench.foundation.whole_file import written_whole
    from modylbench.leaderboard.challenge import Declaration
    from modylbench.leaderboard.web.submitting.client import connected
    from modylbench.leaderboard.web.submitting.commitment import asked_for

    if output.exists():
        raise BadFile(output, "", "is there already and may still be needed; give another -o")
    declared = read_record(Declaration, declaration)
    with connected(url) as client:
        key = client.key().key
        issued = asked_for(client, declared, k=k)
    with written_whole(output) as file:
        file.write(canonical_json(issued.signed.model_dump(mode="json")).encode())
    click.echo(f"wrote {output}; the leaderboard's key is {key}")
    click.echo(f"challenges for this contact so far: {issued.issued_to_contact}")
    click.echo(_next(issued.signed, declared.agent.name))
    return 0


def _next(signed: SignedChallenge, agent: str) -> str:
    challenge = signed.challenge
    seeds = ",".join(map(str, challenge.seeds))
    run = f"modylbench run --agent {shlex.quote(agent)} --seeds {seeds} --judges default"
    return f"until {challenge.expires_at}: {run}"
