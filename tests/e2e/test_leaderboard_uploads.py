"""A served leaderboard withstands hostile uploads."""

import hashlib
import io
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from tests.staging.leaderboard.server import archive

from modylbench.leaderboard.submission.pack import PLAIN_FILE
from modylbench.leaderboard.submission.unpack import RefusedArchive, unpack

NIGHTLY = os.environ.get("MODYLBENCH_TEST_PROFILE") == "nightly"  # noqa: TID251
MEGABYTE = 1024 * 1024
MOST = 8 * MEGABYTE
MORE_MEMORY = 64 * MEGABYTE
"""What the server may grow by over all of these uploads: a fraction of what they claim to be."""
ZIP = {"content-type": "application/zip"}
PATH = "/api/v1/submissions"


@dataclass
class Served:
    """A leaderboard in a process of its own."""

    process: subprocess.Popen[str]
    url: str
    http: httpx.Client
    data: Path
    clients: int = 0

    @property
    def address(self) -> tuple[str, int]:
        host, port = self.url.removeprefix("http://").rstrip("/").split(":")
        return host, int(port)

    def memory(self) -> int:
        """Bytes that it holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def post(self, content: bytes | Iterator[bytes], headers: dict[str, str]) -> httpx.Response:
        """The answer to an upload, each from somebody else."""
        self.clients += 1
        told = headers | {"x-forwarded-for": f"198.51.100.{self.clients % 256}"}
        return self.http.post(PATH, content=content, headers=told)

    def raw(self, request: bytes, *, patience_s: float = 30.0) -> bytes:
        """What comes back for bytes that no client of HTTP would send."""
        with socket.create_connection(self.address, timeout=patience_s) as connection:
            connection.sendall(request)
            answer = b""
            while part := connection.recv(65_536):
                answer += part
                if b'"}' in answer:
                    break
            return answer

    def decided(self, submission_id: str) -> dict[str, object]:
        """The submission when its check is over."""
        for _ in range(600):
            found: dict[str, object] = self.http.get(f"{PATH}/{submission_id}").json()
            if found["is_over"]:
                return found
            time.sleep(0.1)
        pytest.fail("the check did not end")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("leaderboard")
    options = ["--port", "0", "--data", str(data), "--max-upload", str(MOST), "--trust-proxy"]
    command = [sys.executable, "-m", "modylbench", "leaderboard", "serve", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    assert "public key ed25519:" in process.stdout.readline()
    with httpx.Client(base_url=found[0], timeout=60) as http:
        while True:
            try:
                http.get("/healthz")
                break
            except httpx.ConnectError:
                time.sleep(0.05)
        yield Served(process, found[0], http, data)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert (data / "signing.key").stat().st_mode & 0o777 == 0o600


def zipped(members: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = id) -> bytes:  # type: ignore[assignment]
    """An archive with these members; `change` does something to each one's entry."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = PLAIN_FILE
            change(entry)
            archive.writestr(entry, content)
    return file.getvalue()


def _link(entry: zipfile.ZipInfo) -> None:
    entry.external_attr = 0o120777 << 16


def _claim(archive: bytes, size: int) -> bytes:
    """The same archive, whose headers say that its member unpacks to `size` bytes."""
    changed = bytearray(archive)
    end = changed.rfind(b"PK\x05\x06")
    directory = struct.unpack_from("<L", changed, end + 16)[0]
    struct.pack_into("<L", changed, 22, size)
    struct.pack_into("<L", changed, directory + 24, size)
    return bytes(changed)


def _overlapping() -> bytes:
    """A thousand entries of the directory for one and the same member (Fifield's bomb)."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = hashlib.shake_256(b"noise").digest(MEGABYTE)
    packed = squeezed.compress(content) + squeezed.flush()
    name = b"manifest.json"
    sizes = struct.pack("<LLL", zlib.crc32(content), len(packed), MEGABYTE)
    local = b"PK\x03\x04" + struct.pack("<HHHHH", 20, 0, 8, 0, 33) + sizes
    body = local + struct.pack("<HH", len(name), 0) + name + packed
    entry = b"PK\x01\x02" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 33) + sizes
    entry += struct.pack("<HHHHHLL", len(name), 0, 0, 0, 0, 0, 0) + name
    count = 1000
    end = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(entry) * count, len(body), 0
    )
    return body + entry * count + end


SOUND = zipped({"manifest.json": b"{}", "run.json": b"{}"})
BOMB = zipped({"manifest.json": bytes(6 * MEGABYTE)})
UNLISTED = {
    "over 200 times as large": BOMB,
    "two members of the name": _overlapping(),
    "has 4,294,967,294 bytes": _claim(SOUND, 0xFFFF_FFFE),
    "'../../evil.json', which is not taken": zipped(
        {"manifest.json": b"{}", "../../evil.json": b""}
    ),
    "'/etc/cron.d/evil', which": zipped({"manifest.json": b"{}", "/etc/cron.d/evil": b"x"}),
    "evil.json', which is not taken": zipped({"manifest.json": b"{}", "..\\evil.json": b"{}"}),
    "is not a plain file": zipped({"manifest.json": b"/etc/passwd"}, _link),
    "it is cut short": SOUND[: len(SOUND) // 2],
    "is cut short": b"PK\x03\x04",
    "cut short, or something": b"PK\x03\x04" + hashlib.sha512(b"noise").digest() * 50,
    "more than 20,000": zipped({f"member-{number}": b"" for number in range(25_000)}),
}
"""What its headers alone give away, by what is said of it."""
UNSOUND = {
    "a bomb in an archive": zipped({"manifest.json": b"{}", "a.zip": BOMB}),
    "a manifest that says nothing": archive("{}"),
    "a manifest with a script": archive('{"name": "<script>alert(1)</script>"}'),
}


@pytest.fixture(scope="module")
def before(served: Served) -> int:
    """What the server held before anything hostile came."""
    served.http.get("/")
    served.http.get("/api/v1/openapi.json")
    return served.memory()


def test_archives_whose_headers_give_them_away_are_refused_at_once(
    served: Served, before: int
) -> None:
    for reason, content in UNLISTED.items():
        answer = served.post(content, ZIP)
        assert answer.status_code == 422, (reason, answer.text)
        assert reason in answer.json()["problem"]
        assert "expected a file that" in answer.json()["problem"]
    assert not list((served.data / "blobs").rglob("*"))
    assert not list((served.data / "incoming").iterdir())
    assert served.memory() - before < MORE_MEMORY


def test_archives_that_are_no_submission_are_rejected_with_the_reason(
    served: Served, before: int
) -> None:
    ids = {name: served.post(UNSOUND[name], ZIP).json()["id"] for name in UNSOUND}
    # A check has a process of its own, which takes seconds to start: all of them by night.
    for name, submission_id in ids.items() if NIGHTLY else sorted(ids.items())[-1:]:
        found = served.decided(submission_id)
        assert found["state"] == "rejected", (name, found)
        assert found["problems"], name
        page = served.http.get(f"/submissions/{submission_id}/")
        assert page.status_code == 200
        assert "<script>" not in page.text
    assert served.http.get("/api/v1/leaderboard").json()["rows"] == []
    assert not list(Path("/etc/cron.d").glob("evil*"))
    assert served.memory() - before < MORE_MEMORY


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"", ZIP, 422),
        (b"hello", ZIP, 422),
        (b"\x1f\x8b\x08" + bytes(50), ZIP, 422),
        (SOUND, {"content-type": "text/plain"}, 415),
        (SOUND, {}, 415),
        (SOUND, ZIP | {"content-encoding": "gzip"}, 415),
        (b"PK\x03\x04" + bytes(MOST), ZIP, 413),
    ],
)
def test_what_is_no_archive_is_refused_at_the_door(
    served: Served, content: bytes, headers: dict[str, str], status: int
) -> None:
    answer = served.post(content, headers)

    assert answer.status_code == status
    assert re.search("expected", answer.json()["problem"])


def test_a_body_without_end_is_refused_where_the_limit_is(served: Served, before: int) -> None:
    def endless() -> Iterator[bytes]:
        yield b"PK\x03\x04"
        for _ in range(60):
            yield bytes(MEGABYTE)

    try:
        status = served.post(endless(), ZIP).status_code
    except (httpx.WriteError, httpx.ReadError):
        status = 413  # who goes on sending after the answer may find the connection closed
    assert status == 413
    assert served.memory() - before < MORE_MEMORY


HEAD = f"POST {PATH} HTTP/1.1\r\nhost: a\r\ncontent-type: application/zip\r\n".encode()
HEAD += b"x-forwarded-for: 192.0.2.1\r\n"


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (HEAD + b"content-length: 10737418240\r\n\r\nPK\x03\x04", 413),
        (HEAD + b"content-length: -1\r\n\r\n", 400),
        (HEAD + b"content-length: 1e9\r\n\r\n", 400),
        (HEAD + b"content-length: 4\r\ncontent-length: 5\r\n\r\nPK\x03\x04x", 400),
        (HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (HEAD.replace(b"1.1", b"1.0", 1) + b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (HEAD + b"transfer-encoding: gzip, chunked\r\n\r\n", 400),
        (HEAD + b"transfer-encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n", 400),
        (HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\nPK\r\n0\r\n\r\n", 400),
        (b"GET /%00 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n", 404),
        (
            b"GET /submissions/../../etc/passwd HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
            404,
        ),
        (b"\x16\x03\x01\x02\x00\x01", 400),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_games_with_http_end_in_an_answer(
    served: Served, request_bytes: bytes, status: int
) -> None:
    answer = served.raw(request_bytes)

    assert answer.startswith(f"HTTP/1.1 {status}".encode()), answer[:200]


def test_a_head_without_end_is_cut_off(served: Served) -> None:
    try:
        answer = served.raw(HEAD + b"x: " + b"y" * 3_000_000)
    except ConnectionError:
        answer = b""  # closed while we were still sending

    assert answer[:12] in (b"", b"HTTP/1.1 400")


@pytest.mark.parametrize("reason", UNLISTED)
def test_nothing_of_an_archive_that_means_harm_is_unpacked(reason: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(UNLISTED[reason])

    with pytest.raises(RefusedArchive, match=re.escape(reason)):
        unpack(tmp_path / "file", tmp_path / "deep" / "work")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["file"]


def test_a_second_request_hidden_behind_a_body_is_not_answered_as_the_first(served: Served) -> None:
    hidden = b"GET /api/v1/key HTTP/1.1\r\nhost: a\r\n\r\n"
    both = b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + hidden
    answer = served.raw(HEAD + both)

    assert b"ed25519" not in answer.partition(b'"}')[0]


def test_who_sends_slowly_or_never_does_not_keep_others_out(served: Served) -> None:
    slow = []
    for request in (HEAD + b"content-length: 1000\r\n\r\nPK", b"GET / HT", b"", HEAD):
        for _ in range(3):
            connection = socket.create_connection(served.address)
            connection.sendall(request)
            slow.append(connection)
    start = time.monotonic()  # noqa: TID251
    try:
        assert served.http.get("/").status_code == 200
        assert served.http.post("/api/v1/offers").status_code == 201
        assert time.monotonic() - start < 5  # noqa: TID251
    finally:
        for connection in slow:
            connection.close()


def test_three_uploads_at_once_come_in_whole(served: Served, before: int) -> None:
    texts = [os.urandom(2 * MEGABYTE).hex() for _ in range(3)]
    contents = [archive(text) for text in texts]
    answers: dict[int, httpx.Response] = {}

    def send(number: int) -> None:
        with httpx.Client(base_url=served.url, timeout=60) as http:
            told = ZIP | {"x-forwarded-for": f"203.0.113.{number}"}
            answers[number] = http.post(PATH, content=contents[number], headers=told)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for number, content in enumerate(contents):
        assert answers[number].status_code == 202
        assert answers[number].json()["id"] == hashlib.sha256(content).hexdigest()
    again = served.post(contents[0], ZIP)
    assert (again.status_code, again.json()["was_known"]) == (200, True)
    assert served.memory() - before < MORE_MEMORY
