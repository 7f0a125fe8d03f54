"""`modylbench livekit` and the commands below it."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "build": ("livekit.server:build", "Build a LiveKit server, where there is none yet."),
    "smoke": ("livekit.smoke", "Hold a short meeting on a LiveKit server."),
    "up": ("livekit.server:up", "Run a local LiveKit server for development."),
}


@click.group(cls=LazyGroup, below=BELOW)
def command() -> None:
    """Run a local LiveKit server; try an agent on it. See docs/livekit.md."""
