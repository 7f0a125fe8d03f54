"""`modylbench submission pack`."""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(path_type=Path)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("run", type=FILE, metavar="RUN")
@click.option("-o", "--output", type=FILE, help="The file to write. [default: RUN.zip, here]")
@click.option("--challenge", type=FILE, help="The challenge whose seeds were held.")
@click.option("--declaration", type=FILE, help="The declaration that it was asked for with.")
@click.option("--name", default="", help="What the table shows. [default: the agent's name]")
@click.option("--contact", default="", help="Whom to ask; a leaderboard does not publish it.")
@click.option("--judges", default="", help="The judges as `evaluate` was told; else found out.")
@click.option("--without-media", is_flag=True, help="No sound or pictures: self-reported only.")
def command(
    run: Path, output: Path | None, judges: str, without_media: bool, **told: object
) -> int:
    """Make one file of a run that models have judged.

    It is checked first, and written only if it would be accepted: all six scenarios, at least three
    runs of each at the seeds 0 to k-1 or at those of a challenge, at least two judge models.

    Exit code 1 where it would be rejected; every reason is printed.
    """
    import asyncio

    from modylbench.cli.submission_check import checker, lines
    from modylbench.foundation.record import read_record
    from modylbench.leaderboard.challenge import Declaration, SignedChallenge
    from modylbench.leaderboard.submission.pack import Told, pack
    from modylbench.pipeline.panel_choice import panel_names

    challenge, declaration = told["challenge"], told["declaration"]
    said = Told(
        name=str(told["name"]),
        contact=str(told["contact"]),
        judges=panel_names(judges) if judges else (),
        challenge=read_record(SignedChallenge, challenge) if isinstance(challenge, Path) else None,
        declaration=read_record(Declaration, declaration)
        if isinstance(declaration, Path)
        else None,
        has_media=not without_media,
    )
    file = output or Path(f"{run.resolve().name}.zip")
    checked = asyncio.run(pack(run, file, said, checker(None)))
    click.echo("\n".join(lines(checked)))
    if checked.is_accepted:
        click.echo(f"wrote {file}, SHA-256 {checked.submission}")
    return 0 if checked.is_accepted else 1
