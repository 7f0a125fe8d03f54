"""A server of ours is told to listen at one address only, with keys of its own."""

import socket

import pytest

from modylbench.providers.livekit.server import (
    FIRST_PORT,
    LAST_PORT,
    free_ports,
    is_free,
)


def test_free_ports_are_free_and_not_those_of_outgoing_connections() -> None:
    ports = free_ports()

    assert FIRST_PORT <= ports.signals <= LAST_PORT
    assert FIRST_PORT <= ports.media <= LAST_PORT
    assert is_free("127.0.0.1", ports.signals, socket.SOCK_STREAM)


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
def test_a_port_that_somebody_uses_is_not_free(kind: socket.SocketKind) -> None:
    with socket.socket(socket.AF_INET, kind) as taken:
        taken.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            taken.listen()
        port = taken.getsockname()[1]

        assert not is_free("127.0.0.1", port, kind)
