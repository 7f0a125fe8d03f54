"""A loopback server that speaks OpenAI's chat format, checks requests and fails as told."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

KEY = "sk-test-0123456789"
MODEL = "small-model"


@dataclass(frozen=True)
class Reply:
    """What is sent: the pieces of a body, `wait_s` before each; then an end, or none."""

    pieces: tuple[bytes, ...] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait_s: float = 0.0
    is_cut: bool = False


def event(value: object) -> bytes:
    return b"data: " + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n"


def chunk(delta: object, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return event(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": MODEL,
            "choices": [choice],
        }
    )


def stream_words(*words: str, wait_s: float = 0.0) -> Reply:
    """An answer as a stream, in these pieces."""
    opening = chunk({"role": "assistant", "content": ""})
    said = [chunk({"content": word}) for word in words]
    return stream(opening, *said, chunk({}, "stop"), event(b"[DONE]"), wait_s=wait_s)


def stream(*pieces: bytes, wait_s: float = 0.0, is_cut: bool = False) -> Reply:
    headers = {"content-type": "text/event-stream; charset=utf-8"}
    return Reply(pieces, 200, headers, wait_s, is_cut)


def whole_reply(content: object, finish: str = "stop") -> Reply:
    """An answer in one piece."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content},
        "finish_reason": finish,
    }
    return in_json(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": MODEL,
            "choices": [choice],
        }
    )


def in_json(value: object, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    body = json.dumps(value).encode()
    return Reply((body,), status, {"content-type": "application/json", **named})


def failure_reply(status: int, message: str = "it failed", **headers: str) -> Reply:
    return in_json({"error": {"message": message, "type": "x", "code": None}}, status, **headers)


@dataclass
class ChatServer:
    """What was asked, and what is answered: the first of `replies`, or that model's usual words."""

    address: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    replies: deque[Reply] = field(default_factory=deque)
    needs_key: bool = True

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        if self.needs_key and headers.get("authorization") != f"Bearer {KEY}":
            return failure_reply(401, f"Incorrect API key: {headers.get('authorization')}")
        if (method, path) == ("POST", "/v1/chat/completions"):
            return self.completion(json.loads(body))
        return failure_reply(404, "no such page")

    def completion(self, asked: dict[str, Any]) -> Reply:
        self.asked.append(asked)
        problem = wrong_with(asked)
        if problem:
            return failure_reply(400, problem)
        if asked["model"] != MODEL:
            return failure_reply(404, f"The model `{asked['model']}` does not exist")
        if self.replies:
            return self.replies.popleft()
        return (
            stream_words("All ", "is well.") if asked.get("stream") else whole_reply("All is well.")
        )


def wrong_with(asked: dict[str, Any]) -> str:
    """What no service of that format would take."""
    messages = asked.get("messages")
    if not isinstance(messages, list) or not messages:
        return "messages: expected a list"
    for message in messages:
        if set(message) != {"role", "content"} or not isinstance(message["content"], str):
            return f"found the message {message!r}"
    roles = [message["role"] for message in messages]
    if not set(roles) <= {"system", "user", "assistant"} or roles[-1] != "user":
        return f"found the roles {roles}"
    unknown = set(asked) - {
        "model",
        "messages",
        "stream",
        "stream_options",
        "max_completion_tokens",
    }
    return f"unknown: {unknown}" if unknown else ""


@contextmanager
def serving(own: ChatServer | None = None) -> Iterator[ChatServer]:
    """The server in a thread, on a free port of this machine."""
    server = own or ChatServer()
    is_up = threading.Event()
    loop = asyncio.new_event_loop()
    is_over = asyncio.Event()

    async def run() -> None:
        listening = await asyncio.start_server(
            lambda reader, writer: _serve(server, reader, writer), "127.0.0.1", 0
        )
        server.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
        is_up.set()
        async with listening:
            await is_over.wait()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others)

    thread = threading.Thread(target=loop.run_until_complete, args=[run()])
    thread.start()
    is_up.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(is_over.set)
        thread.join()
        loop.close()


async def _serve(
    server: ChatServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Answer one request a connection."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        pairs = [line.partition(":") for line in head[1:] if line]
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        await _send(server.answer(method, path, headers, body), writer)
    except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def _send(reply: Reply, writer: asyncio.StreamWriter) -> None:
    headers = {**reply.headers, "transfer-encoding": "chunked", "connection": "close"}
    lines = [f"HTTP/1.1 {reply.status} X", *(f"{key}: {value}" for key, value in headers.items())]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    for piece in reply.pieces:
        if reply.wait_s:
            await asyncio.sleep(reply.wait_s)
        writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        await writer.drain()
    if not reply.is_cut:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
