"""`modylbench leaderboard ...`."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "build": ("modylbench.cli.leaderboard_build", "Write a leaderboard as files, for any host."),
    "challenge": ("modylbench.cli.leaderboard_challenge", "Ask a leaderboard for seeds."),
    "retry": ("modylbench.cli.leaderboard_retry", "Check once more what could not be checked."),
    "serve": ("modylbench.cli.leaderboard_serve", "Serve a leaderboard."),
    "submit": ("modylbench.cli.leaderboard_submit", "Send a submission; wait for the verdict."),
    "verify": ("modylbench.cli.leaderboard_verify", "Check a leaderboard's signed verdict."),
    "withdraw": ("modylbench.cli.leaderboard_withdraw", "Take a submission down for good."),
}


@click.group(cls=LazyGroup, below=BELOW, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Serve a leaderboard or build a static one; submit to one. See docs/leaderboard.md."""
