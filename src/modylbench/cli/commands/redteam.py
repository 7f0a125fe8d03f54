"""`modylbench redteam`: which layer stops which attack on the score."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import ALL, PATH, SCENARIOS, options_as, parse_names, parse_seeds
from modylbench.cli.printing.tables import table_lines
from modylbench.foundation.errors import UserMistake
from modylbench.foundation.score_text import score_text

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.redteam.cell import CellStore, MatrixCell, RedTeamTrial
    from modylbench.pipeline.redteam.matrix import MatrixRow, MatrixScenario

MOST_JOBS = 64
EVERY = 20
HEADINGS = (
    "agent", "kind", "score", "tier", "mean", "min", "paper", "stopped by", "talk-over", "resent",
    "gates",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RedTeamRequest:
    """The options of `modylbench redteam` by their names."""

    scenarios: str
    seeds: str
    agents: str
    jobs: int
    output: Path | None
    audio: bool
    screens: bool
    as_json: bool


@click.command()
@SCENARIOS
@click.option("--seeds", default="0-4", show_default=True, help="7, 0-9 or 0,3,5-9.")
@click.option("--agents", default=ALL, show_default=True, help="Names with commas between.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Processes."
)
@click.option(
    "--output",
    type=PATH,
    help="Keep the meetings here too; without it only scores are kept, in the cache folder.",
)
@click.option("--audio", is_flag=True, help="Meetings with sound; what is said comes as text.")
@click.option("--screens", is_flag=True, help="Meetings with pictures of what is shown.")
@click.option("--json", "as_json", is_flag=True, help="Print the matrix as JSON.")
@options_as(RedTeamRequest)
def command(request: RedTeamRequest) -> int:
    """Send every red-team agent against the framework, and against it with each layer off.

    Each agent meets every scenario at every seed twice, with the seed's edge case and with a
    neutral beat, before the offline panel. `score` is the highest, over scenarios, of the worst
    run, `mean` the mean of these; `stopped by` are the layers whose absence raises the mean by 0.5
    or more, or whose presence alone lowers it as much. `paper` is the mean by the paper's own
    rules, `gates` in how many runs which gate or failed edge case holds the score down.

    The same command goes on where an interrupted one stopped. Exit code 1 where a run could
    not be scored.
    """
    rows, invalid = _matrix(request)
    if request.as_json:
        click.echo(json.dumps({"agents": [row.as_json() for row in rows]}, indent=2))
    else:
        click.echo("\n".join(table_lines(HEADINGS, map(_cells, rows))))
    for cell in invalid:
        place = f"{cell.agent} in {cell.scenario_id} at seed {cell.seed}"
        click.echo(f"not scored: {place}: {cell.invalid[0]}", err=True)
    return 1 if invalid else 0


def _matrix(request: RedTeamRequest) -> tuple[tuple[MatrixRow, ...], list[MatrixCell]]:
    """The rows, and the cells that have no score under some framework."""
    from modylbench.pipeline.redteam.matrix import (
        cells_of,
        choose_agents,
        left_out,
        rows_of,
        trials_of,
    )
    from modylbench.scenarios.catalogue import scenario_names
    from modylbench.scoring.rules import default_rules

    agents = choose_agents(parse_names(request.agents))
    names = scenario_names(parse_names(request.scenarios))
    seeds = parse_seeds(request.seeds)
    scenarios = [_matrix_scenario(name) for name in names]
    for line in left_out(agents, scenarios):
        click.echo(line, err=True)
    trials = trials_of(agents, scenarios, seeds)
    if not trials:
        message = (
            f"found only {', '.join(agents)} for {', '.join(names)}, expected a scenario with "
            "several people, or other agents"
        )
        raise UserMistake(message)
    sent = {trial.agent for trial in trials}
    agents = {name: kind for name, kind in agents.items() if name in sent}
    options, store = _options_and_store(request)
    cells: dict[RedTeamTrial, MatrixCell] = {}
    for trial, cell in cells_of(trials, options, store, jobs=request.jobs):
        cells[trial] = cell
        _progress(trial, len(cells), len(trials))
    ordered = [cells[trial] for trial in trials]
    return rows_of(ordered, agents, default_rules()), [cell for cell in ordered if cell.invalid]


def _matrix_scenario(name: str) -> MatrixScenario:
    from modylbench.pipeline.redteam.matrix import MatrixScenario
    from modylbench.scenarios.catalogue import scenario

    source = scenario(name)
    return MatrixScenario(name, source.id, len(source.template.card.participants))


def _options_and_store(request: RedTeamRequest) -> tuple[RunOptions, CellStore]:
    from modylbench.cli.planning import own_run_options
    from modylbench.cli.settings import cache_folder
    from modylbench.pipeline.code_digest import code_digest
    from modylbench.pipeline.redteam.cell import CellStore

    options = own_run_options(has_audio=request.audio, has_screens=request.screens)
    kinds = [kind for kind in ("audio", "screens") if getattr(request, kind)]
    code = "-".join([code_digest(), *kinds])
    output = request.output
    folder = output or cache_folder() / "redteam" / code
    return options, CellStore(folder, code, keeps_meetings=output is not None)


def _progress(trial: RedTeamTrial, done: int, of: int) -> None:
    """A line that is written over on a terminal, and one now and then elsewhere."""
    is_terminal = sys.stderr.isatty()
    if is_terminal or done % EVERY == 0 or done == of:
        where = f"{trial.agent} in {trial.scenario_id} at seed {trial.seed}"
        line = f"{done}/{of} {where}"
        ends = is_terminal and done < of
        click.echo(f"\r\x1b[K{line}" if is_terminal else line, err=True, nl=not ends)


def _cells(row: MatrixRow) -> tuple[str, ...]:
    return (
        row.agent,
        row.kind,
        score_text(row.official_max, "-"),
        row.tier or "none",
        score_text(row.official_mean, "-"),
        score_text(row.min_combined, "-"),
        score_text(row.overall_by_paper, "-"),
        ", ".join(map(str, row.stopped_by)) or "-",
        f"{row.talk_over_s or 0.0:.1f} s",
        "-" if row.resent_share is None else f"{row.resent_share:.0%}",
        ", ".join(f"{gate} {runs}" for gate, runs in row.gates.items()) or "-",
    )
