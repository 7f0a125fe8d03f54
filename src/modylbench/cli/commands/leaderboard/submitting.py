"""What a submitter asks of a leaderboard: a challenge, a verdict, and whether that is genuine."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.leaderboard.challenge import SignedChallenge
    from modylbench.leaderboard.web.models import SubmissionView


FILE = click.Path(path_type=Path, dir_okay=False)
LONGEST_WAIT_S = 24 * 3600


@click.command()
@click.argument("url")
@click.option(
    "--declaration",
    type=FILE,
    default=Path("declaration.json"),
    show_default=True,
    help="What `modylbench submission declare` wrote. Only its hash and the contact are sent.",
)
@click.option(
    "--token", default="", help="By which its operator has confirmed your contact; else anonymous."
)
@click.option("--k", type=click.IntRange(3, 20), default=3, show_default=True, help="Runs.")
@click.option(
    "-o", "--output", type=FILE, default=Path("challenge.json"), show_default=True, help="Write it."
)
def challenge(url: str, declaration: Path, token: str, k: int, output: Path) -> int:
    """Ask a leaderboard for seeds that nobody has chosen, for the agent that you declared.

    Writes the challenge, which `modylbench submission pack` needs, and prints the run to hold.
    """
    from modylbench.foundation.record import read_record, write_record
    from modylbench.leaderboard.challenge import Declaration
    from modylbench.leaderboard.web.client import connect, request_challenge

    if output.exists():
        raise BadFile(output, "", "is there already and may still be needed; give another -o")
    declared = read_record(Declaration, declaration)
    with connect(url) as client:
        key = client.key().key
        issued = request_challenge(client, declared, k=k, token=token)
    write_record(issued.signed, output)
    click.echo(f"wrote {output}; the leaderboard's key is {key}")
    whom = "somebody anonymous at this address" if issued.is_anonymous else "this contact"
    click.echo(f"challenges for {whom} so far: {issued.issued_so_far}")
    click.echo(_next(issued.signed, declared.agent.name))
    return 0


@click.command()
@click.argument("url")
@click.argument("file", type=PATH)
@click.option("--no-wait", is_flag=True, help="Do not wait for the verdict.")
@click.option(
    "--timeout",
    type=click.FloatRange(1, LONGEST_WAIT_S),
    default=1800.0,
    show_default=True,
    help="How many seconds the verdict is waited for.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the leaderboard says as JSON.")
def submit(url: str, file: Path, *, no_wait: bool, timeout: float, as_json: bool) -> int:
    """Send the file that `modylbench submission pack` wrote, and wait for the verdict.

    The same file again is the same submission. Exit code 1 where it was refused or rejected, where
    the leaderboard could not check it, or where there is no verdict in time.
    """
    from modylbench.foundation.clock import RealClock
    from modylbench.leaderboard.web.client import connect, wait_for_decision

    if not file.is_file():
        raise BadFile(file, "", "is not there; `modylbench submission pack` writes one")
    with connect(url) as client:
        with _progress(file.stat().st_size) as progress:
            accepted = client.submit(file, progress)
        click.echo(f"{url.rstrip('/')}/submissions/{accepted.id}/", err=as_json)
        if no_wait:
            return 0
        found = wait_for_decision(client, accepted.id, clock=RealClock(), patience_s=timeout)
    if as_json:
        click.echo(json.dumps(found.model_dump(mode="json"), indent=2))
    else:
        click.echo("\n".join(_lines(found)))
    return 0 if found.state == "accepted" else 1


@click.command()
@click.argument("verdict", type=PATH)
@click.option("--key", required=True, help="The leaderboard's public key, ed25519:...")
@click.option("--file", type=PATH, help="The submission it should be of.")
def verify(verdict: Path, key: str, file: Path | None) -> int:
    """Check that a leaderboard has signed this verdict, and that it is of this file.

    Exit code 1 where it has not, or where it is of another.
    """
    from modylbench.foundation.record import read_record
    from modylbench.leaderboard.signing import SignedVerdict, is_genuine, public_key
    from modylbench.leaderboard.submission.unpack import file_digest

    signed = read_record(SignedVerdict, verdict)
    if not is_genuine(signed, public_key(key)):
        click.echo(f"NOT GENUINE: {verdict} is not signed by this key, or was altered since")
        return 1
    said = signed.verdict
    if file is not None and file_digest(file) != said.submission:
        click.echo(f"OF ANOTHER FILE: {verdict} is of the submission {said.submission}")
        return 1
    click.echo(f"genuine: {said.submission} is {said.status}")
    return 0


def _next(signed: SignedChallenge, agent: str) -> str:
    challenge = signed.challenge
    seeds = ",".join(map(str, challenge.seeds))
    run = f"modylbench run --agent {shlex.quote(agent)} --seeds {seeds} --judges default"
    return f"until {challenge.expires_at}: {run}"


def _lines(submission: SubmissionView) -> Iterator[str]:
    from modylbench.foundation.score_text import score_text
    from modylbench.scenarios.suites import CORE, edition_of

    if not submission.is_over:
        yield f"no verdict yet ({submission.state}); the same command asks again"
        return
    if submission.state == "accepted":
        suite = edition_of(submission.suite or CORE).mark
        yield f"accepted, {submission.level}, {suite}: overall {score_text(submission.overall)}"
        if (row := submission.row) is not None:
            yield f"rank {row.rank}, interval {row.rank_low} to {row.rank_high}"
        yield from (f"not verified: {reason}" for reason in submission.reasons)
        return
    yield "rejected" if submission.state == "rejected" else "the leaderboard could not check it"
    yield from (f"  {_printable(problem)}" for problem in submission.problems)


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
