"""The socket that a server of ours listens at."""

from __future__ import annotations

import socket

from modylbench.foundation.errors import UserMistake


def listen(host: str, port: int, *, remedy: str) -> socket.socket:
    """A socket bound to that address; raises UserMistake, with what to do instead."""
    try:
        found = socket.getaddrinfo(
            host,
            port,
            type=socket.SOCK_STREAM,
            proto=socket.IPPROTO_TCP,
            flags=socket.AI_PASSIVE,
        )
        family, kind, protocol, _, address = found[0]
        # With the protocol named: asyncio sends small answers at once only where it is.
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        message = f"cannot listen at {host}, port {port} ({error.strerror}); {remedy}"
        raise UserMistake(message) from error
    return bound
