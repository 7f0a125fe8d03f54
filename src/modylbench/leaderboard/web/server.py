"""The server that the app runs in: its socket, its limits on connections, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from starlette.types import ASGIApp
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

HEAD_S = 15.0  # ours: a request's head is one packet; who needs longer holds a place for nothing
MOST_HEAD_BYTES = 16 * 1024
MOST_CONNECTIONS = 200  # ours: each may hold some 100 kB
IDLE_S = 15
ENDING_S = 5


class PromptHeads(H11Protocol):
    """HTTP whose requests must have a whole head soon: uvicorn itself waits for ever."""

    _waiting: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection: its first head is awaited."""
        super().connection_made(transport)
        self._await_head()

    @override
    def data_received(self, data: bytes) -> None:
        """Something came: part of a head or, once that is whole, of a body."""
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()
        elif self._waiting is None:
            self._await_head()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Over."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(HEAD_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def _give_up(self) -> None:
        self._waiting = None
        if not self._is_answering() and not self.transport.is_closing():
            self.transport.close()


def server(app: ASGIApp) -> uvicorn.Server:
    """A server for the app; its `run(sockets=[bound])` answers until a signal."""
    config = uvicorn.Config(
        app,
        http=PromptHeads,
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=ENDING_S,
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
    )
    return uvicorn.Server(config)
