"""Loopback servers for a scripted model, in the wire formats of three services."""

import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.staging.servers.speech import KEY, ReceivedRequest, Reply, json_reply

MODEL = "scripted-1"
SSE = {"content-type": "text/event-stream"}


@dataclass(frozen=True)
class Move:
    """What the model does next: speak, call tools (arguments as it writes them), or both."""

    text: str = ""
    calls: tuple[tuple[str, Any], ...] = ()
    takes_s: float = 0.0


@dataclass
class ScriptedModel:
    """A model that follows a script and keeps what it was asked."""

    wire: "Wire"
    moves: deque[Move | Reply] = field(default_factory=deque)
    bodies: list[Any] = field(default_factory=list)

    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        self.wire.check(asked, body)
        self.bodies.append(body)
        if not self.moves:
            return json_reply({"error": {"message": "the script is over"}}, 400)
        move = self.moves.popleft()
        if isinstance(move, Reply):
            return move
        return Reply(200, self.wire.stream(move), SSE)

    @property
    def results(self) -> list[str]:
        """What the model was last told of its calls."""
        return self.wire.results(self.bodies[-1])


@dataclass(frozen=True)
class Wire:
    """How one service is asked and answers."""

    agent: str
    address: str
    check: Callable[[ReceivedRequest, Any], None]
    stream: Callable[[Move], Iterable[bytes]]
    results: Callable[[Any], list[str]]
    writes_arguments: bool = True
    """Whether arguments of a call come as the model wrote them, and not as values."""


def cut_stream(chunks: Iterable[bytes], after: int) -> Iterator[bytes]:
    """The first of the chunks, and then the connection breaks."""
    for number, chunk in enumerate(chunks):
        if number == after:
            break
        yield chunk
    raise ConnectionResetError


def _data(value: object, event: str = "") -> bytes:
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(value)}\n\n".encode()


def _pieces(text: str) -> list[str]:
    """A text in small pieces, as models give it."""
    return [text[start : start + 7] for start in range(0, len(text), 7)]


def _arguments_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def check_openai(asked: ReceivedRequest, body: Any) -> None:
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert body["model"] == MODEL
    assert body["stream"] is True
    first, *others = body["messages"]
    assert first["role"] in ("system", "developer")
    for tool in body.get("tools", ()):
        assert tool["type"] == "function"
        assert tool["function"]["parameters"]["type"] == "object"
    waiting: list[str] = []
    for message in others:
        if message["role"] == "tool":
            waiting.remove(message["tool_call_id"])
            continue
        assert not waiting, "every call is answered before anything else is said"
        assert message["role"] in ("user", "assistant")
        waiting = [call["id"] for call in message.get("tool_calls", ())]
    assert not waiting


def stream_openai(move: Move) -> Iterator[bytes]:
    time.sleep(move.takes_s)

    def chunk(delta: object, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL}
        return _data({**head, "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(move.text):
        yield chunk({"content": piece})
    for index, (name, arguments) in enumerate(move.calls):
        head = {"index": index, "id": f"call_{time.monotonic_ns()}", "type": "function"}
        yield chunk({"tool_calls": [{**head, "function": {"name": name, "arguments": ""}}]})
        for piece in _pieces(_arguments_text(arguments)):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls" if move.calls else "stop")
    yield b"data: [DONE]\n\n"


def results_openai(body: Any) -> list[str]:
    last = [m["role"] for m in body["messages"]][::-1].index("assistant")
    after = body["messages"][-last:] if last else []
    return [message["content"] for message in after if message["role"] == "tool"]


def check_anthropic(asked: ReceivedRequest, body: Any) -> None:
    assert asked.path == "/v1/messages"
    sent = asked.headers.get("x-api-key") or asked.headers["authorization"]
    assert sent.removeprefix("Bearer ") == KEY
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", asked.headers["anthropic-version"])
    assert body["model"] == MODEL
    assert body["stream"] is True
    assert body["max_tokens"] > 0
    assert body["system"]
    for tool in body.get("tools", ()):
        assert tool["input_schema"]["type"] == "object"
    waiting: list[str] = []
    for message in body["messages"]:
        blocks = message["content"]
        blocks = [{"type": "text", "text": blocks}] if isinstance(blocks, str) else blocks
        if message["role"] == "user":
            found = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
            assert found == waiting, "results come at once and in order"
            waiting = []
        else:
            assert not waiting
            uses = [block for block in blocks if block["type"] == "tool_use"]
            assert all(isinstance(use["input"], dict) for use in uses)
            waiting = [use["id"] for use in uses]
    assert not waiting


def stream_anthropic(move: Move) -> Iterator[bytes]:
    time.sleep(move.takes_s)
    usage = {"input_tokens": 10, "output_tokens": 5}
    message: dict[str, Any] = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [],
    }
    message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}

    def event(kind: str, **fields: object) -> bytes:
        return _data({"type": kind, **fields}, kind)

    yield event("message_start", message=message)
    index = 0
    if move.text:
        yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
        for piece in _pieces(move.text):
            delta = {"type": "text_delta", "text": piece}
            yield event("content_block_delta", index=0, delta=delta)
        yield event("content_block_stop", index=0)
        index = 1
    for name, arguments in move.calls:
        block = {"type": "tool_use", "id": f"toolu_{time.monotonic_ns()}", "name": name}
        yield event("content_block_start", index=index, content_block={**block, "input": {}})
        for piece in _pieces(_arguments_text(arguments)):
            delta = {"type": "input_json_delta", "partial_json": piece}
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
        index += 1
    reason = {"stop_reason": "tool_use" if move.calls else "end_turn", "stop_sequence": None}
    yield event("message_delta", delta=reason, usage={"output_tokens": 5})
    yield event("message_stop")


def results_anthropic(body: Any) -> list[str]:
    blocks = body["messages"][-1]["content"]
    found = [b["content"] for b in blocks if b["type"] == "tool_result"]
    return [text if isinstance(text, str) else text[0]["text"] for text in found]


def check_google(asked: ReceivedRequest, body: Any) -> None:
    assert re.fullmatch(rf"/v1(?:beta)?/models/{MODEL}:streamGenerateContent", asked.path)
    assert asked.query["alt"] == ["sse"]
    assert asked.headers["x-goog-api-key"] == KEY
    assert body["systemInstruction"]["parts"]
    for tool in body.get("tools", ()):
        for function in tool["functionDeclarations"]:
            assert function["parameters_json_schema"]["type"] == "object"
    waiting = 0
    for content in body["contents"]:
        parts = content["parts"]
        if content["role"] == "user":
            assert sum("functionResponse" in part for part in parts) == waiting
            waiting = 0
        else:
            assert content["role"] == "model"
            assert not waiting
            waiting = sum("functionCall" in part for part in parts)
    assert not waiting


def stream_google(move: Move) -> Iterator[bytes]:
    time.sleep(move.takes_s)

    def chunk(parts: list[object], finish: str | None = None) -> bytes:
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
        return _data({"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL})

    for piece in _pieces(move.text):
        yield chunk([{"text": piece}])
    for name, arguments in move.calls:
        yield chunk([{"functionCall": {"name": name, "args": arguments}}])
    yield chunk([{"text": ""}], "STOP")


def results_google(body: Any) -> list[str]:
    parts = body["contents"][-1]["parts"]
    responses = [
        part["functionResponse"]["response"] for part in parts if "functionResponse" in part
    ]
    return [str(next(iter(response.values()))) for response in responses]


OPENAI = Wire(f"llm:{MODEL}", "/v1", check_openai, stream_openai, results_openai)
ANTHROPIC = Wire(f"llm:anthropic:{MODEL}", "", check_anthropic, stream_anthropic, results_anthropic)
GOOGLE = Wire(
    f"llm:google:{MODEL}", "", check_google, stream_google, results_google, writes_arguments=False
)
WIRES = (OPENAI, replace(OPENAI, agent=f"llm:openai:{MODEL}"), ANTHROPIC, GOOGLE)
"""The one table of them: tests that ask every service go through it."""
FIRST_OF_FORMATS = tuple({wire.stream: wire for wire in reversed(WIRES)}.values())
"""One for each format: several services may speak the same."""
