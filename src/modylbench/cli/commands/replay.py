"""`modylbench replay`: the work products that a log of Yjs updates leads to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("log", type=PATH)
@click.option("--turn", type=click.IntRange(min=0), help="Up to this turn; the last one otherwise.")
def command(log: Path, turn: int | None) -> None:
    """Print the work products at the end of a turn, proved by the hashes in the log.

    LOG is what `modylbench mutations --log` writes; any Yjs reads it too.
    """
    from modylbench.evaluation.mutations.replay.update_log import read_log, replay_through
    from modylbench.foundation.errors import BadFile

    found = read_log(log)
    if not found.turns:
        raise BadFile(log, "turns", "found none, expected one or more")
    products = replay_through(found, found.turns[-1].turn_index if turn is None else turn)
    click.echo(json.dumps({"products": list(products.values())}, indent=2))
