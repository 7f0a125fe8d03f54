"""`modylbench recording`: follow a meeting that was held, and prove that its files are whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from pathlib import Path

PATHS = click.argument("paths", type=PATH, nargs=-1, required=True)


@click.group()
def command() -> None:
    """Recordings of meetings: `show` prints one, `verify` checks the hashes of its files."""


@command.command()
@PATHS
@click.option("--turn", type=int, help="Only the exchange with this turn index.")
@click.option("--json", "as_json", is_flag=True, help="Print the record itself.")
def show(paths: tuple[Path, ...], turn: int | None, as_json: bool) -> None:
    """Print the meeting as a person would follow it.

    PATHS are trials' folders or their recording.json; of several, or of a run's folder, the
    meetings are listed.
    """
    from modylbench.recording.reading import read_recording, recording_folders
    from modylbench.recording.transcript import heading

    folders = [folder for path in paths for folder in recording_folders(path)]
    if len(folders) == 1:
        _show(folders[0], turn, as_json=as_json)
        return
    if turn is not None:
        message = f"found {len(folders)} meetings, expected one where --turn is given"
        raise UserMistake(message)
    if as_json:
        records = {
            str(folder): read_recording(folder).model_dump(mode="json") for folder in folders
        }
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
        return
    for folder in folders:
        first, *_, last = heading(read_recording(folder))[:5]
        click.echo(f"{folder}\n  {first}\n  {last}")


def _show(folder: Path, turn: int | None, *, as_json: bool) -> None:
    from modylbench.recording.reading import read_recording
    from modylbench.recording.transcript import beat_line, heading, turn_lines

    recording = read_recording(folder)
    turns = [held for held in recording.turns if turn is None or held.turn_index == turn]
    if not turns and turn is not None:
        known = ", ".join(str(turn.turn_index) for turn in recording.turns)
        message = f"found no turn {turn}, expected one of {known or 'none: no turn was held'}"
        raise UserMistake(message)
    if as_json:
        kept = recording if turn is None else recording.of_turn(turn)
        click.echo(json.dumps(kept.model_dump(mode="json"), indent=2, ensure_ascii=False))
        return
    names = recording.names_by_identity()
    click.echo("\n".join(heading(recording)))
    beat = None
    for held in turns:
        if (held.beat_number, held.beat) != beat:
            beat = held.beat_number, held.beat
            click.echo(f"\n{beat_line(held)}")
        click.echo("\n".join(turn_lines(held, names)))


@command.command()
@PATHS
def verify(paths: tuple[Path, ...]) -> int:
    """Check that every file that the recordings in PATHS name is there and is what was recorded.

    The record itself, recording.json, is hashed by nobody: its SHA-256 is printed, to be compared
    with one that was noted before. Exit code 1 where a file is missing, altered or added.
    """
    from modylbench.recording.reading import (
        altered_files,
        read_recording,
        record_digest,
        recording_folders,
    )

    wrong = 0
    for folder in (folder for path in paths for folder in recording_folders(path)):
        recording = read_recording(folder)
        problems = altered_files(recording, folder)
        wrong += len(problems)
        for problem in problems:
            click.echo(f"{folder}: {problem}")
        if not problems:
            files = recording.files()
            size = sum(file.size for file in files)
            digest = record_digest(folder)
            click.echo(f"{folder}: {len(files)} files, {size:,} bytes, all as recorded in {digest}")
    return 1 if wrong else 0
