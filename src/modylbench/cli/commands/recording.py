"""`modylbench recording`: follow a meeting that was held, and prove that it is whole and true."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording

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
@click.option(
    "--replay",
    is_flag=True,
    help="Make each meeting again from its log, and compare it with its record, script and sound.",
)
def verify(paths: tuple[Path, ...], *, replay: bool) -> int:
    """Check that every file that the recordings in PATHS name is there and is what was recorded.

    The record itself, recording.json, is hashed by nobody: its SHA-256 is printed, to be compared
    with one that was noted before. With --replay, every turn, word and time, all that was shown
    and every line that people said has to follow from events.jsonl, the A2UI messages and the
    scenario at that seed, and the sound has to be what is said of it. Exit code 1 where a file is
    missing, altered or added, or a recording contradicts itself.
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
        if replay and not problems:
            problems = _contradictions(recording, folder)
        wrong += len(problems)
        for problem in problems:
            click.echo(f"{folder}: {problem}")
        if not problems:
            files = recording.files()
            size = sum(file.size for file in files)
            digest = record_digest(folder)
            how = ", and all follows from its events" if replay else ""
            found = f"{len(files)} files, {size:,} bytes, all as recorded in {digest}{how}"
            click.echo(f"{folder}: {found}")
    return 1 if wrong else 0


def _contradictions(recording: MeetingRecording, folder: Path) -> list[str]:
    import asyncio

    from modylbench.foundation.errors import one_line
    from modylbench.pipeline.replay.contradiction import ERRORS_OF_FORGED_RECORDS
    from modylbench.pipeline.replay.replay import contradictions
    from modylbench.runs.variant import variant_before

    try:
        variant = variant_before(recording, folder)
        return [str(found) for found in asyncio.run(contradictions(recording, folder, variant))]
    except ERRORS_OF_FORGED_RECORDS as error:  # made up in a way that cannot even be followed
        return [one_line(f"cannot be made again from its log: {type(error).__name__}: {error}")]
