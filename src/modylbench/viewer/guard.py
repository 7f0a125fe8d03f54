"""Who may ask the viewer: this machine's own person, with the token, from the viewer's own page."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from modylbench.publishing.html.headers import HEADERS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = ("GET", "HEAD")
OWN_SITE = ("same-origin", "none")
"""Sec-Fetch-Site of what our page asks for, and of an address that somebody typed. Another port of
this machine is the same site and another origin."""
REFUSED = "not here: open the address that `modylbench view` has printed"
NO_STORE = {"cache-control": "no-store"}


class ViewerGuard:
    """Answers only who knows the token, names this machine and comes from no other page.

    The token stands first in every path. A name that somebody lets lead to this machine (DNS
    rebinding) is not among `hosts`.
    """

    def __init__(self, app: ASGIApp, *, token: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._token = token
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return  # no lifespan, no sockets

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (HEADERS | NO_STORE).items():
                    headers.setdefault(name, value)
            await send(message)

        status = self._refusal(scope)
        if status:
            await PlainTextResponse(REFUSED, status_code=status)(scope, receive, send_guarded)
            return
        prefix = f"/{self._token}"
        inner = {**scope, "path": scope["path"][len(prefix) :] or "/", "root_path": ""}
        await self._app(inner, receive, send_guarded)

    def _refusal(self, scope: Scope) -> int:
        """The status with which a request is refused; 0 for one that may pass."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421
        origins = headers.getlist("origin")
        is_ours = all(origin.lower() == f"http://{hosts[0].lower()}" for origin in origins)
        if not is_ours or headers.get("sec-fetch-site", "none") not in OWN_SITE:
            return 403
        token = scope["path"].removeprefix("/").partition("/")[0]
        if not compare_digest(token.encode("utf-8", "replace"), self._token.encode()):
            return 404
        return 0 if scope["method"] in METHODS else 405
