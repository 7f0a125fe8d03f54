"""`modylbench livekit build`."""

from __future__ import annotations

import click

from modylbench.cli.ended import ended_by_signals
from modylbench.cli.settings import cache_folder

NO_GO = 3  # of its own, so that nobody takes another mistake for it and goes on without a server


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> int:
    """Print where a LiveKit server is, and build one with Go 1.26 or newer where none is.

    That takes minutes, once; `livekit up` would do it as well. Exit code 3 where there is neither a
    server nor any Go.
    """
    from modylbench.providers.livekit.binary import NoServer, server_binary

    with ended_by_signals():
        try:
            click.echo(server_binary(None, cache_folder(), tell=_tell))
        except NoServer as error:
            click.echo(f"modylbench: {error}", err=True)
            return NO_GO
    return 0


def _tell(line: str) -> None:
    click.echo(f"livekit: {line}", err=True)
