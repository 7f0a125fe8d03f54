"""`modylbench submission check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from modylbench.leaderboard.submission.check import Checker
    from modylbench.leaderboard.submission.problems import Checked


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--leaderboard-key",
    "key",
    type=click.Path(path_type=Path),
    help="A file with the leaderboard's public key, by which challenges are checked.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(file: Path, key: Path | None, as_json: bool) -> int:
    """Check a submission: every reason why it is rejected, in one list.

    All scores are made again from the recordings and the judges' answers; nobody is asked. What
    that proves, and what only judging again would, is told in docs/submissions.md.

    Exit code 0 where it is accepted, 1 where it is rejected, 2 where FILE cannot be read.
    """
    from modylbench.leaderboard.submission.check import check_file

    checked = check_file(file, checker(key))
    if as_json:
        click.echo(checked.model_dump_json(indent=2))
    else:
        click.echo("\n".join(lines(checked)))
    return 0 if checked.is_accepted else 1


def checker(key: Path | None) -> Checker:
    """Who checks, with the leaderboard's key in a file."""
    from modylbench.cli.settings import cache_folder
    from modylbench.foundation.record import read_text
    from modylbench.leaderboard.signing import public_key
    from modylbench.leaderboard.submission.check import Checker

    known = public_key(read_text(key)) if key is not None else None
    return Checker(key=known, transcripts=cache_folder() / "transcripts")


def lines(checked: Checked) -> list[str]:
    """What was found, for people."""
    from modylbench.foundation.score_text import score_text

    found = [f"rejected: {problem}" for problem in checked.problems]
    found += [f"warning: {warning}" for warning in checked.warnings]
    found += [f"note: {note}" for note in checked.notes]
    entry = checked.entry
    if entry is not None:
        tries = f"{entry.attempts} meetings held, {len(entry.spoilt)} of them spoilt by our side"
        found.append(f"{entry.standard}, judged by {', '.join(entry.models)}; {tries}")
        found += [
            f"{name}: {score_text(entry.official[name])} ({entry.tiers[name] or 'no tier'})"
            for name in entry.official
        ]
        found.append(f"overall: {score_text(entry.overall)}")
    count = len(checked.problems)
    found.append(f"rejected for {count} reason(s)" if count else "accepted")
    return found
