"""A loopback server that speaks the wire formats of speech services and refuses wrong requests."""

import io
import threading
import time
import wave
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
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

    def form(self) -> dict[str, list[bytes]]:
        """The parts of a multipart body, read by the standard library's mail parser."""
        head = f"content-type: {self.headers['content-type']}\r\n\r\n".encode()
        message = BytesParser(policy=HTTP).parsebytes(head + self.body)
        assert message.is_multipart(), "expected multipart/form-data"
        parts: dict[str, list[bytes]] = {}
        for part in message.iter_parts():
            name = str(part.get_param("name", header="content-disposition"))
            parts.setdefault(name, []).append(cast("bytes", part.get_payload(decode=True)))
        return parts


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
        except (AssertionError, KeyError, ValueError, wave.Error) as error:
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


def check_wav(body: bytes) -> None:
    with wave.open(io.BytesIO(body)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 24_000)
        assert file.getnframes() > 0


def openai(asked: ReceivedRequest) -> Reply:
    """OpenAI's audio end points under /v1."""
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    if asked.path == "/v1/audio/speech":
        assert asked.headers["content-type"] == "application/json"
        body = asked.json()
        assert set(body) == {"model", "voice", "input", "response_format"}
        assert body["model"] in {"tts-1", "gpt-4o-mini-tts"}
        assert body["voice"] in OPENAI_VOICES
        assert body["response_format"] == "pcm"
        assert 0 < len(body["input"]) <= 4096
        return sound_reply(body["input"], "audio/pcm")
    assert asked.path == "/v1/audio/transcriptions", asked.path
    form = asked.form()
    check_wav(form.pop("file")[0])
    assert form.pop("language") == [b"en"]
    assert form.pop("temperature") == [b"0"]
    prompt = form.pop("prompt", [b""])[0].decode()
    if form["model"] == [b"gpt-4o-transcribe"]:
        assert form == {"model": [b"gpt-4o-transcribe"], "response_format": [b"json"]}
        return json_reply({"text": f" Revenue rose.{prompt}"})
    assert form == {
        "model": [b"whisper-1"],
        "response_format": [b"verbose_json"],
        "timestamp_granularities[]": [b"word"],
    }
    words = [
        {"word": "Revenue", "start": 0.0, "end": 0.48},
        {"word": "rose", "start": 0.48, "end": 0.9},
    ]
    return json_reply(
        {"task": "transcribe", "text": f"Revenue rose.{prompt}", "duration": 1.0, "words": words}
    )


def elevenlabs(asked: ReceivedRequest) -> Reply:
    """ElevenLabs' end points."""
    assert asked.headers["xi-api-key"] == KEY
    if asked.path.startswith("/v1/text-to-speech/"):
        assert len(asked.path.removeprefix("/v1/text-to-speech/")) == 20
        assert asked.query == {"output_format": ["pcm_24000"]}
        body = asked.json()
        assert set(body) == {"text", "model_id"}
        assert body["model_id"] == "eleven_multilingual_v2"
        return sound_reply(body["text"], "audio/pcm")
    assert asked.path == "/v1/speech-to-text", asked.path
    form = asked.form()
    check_wav(form.pop("file")[0])
    terms = b"|".join(form.pop("keyterms", [])).decode()
    assert form == {
        "model_id": [b"scribe_v2"],
        "language_code": [b"en"],
        "timestamps_granularity": [b"word"],
        "tag_audio_events": [b"false"],
        "diarize": [b"false"],
    }
    words = [
        {"text": "Revenue", "type": "word", "start": 0.0, "end": 0.48, "logprob": -0.1},
        {"text": " ", "type": "spacing", "start": 0.48, "end": 0.48, "logprob": 0.0},
        {"text": "(laughter)", "type": "audio_event", "start": 0.48, "end": 0.48},
        {"text": "rose.", "type": "word", "start": 0.48, "end": 0.9, "logprob": -0.1},
    ]
    return json_reply({"language_code": "eng", "text": f"Revenue rose.{terms}", "words": words})


def deepgram(asked: ReceivedRequest) -> Reply:
    """Deepgram's end points."""
    assert asked.headers["authorization"] == f"Token {KEY}"
    if asked.path == "/v1/speak":
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
    assert asked.path == "/v1/listen", asked.path
    assert asked.headers["content-type"] == "audio/wav"
    check_wav(asked.body)
    terms = "|".join(asked.query.pop("keyterm", []))
    assert asked.query == {"model": ["nova-3"], "language": ["en"], "smart_format": ["true"]}
    words = [
        {"word": "revenue", "punctuated_word": "Revenue", "start": 0.0, "end": 0.48},
        {"word": "rose", "punctuated_word": "rose.", "start": 0.48, "end": 0.9},
    ]
    best = {"transcript": f"Revenue rose.{terms}", "confidence": 0.99, "words": words}
    return json_reply(
        {"metadata": {"channels": 1}, "results": {"channels": [{"alternatives": [best]}]}}
    )
