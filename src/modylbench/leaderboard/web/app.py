"""The web application, its API, pages and guard in one, and the server that it runs in."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from modylbench import __version__
from modylbench.foundation.errors import UserMistake, one_line, short_repr
from modylbench.foundation.record import place_of
from modylbench.leaderboard.web.api import PREFIX, SUBMISSIONS, api
from modylbench.leaderboard.web.middleware.guard import (
    Rates,
    RequestGuard,
    TokenBuckets,
    client_of,
    problem_response,
)
from modylbench.leaderboard.web.pages.rendering import PageLinks, problem_page
from modylbench.leaderboard.web.pages.routes import FRAMES, pages

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    from modylbench.leaderboard.web.context import AppContext


LOG = logging.getLogger(__name__)
LONGEST_LINE = 500
HEAD_S = 15.0  # ours: a request's head is one packet; who needs longer holds a place for nothing
MOST_HEAD_BYTES = 16 * 1024
MOST_CONNECTIONS = 500  # ours: each may hold some 100 kB
MOST_BY_ADDRESS = 50  # ours: a browser opens six, and an office may be one address
IDLE_S = 15
ENDING_S = 5


def leaderboard_app(context: AppContext) -> ASGIApp:
    """The application: its API, its pages, its guard."""
    app = FastAPI(
        title="ModylBench leaderboard",
        version=__version__,
        description="Submissions are uploaded, checked in the background and ranked.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # its page would fetch scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.include_router(api(context))
    app.include_router(pages(context))
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(UserMistake, _user_mistake)
    app.add_exception_handler(DBAPIError, _database_error)
    app.add_exception_handler(Exception, _server_error)
    limits = context.limits
    rates = Rates(
        reading=TokenBuckets(limits.reading, context.clock),
        writing=TokenBuckets(limits.writing, context.clock),
        uploads_at=SUBMISSIONS,
        trusts_proxy=limits.trusts_proxy,
    )
    return RequestGuard(app, rates)


def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # what it is called for
    first = error.errors()[0]
    found = "" if first["type"] == "missing" else f"; found {short_repr(first.get('input'))}"
    return _error_response(request, 422, f"{place_of(first['loc'])}: {first['msg']}{found}", {})


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    return _error_response(request, error.status_code, error.detail, dict(error.headers or {}))


def _user_mistake(request: Request, error: Exception) -> Response:
    return _error_response(request, 422, str(error), {})


def _database_error(request: Request, error: Exception) -> Response:
    """It is away, or its disk is full; what the driver says can hold its address."""
    LOG.error("the database failed: %s", type(error).__name__)
    return _error_response(
        request, 503, "the server's database does not answer; try again later", {}
    )


def _server_error(request: Request, _: Exception) -> Response:
    """Our fault: what went wrong is in the log, and no business of who asked."""
    return _error_response(
        request, 500, "the server failed at this; nothing that was accepted is lost", {}
    )


def _error_response(request: Request, status: int, line: str, headers: dict[str, str]) -> Response:
    """To a program as JSON; to a person as a page, wherever that was looked for."""
    shown = one_line(line)[:LONGEST_LINE]
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return problem_response(status, shown, headers)
    depth = request.url.path.count("/") - 1
    page = problem_page(status, shown, PageLinks(home="../" * depth))
    policy = {"content-security-policy": page.policy + FRAMES}
    return HTMLResponse(page.html, status_code=status, headers=headers | policy)


class BoundedConnection(H11Protocol):
    """HTTP whose requests must have a whole head soon, over so many connections an address.

    uvicorn itself waits for ever, and answers nobody once there are too many. Here whoever says
    nothing yields to who comes: first the connections of the address that has most, the oldest of
    them first.
    """

    most_by_address: int | None = MOST_BY_ADDRESS
    """None behind a proxy, whose address all of them have."""
    address = ""
    since_s = 0.0
    _waiting: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection: its first head is awaited, if there is room for it."""
        super().connection_made(transport)
        self.address = client_of(self.client[0] if self.client else "unknown", None)
        self.since_s = self.loop.time()
        if self._has_room():
            self._await_head()
        else:
            transport.abort()

    @override
    def data_received(self, data: bytes) -> None:
        """Bytes came: part of a head or, once that is whole, of a body."""
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()
        elif self._waiting is None:
            self._await_head()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _has_room(self) -> bool:
        """Whether there is a place for this connection, which another may have to leave for it."""
        others = [
            other
            for other in self.connections
            if isinstance(other, BoundedConnection)
            and other is not self
            and not other.transport.is_closing()
        ]
        own = [other for other in others if other.address == self.address]
        if self.most_by_address is not None and len(own) >= self.most_by_address:
            return _close_longest_idle(own)
        if len(others) + 2 > MOST_CONNECTIONS:  # uvicorn's own limit is below its number
            return _close_longest_idle(others)
        return True

    def close_idle(self) -> bool:
        """End the connection if nothing is being answered; whether that was so."""
        if self._is_answering():
            return False
        self.connections.discard(self)
        self.transport.abort()
        return True

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


class ProxyConnection(BoundedConnection):
    """The same behind a proxy, from whose address everybody comes."""

    most_by_address = None


def _close_longest_idle(connections: Sequence[BoundedConnection]) -> bool:
    """End what has been idle for longest, of the address with most; False where nothing is."""
    counts = Counter(connection.address for connection in connections)
    ordered = sorted(connections, key=lambda other: (-counts[other.address], other.since_s))
    return any(connection.close_idle() for connection in ordered)


def server(app: ASGIApp, *, trusts_proxy: bool = False) -> uvicorn.Server:
    """A server for the app; its `run(sockets=[bound])` answers until a signal."""
    config = uvicorn.Config(
        app,
        http=ProxyConnection if trusts_proxy else BoundedConnection,
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
