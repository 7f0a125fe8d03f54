"""The harness's end of a hosted agent's line holds, whatever a real process sends."""

import asyncio
import json
import socket
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from modylbench.agents.agent import Invitation
from modylbench.agents.hosted import link
from modylbench.agents.hosted.link import MOST_CALLS, Link
from modylbench.agents.hosted.process import ReadyProcess
from modylbench.agents.hosted.wire import MOST_MESSAGE_BYTES
from modylbench.agents.seating.calls import AgentProcessGone

Other = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Waiting:
    """A seat at which waiting never ends."""

    invitation = Invitation("", "", ())

    def __init__(self) -> None:
        self.waiting = 0
        self.most = 0
        self.written: list[str] = []

    async def wait(self, seconds: float) -> None:  # noqa: ARG002
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        try:
            await asyncio.sleep(1000)
        finally:
            self.waiting -= 1

    async def chat(self, text: str) -> None:
        self.written.append(text)


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "100"], start_new_session=True) as process:  # noqa: S607
        yield process
        process.kill()


def asked(process: subprocess.Popen[bytes], other: Other, seat: Any) -> str | None:
    """What asking raises, while the other end does as it likes."""

    async def both() -> str | None:
        ours, theirs = socket.socketpair()
        line = await Link.open(ReadyProcess(process, ours, False))
        reader, writer = await asyncio.open_unix_connection(sock=theirs, limit=2**30)
        acting = asyncio.create_task(_act(other, reader, writer))
        asyncio.get_running_loop().call_later(15, line.kill)
        try:
            await line.ask({"type": "heard"}, seat)
        except AgentProcessGone as error:
            return str(error)
        finally:
            line.kill()
            acting.cancel()
            await line.aclose()
            writer.close()
        return None

    return asyncio.run(both())


async def _act(other: Other, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    kinds = [json.loads(await reader.readline())["type"] for _ in range(2)]
    assert kinds == ["invitation", "heard"]
    await other(reader, writer)


def call(number: object, name: str = "wait", **arguments: object) -> bytes:
    given = arguments or {"seconds": 1}
    message = {"type": "call", "call": number, "name": name, "arguments": given}
    return json.dumps(message).encode() + b"\n"


DONE = b'{"type": "done", "id": 1}\n'


def test_a_call_that_is_dropped_is_ended(process: subprocess.Popen[bytes]) -> None:
    seat = Waiting()
    left: list[int] = []

    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(call(1) + call(2) + b'{"type": "drop", "call": 1}\n')
        await asyncio.sleep(0.1)
        left.append(seat.waiting)
        writer.write(DONE)

    assert asked(process, other, seat) is None
    assert left == [1]


def test_only_so_many_calls_are_done_at_once(process: subprocess.Popen[bytes]) -> None:
    seat = Waiting()

    refused: list[str] = []

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(call(number) for number in range(1, MOST_CALLS + 4)))
        refused.extend([json.loads(await reader.readline())["kind"] for _ in range(3)])
        writer.write(DONE)

    assert asked(process, other, seat) is None
    assert seat.most == MOST_CALLS
    assert refused == ["ValueError"] * 3


def test_one_that_reads_nothing_is_not_sent_more_and_more(
    process: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MOST_UNREAD_BYTES", 1_000_000)

    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        transport: Any = writer.transport
        transport.pause_reading()
        for number in range(1, 100_000):
            writer.write(call(number, "leave"))
            await writer.drain()

    problem = asked(process, other, Waiting())

    assert problem == "does not read what it is sent"


def test_a_line_that_is_too_long_is_not_read(process: subprocess.Popen[bytes]) -> None:
    seat = Waiting()

    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(call(1, "chat", text="x" * MOST_MESSAGE_BYTES) + DONE)
        await writer.drain()

    problem = asked(process, other, seat)

    assert problem is not None
    assert "cannot read" in problem
    assert seat.written == []


@pytest.mark.parametrize(
    "sent",
    [
        b"[]\n",
        b"7\n",
        b'{"type": "hello"}\n',
        b'{"type": "call"}\n',
        call(True),
        call(-1),
        call(2**60),
        call(1) + call(1),
        b'{"type": "done", "id": "1"}\n',
        b'{"type": "done", "id": true}\n',
        b'{"type": "failed", "id": 1}\n',
        b'{"type": "done", "id": NaN}\n',
        b"\xff\xfe\n",
        b"[" * 5_000 + b"\n",
        b'{"type": "done", "id": 1, "parts": 7}\n',
        b'{"type": "done", "id": 1, "parts": {"a": -1}}\n',
        b'{"type": "done", "id": 1, "parts": {"a": true}}\n',
        b'{"type": "done", "id": 1, "parts": {"a": 99999999999}}\n',
        b'{"type": "done", "id": 1, "parts": {"a": 20000000, "b": 20000000}}\n',
    ],
    ids=lambda sent: sent[:40].decode(errors="replace"),
)
def test_what_may_not_be_sent_ends_the_process(
    sent: bytes, process: subprocess.Popen[bytes]
) -> None:
    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(sent)

    problem = asked(process, other, Waiting())

    assert problem is not None
    assert "cannot read" in problem
    assert process.returncode == -9


@pytest.mark.parametrize(
    "sent", [b'{"type": "done", "id": 99}\n', b'{"type": "drop", "call": 9}\n']
)
def test_news_of_what_nobody_asked_is_no_news(
    sent: bytes, process: subprocess.Popen[bytes]
) -> None:
    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(sent + DONE)

    assert asked(process, other, Waiting()) is None


def test_bytes_come_as_they_are_behind_their_line(process: subprocess.Popen[bytes]) -> None:
    got: list[bytes] = []

    class Screen(Waiting):
        async def share_screen(self, width: int, height: int, rgba: bytes) -> None:  # noqa: ARG002
            got.append(rgba)

    message = {"type": "call", "call": 1, "name": "share_screen"}
    message |= {"arguments": {"width": 2, "height": 1}, "parts": {"rgba": 8}}

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(message).encode() + b"\n" + b"\n{}\xff\x00\n\n\n")
        assert json.loads(await reader.readline())["type"] == "result"
        writer.write(DONE)

    assert asked(process, other, Screen()) is None
    assert got == [b"\n{}\xff\x00\n\n\n"]


def test_a_process_that_ends_is_missed_though_another_holds_its_socket() -> None:
    with subprocess.Popen(["true"], start_new_session=True) as process:  # noqa: S607

        async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(call(1, "chat", text="Last words."))
            await writer.drain()

        seat = Waiting()
        problem = asked(process, other, seat)

    assert problem == ""
