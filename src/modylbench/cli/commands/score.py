"""`modylbench score`: evaluations weighed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH, RUNS, parse_layers

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scoring.rules import ScoringRules

SWITCHED_HERE = frozenset({1, 2, 3, 6})


@click.command()
@RUNS
@click.option(
    "--rules",
    "file",
    type=PATH,
    help="`paper` for the paper's own, or a YAML file as src/modylbench/scoring/rules.yaml.",
)
@click.option(
    "--layers-off",
    default="",
    help="1 equal weights, 2 no floors or caps, 3 the plain mean of judges, 6 the best run counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(paths: tuple[Path, ...], file: Path | None, layers_off: str, as_json: bool) -> int:
    """Weigh evaluations again, by other rules if you like.

    RUN is the folder of a run or of a trial that was judged. Nobody is asked anything: scores are
    arithmetic on evaluation.json. Scorecards and the run's reliability.json are written anew.

    Exit code 1 where a trial came out without a score.
    """
    from modylbench.cli.judging import weigh_runs

    off = parse_layers(layers_off, SWITCHED_HERE)
    return weigh_runs(paths, rules_for(file, off), off, as_json=as_json)


def rules_for(file: Path | None, layers_off: tuple[int, ...] = ()) -> ScoringRules:
    """The rules in a file, the paper's, or those of the benchmark, without these layers."""
    from modylbench.scenarios.yaml_file import read_yaml
    from modylbench.scoring.rules import PAPER, ScoringRules, default_rules, paper_rules

    if file is None:
        rules = default_rules()
    else:
        rules = paper_rules() if str(file) == PAPER else read_yaml(file, ScoringRules)
    return rules.without_layers({*rules.layers.off, *layers_off})
