"""What asking a judge's model costs us, beside the maker's bare package."""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.providers.models.access import judge_name
from modylbench.providers.models.client import open_client
from modylbench.providers.models.judge_models import JudgeModel
from modylbench.providers.models.options import MOST_CONNECTIONS, JudgingOptions
from modylbench.providers.models.question import MediaAttachment, Question

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from benchmarks.timing import Figure

    Ask = Callable[[int], Awaitable[object]]

AT_ONCE = MOST_CONNECTIONS
CALLS = 4 * AT_ONCE
ROUNDS = 5
WAV_BYTES = 200_000
MOST_TIMES = 1.5
MOST_OF_A_CORE = 10.0  # percent
KEY = "sk-benchmark"
INSTRUCTIONS = "You judge one turn of a meeting by the rubric below. " * 60
TEXT = "The agent said what follows, and showed a table. " * 60
SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "integer", "minimum": 1, "maximum": 10},
        "why": {"type": "string"},
    },
    "required": ["score", "why"],
    "additionalProperties": False,
}
SOUNDS = [
    random.Random(number).randbytes(WAV_BYTES)  # noqa: S311 - any bytes will do
    for number in range(AT_ONCE + CALLS)
]
"""One for each call, so that nobody saves encoding one twice."""

HASHES = [hashlib.sha256(sound).hexdigest() for sound in SOUNDS]
"""Recordings come with them."""


def figures() -> Iterator[Figure]:
    """CPU of our process for a call, at 200 ms and at 10 s an answer."""
    with service(0.2) as address:
        for maker, bare in (("openai", bare_openai), ("google", bare_google)):
            theirs, ours = asyncio.run(_compared(maker, bare, address))
            yield f"judging: {maker}'s bare package, CPU a call", 1e3 * theirs, "ms", None
            yield f"judging: ours on {maker}, CPU a call", 1e3 * ours, "ms", None
            yield f"judging: ours on {maker}, times the bare one", ours / theirs, "x", MOST_TIMES
        yield from _inspect_ai(address)
    with service(10.0) as address:
        share = asyncio.run(_waiting(address))
        yield f"judging: {AT_ONCE} answers of 10 s, of a core", 100 * share, "%", MOST_OF_A_CORE


@contextmanager
def service(takes_s: float) -> Iterator[str]:
    """A service in another process that answers after so many seconds."""
    command = [sys.executable, "-m", "benchmarks.judge_service", str(takes_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None  # noqa: S101 - it was asked for above
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.communicate()


async def _compared(maker: str, bare: Any, address: str) -> tuple[float, float]:
    """CPU seconds a call, theirs and ours, in turns so that both meet the same machine."""
    theirs, ours = [], []
    for _ in range(ROUNDS):
        with frozen():
            async with bare(address) as ask:
                theirs.append(await _cpu_of_a_call_s(ask))
        async with asked_by_us(maker, address) as ask:
            ours.append(await _cpu_of_a_call_s(ask))
    return statistics.median(theirs), statistics.median(ours)


@contextmanager
def frozen() -> Iterator[None]:
    """What is there is not looked at for garbage, as while we ask."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


async def _cpu_of_a_call_s(ask: Ask) -> float:
    await _cpu_s(ask, 0, AT_ONCE)  # opens the connections
    return await _cpu_s(ask, AT_ONCE, CALLS) / CALLS


async def _cpu_s(ask: Ask, first: int, calls: int) -> float:
    """CPU of so many calls, as many at once as we allow."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with slots:
            await ask(number)

    start = cpu_s()
    async with asyncio.TaskGroup() as group:
        for number in range(first, first + calls):
            group.create_task(one(number))
    return cpu_s() - start


def cpu_s() -> float:
    """CPU seconds of this process so far, in its own code and in the system's."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@asynccontextmanager
async def asked_by_us(maker: str, address: str) -> AsyncIterator[Ask]:
    """With all that we do: receipts, cache on disk, limits and budget."""
    names = {
        "openai": f"openai-compatible:m+audio@{address}/v1",
        "google": f"google:gemini-3.1-pro@{address}",
    }
    with tempfile.TemporaryDirectory() as folder:
        options = JudgingOptions(Path(folder), max_cost_usd=1e6, max_connections=AT_ONCE)
        async with open_client({"GOOGLE_API_KEY": KEY}, options) as client:
            model = JudgeModel(client, judge_name(names[maker]))

            async def ask(number: int) -> None:
                sound = MediaAttachment("audio", SOUNDS[number], HASHES[number])
                question = Question(INSTRUCTIONS, f"{number} {TEXT}", SCHEMA, (sound,))
                reply = await model.ask(question)
                if reply.was_kept or reply.audio_sent != (sound.sha256,):
                    message = f"call {number} was not made, or its sound did not leave"
                    raise RuntimeError(message)

            yield ask


@asynccontextmanager
async def bare_openai(address: str) -> AsyncIterator[Ask]:
    """OpenAI's package alone."""
    import httpx2
    from openai import AsyncOpenAI

    limits = httpx2.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    http = httpx2.AsyncClient(limits=limits, trust_env=False, timeout=60.0)
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}}
    async with AsyncOpenAI(api_key=KEY, base_url=f"{address}/v1", http_client=http) as client:

        async def ask(number: int) -> None:
            data = base64.b64encode(SOUNDS[number]).decode()
            content = [
                {"type": "text", "text": f"{number} {TEXT}"},
                {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}},
            ]
            messages: Any = [
                {"role": "system", "content": INSTRUCTIONS},
                {"role": "user", "content": content},
            ]
            response_format: Any = form
            done = await client.chat.completions.create(
                model="m", messages=messages, response_format=response_format
            )
            _expect_answer(done.choices[0].message.content)

        yield ask


@asynccontextmanager
async def bare_google(address: str) -> AsyncIterator[Ask]:
    """Google's package alone."""
    import httpx2
    from google.genai import Client
    from google.genai.types import GenerateContentConfig, HttpOptions, Part

    limits = httpx2.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    async with httpx2.AsyncClient(limits=limits, trust_env=False, timeout=60.0) as http:
        options = HttpOptions(base_url=address, httpx_async_client=http)
        client = Client(api_key=KEY, http_options=options)
        config = GenerateContentConfig(
            system_instruction=INSTRUCTIONS,
            response_mime_type="application/json",
            response_json_schema=SCHEMA,
        )

        async def ask(number: int) -> None:
            sound = Part.from_bytes(data=SOUNDS[number], mime_type="audio/wav")
            contents: Any = [f"{number} {TEXT}", sound]
            done = await client.aio.models.generate_content(
                model="gemini-3.1-pro", contents=contents, config=config
            )
            _expect_answer(done.text)

        yield ask


def _expect_answer(text: str | None) -> None:
    if not text:
        message = "the bare package got no answer"
        raise RuntimeError(message)


async def _waiting(address: str) -> float:
    """The share of a core that calls take while their answers are waited for."""
    async with asked_by_us("openai", address) as ask:
        start = time.perf_counter()
        used = await _cpu_s(ask, 0, AT_ONCE)
        return used / (time.perf_counter() - start)


def _inspect_ai(address: str) -> Iterator[Figure]:
    """The same calls by inspect-ai, in a place of its own, if it can be had.

    On OpenAI's format only: to Google it sends sound as a file beforehand, not in the call.
    """
    script = Path(__file__).with_name("inspect_ai_calls.py")
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        try:
            _run(sys.executable, "-m", "venv", folder)
            _run(python, "-m", "pip", "install", "-q", "inspect-ai", "openai")
            asked = _run(python, script, address, AT_ONCE, CALLS, WAV_BYTES)
            yield "judging: inspect-ai on openai, CPU a call", 1e3 * float(asked), "ms", None
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            print(f"inspect-ai is not measured: {type(error).__name__}")


def _run(*command: object) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout


if __name__ == "__main__":
    for figure in figures():
        print(*figure, flush=True)
