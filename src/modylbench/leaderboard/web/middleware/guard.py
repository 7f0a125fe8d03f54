"""Request rates, limits on bodies and the headers of every answer."""

from __future__ import annotations

import asyncio
import ipaddress
import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from modylbench.publishing.html.headers import HEADERS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from modylbench.foundation.clock import Clock

MOST_CLIENTS = 10_000  # ours: some 2 MB; who was not seen for longest is forgotten first
ROUNDING = 1e-6  # who waits as long as told is not told to wait a microsecond longer
SITE_BITS = 64  # the least that a provider gives one customer in IPv6 (RFC 6177): one client
MOST_BODY_BYTES = 64 * 1024  # ours: a challenge is asked for in some 500 bytes
BODY_S = 10.0
CLOSE = {"connection": "close"}
AMBIGUOUS = "found a Transfer-Encoding with Content-Length or in HTTP/1.0, expected one length"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more after each `every_s` seconds."""

    burst: int
    every_s: float


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_s: float


class TokenBuckets:
    """One bucket of tokens a client; a bounded number of clients is remembered."""

    def __init__(self, rate: Rate, clock: Clock, *, most_clients: int = MOST_CLIENTS) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most_clients
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """Take a token and give 0; where there is none, the seconds until there is one."""
        now = self._clock.now_s()
        bucket = self._buckets.pop(client, None) or _Bucket(self._rate.burst, now)
        gained = (now - bucket.at_s) / self._rate.every_s
        bucket.tokens = min(self._rate.burst, bucket.tokens + gained)
        bucket.at_s = now
        wait_s = 0.0
        if bucket.tokens >= 1 - ROUNDING:
            bucket.tokens = max(0.0, bucket.tokens - 1)
        else:
            wait_s = (1 - bucket.tokens) * self._rate.every_s
        self._buckets[client] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait_s

    def __len__(self) -> int:
        return len(self._buckets)


def client_of(address: str, forwarded: str | None) -> str:
    """Who asks: the address of the connection, or the last one that a trusted proxy has added.

    Only the last entry of X-Forwarded-For is the proxy's own; whoever asks can write the others.
    """
    last = (forwarded or "").rpartition(",")[2].strip() or address
    try:
        found = ipaddress.ip_address(last)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, SITE_BITS), strict=False))
    return str(found)


@dataclass(frozen=True, slots=True)
class Rates:
    """Buckets for what is cheap and for what costs disk and time: (method, path) decides."""

    reading: TokenBuckets
    writing: TokenBuckets
    uploads_at: str
    """The path whose body has limits of its own; all others take only a few bytes."""
    trusts_proxy: bool = False


class RequestGuard:
    """Refuses who asks too often, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app = app
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        client = self._client(scope)
        scope = {**scope, "state": {**scope.get("state", {}), "client": client}}
        if scope["method"] == "HEAD":  # as GET; the server leaves the body out by its own scope
            scope = {**scope, "method": "GET"}
        wait_s = self._wait_s(scope["method"], client)
        app = too_often(wait_s) if wait_s else self._app
        if is_ambiguous(scope):
            app = problem_response(400, AMBIGUOUS, CLOSE)
        has_own_limits = scope["path"] == self._rates.uploads_at
        await app(scope, receive if has_own_limits else _limit_body(receive), send_guarded)

    def _client(self, scope: Scope) -> str:
        """Who asks; a header that comes several times is one list, in the order of its lines."""
        lines = Headers(scope=scope).getlist("x-forwarded-for") if self._rates.trusts_proxy else []
        return client_of((scope.get("client") or ("unknown", 0))[0], ",".join(lines))

    def _wait_s(self, method: str, client: str) -> float:
        rates = self._rates
        return (rates.writing if method == "POST" else rates.reading).wait_s(client)


def is_ambiguous(scope: Scope) -> bool:
    """Whether a proxy before us may see another end of the body than we do (RFC 9112, 6.1)."""
    headers = Headers(scope=scope)
    is_old = scope.get("http_version") == "1.0"
    return "transfer-encoding" in headers and ("content-length" in headers or is_old)


def _limit_body(receive: Receive) -> Receive:
    """The same body, as long as it is small and all of it comes soon."""
    size = 0
    is_whole = False
    due_s: float | None = None

    async def receive_limited() -> Message:
        nonlocal size, is_whole, due_s
        if is_whole:  # what is awaited now is the connection's end
            return await receive()
        due_s = due_s or asyncio.get_running_loop().time() + BODY_S
        try:
            async with asyncio.timeout_at(due_s):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException(408, f"it was not there within {BODY_S:g} s", CLOSE) from error
        size += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if size > MOST_BODY_BYTES:
            line = f"the body is too large, expected at most {MOST_BODY_BYTES:,} bytes"
            raise HTTPException(413, line, CLOSE)
        return message

    return receive_limited


def too_often(wait_s: float) -> JSONResponse:
    """429, and when to come again."""
    seconds = math.ceil(wait_s)
    told = f"too many requests from your address; try again in {seconds} s"
    return problem_response(429, told, {"retry-after": str(seconds)})


def problem_response(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as the API tells it."""
    return JSONResponse({"problem": line}, status_code=status, headers=headers)
