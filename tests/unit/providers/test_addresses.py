"""Which addresses can be asked and which answer, the latter on a real socket."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from typing_extensions import override

from modylbench.foundation.errors import UserMistake
from modylbench.providers.addresses import is_loopback, refuse_bad_address, unreachable_addresses

CODES = {"/there": 200, "/members-only": 403, "/gone": 404, "/broken": 500}


class Page(BaseHTTPRequestHandler):
    """Answers with the code of its path, to HEAD alone."""

    def do_HEAD(self) -> None:
        self.send_response(CODES[self.path])
        self.end_headers()

    @override
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_pages_that_are_there_are_told_from_those_that_are_not(site: str) -> None:
    found = unreachable_addresses([site + path for path in (*CODES, "/there")], timeout_s=5)

    assert found == {site + "/gone": "answers 404", site + "/broken": "answers 500"}


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "file:///etc/passwd", "https://[::1", ""])
def test_what_cannot_be_asked_is_no_answer(url: str) -> None:
    assert unreachable_addresses([url], timeout_s=2)[url]


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("ftp://x", "no address: found 'ftp://x'"),
        ("http://", "no address: found 'http://'"),
        ("http://host:0/v1", "no address"),
        ("http://h\u00f6st/v1", "no address"),
        ("http://me:secret@host/v1", "more than a place"),
        ("http://host/v1?key=secret", "more than a place"),
        ("ftp://me:secret@host/v1", "no address: expected"),
    ],
)
def test_an_address_that_cannot_be_asked_is_refused_without_its_secrets(
    address: str, problem: str
) -> None:
    with pytest.raises(UserMistake, match=problem) as mistake:
        refuse_bad_address(address)

    assert "secret" not in str(mistake.value)


def test_an_address_on_this_machine_is_known() -> None:
    local = ("http://127.0.0.1:1/v1", "http://localhost", "http://[::1]:8000")

    assert [is_loopback(address) for address in (*local, "https://api.openai.com/v1")] == [
        True,
        True,
        True,
        False,
    ]
