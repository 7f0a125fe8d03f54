"""`modylbench redteam`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.seeds import parse_seeds
from modylbench.foundation.score_text import score_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.pipeline.equipment import Means
    from modylbench.pipeline.redteam.cell import Cell
    from modylbench.pipeline.redteam.hold import Shelf, Trial
    from modylbench.pipeline.redteam.matrix import Row

ALL = "all"
MOST_JOBS = 64
EVERY = 20
HEADINGS = ("agent", "kind", "score", "tier", "mean", "min", "stopped by", "talk-over", "resent")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--scenarios", default=ALL, show_default=True, help="Names with commas between.")
@click.option("--seeds", default="0-4", show_default=True, help="7, 0-9 or 0,3,5-9.")
@click.option("--agents", default=ALL, show_default=True, help="Names with commas between.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Processes."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Keep the meetings here too; without it only scores are kept, in the cache folder.",
)
@click.option("--audio", is_flag=True, help="Meetings with sound; what is said comes as text.")
@click.option("--screens", is_flag=True, help="Meetings with pictures of what is shown.")
@click.option("--json", "as_json", is_flag=True, help="Print the matrix as JSON.")
def command(**asked: Any) -> int:
    """Send every red-team agent against the framework, and against it with each layer off.

    Each agent meets every scenario at every seed twice, with the seed's edge case and with a
    neutral beat 7, before the offline panel. `score` is the highest, over scenarios, of the worst
    run, `mean` the mean of these; `stopped by` are the layers whose absence raises the mean by 0.5
    or more, or whose presence alone lowers it as much.

    The same command goes on where an interrupted one stopped. Exit code 1 where a run could
    not be scored.
    """
    rows, invalid = _matrix(asked)
    if asked["as_json"]:
        click.echo(json.dumps({"agents": [row.as_json() for row in rows]}, indent=2))
    else:
        for line in _table(rows):
            click.echo(line)
    for cell in invalid:
        place = f"{cell.agent} in {cell.scenario_id} at seed {cell.seed}"
        click.echo(f"not scored: {place}: {cell.invalid[0]}", err=True)
    return 1 if invalid else 0


def _matrix(asked: dict[str, Any]) -> tuple[tuple[Row, ...], list[Cell]]:
    """The rows, and the cells that have no score under some framework."""
    from modylbench.pipeline.redteam.matrix import rows_of
    from modylbench.pipeline.redteam.roster import roster
    from modylbench.pipeline.redteam.work import cells_of, trials_of
    from modylbench.scenarios.catalogue import available, scenario
    from modylbench.scoring.rule_files import default_rules

    agents = roster(_names(asked["agents"]))
    names = _names(asked["scenarios"]) or tuple(available())
    scenarios = [(name, scenario(name).id) for name in names]
    trials = trials_of(agents, scenarios, parse_seeds(asked["seeds"]))
    means, shelf = _means_and_shelf(asked)
    cells: dict[Trial, Cell] = {}
    for trial, cell in cells_of(trials, means, shelf, jobs=asked["jobs"]):
        cells[trial] = cell
        _progress(trial, len(cells), len(trials))
    ordered = [cells[trial] for trial in trials]
    return rows_of(ordered, agents, default_rules()), [cell for cell in ordered if cell.invalid]


def _means_and_shelf(asked: dict[str, Any]) -> tuple[Means, Shelf]:
    from modylbench.cli.held_by_us import means_of
    from modylbench.cli.settings import cache_folder
    from modylbench.pipeline.code_digest import code_digest
    from modylbench.pipeline.redteam.hold import Shelf

    means = means_of(has_audio=asked["audio"], has_screens=asked["screens"])
    kinds = [kind for kind in ("audio", "screens") if asked[kind]]
    code = "-".join([code_digest(), *kinds])
    output = asked["output"]
    folder = output or cache_folder() / "redteam" / code
    return means, Shelf(folder, code, keeps_meetings=output is not None)


def _names(text: str) -> tuple[str, ...]:
    return () if text == ALL else tuple(name.strip() for name in text.split(","))


def _progress(trial: Trial, done: int, of: int) -> None:
    """A line that is written over on a terminal, and one now and then elsewhere."""
    import sys

    is_terminal = sys.stderr.isatty()
    if is_terminal or done % EVERY == 0 or done == of:
        where = f"{trial.agent} in {trial.scenario_id} at seed {trial.seed}"
        line = f"{done}/{of} {where}"
        ends = is_terminal and done < of
        click.echo(f"\r\x1b[K{line}" if is_terminal else line, err=True, nl=not ends)


def _table(rows: Sequence[Row]) -> list[str]:
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return [
        "  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.agent,
        row.kind,
        score_text(row.official_max, "-"),
        row.tier or "none",
        score_text(row.official_mean, "-"),
        score_text(row.min_combined, "-"),
        ", ".join(map(str, row.stopped_by)) or "-",
        f"{row.talk_over_s or 0.0:.1f} s",
        "-" if row.resent_share is None else f"{row.resent_share:.0%}",
    )
