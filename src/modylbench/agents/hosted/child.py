"""What does the process of an agent do between its first and its last message?"""

from __future__ import annotations

import asyncio
import traceback
from typing import TYPE_CHECKING, Any

from modylbench.agents.agent import Heard, Invitation, Overhears, Person, SharedFile
from modylbench.agents.hosted.remote_seat import RemoteSeat
from modylbench.agents.hosted.wire import MOST_PROBLEM, as_line, read_message

if TYPE_CHECKING:
    import socket
    from collections.abc import Coroutine, Mapping

    from modylbench.agents.agent import Agent

LONGEST_MESSAGE_BYTES = 2**30  # the harness is trusted


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
            case "overhear" if isinstance(self._agent, Overhears):
                self._do(message["id"], self._agent.overhear(message["speaker"], self._seat))
            case "cancel" if message["id"] in self._doing:
                self._cancelled.add(message["id"])
                self._doing[message["id"]].cancel()
            case "result":
                self._seat.answered(message["call"], message["value"])
            case "refused":
                self._seat.refused(message["call"], message["kind"], message["problem"])
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
    writer.write(as_line({"type": "ready", "overhears": isinstance(agent, Overhears)}))
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


def invitation_of(message: Mapping[str, Any]) -> Invitation:
    """The invitation as it was sent."""
    people = tuple(Person(**person) for person in message["people"])
    return Invitation(message["title"], message["goal"], people)


def heard_of(message: Mapping[str, Any], parts: Mapping[str, bytes]) -> Heard:
    """What was heard as it was sent."""
    files = tuple(
        SharedFile(file["name"], file["mime_type"], parts[file["part"]])
        for file in message["files"]
    )
    return Heard(
        speaker=message["speaker"],
        text=message["text"],
        channel=message["channel"],
        files=files,
        pcm=parts["pcm"],
    )
