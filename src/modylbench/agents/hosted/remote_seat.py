"""The seat as an agent in a process of its own sees it: every call goes to the harness."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from modylbench.agents.agent import Invitation
from modylbench.agents.hosted.wire import MOST_MESSAGE_BYTES, as_line, with_parts
from modylbench.foundation.errors import quoted
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

REFUSALS = {"TypeError": TypeError, "ValueError": ValueError, "RoomClosed": RoomClosed}


class RemoteSeat:
    """A Seat whose calls are done by the harness; `send` writes to it.

    `is_own` says whether what runs is what the harness has asked for, which computes nothing while
    it waits, and not a task beside that.
    """

    def __init__(self, send: Callable[[bytes], None], is_own: Callable[[], bool]) -> None:
        self._send = send
        self._is_own = is_own
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._made = 0
        self.invitation = Invitation("", "", ())

    def answered(self, call: int, value: object) -> None:
        """The harness has done a call."""
        future = self._calls.pop(call, None)
        if future is not None and not future.done():
            future.set_result(value)

    def refused(self, call: int, kind: str, problem: str) -> None:
        """The harness has not done a call."""
        future = self._calls.pop(call, None)
        if future is not None and not future.done():
            future.set_exception(REFUSALS.get(kind, RuntimeError)(problem))

    async def say(self, text: str) -> None:
        """Speak; returns at once, and what is said next follows."""
        await self._call("say", text=text)

    async def play(self, pcm: bytes, sample_rate_hz: int, text: str = "") -> None:
        """Speak with a voice of one's own: 16-bit mono; `text` is its transcript."""
        parts = {"pcm": _bytes("pcm", pcm)}
        await self._call("play", parts, sample_rate_hz=sample_rate_hz, text=text)

    async def said(self) -> None:
        """Return when all has been said aloud."""
        await self._call("said")

    async def hush(self) -> None:
        """Stop speaking."""
        await self._call("hush")

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        """Send A2UI messages: what people see of the agent's work."""
        await self._call("show", messages=list(messages))

    async def chat(self, text: str) -> None:
        """Write into the chat."""
        await self._call("chat", text=text)

    async def send_file(self, name: str, content: bytes, mime_type: str = "") -> None:
        """Put a file into the chat."""
        parts = {"content": _bytes("content", content)}
        await self._call("send_file", parts, name=name, mime_type=mime_type)

    async def share_screen(self, width: int, height: int, rgba: bytes) -> None:
        """Show a frame of one's own screen: four bytes a pixel."""
        parts = {"rgba": _bytes("rgba", rgba)}
        await self._call("share_screen", parts, width=width, height=height)

    async def react(self, emoji: str) -> None:
        """React with an emoji."""
        await self._call("react", emoji=emoji)

    async def annotate(self, annotation: Mapping[str, Any]) -> None:
        """Annotate what is shown (W3C Web Annotation)."""
        await self._call("annotate", annotation=dict(annotation))

    async def replies(self) -> list[dict[str, Any]]:
        """What came back since the last call: A2UI errors and what people did on surfaces."""
        found: list[dict[str, Any]] = await self._call("replies")
        return found

    async def wait(self, seconds: float) -> None:
        """Let time pass in the meeting."""
        await self._call("wait", seconds=seconds)

    async def _call(
        self, name: str, parts: Mapping[str, bytes] | None = None, /, **arguments: object
    ) -> Any:
        self._made += 1
        call = self._made
        message = {"type": "call", "call": call, "name": name, "arguments": arguments}
        pieces = with_parts(message | ({} if self._is_own() else {"aside": 1}), parts or {})
        size = sum(map(len, pieces))
        if size > MOST_MESSAGE_BYTES:
            problem = f"{name}: found {size:,} bytes, expected at most {MOST_MESSAGE_BYTES:,}"
            raise ValueError(problem)
        future = self._calls[call] = asyncio.get_running_loop().create_future()
        for piece in pieces:
            self._send(piece)
        try:
            return await future
        except asyncio.CancelledError:
            self._calls.pop(call, None)
            self._send(as_line({"type": "drop", "call": call}))
            raise


def _bytes(what: str, content: Any) -> bytes:
    if not isinstance(content, bytes | bytearray | memoryview):
        message = f"{what}: found {quoted(content)}, expected bytes"
        raise TypeError(message)
    return bytes(content)
