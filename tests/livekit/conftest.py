"""The LiveKit servers of these tests: one for all of a process, and others to break."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from modylbench.cli.settings import cache_folder
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.binary import NoServer, server_binary
from modylbench.providers.livekit.server import Server, serving

# The person's own, since one that is built takes minutes: read before tests get caches of theirs.
CACHE = cache_folder()


@pytest.fixture(scope="session")
def livekit_binary() -> Path:
    """A livekit-server; tests are skipped where there is neither one nor any Go, and else fail."""
    try:
        return server_binary(None, CACHE)
    except NoServer as error:
        pytest.skip(f"needs a LiveKit server: {error}")


@pytest.fixture(scope="session")
def livekit(livekit_binary: Path) -> Iterator[LiveKitAddress]:
    """A server on loopback for all tests of this process; they take rooms of their own."""
    with serving(livekit_binary) as server:
        yield server.address


@pytest.fixture
def livekit_server(livekit_binary: Path) -> Iterator[Callable[[], Server]]:
    """Servers for one test: each call starts one to kill() and start() again as it was."""
    with ExitStack() as servers:
        yield lambda: servers.enter_context(serving(livekit_binary))
