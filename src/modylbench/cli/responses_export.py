"""`modylbench responses export`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="RUN...")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file.")
@click.option("--model", default="", help="The model_id to write.  [default: the agent's name]")
def command(paths: tuple[Path, ...], output: Path, model: str) -> None:
    """Write the answers of recorded meetings as JSON Lines, a line for each.

    What an agent said, showed, wrote and handed over goes there; sound and pictures do not.
    """
    from modylbench.foundation.whole_file import write_lines

    write_lines(_lines(paths, model), output)


def _lines(paths: tuple[Path, ...], model: str) -> Iterator[str]:
    from modylbench.agents.recorded.from_recording import answers_of
    from modylbench.recording.reading import read
    from modylbench.runs.run import runs_in

    for folder in (trial for run in runs_in(paths) for trial in run.trials):
        recording = read(folder)
        line = answers_of(recording, folder, model or recording.agent.name)
        yield json.dumps(line, ensure_ascii=False) + "\n"
