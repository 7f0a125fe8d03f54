"""`modylbench livekit up` and `build`: a local LiveKit server for development."""

from __future__ import annotations

import json
import signal
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.cli.settings import cache_folder
from modylbench.foundation.errors import BadFile, ModylBenchError, UserMistake
from modylbench.foundation.event_loop import end_by_signals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.providers.addresses import LiveKitAddress
    from modylbench.providers.livekit.server import Ports, Server


PORT = 7880  # LiveKit's own
MEDIA_AFTER = 2  # as in LiveKit's own, 7880 and 7882
MARK = "# of a local LiveKit server, written by `modylbench livekit up`"
NO_GO = 3  # of its own, so that nobody takes another mistake for it and goes on without a server


@click.command()
@click.option(
    "--binary",
    type=PATH,
    help="A livekit-server; else one is found or built.",
)
@click.option(
    "--port",
    type=click.IntRange(1024, 65_535 - MEDIA_AFTER),
    default=PORT,
    show_default=True,
    help=f"For signals (TCP); sound and pictures go to the one {MEDIA_AFTER} above it (UDP).",
)
@click.option(
    "--bind",
    default="127.0.0.1",
    show_default=True,
    help="One address of this machine; others reach the server there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, then run.")
@click.option(
    "--env-file",
    type=PATH,
    help="Write LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET there while it runs.",
)
def up(binary: Path | None, port: int, bind: str, *, as_json: bool, env_file: Path | None) -> int:
    """Run a local LiveKit server for development, until Ctrl-C.

    Its keys are made up for it at each start. The server is the one that --binary names, one built
    before, `livekit-server` on PATH, or one that is built now with Go 1.26 or newer.
    """
    from modylbench.providers.livekit.binary import server_binary
    from modylbench.providers.livekit.server import serving

    ports = _ports(bind, port)
    _refuse_others(env_file)
    with end_by_signals():
        program = server_binary(binary, cache_folder(), tell=_tell)
        with serving(program, ports=ports, bind=bind) as server, _variables_in(env_file, server):
            try:
                _print_settings(server, as_json=as_json)
                code = server.wait()
            except KeyboardInterrupt:
                _tell("stopping")
                return 0
            message = f"the LiveKit server {_ending(code, server)}; its log: {server.kept_log()}"
            raise ModylBenchError(message)


@click.command()
def build() -> int:
    """Print where a LiveKit server is, and build one with Go 1.26 or newer where none is.

    That takes minutes, once; `livekit up` would do it as well. Exit code 3 where there is neither a
    server nor any Go.
    """
    from modylbench.providers.livekit.binary import NoServer, server_binary

    with end_by_signals():
        try:
            click.echo(server_binary(None, cache_folder(), tell=_tell))
        except NoServer as error:
            click.echo(f"modylbench: {error}", err=True)
            return NO_GO
    return 0


def _ending(code: int, server: Server) -> str:
    """How it ended; what it said last is not the reason where somebody has killed it."""
    if code < 0:
        name = signal.strsignal(-code) or "of no name"
        return f"was ended by signal {-code} ({name}), by somebody or for want of memory"
    return f"ended by itself ({code}): {server.last_words()}"


def _ports(bind: str, port: int) -> Ports:
    from modylbench.providers.livekit.server import Ports, is_free, usable_address

    usable_address(bind)
    ports = Ports(port, port + MEDIA_AFTER)
    for number, kind, name in (
        (ports.signals, socket.SOCK_STREAM, "TCP"),
        (ports.media, socket.SOCK_DGRAM, "UDP"),
    ):
        if not is_free(bind, number, kind):
            message = (
                f"cannot listen at {bind}, {name} port {number}: it is in use or not of this "
                "machine; end what uses it, or name others with --port and --bind"
            )
            raise UserMistake(message)
    return ports


def _variables(address: LiveKitAddress) -> dict[str, str]:
    return {
        "LIVEKIT_URL": address.url,
        "LIVEKIT_API_KEY": address.api_key,
        "LIVEKIT_API_SECRET": address.api_secret,
    }


def _print_settings(server: Server, *, as_json: bool) -> None:
    """What an agent and `modylbench run` need; the secret opens nothing but this server."""
    if as_json:
        told = {
            "url": server.address.url,
            "api_key": server.address.api_key,
            "api_secret": server.address.api_secret,
            "pid": server.pid,
            "log": str(server.log),
        }
        click.echo(json.dumps(told))
        return
    _tell(f"a LiveKit server runs at {server.address.url} (log: {server.log}); Ctrl-C ends it")
    _tell("its keys are for development: made up now, of use nowhere else, gone when it ends")
    _tell("where your agent starts, and where you run modylbench, set these:")
    for name, value in _variables(server.address).items():
        click.echo(f"export {name}={value}")
    _tell("then: modylbench run --agent livekit:NAME (the name your worker registers)")


def _tell(line: str) -> None:
    click.echo(f"livekit: {line}", err=True)


def _refuse_others(env_file: Path | None) -> None:
    """A file that is not one of ours is somebody's settings: it is not written over."""
    if env_file is None or not env_file.exists():
        return
    if not env_file.is_file() or not env_file.read_bytes().startswith(MARK.encode()):
        raise BadFile(env_file, "", "is there and was not written by us; name a new file")


@contextmanager
def _variables_in(env_file: Path | None, server: Server) -> Iterator[None]:
    if env_file is None:
        yield
        return
    lines = [MARK, *(f"{name}={value}" for name, value in _variables(server.address).items())]
    try:
        env_file.unlink(missing_ok=True)
        env_file.touch(mode=0o600, exist_ok=False)
        env_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadFile(env_file, "", f"cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        env_file.unlink(missing_ok=True)
