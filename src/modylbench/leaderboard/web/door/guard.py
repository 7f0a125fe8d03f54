"""What holds for every answer, whatever was asked: headers, rates, one form of error?"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from modylbench.leaderboard.web.door.rate import TokenBuckets, client_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Of whatever is no page: pages bring their own, with the hashes of their styles."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


MOST_BODY_BYTES = 64 * 1024  # ours: a challenge is asked for in some 500 bytes
BODY_S = 10.0
CLOSE = {"connection": "close"}


@dataclass(frozen=True, slots=True)
class Rates:
    """Buckets for what is cheap and for what costs disk and time: (method, path) decides."""

    reading: TokenBuckets
    writing: TokenBuckets
    uploads_at: str
    """The path whose body has limits of its own; all others take only a few bytes."""
    trusts_proxy: bool = False


class Guard:
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

        if scope["method"] == "HEAD":  # as GET; the server leaves the body out by its own scope
            scope = {**scope, "method": "GET"}
        wait_s = self._wait_s(scope)
        app = too_often(wait_s) if wait_s else self._app
        has_own_limits = scope["path"] == self._rates.uploads_at
        await app(scope, receive if has_own_limits else _bounded(receive), send_guarded)

    def _wait_s(self, scope: Scope) -> float:
        rates = self._rates
        forwarded = Headers(scope=scope).get("x-forwarded-for") if rates.trusts_proxy else None
        client = client_of((scope.get("client") or ("unknown", 0))[0], forwarded)
        buckets = rates.writing if scope["method"] == "POST" else rates.reading
        return buckets.wait_s(client)


def _bounded(receive: Receive) -> Receive:
    """The same body, as long as it is small and comes soon."""
    size = 0
    is_whole = False

    async def receive_little() -> Message:
        nonlocal size, is_whole
        if is_whole:  # what is awaited now is the connection's end
            return await receive()
        try:
            async with asyncio.timeout(BODY_S):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException(408, f"nothing came for {BODY_S:g} s", CLOSE) from error
        size += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if size > MOST_BODY_BYTES:
            line = f"the body is too large, expected at most {MOST_BODY_BYTES:,} bytes"
            raise HTTPException(413, line, CLOSE)
        return message

    return receive_little


def too_often(wait_s: float) -> JSONResponse:
    """429, and when to come again."""
    seconds = math.ceil(wait_s)
    told = f"too many requests from your address; try again in {seconds} s"
    return problem(429, told, {"retry-after": str(seconds)})


def problem(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as the API tells it."""
    return JSONResponse({"problem": line}, status_code=status, headers=headers)
