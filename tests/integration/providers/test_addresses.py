"""Which addresses can be asked and which answer, the latter on a real socket."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from typing_extensions import override

from modylbench.providers.addresses import unreachable_addresses

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
