"""`modylbench analyze`: what judged runs show beyond their scores."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.cli.arguments import RUNS


@click.command()
@RUNS
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the numbers as CSV, the plots as SVG and all of it in words (index.md) there.",
)
@click.option(
    "--only",
    default="",
    metavar="NAMES",
    help="Of gap, difficulty, ablation, agreement, reliability, weights; with commas between.",
)
@click.option("--no-plots", is_flag=True, help="Draw nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *, paths: tuple[Path, ...], output: Path | None, only: str, no_plots: bool, as_json: bool
) -> None:
    """What do judged runs show beyond their scores?

    The gap between text-only and multimodal judging, the difficulty of dimensions, what each layer
    against gaming takes away, the agreement of judges, reliability across seeds, and sensitivity
    to weights. What the runs do not tell is said, with what it takes.
    """
    from modylbench.cli.judging import whole_runs_in
    from modylbench.cli.printing.analyses import as_value, lines
    from modylbench.foundation.record import canonical_json
    from modylbench.publishing.analysis.analyses import analyse, choose_analyses
    from modylbench.publishing.analysis.files import why_no_plots, write_files

    names = choose_analyses(only)
    sections, notes = analyse(whole_runs_in(paths), names)
    files: list[str] = []
    if output is not None:
        files = write_files(sections, notes, output, pictures=not no_plots)
        missing = why_no_plots(pictures=not no_plots)
        if missing:
            click.echo(missing, err=True)
    if as_json:
        click.echo(canonical_json(as_value(sections, notes, files)), nl=False)
        return
    click.echo("\n".join(lines(sections, notes)))
    if output is not None:
        click.echo(f"\n{len(files)} files in {output}; index.md tells what is in them")
