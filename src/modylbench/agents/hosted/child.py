"""The agent's own process: load the class, give it a seat, and do what the harness says.

What the class's module raises is let out.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
import traceback
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.agents.agent import AttendingAgent, Invitation, OverhearingAgent
from modylbench.agents.hosted.wire import (
    MOST_MESSAGE_BYTES,
    MOST_PROBLEM,
    as_line,
    events_of,
    heard_of,
    invitation_of,
    read_message,
    with_parts,
)
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Coroutine, Iterable, Mapping
    from types import ModuleType

    from modylbench.agents.agent import Agent, HeardEvent


LONGEST_MESSAGE_BYTES = 2**30  # the harness is trusted
REFUSALS = {"TypeError": TypeError, "ValueError": ValueError, "RoomClosed": RoomClosed}


class Child:
    """The agent, what it is doing, and its link to the harness."""

    def __init__(self, agent: Agent, writer: asyncio.StreamWriter) -> None:
        self._agent = agent
        self._writer = writer
        self._seat = RemoteSeat(writer.write, self._is_asked_for)
        self._doing: dict[int, asyncio.Task[None]] = {}
        self._cancelled: set[int] = set()

    def take(self, message: Mapping[str, Any], parts: Mapping[str, bytes]) -> None:
        """Do what the harness says."""
        match message["type"]:
            case "invitation":
                self._seat.invitation = invitation_of(message)
            case "heard":
                self._do(message["id"], self._agent.answer(heard_of(message, parts), self._seat))
            case "overhear" if isinstance(self._agent, OverhearingAgent):
                self._do(message["id"], self._agent.overhear(message["speaker"], self._seat))
            case "attend" if isinstance(self._agent, AttendingAgent):
                self._do(message["id"], self._agent.attend(self._seat))
            case "cancel" if message["id"] in self._doing:
                self._cancelled.add(message["id"])
                self._doing[message["id"]].cancel()
            case "result":
                self._seat.resolve_call(message["call"], message["value"])
            case "refused":
                self._seat.refuse_call(message["call"], message["kind"], message["problem"])
            case _:
                pass  # an agent that does not overhear, or a call that is over

    def _is_asked_for(self) -> bool:
        return asyncio.current_task() in self._doing.values()

    def _do(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        task = self._doing[number] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._tell(number, task))

    def _tell(self, number: int, task: asyncio.Task[None]) -> None:
        del self._doing[number]
        is_cancelled = number in self._cancelled
        self._cancelled.discard(number)
        error = _error_of(task)
        if error is None or (is_cancelled and isinstance(error, asyncio.CancelledError)):
            self._writer.write(as_line({"type": "done", "id": number}))
            return
        if isinstance(error, SystemExit | KeyboardInterrupt):
            return  # the process is about to end by it
        traceback.print_exception(error)
        problem = problem_of(error)
        self._writer.write(as_line({"type": "failed", "id": number, "problem": problem}))


def _error_of(task: asyncio.Task[None]) -> BaseException | None:
    """What ended a task, which may be a cancellation that nobody asked for."""
    try:
        return task.exception()
    except asyncio.CancelledError as error:
        return error


async def serve(agent: Agent, link: socket.socket) -> None:
    """Do what the harness says until it says goodbye or is gone."""
    reader, writer = await asyncio.open_unix_connection(sock=link, limit=LONGEST_MESSAGE_BYTES)
    can = {
        "overhears": isinstance(agent, OverhearingAgent),
        "attends": isinstance(agent, AttendingAgent),
    }
    writer.write(as_line({"type": "ready", **can}))
    child = Child(agent, writer)
    while (came := await read_message(reader, LONGEST_MESSAGE_BYTES)) is not None:
        message, parts = came
        if message["type"] == "bye":
            return
        child.take(message, parts)


def problem_of(error: BaseException) -> str:
    """What was raised as Python says it, in words that can be sent."""
    if type(error) in (SyntaxError, IndentationError, TabError):
        text = f"{type(error).__name__}: {error}"  # with the line, without the path
    else:
        text = "".join(traceback.format_exception_only(error)).strip()[:MOST_PROBLEM]
    return text.encode(errors="replace").decode()


class RemoteSeat:
    """A Seat whose calls are done by the harness; `send` writes to it.

    `is_own` says whether what runs is what the harness has asked for, which computes nothing while
    it waits, and not a task beside that.
    """

    def __init__(self, send: Callable[[bytes], None], is_own: Callable[[], bool]) -> None:
        self._send = send
        self._is_own = is_own
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._call_count = 0
        self.invitation = Invitation("", "", ())

    def resolve_call(self, call: int, value: object) -> None:
        """The harness has done a call."""
        future = self._calls.pop(call, None)
        if future is not None and not future.done():
            future.set_result(value)

    def refuse_call(self, call: int, kind: str, problem: str) -> None:
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

    async def wait_for_playout(self) -> None:
        """Return when all has been said aloud."""
        await self._call("wait_for_playout")

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

    async def react(self, emoji: str, target: str = "") -> None:
        """React with an emoji."""
        await self._call("react", emoji=emoji, target=target)

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

    async def hear(self, seconds: float) -> list[HeardEvent]:
        """What has reached an agent that attends by itself, or does within so many seconds."""
        return events_of(await self._call("hear", seconds=seconds))

    async def _call(
        self, name: str, parts: Mapping[str, bytes] | None = None, /, **arguments: object
    ) -> Any:
        self._call_count += 1
        call = self._call_count
        message = {"type": "call", "call": call, "name": name, "arguments": arguments}
        pieces = with_parts(message | ({} if self._is_own() else {"background": 1}), parts or {})
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
        message = f"{what}: found {short_repr(content)}, expected bytes"
        raise TypeError(message)
    return bytes(content)


def load_class(spec: str) -> type[Any]:
    """The class, which can be made without arguments and has `answer` or `attend` to wait for."""
    place, _, name = spec.rpartition(":")
    module = _from_file(Path(place)) if place.endswith(".py") else import_module(place)
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            message = f"{place} has no {short_repr(name)}; its classes: {_classes(module)}"
            raise UserMistake(message)
        found = getattr(found, part)
    if not inspect.isclass(found):
        message = f"{spec} is no class but {short_repr(found)}; name a class"
        raise UserMistake(message)
    _check(found, spec)
    return found


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        message = f"{path} is not there; expected a Python file with the agent's class"
        raise UserMistake(message)
    sys.path.insert(0, str(path.resolve().parent))  # so that it can import its neighbours
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        message = f"{path} cannot be loaded as Python"
        raise UserMistake(message)
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses and pickle look there
    spec.loader.exec_module(module)
    return module


def _check(found: type[Any], spec: str) -> None:
    name = "attend" if hasattr(found, "attend") else "answer"
    takes = ("self", "seat") if name == "attend" else ("self", "heard", "seat")
    method = getattr(found, name, None)
    if not inspect.iscoroutinefunction(method):
        has = f"its `{name}` is not one" if method is not None else "it has no `answer`"
        message = f"{spec} needs a method `async def {name}({', '.join(takes)})`; {has}"
        raise UserMistake(message)
    try:
        inspect.signature(method).bind(*takes)
    except TypeError as error:
        message = f"{spec}: its `{name}` takes not ({', '.join(takes)}) ({error})"
        raise UserMistake(message) from error
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        message = f"{spec} must be made without arguments ({error}); give them defaults"
        raise UserMistake(message) from error
    except ValueError:
        return  # a class whose signature nobody knows


def _classes(module: ModuleType) -> str:
    names = [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    ]
    return ", ".join(names[:10]) or "none"
