"""`modylbench livekit ...`."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "build": ("modylbench.cli.livekit_build", "Build a LiveKit server, where there is none yet."),
    "smoke": ("modylbench.cli.livekit_smoke", "Hold a short meeting on a LiveKit server."),
    "up": ("modylbench.cli.livekit_up", "Run a local LiveKit server for development."),
}


@click.group(cls=LazyGroup, below=BELOW, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Run a local LiveKit server; try an agent on it. See docs/livekit.md."""
