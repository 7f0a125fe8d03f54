"""A loopback service that speaks each provider's wire format and looks at what it is sent."""

import base64
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Literal

from tests.staging.servers.speech import KEY, Loopback, ReceivedRequest, Reply, json_reply, serving

from modylbench.providers.models.question import Question

Heard = tuple[Literal["audio", "image"], bytes]
GOOD = '{"score": 7, "why": "fine"}'


@dataclass(frozen=True)
class ServiceFormat:
    """How one service is asked and answers, and what its model takes."""

    model: str
    path: str
    read: Callable[[ReceivedRequest, Any], list[Heard]]
    answer: Callable[[Any, str], object]
    cut_off: tuple[str, ...]
    """Where an answer says that it ended at the limit of tokens, and by which word."""
    hears: bool = False
    sees: bool = False

    def name(self, address: str) -> str:
        return f"{self.model}@{address}{self.path}"


@dataclass
class JudgeService:
    """A service whose answers are scripted; the last one is given for ever."""

    format: ServiceFormat
    answers: deque[str | Reply] = field(default_factory=lambda: deque([GOOD]))
    takes_s: float = 0.0
    bodies: list[Any] = field(default_factory=list)
    heard: list[list[Heard]] = field(default_factory=list)
    most_at_once: int = 0
    _at_work: int = 0
    _lock: Lock = field(default_factory=Lock)

    def __call__(self, asked: ReceivedRequest) -> Reply:
        body = json.loads(asked.body)
        heard = self.format.read(asked, body)
        with self._lock:
            self.bodies.append(body)
            self.heard.append(heard)
            self._at_work += 1
            self.most_at_once = max(self.most_at_once, self._at_work)
            answer = self.answers.popleft() if len(self.answers) > 1 else self.answers[0]
        time.sleep(self.takes_s)
        with self._lock:
            self._at_work -= 1
        if isinstance(answer, Reply):
            return answer
        return json_reply(self.format.answer(body, answer))


@contextmanager
def serve_judge(
    form: ServiceFormat, *answers: str | Reply, takes_s: float = 0.0
) -> Iterator[tuple[JudgeService, str, Loopback]]:
    """The service, the name of the judge on it, and its server."""
    service = JudgeService(form, takes_s=takes_s)
    if answers:
        service.answers = deque(answers)
    with serving(service) as server:
        yield service, form.name(server.address), server


def slow_reply(seconds: float) -> Reply:
    """An answer that does not come in time."""

    def chunks() -> Iterator[bytes]:
        time.sleep(seconds)
        yield b"{}"

    return Reply(200, chunks(), {"content-type": "application/json"})


def failure_reply(status: int, **headers: str) -> Reply:
    body = json.dumps({"error": {"message": f"failed {status}", "type": "x", "code": status}})
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, (body.encode(),), {"content-type": "application/json", **names})


def question_in(body: Any) -> Question:
    """What was asked, from OpenAI's wire format."""
    content = body["messages"][-1]["content"]
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    schema = body["response_format"]["json_schema"]["schema"]
    return Question("", "\n".join(filter(None, parts)), schema)


def read_openai(asked: ReceivedRequest, body: Any) -> list[Heard]:
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert body["messages"][0]["role"] in ("system", "developer")
    if "gpt-audio" in body["model"]:
        assert "response_format" not in body
        assert body["tools"][0]["function"]["parameters"]["type"] == "object"
    else:
        assert body["response_format"]["json_schema"]["schema"]["type"] == "object"
    heard: list[Heard] = []
    for message in body["messages"]:
        content = message["content"]
        for part in content if isinstance(content, list) else []:
            match part["type"]:
                case "input_audio":
                    assert part["input_audio"]["format"] == "wav"
                    heard.append(("audio", _decode(part["input_audio"]["data"])))
                case "image_url":
                    kind, _, data = part["image_url"]["url"].partition(",")
                    assert kind == "data:image/png;base64"
                    heard.append(("image", _decode(data)))
                case other:
                    assert other == "text"
    return heard


def answer_openai(body: Any, text: str) -> object:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if body.get("tools"):
        function = {"name": body["tools"][0]["function"]["name"], "arguments": text}
        calls = [{"id": "call_1", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    details = {"audio_tokens": 400, "cached_tokens": 0}
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": body["model"],
        "choices": [choice], "usage": {**usage, "prompt_tokens_details": details},
    }  # fmt: skip


def read_anthropic(asked: ReceivedRequest, body: Any) -> list[Heard]:
    assert asked.path == "/v1/messages"
    sent = asked.headers.get("x-api-key") or asked.headers["authorization"]
    assert sent.removeprefix("Bearer ") == KEY
    assert body["output_config"]["format"]["type"] == "json_schema"
    is_tiny = "ready" in body["output_config"]["format"]["schema"]["properties"]
    assert is_tiny or body["thinking"]["type"] in ("adaptive", "enabled")
    assert body["max_tokens"] > 1_000
    heard: list[Heard] = []
    for message in body["messages"]:
        for block in message["content"]:
            if block["type"] == "image":
                assert block["source"]["type"] == "base64"
                assert block["source"]["media_type"] == "image/png"
                heard.append(("image", _decode(block["source"]["data"])))
            else:
                assert block["type"] == "text"
    return heard


def answer_anthropic(body: Any, text: str) -> object:
    thought = {"type": "thinking", "thinking": "let me see", "signature": "c2ln"}
    return {
        "id": "m1", "type": "message", "role": "assistant", "model": body["model"],
        "content": [thought, {"type": "text", "text": text}], "stop_reason": "end_turn",
        "stop_sequence": None, "usage": {"input_tokens": 1000, "output_tokens": 50},
    }  # fmt: skip


def read_google(asked: ReceivedRequest, body: Any) -> list[Heard]:
    assert re.fullmatch(r"/v1(?:beta)?/models/[^/]+:generateContent", asked.path)
    assert asked.headers["x-goog-api-key"] == KEY
    config = body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["type"] == "object"
    heard: list[Heard] = []
    for content in body["contents"]:
        for part in content["parts"]:
            if "text" in part:
                continue
            blob = part["inlineData"]
            kind = blob.get("mimeType") or blob["mime_type"]
            assert kind in ("audio/wav", "image/png")
            heard.append(("audio" if kind == "audio/wav" else "image", _decode(blob["data"])))
    return heard


def answer_google(body: Any, text: str) -> object:
    candidate = {
        "content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0,
    }  # fmt: skip
    usage = {
        "promptTokenCount": 1000, "candidatesTokenCount": 40, "thoughtsTokenCount": 10,
        "totalTokenCount": 1050, "promptTokensDetails": [{"modality": "AUDIO", "tokenCount": 400}],
    }  # fmt: skip
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"}


def _decode(text: str) -> bytes:
    standard = text.translate(str.maketrans("-_", "+/"))
    return base64.b64decode(standard, validate=True)


CLAUDE = ServiceFormat(
    "anthropic:claude-opus-4-6", "", read_anthropic, answer_anthropic,
    cut_off=("stop_reason", "max_tokens"), sees=True,
)  # fmt: skip
GEMINI = ServiceFormat(
    "google:gemini-3.1-pro", "", read_google, answer_google,
    cut_off=("candidates", "0", "finishReason", "MAX_TOKENS"), hears=True, sees=True,
)  # fmt: skip
GPT = ServiceFormat(
    "openai:gpt-5.2", "/v1", read_openai, answer_openai,
    cut_off=("choices", "0", "finish_reason", "length"), sees=True,
)  # fmt: skip
GPT_AUDIO = replace(GPT, model="openai:gpt-audio", hears=True, sees=False)
OMNI = replace(GPT, model="openai-compatible:omni-1+audio+image", hears=True, sees=True)
FORMATS = (CLAUDE, GEMINI, GPT, GPT_AUDIO, OMNI)
"""The one table of them: tests that ask every service go through it (judge_clients.py)."""
