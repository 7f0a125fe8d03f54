"""`modylbench submission declare`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--agent-version", required=True, help="Which version of the agent it is.")
@click.option("--contact", default="", help="Whom to ask.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("declaration.json"),
    show_default=True,
    help="The declaration with its nonce: keep it to yourself until you submit.",
)
def command(run: Path, agent_version: str, contact: str, output: Path) -> int:
    """Settle on an agent, to ask a leaderboard for seeds.

    RUN is any run of the agent, such as a short trial: its name and settings are taken from there,
    just as they will stand in the run that is submitted. Prints the commitment that is sent.
    """
    import os

    from modylbench.foundation.errors import BadFile
    from modylbench.foundation.record import canonical_json, read_record
    from modylbench.foundation.whole_file import written_whole
    from modylbench.leaderboard.challenge import SECRET_BYTES, commitment, declare
    from modylbench.runs.plan import FILE, Plan

    if output.exists():
        raise BadFile(output, "", "is there already, and its nonce may be in use; give another -o")
    agent = read_record(Plan, run / FILE).agent
    made = declare(agent, agent_version, contact=contact, nonce=os.urandom(SECRET_BYTES))
    with written_whole(output) as file:
        file.write(canonical_json(made.model_dump(mode="json")).encode())
    click.echo(commitment(made))
    return 0
