"""`modylbench view`: all runs of a folder in the browser."""

from __future__ import annotations

import secrets
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.listening import listen
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.extras import require

if TYPE_CHECKING:
    import socket

    from modylbench.viewer.index import MeetingIndex

HOST = "127.0.0.1"
TOKEN_BYTES = 24


@click.command()
@click.argument(
    "folder",
    type=click.Path(path_type=Path),
    default=Path("results"),
    metavar="[DIR]",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    help="The port of this machine to listen at.  [default: any that is free]",
)
@click.option("--no-open", is_flag=True, help="Only print the address; open no browser.")
def command(folder: Path, port: int, no_open: bool) -> int:
    """Look at all runs of a folder: find meetings, play them, set two agents side by side.

    DIR is the folder that runs are written to, or one run of it; `results` where it is not named.
    A run that is still going on is followed. Only this machine can reach the viewer, and only by
    the address that is printed. Ctrl-C ends it.
    """
    require("view")
    if not folder.is_dir():
        message = (
            f"found no folder {short_repr(str(folder))}, expected one with runs in it: `modylbench "
            "run` makes one, and its --output says where"
        )
        raise UserMistake(message)
    from modylbench.cli.settings import cache_folder
    from modylbench.foundation.clock import RealClock
    from modylbench.viewer.index import MeetingIndex

    bound = listen(HOST, port, remedy="end what uses it, or name another with --port")
    with bound:
        index = MeetingIndex(
            folder, RealClock().now_s, wall_s=_wall_s, cache=cache_folder() / "viewer"
        )
        threading.Thread(target=index.look, daemon=True).start()
        _serve(index, bound, opens=not no_open)
    return 0


def _serve(index: MeetingIndex, bound: socket.socket, *, opens: bool) -> None:
    """Answer until Ctrl-C."""
    from modylbench.cli.settings import journal_folder
    from modylbench.viewer.app import ViewerContext, server, viewer_app
    from modylbench.viewer.meetings import MeetingPages
    from modylbench.viewer.page import viewer_page

    token, port = secrets.token_urlsafe(TOKEN_BYTES), bound.getsockname()[1]
    context = ViewerContext(index, MeetingPages(journal_folder()), viewer_page())
    running = server(viewer_app(context, token=token, port=port))
    address = f"http://{HOST}:{port}/{token}/"
    click.echo(f"the meetings are at {address} until Ctrl-C")
    bound.listen()
    if opens:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        running.run(sockets=[bound])


def _wall_s() -> float:
    """Seconds since 1970, as files' times are; nothing that is kept or scored rests on them."""
    return time.time_ns() / 1e9
