"""`modylbench recording`: follow a meeting that was held, and prove that its files are whole."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modylbench.foundation.errors import UserMistake

HELP = {"help_option_names": ["-h", "--help"]}
PATH = click.argument("path", type=click.Path(path_type=Path))


@click.group(context_settings=HELP)
def command() -> None:
    """Recordings of meetings: `show` prints one, `verify` checks the hashes of its files."""


@command.command(context_settings=HELP)
@PATH
@click.option("--turn", type=int, help="Only the exchange with this turn index.")
@click.option("--json", "as_json", is_flag=True, help="Print the record itself.")
def show(path: Path, turn: int | None, as_json: bool) -> None:
    """Print the meeting as a person would follow it.

    PATH is a trial's folder or its recording.json; of a run's folder, the meetings are listed.
    """
    from modylbench.recording.following import beat_line, heading, turn_lines
    from modylbench.recording.reading import found, read

    folders = found(path)
    if len(folders) > 1:
        for folder in folders:
            first, *_, last = heading(read(folder))[:5]
            click.echo(f"{folder}\n  {first}\n  {last}")
        return
    recording = read(folders[0])
    turns = [one for one in recording.turns if turn is None or one.turn_index == turn]
    if not turns and turn is not None:
        known = ", ".join(str(one.turn_index) for one in recording.turns)
        message = f"found no turn {turn}, expected one of {known or 'none: no turn was held'}"
        raise UserMistake(message)
    if as_json:
        kept = recording.model_copy(update={"turns": tuple(turns)})
        click.echo(json.dumps(kept.model_dump(mode="json"), indent=2, ensure_ascii=False))
        return
    names = {one.identity: one.name or one.identity for one in recording.participants}
    click.echo("\n".join(heading(recording)))
    beat = None
    for one in turns:
        if (one.beat_number, one.beat) != beat:
            beat = one.beat_number, one.beat
            click.echo(f"\n{beat_line(one)}")
        click.echo("\n".join(turn_lines(one, names)))


@command.command(context_settings=HELP)
@PATH
def verify(path: Path) -> int:
    """Check that every file of the recordings in PATH is there and is what was recorded.

    Exit code 1 where something is missing, altered or added.
    """
    from modylbench.recording.reading import altered, found, read

    wrong = 0
    for folder in found(path):
        recording = read(folder)
        problems = altered(recording, folder)
        wrong += len(problems)
        for problem in problems:
            click.echo(f"{folder}: {problem}")
        if not problems:
            files = recording.files()
            size = sum(file.size for file in files)
            click.echo(f"{folder}: {len(files)} files, {size:,} bytes, all as recorded")
    return 1 if wrong else 0
