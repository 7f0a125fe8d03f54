"""`modylbench leaderboard submit`."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.leaderboard.web.models import Submission

LONGEST_WAIT_S = 24 * 3600


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--no-wait", is_flag=True, help="Do not wait for the verdict.")
@click.option(
    "--timeout",
    type=click.FloatRange(1, LONGEST_WAIT_S),
    default=1800.0,
    show_default=True,
    help="How many seconds the verdict is waited for.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the leaderboard says as JSON.")
def command(url: str, file: Path, *, no_wait: bool, timeout: float, as_json: bool) -> int:
    """Send the file that `modylbench submission pack` wrote, and wait for the verdict.

    The same file again is the same submission. Exit code 1 where it was refused or rejected, where
    the leaderboard could not check it, or where there is no verdict in time.
    """
    from modylbench.foundation.clock import RealClock
    from modylbench.leaderboard.web.submitting.client import connected
    from modylbench.leaderboard.web.submitting.waiting import decided

    if not file.is_file():
        raise BadFile(file, "", "is not there; `modylbench submission pack` writes one")
    with connected(url) as client:
        with _progress(file.stat().st_size) as progress:
            accepted = client.submit(file, progress)
        click.echo(f"{url.rstrip('/')}/submissions/{accepted.id}/", err=as_json)
        if no_wait:
            return 0
        found = decided(client, accepted.id, clock=RealClock(), patience_s=timeout)
    if as_json:
        click.echo(json.dumps(found.model_dump(mode="json"), indent=2))
    else:
        click.echo("\n".join(_lines(found)))
    return 0 if found.state == "accepted" else 1


def _lines(found: Submission) -> Iterator[str]:
    from modylbench.foundation.score_text import score_text

    if not found.is_over:
        yield f"no verdict yet ({found.state}); the same command asks again"
        return
    if found.state == "accepted":
        yield f"accepted, {found.level}: overall {score_text(found.overall)}"
        if found.row is not None:
            yield f"rank {found.row.rank}, interval {found.row.rank_low} to {found.row.rank_high}"
        yield from (f"not verified: {reason}" for reason in found.reasons)
        return
    yield "rejected" if found.state == "rejected" else "the leaderboard could not check it"
    yield from (f"  {_printable(problem)}" for problem in found.problems)


def _printable(text: str) -> str:
    """What a server sends cannot steer the terminal."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)


@contextmanager
def _progress(size: int) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("sending"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("sending", total=size)
        yield lambda sent: bars.update(task, completed=sent)
