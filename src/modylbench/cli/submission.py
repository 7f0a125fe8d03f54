"""`modylbench submission ...`."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "check": ("modylbench.cli.submission_check", "Every reason why a submission is rejected."),
    "declare": ("modylbench.cli.submission_declare", "Settle on an agent, to ask for seeds."),
    "pack": ("modylbench.cli.submission_pack", "Make one file of a run that models judged."),
    "verify-challenge": (
        "modylbench.cli.submission_verify_challenge",
        "Were seeds fixed by both sides and chosen by neither?",
    ),
}


@click.group(cls=LazyGroup, below=BELOW, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Pack a run for the leaderboard; check a submission. See docs/submissions.md."""
