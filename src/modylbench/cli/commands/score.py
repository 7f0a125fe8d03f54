"""`modylbench score`: evaluations weighed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import RUNS, parse_layers
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scoring.rules import ScoringRules

SWITCHED_HERE = frozenset({1, 2, 3, 6})


@click.command()
@RUNS
@click.option(
    "--rules",
    help="`paper` for the paper's own (./paper is a file of that name), or a YAML file as "
    "src/modylbench/scoring/rules.yaml.  [default: the benchmark's]",
)
@click.option(
    "--layers-off",
    default="",
    help="1 equal weights, 2 no floors or caps, 3 the plain mean of judges, 6 the best run counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(paths: tuple[Path, ...], rules: str | None, layers_off: str, as_json: bool) -> int:
    """Weigh evaluations again, by other rules if you like.

    RUN is the folder of a run or of a trial that was judged. Nobody is asked anything: scores are
    arithmetic on evaluation.json. Scorecards and the run's reliability.json are written anew. What
    holds a trial down is printed with its reason, and the score by the paper's own rules beside
    the one that counts.

    Exit code 1 where a trial came out without a score.
    """
    from modylbench.cli.judging import weigh_runs

    off = parse_layers(layers_off, SWITCHED_HERE)
    return weigh_runs(paths, rules_for(rules, off), off, as_json=as_json)


def rules_for(name: str | None, layers_off: tuple[int, ...] = ()) -> ScoringRules:
    """The rules in a file, the paper's, or those of the benchmark, without these layers."""
    from pathlib import Path

    from modylbench.scenarios.yaml_file import read_yaml
    from modylbench.scoring.rules import PAPER, ScoringRules, default_rules, paper_rules

    if name is None:
        rules = default_rules()
    elif name == PAPER:
        rules = paper_rules()
    elif not name or not Path(name).exists():
        message = (
            f"found no rules {short_repr(name)}, expected `{PAPER}` or the path of a YAML file"
        )
        raise UserMistake(message)
    else:
        rules = read_yaml(Path(name), ScoringRules)
    return rules.without_layers({*rules.layers.off, *layers_off})
