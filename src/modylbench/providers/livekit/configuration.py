"""What is a LiveKit server of ours told: where it listens, and who may enter?"""

from __future__ import annotations

import ipaddress
import json
import secrets
import socket
from dataclasses import dataclass, field

from modylbench.foundation.errors import UserMistake, quoted

LOOPBACK = "127.0.0.1"
# Below the range that systems give to outgoing connections: a server that is started again finds
# its ports as it left them.
FIRST_PORT, LAST_PORT = 20_000, 31_999
TRIES = 200
EMPTY_ROOM_S, LEFT_ROOM_S = 10, 2  # ours: a room nobody closed is gone soon


@dataclass(frozen=True, slots=True)
class Ports:
    """One for signals and the interface of the server (TCP), one for sound and pictures (UDP)."""

    signals: int
    media: int


@dataclass(frozen=True, slots=True)
class Keys:
    """What opens a server: only ever a local one, made up for it."""

    key: str
    secret: str = field(repr=False)


def new_keys() -> Keys:
    """Keys nobody else has."""
    return Keys(f"dev{secrets.token_hex(6)}", secrets.token_urlsafe(32))


def free_ports(bind: str = LOOPBACK) -> Ports:
    """Two ports that nobody uses just now."""
    return Ports(_free(bind, socket.SOCK_STREAM), _free(bind, socket.SOCK_DGRAM))


def is_free(bind: str, port: int, kind: socket.SocketKind) -> bool:
    """Whether a server could take the port now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        if kind == socket.SOCK_STREAM:
            # As servers do: what is left of connections that were closed does not count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError:
            return False
    return True


def configuration(ports: Ports, keys: Keys, *, bind: str = LOOPBACK) -> str:
    """The server's configuration: it listens at that address only and asks nobody outside.

    A server left to itself would tell its clients public STUN hosts, and ask them for its address.
    """
    address = checked_address(bind)
    rtc: dict[str, object] = {
        "udp_port": ports.media,
        "tcp_port": 0,
        "use_external_ip": False,
        "node_ip": bind,
        "ips": {"includes": [f"{bind}/32"]},
        "stun_servers": [f"{LOOPBACK}:3478"],
    }
    if address.is_loopback:
        rtc["enable_loopback_candidate"] = True
        rtc["interfaces"] = {"includes": [_loopback_interface()]}
    told = {
        "port": ports.signals,
        "bind_addresses": [bind],
        "rtc": rtc,
        "keys": {keys.key: keys.secret},
        "room": {"empty_timeout": EMPTY_ROOM_S, "departure_timeout": LEFT_ROOM_S},
        "logging": {"level": "info"},
    }
    return json.dumps(told, indent=1)  # JSON is YAML


def checked_address(bind: str) -> ipaddress.IPv4Address:
    """The address, where a server can listen there and tell it to agents."""
    try:
        address = ipaddress.IPv4Address(bind)
    except ValueError:
        address = None
    # Media go to the one address that agents are told: not any, nor another one of loopback.
    if address is None or address.is_unspecified or (address.is_loopback and bind != LOOPBACK):
        message = (
            f"cannot listen at {quoted(bind)}: expected one IPv4 address of this machine, "
            f"e.g. {LOOPBACK}"
        )
        raise UserMistake(message)
    return address


def _loopback_interface() -> str:
    names = [name for _, name in socket.if_nameindex()]
    return next((name for name in ("lo", "lo0") if name in names), "lo")


def _free(bind: str, kind: socket.SocketKind) -> int:
    for _ in range(TRIES):
        port = FIRST_PORT + secrets.randbelow(LAST_PORT - FIRST_PORT + 1)
        if is_free(bind, port, kind):
            return port
    message = f"found no free port at {bind} between {FIRST_PORT} and {LAST_PORT}"
    raise UserMistake(message)
