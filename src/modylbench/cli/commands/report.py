"""`modylbench report`: a run as a page and as Markdown."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.arguments import RUNS
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from modylbench.publishing.report.report import WrittenReport
    from modylbench.runs.run import Run

MEGABYTE = 1_000_000
MOST_MAILED = 20 * MEGABYTE  # ours: what the large services take, less the third that coding adds


@click.command()
@RUNS
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write there; of several runs, into a folder each. Without it: into the run's folder.",
)
@click.option(
    "--one-file",
    is_flag=True,
    help="Put pictures and, where it fits, sound (as Opus) into the page, to send it.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    paths: tuple[Path, ...], output: Path | None, one_file: bool, opens: bool, as_json: bool
) -> None:
    """Write a run as a page to look at (report.html) and as Markdown (report.md).

    RUN is a run's folder, or that of one meeting. What is missing, invalid or not judged yet is
    named as such. Sound and pictures stay where they are: move the page with its run, or give
    --one-file.
    """
    from modylbench.cli.judging import whole_runs_in
    from modylbench.cli.settings import journal_folder
    from modylbench.publishing.report.report import home_of, write_report
    from modylbench.runs.journal import unproved_note

    runs = whole_runs_in(paths)
    reports = []
    for run, home in zip(runs, _homes(runs, output) or map(home_of, runs), strict=True):
        note = unproved_note(run, journal_folder())
        written = write_report(run, home, one_file=one_file, note=note)
        reports.append(written)
        if not as_json:
            click.echo("\n".join(_lines(written, one_file=one_file)))
    if as_json:
        click.echo(json.dumps([_value(report) for report in reports], indent=2))
    for report in reports if opens else ():
        webbrowser.open(report.page.resolve().as_uri())


def _homes(runs: list[Run], output: Path | None) -> list[Path]:
    """Where each report goes; none where that is not said."""
    if output is None:
        return []
    if len(runs) == 1:
        return [output]
    homes = [output / run.folder.name for run in runs]
    for home in homes:
        if homes.count(home) > 1:
            message = f"found two runs called {short_repr(home.name)}; report on each by itself"
            raise UserMistake(message)
    return homes


def _lines(written: WrittenReport, *, one_file: bool) -> list[str]:
    size = f"{written.page_bytes / MEGABYTE:.2f} MB"
    lines = [
        f"{written.page}: {size}, {written.media}",
        f"{written.markdown}",
        f"{written.scored} of {written.meetings} meetings have a score",
    ]
    if one_file and written.page_bytes > MOST_MAILED:
        less = ": name the folder of one meeting alone" if written.meetings > 1 else ""
        lines.append(f"most mail servers refuse so much{less}")
    if not written.has_bundle:
        lines.append("the page's script was never built (scripts/setup.sh does): it is static")
    return lines


def _value(written: WrittenReport) -> dict[str, Any]:
    return {
        "page": str(written.page),
        "markdown": str(written.markdown),
        "page_bytes": written.page_bytes,
        "media": written.media,
        "meetings": written.meetings,
        "scored": written.scored,
        "has_script": written.has_bundle,
    }
