"""`modylbench compare`: agents or versions side by side."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.cli.arguments import PATH, RUNS
from modylbench.foundation.errors import UserMistake

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@RUNS
@click.option(
    "--baseline",
    type=PATH,
    help="The run that the others are held against.  [default: the first]",
)
@click.option(
    "--names", default="", help="What to call the runs, the baseline first, with commas between."
)
@click.option("--html", type=FILE, help="Write the comparison as one HTML file.")
@click.option("--junit", type=FILE, help="Write it as JUnit XML, for a CI system.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@click.option(
    "--fail-on-regression",
    is_flag=True,
    help="Exit with 1 where a candidate became worse, or it cannot be told.",
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 9),
    default=0.0,
    show_default=True,
    help="How many points a difference must exceed to matter.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0.5, 1, max_open=True),
    default=0.95,
    show_default=True,
    help="Of intervals; what remains is the chance of any false claim.",
)
@click.option("--dimensions", is_flag=True, help="Print the dimensions of every scenario too.")
def command(  # noqa: PLR0913 - an option each
    *,
    paths: tuple[Path, ...],
    baseline: Path | None,
    names: str,
    html: Path | None,
    junit: Path | None,
    as_json: bool,
    fail_on_regression: bool,
    threshold: float,
    confidence: float,
    dimensions: bool,
) -> int:
    """Agents or versions side by side; regressions first.

    Trials are paired by scenario and seed. A regression or an improvement is claimed where the
    paired difference is more than chance, after Holm's adjustment for the number of comparisons.
    With one seed nothing can be proven: then a drop beyond the threshold, or a lost tier, is a
    "drop without evidence". What cannot be compared is left out, and said.

    Exit code 1 with --fail-on-regression where there is a regression, a drop of one seed alone, or
    a trial of the baseline that the candidate lacks or that cannot be compared.
    """
    runs = _baseline_first(paths, baseline)
    from modylbench.cli.judging import whole_runs_in
    from modylbench.cli.printing.comparison import lines
    from modylbench.foundation.record import canonical_json
    from modylbench.publishing.comparison.compare import compare
    from modylbench.publishing.comparison.comparison import EvidenceThreshold
    from modylbench.publishing.comparison.junit import write_junit
    from modylbench.publishing.comparison.page import write_html
    from modylbench.publishing.comparison.pairs import compared_runs

    whole_runs_in(runs)
    sides = compared_runs(runs, [name for name in names.split(",") if names])
    found = compare(sides[0], sides[1:], EvidenceThreshold(confidence, threshold))
    if html is not None:
        write_html(found, sides, html)
    if junit is not None:
        write_junit(found, junit)
    if as_json:
        click.echo(canonical_json(found.model_dump(mode="json")), nl=False)
    else:
        click.echo("\n".join(lines(found, with_dimensions=dimensions)))
    return 1 if fail_on_regression and not found.passes else 0


def _baseline_first(paths: tuple[Path, ...], baseline: Path | None) -> list[Path]:
    """The runs, the baseline first; naming it twice means it once."""
    runs = list(paths)
    if baseline is not None:
        there = [path for path in runs if path.resolve() == baseline.resolve()]
        rest = [path for path in runs if path not in there]
        runs = [baseline, *(rest or there)]
    if len(runs) < 2:
        message = "found one run, expected a baseline and at least one more to hold against it"
        raise UserMistake(message)
    return runs
