"""`modylbench livekit build`."""

from __future__ import annotations

import click

from modylbench.cli.ended import ended_by_signals
from modylbench.cli.settings import cache_folder


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Print where a LiveKit server is, and build one with Go 1.26 or newer where none is.

    That takes minutes, once; `livekit up` would do it as well.
    """
    from modylbench.providers.livekit.binary import server_binary

    with ended_by_signals():
        click.echo(
            server_binary(None, cache_folder(), tell=lambda line: click.echo(line, err=True))
        )
