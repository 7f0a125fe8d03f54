"""`modylbench dataset`: the benchmark as Parquet files, written and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH, parse_seeds

if TYPE_CHECKING:
    from modylbench.publishing.dataset.build import DatasetBuild


@click.group()
def command() -> None:
    """Write the benchmark as Parquet files that `datasets` loads. See docs/dataset.md."""


@command.command("build", short_help="Write the data set into a folder.")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option(
    "--runs",
    type=PATH,
    multiple=True,
    metavar="RUN",
    help="A run of yours, for baselines and trajectories; may be given several times.",
)
@click.option(
    "--seeds", default="0", show_default=True, help="The seeds to publish: 0, 0-2 or 0,3,5-9."
)
@click.option("--public", is_flag=True, help="Leave out every meeting of other seeds than these.")
@click.option(
    "--held-out",
    default="",
    metavar="SEEDS|FILE",
    help="Seeds that must not be published, or a file with one a line.",
)
def build(folder: Path, runs: tuple[Path, ...], seeds: str, *, public: bool, held_out: str) -> None:
    """Write the benchmark into DIR as a data set that `datasets.load_dataset(DIR)` loads.

    DIR is new, empty, or a data set that this command wrote before. The default configuration has
    the scenarios (split test) and each with just one edge case (test_hard); scenarios, rubrics,
    scoring, baselines and trajectories are configurations of their own.

    With --public nothing is written that tells of a seed which --seeds does not name, nor of a
    scenario that does not ship. Without it, all meetings of --runs are taken.
    """
    from modylbench.cli.judging import whole_runs_in
    from modylbench.publishing.dataset.build import build_dataset
    from modylbench.publishing.dataset.visibility import Visibility

    visibility = Visibility(parse_seeds(seeds), _held_out(held_out), public)
    for line in _build_lines(folder, build_dataset(folder, whole_runs_in(runs), visibility)):
        click.echo(line)


def _held_out(text: str) -> frozenset[int]:
    """The seeds of a list, or of a file with one a line; what follows a # is a remark."""
    from modylbench.foundation.record import read_text

    path = Path(text)
    if not text or not path.is_file():
        return frozenset(parse_seeds(text)) if text else frozenset()
    lines = [line.partition("#")[0].strip() for line in read_text(path).splitlines()]
    return frozenset(seed for line in lines if line for seed in parse_seeds(line))


def _build_lines(folder: Path, built: DatasetBuild) -> list[str]:
    width = max(map(len, built.rows))
    lines = [f"{name:<{width}}  {rows:>6,} rows" for name, rows in built.rows.items()]
    if built.held_out:
        lines.append(
            f"left out: {built.held_out:,} meetings of seeds or scenarios that are not published; "
            "--seeds names those that are"
        )
    if built.unscored:
        lines.append(f"left out: {built.unscored:,} meetings without a score")
    if not built.is_open:
        lines.append("NOT FOR PUBLICATION: it holds the truth of seeds that --seeds does not name")
    return [*lines, f"data set in {folder}; load_dataset({str(folder)!r}) loads it"]


@command.command("check", short_help="Is a folder still what the benchmark says?")
@click.argument("folder", type=PATH, metavar="DIR")
def check(folder: Path) -> int:
    """Compare the data set in DIR with what this version of the benchmark says.

    Scenarios, rubrics and scoring must be equal to their sources, and everything of the features
    that are declared. Exit code 1 where something is not.
    """
    from modylbench.publishing.dataset.check import problems
    from modylbench.recording.transcript import printable

    found = problems(folder)
    for line in found:
        click.echo(printable(line))
    click.echo(f"{len(found)} problems" if found else "equal to its sources")
    return 1 if found else 0
