"""The LiveKit server that a run is held on, and whether it answers."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from modylbench.cli.settings import livekit_variables
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.extras import require
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.health import ANSWER_S, Health, health

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LIVEKIT = "livekit"
SCHEMES = ("ws", "wss")
EXPECTED = "expected one such as ws://127.0.0.1:7880 or wss://name.livekit.cloud"
QUIET_S = 1.0  # ours: after which a person wants to know what we wait for
ORDINARY_PORTS = {"ws": 80, "wss": 443}


def is_from_outside(agent: str) -> bool:
    """Whether an agent comes into a LiveKit room by itself, of whatever name."""
    kind = agent.partition(":")[0]
    if kind != LIVEKIT and kind.lower() == LIVEKIT:
        meant = LIVEKIT + agent.removeprefix(kind)
        message = f"found the agent {short_repr(agent)}: did you mean {short_repr(meant)}?"
        raise UserMistake(message)
    return kind == LIVEKIT


def server_of(
    agent: str, url: str, environment: Mapping[str, str] | None = None
) -> LiveKitAddress | None:
    """The server meant by the option, or else by the environment for agents that need one.

    Key and secret are the environment's; what is missing is a person's mistake.
    """
    found = livekit_variables(environment)
    asked = url or (found.url if is_from_outside(agent) else "")
    if not asked:
        if not is_from_outside(agent):
            return None
        message = (
            f"found the agent {short_repr(agent)} without a server, expected --livekit-url or "
            "LIVEKIT_URL; `modylbench livekit up` starts one"
        )
        raise UserMistake(message)
    _check_url(asked)
    if not (found.api_key and found.api_secret):
        missing = "LIVEKIT_API_SECRET" if found.api_key else "LIVEKIT_API_KEY"
        message = (
            f"found no {missing}, expected LIVEKIT_API_KEY and LIVEKIT_API_SECRET in the "
            "environment, those of the server"
        )
        raise UserMistake(message)
    return LiveKitAddress(asked.removesuffix("/"), found.api_key, found.api_secret)


def place_of(address: LiveKitAddress) -> str:
    """Host and port: what tells one server from another, and is no secret."""
    parts = urlsplit(address.url)
    return f"{parts.hostname}:{parts.port or ORDINARY_PORTS[parts.scheme]}"


def check_server(address: LiveKitAddress) -> None:
    """Ask the server once, before anything is held on it; raises UserMistake."""
    require("livekit")
    with _say_if_slow(f"asking the LiveKit server at {place_of(address)} ..."):
        found = health(address, within_s=ANSWER_S)
    match found:
        case Health.SILENT:
            message = (
                f"found no LiveKit server at {place_of(address)}, expected one that answers; "
                "`modylbench livekit up` starts one"
            )
            raise UserMistake(message)
        case Health.STRANGE:
            message = (
                f"found that the LiveKit server at {place_of(address)} refuses our key, expected "
                "its own in LIVEKIT_API_KEY and LIVEKIT_API_SECRET"
            )
            raise UserMistake(message)
        case Health.WELL:
            return


@contextmanager
def _say_if_slow(line: str) -> Iterator[None]:
    """Say it where what is inside takes long."""
    timer = Timer(QUIET_S, lambda: click.echo(line, err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _check_url(url: str) -> None:
    if any(mark in url for mark in "@?#"):  # not shown: what is there may be secret
        message = f"found more than a place in the LiveKit server's address, {EXPECTED}"
        raise UserMistake(message)
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
        is_address = is_address and parts.path in ("", "/")
    except ValueError:  # a port that is no number
        is_address = False
    if not is_address:
        message = f"found the LiveKit server {short_repr(url)}, {EXPECTED}"
        raise UserMistake(message)
