"""`modylbench leaderboard` and the commands below it."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "build": ("leaderboard.build", "Write a leaderboard as files, for any host."),
    "challenge": ("leaderboard.submitting:challenge", "Ask a leaderboard for seeds."),
    "retry": ("leaderboard.upkeep:retry", "Check once more what could not be checked."),
    "serve": ("leaderboard.serve", "Serve a leaderboard."),
    "submit": ("leaderboard.submitting:submit", "Send a submission; wait for the verdict."),
    "verify": ("leaderboard.submitting:verify", "Check a leaderboard's signed verdict."),
    "withdraw": ("leaderboard.upkeep:withdraw", "Take a submission down for good."),
}


@click.group(cls=LazyGroup, below=BELOW)
def command() -> None:
    """Serve a leaderboard or build a static one; submit to one. See docs/leaderboard.md."""
