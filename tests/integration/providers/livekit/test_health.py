"""A server is told from a stranger, and from silence."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from typing_extensions import override

from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.health import Health, health

NOON = "Sun, 15 Nov 2026 12:00:00 GMT"
NOON_S = 1_794_744_000


class Answering(BaseHTTPRequestHandler):
    """Answers GET and POST with a status each."""

    statuses: ClassVar[dict[str, int]] = {}
    tokens: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self.tokens.append(self.headers["Authorization"].removeprefix("Bearer "))
        self._answer("POST")

    def _answer(self, method: str) -> None:
        self.send_response_only(self.statuses[method])
        self.send_header("Date", NOON)
        self.send_header("Content-Length", "0")
        self.end_headers()

    @override
    def log_message(self, *args: object) -> None:
        """Print nothing."""


@contextmanager
def answering(get: int, post: int) -> Iterator[tuple[LiveKitAddress, list[str]]]:
    tokens: list[str] = []
    kind = type("One", (Answering,), {"statuses": {"GET": get, "POST": post}, "tokens": tokens})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            port = server.server_address[1]
            yield LiveKitAddress(f"ws://127.0.0.1:{port}", "key", "secret"), tokens
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("get", "post", "expected"),
    [
        (200, 200, Health.WELL),
        (404, 200, Health.WELL),
        (200, 401, Health.STRANGE),
        (200, 403, Health.STRANGE),
        (406, 200, Health.SILENT),
        (200, 404, Health.SILENT),
        (200, 500, Health.SILENT),
    ],
)
def test_what_a_server_answers_says_how_it_is(get: int, post: int, expected: Health) -> None:
    with answering(get, post) as (address, _):
        assert health(address) is expected


def test_the_token_lasts_a_minute_of_the_servers_time_and_allows_one_thing() -> None:
    with answering(200, 200) as (address, tokens):
        health(address)
    [token] = tokens
    said = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))

    assert said == {"iss": "key", "exp": NOON_S + 60, "video": {"roomList": True}}
    assert "secret" not in token


def test_a_place_where_nobody_listens_is_silent() -> None:
    with answering(200, 200) as (address, _):
        pass

    assert health(address) is Health.SILENT


def test_a_secure_address_is_not_asked_in_the_clear() -> None:
    with answering(200, 200) as (address, tokens):
        secure = LiveKitAddress(address.url.replace("ws:", "wss:"), "key", "secret")

        assert health(secure) is Health.SILENT
    assert not tokens
