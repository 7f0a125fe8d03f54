"""The harness's end of the line to an agent's process: ask, do its calls, see it end."""

from __future__ import annotations

import asyncio
import math
import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from modylbench.agents.hosted.process import end_process, exit_descriptor, kill_family
from modylbench.agents.hosted.wire import (
    MOST_MESSAGE_BYTES,
    MOST_PROBLEM,
    event_values,
    invitation_message,
    read_message,
    with_parts,
)
from modylbench.agents.seating.calls import AgentError, AgentProcessGone
from modylbench.agents.seating.timing import run_in_background
from modylbench.foundation.errors import one_line, short_repr
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.agent import Seat
    from modylbench.agents.hosted.process import ReadyProcess


MOST_CALLS = 256  # ours, as the next: that are being done at once
MOST_UNREAD_BYTES = 256_000_000
MOST_NUMBER = 2**53
CALLS: dict[str, dict[str, type]] = {
    "say": {"text": str},
    "play": {"pcm": bytes, "sample_rate_hz": int, "text": str},
    "wait_for_playout": {},
    "hush": {},
    "show": {"messages": list},
    "chat": {"text": str},
    "send_file": {"name": str, "content": bytes, "mime_type": str},
    "share_screen": {"width": int, "height": int, "rgba": bytes},
    "react": {"emoji": str, "target": str},
    "annotate": {"annotation": dict},
    "replies": {},
    "wait": {"seconds": float},
    "hear": {"seconds": float},
}


class _ProtocolViolation(ValueError):
    """The process said something that it may not say."""


class Link:
    """A process that is attending.

    `ended_unasked` is set where it ended while nothing was asked of it.
    """

    def __init__(
        self, started: ReadyProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.overhears = started.overhears
        self.attends = started.attends
        self._process = started.process
        self._started = started
        self._reader, self._writer = reader, writer
        self._seat: Seat | None = None
        self._asked: dict[int, asyncio.Future[None]] = {}
        self._count = 0
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._problem = ""
        self.is_open = True
        self.ended_unasked = asyncio.Event()
        self._watch = exit_descriptor(started.process)
        if self._watch is not None:
            asyncio.get_running_loop().add_reader(self._watch, self._read_no_more)
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, started: ReadyProcess) -> Link:
        """The line to a process that is ready."""
        started.link.setblocking(False)
        reader, writer = await asyncio.open_unix_connection(
            sock=started.link, limit=MOST_MESSAGE_BYTES
        )
        return cls(started, reader, writer)

    async def ask(
        self, message: Mapping[str, Any], seat: Seat, parts: Mapping[str, bytes] | None = None
    ) -> None:
        """Return when the agent has done what the message asks for.

        Raises AgentError where its code did, and AgentProcessGone. Cancelled, it tells the agent so
        and waits until that has taken effect.
        """
        if self._seat is None:
            self._send(invitation_message(seat.invitation))
        self._seat = seat
        self._count += 1
        number = self._count
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        if not self.is_open:
            self._fail_all()
        self._send({**message, "id": number}, parts)
        try:
            await asyncio.shield(answer)
        except asyncio.CancelledError:
            self._send({"type": "cancel", "id": number})
            with suppress(AgentError, AgentProcessGone):
                await answer
            raise
        finally:
            answer.cancel()
            self._asked.pop(number, None)

    def kill(self) -> None:
        """End the process at once."""
        self._close_with("was killed by the harness")
        kill_family(self._process)

    async def aclose(self) -> str:
        """Say goodbye, see the process off; how it ended."""
        if self.is_open:
            self._send({"type": "bye"})
        ended = await asyncio.to_thread(end_process, self._process)
        self._reading.cancel()
        self._unwatch()
        for task in list(self._calls.values()):
            task.cancel()
        self._writer.close()
        return self._problem or self._started.exceeded_limit or ended

    def _read_no_more(self) -> None:
        """The process has ended: what it has sent is still read, whoever else has its socket."""
        self._unwatch()
        with suppress(OSError):
            self._writer.get_extra_info("socket").shutdown(socket.SHUT_RD)

    def _unwatch(self) -> None:
        if self._watch is not None:
            asyncio.get_running_loop().remove_reader(self._watch)
            os.close(self._watch)
            self._watch = None

    async def _read(self) -> None:
        try:
            while (came := await read_message(self._reader, MOST_MESSAGE_BYTES)) is not None:
                self._take(*came)
                await asyncio.sleep(0)  # who sends without end leaves time for others
        except (ConnectionError, asyncio.IncompleteReadError):
            self._end_unasked()
        except ValueError as error:  # no JSON, a message too long, or _Broken
            self._close_with(f"sent what the harness cannot read ({one_line(str(error))[:200]})")
            kill_family(self._process)
        else:
            self._end_unasked()

    def _end_unasked(self) -> None:
        if self.is_open and not self._asked:
            self.ended_unasked.set()
        self._close_with("")

    def _take(self, message: Any, parts: Mapping[str, bytes]) -> None:
        if isinstance(message, dict) and any(isinstance(value, bool) for value in message.values()):
            what = "a truth in place of a number"
            raise _ProtocolViolation(what)
        match message:
            case {"type": "call", "call": int(call), "name": str(name), "arguments": dict(given)}:
                self._begin(call, name, {**given, **parts}, is_background="background" in message)
            case {"type": "drop", "call": int(call)}:
                if call in self._calls:
                    self._calls[call].cancel()
            case {"type": "done", "id": int(number)}:
                self._end(number, None)
            case {"type": "failed", "id": int(number), "problem": str(problem)}:
                self._end(number, AgentError(one_line(problem[:MOST_PROBLEM])))
            case {"type": "unusable", "problem": str(problem)}:
                self._problem = f"ended by {one_line(problem[:MOST_PROBLEM])}"
            case _:
                what = "no message that it may send"
                raise _ProtocolViolation(what)

    def _begin(self, call: int, name: str, given: dict[str, Any], *, is_background: bool) -> None:
        if call in self._calls or not 0 <= call < MOST_NUMBER:
            what = f"call number {call} twice"
            raise _ProtocolViolation(what)
        if len(self._calls) >= MOST_CALLS:
            problem = f"{MOST_CALLS} calls are being done; wait for some of them first"
            self._refuse(call, ValueError(problem))
            return
        task = self._calls[call] = asyncio.create_task(
            self._do(call, name, given, is_background=is_background)
        )
        task.add_done_callback(lambda _: self._calls.pop(call))

    async def _do(
        self, call: int, name: str, given: dict[str, Any], *, is_background: bool
    ) -> None:
        if is_background:
            run_in_background()
        try:
            value = await perform(self._seat, name, given)
            value = event_values(value) if name == "hear" else value
        except (TypeError, ValueError, RoomClosed) as error:
            self._refuse(call, error)
        else:
            self._send({"type": "result", "call": call, "value": value})

    def _refuse(self, call: int, error: Exception) -> None:
        kinds = (RoomClosed, TypeError, ValueError)
        kind = next(kind.__name__ for kind in kinds if isinstance(error, kind))
        problem = one_line(str(error))[:MOST_PROBLEM]
        self._send({"type": "refused", "call": call, "kind": kind, "problem": problem})

    def _end(self, number: int, error: AgentError | None) -> None:
        answer = self._asked.get(number)
        if answer is None or answer.done():
            return
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)

    def _send(self, message: Mapping[str, Any], parts: Mapping[str, bytes] | None = None) -> None:
        if not self.is_open:
            return
        for piece in with_parts(message, parts or {}):
            self._writer.write(piece)
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self._close_with("does not read what it is sent")
            kill_family(self._process)

    def _close_with(self, problem: str) -> None:
        self.is_open = False
        self._problem = self._problem or problem
        self._fail_all()

    def _fail_all(self) -> None:
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(AgentProcessGone(self._problem))


async def perform(seat: Seat | None, name: str, arguments: Mapping[str, Any]) -> Any:
    """Do a call at the seat; TypeError or ValueError where it is none that an agent can make."""
    if seat is None:
        message = "nothing has been heard yet"
        raise RoomClosed(message)
    expected = CALLS.get(name)
    if expected is None:
        message = f"found the call {short_repr(name)}, expected one of {', '.join(CALLS)}"
        raise ValueError(message)
    if arguments.keys() != expected.keys():
        found = ", ".join(sorted(arguments)[:10]) or "none"
        message = f"{name}: found the arguments {short_repr(found)}, expected {', '.join(expected)}"
        raise TypeError(message)
    checked = {key: _check_argument(key, arguments[key], kind) for key, kind in expected.items()}
    result: Any = await getattr(seat, name)(**checked)
    return result


def _check_argument(name: str, value: Any, kind: type) -> object:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value):
            message = f"{name}: found {value!r}, expected a finite number"
            raise ValueError(message)
        return value
    if not isinstance(value, kind) or isinstance(value, bool):
        message = f"{name}: found {short_repr(value)}, expected {kind.__name__}"
        raise TypeError(message)
    return value
