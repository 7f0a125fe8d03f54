"""A loopback server that speaks the wire formats of speech services and refuses wrong requests."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import orjson
from typing_extensions import override

KEY = "sk-test-5f3c9a7d"
OPENAI_VOICES = ("alloy", "ash", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer")


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as it came over the wire."""

    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    at_s: float

    def json(self) -> Any:
        return orjson.loads(self.body)


@dataclass(frozen=True)
class Reply:
    """An answer; its body goes out in the chunks given."""

    status: int = 200
    chunks: Iterable[bytes] = ()
    headers: dict[str, str] = field(default_factory=dict)


def json_reply(value: object, status: int = 200) -> Reply:
    return Reply(status, (orjson.dumps(value),), {"content-type": "application/json"})


class Loopback:
    """What was asked, and what is answered before the service's own answers."""

    def __init__(self, service: Callable[[ReceivedRequest], Reply]) -> None:
        self.service = service
        self.asked: list[ReceivedRequest] = []
        self.first: deque[Reply] = deque()
        self.address = ""

    def answer(self, asked: ReceivedRequest) -> Reply:
        self.asked.append(asked)
        try:
            usual = self.service(asked)  # a wrong request is refused even where a fault comes first
        except (AssertionError, KeyError, ValueError) as error:
            return json_reply({"error": {"message": f"wrong request: {error!r}"}}, 400)
        return self.first.popleft() if self.first else usual


@contextmanager
def serving(service: Callable[[ReceivedRequest], Reply]) -> Iterator[Loopback]:
    """The service on a free port of this machine."""
    loopback = Loopback(service)

    class Wire(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers["content-length"])
            asked = ReceivedRequest(
                unquote(parts.path),
                parse_qs(parts.query),
                {name.lower(): value for name, value in self.headers.items()},
                self.rfile.read(length),
                time.perf_counter(),
            )
            self.send(loopback.answer(asked))

        def send(self, reply: Reply) -> None:
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                for chunk in reply.chunks:
                    self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except OSError:
                self.close_connection = True  # the client had enough

        @override
        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64  # the usual 5 make the sixth of many at once wait for a second

    server = Server(("127.0.0.1", 0), Wire)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    loopback.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield loopback
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def samples(text: str) -> bytes:
    """The sound that the servers make of a text: its bytes over and over."""
    return text.encode() * (2_400 // len(text.encode()) * 2 + 2)


def in_odd_chunks(body: bytes) -> list[bytes]:
    """The body in chunks of 1, 3, 5, ... bytes, which end in the midst of samples."""
    chunks, size = [], 1
    while body:
        chunks.append(body[:size])
        body, size = body[size:], size + 2
    return chunks


def sound_reply(text: str, content_type: str) -> Reply:
    body = samples(text) + b"\x7f"  # an odd number of bytes
    return Reply(chunks=in_odd_chunks(body), headers={"content-type": content_type})


def openai(asked: ReceivedRequest) -> Reply:
    """OpenAI's audio end points under /v1."""
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.path == "/v1/audio/speech", asked.path
    assert asked.headers["content-type"] == "application/json"
    body = asked.json()
    assert set(body) == {"model", "voice", "input", "response_format"}
    assert body["model"] in {"tts-1", "gpt-4o-mini-tts"}
    assert body["voice"] in OPENAI_VOICES
    assert body["response_format"] == "pcm"
    assert 0 < len(body["input"]) <= 4096
    return sound_reply(body["input"], "audio/pcm")


def elevenlabs(asked: ReceivedRequest) -> Reply:
    """ElevenLabs' end points."""
    assert asked.headers["xi-api-key"] == KEY
    assert asked.path.startswith("/v1/text-to-speech/"), asked.path
    assert len(asked.path.removeprefix("/v1/text-to-speech/")) == 20
    assert asked.query == {"output_format": ["pcm_24000"]}
    body = asked.json()
    assert set(body) == {"text", "model_id"}
    assert body["model_id"] == "eleven_multilingual_v2"
    return sound_reply(body["text"], "audio/pcm")


def deepgram(asked: ReceivedRequest) -> Reply:
    """Deepgram's end points."""
    assert asked.headers["authorization"] == f"Token {KEY}"
    assert asked.path == "/v1/speak", asked.path
    model = asked.query.pop("model")[0]
    assert model.startswith("aura-2-")
    assert model.endswith("-en")
    assert asked.query == {
        "encoding": ["linear16"],
        "sample_rate": ["24000"],
        "container": ["none"],
    }
    assert set(asked.json()) == {"text"}
    assert len(asked.json()["text"]) <= 2_000
    return sound_reply(asked.json()["text"], "audio/l16;rate=24000")
