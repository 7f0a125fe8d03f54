"""Calls of an agent's own code; here, and only here, is caught whatever it raises."""

from __future__ import annotations

import asyncio
from types import coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.foundation.errors import ellipsize, one_line
from modylbench.meeting.room import RoomClosed
from modylbench.providers.models.failures import ServiceFailure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

T = TypeVar("T")

RAISED = "raised"
MOST_DETAIL = 300
MOST_NAME = 100


class AgentError(Exception):
    """An agent's code raised, or worse; the message says what, in one bounded line."""

    fault_code = RAISED


class AgentProcessGone(AgentError):
    """An agent's process is gone, by its own doing or since it could not be talked to."""

    fault_code = "process_ended"


class AgentStillRunning(AgentError):
    """An agent did not stop when it was told to, and was ended."""

    fault_code = "not_stopped"


class AgentCall:
    """One call of an agent's code, which can be cancelled, and left alone where that does not help.

    Its task raises nothing; `fault` is what the agent has raised, and `code` what kind of fault.
    """

    def __init__(self, call: Callable[[], Awaitable[None]]) -> None:
        self._call = call
        self._is_cancelled = False
        self._is_given_up = False
        self.fault: str | None = None
        self.code = RAISED
        self.task = asyncio.create_task(self._run())

    async def cancel(self, grace_s: float) -> bool:
        """Cancel it; whether it has ended within so many seconds. If not, it is given up."""
        self._is_cancelled = True
        if not self.task.done():
            self.task.cancel()
            await asyncio.wait([self.task], timeout=grace_s)
        if self.task.done():
            return True
        self._is_given_up = True
        self.task.cancel()
        await asyncio.wait([self.task], timeout=0)
        return False

    async def _run(self) -> None:
        try:
            await _run_stepwise(self._work(), self)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except RoomClosed:
            return
        except BaseException as error:  # noqa: BLE001 - an agent's code may raise anything
            is_ours = isinstance(error, asyncio.CancelledError) and self._is_cancelled
            if not (is_ours or self._is_given_up):
                self.code, self.fault = fault_of(error)

    async def _work(self) -> None:
        await self._call()

    @property
    def is_given_up(self) -> bool:
        """Whether it is to end whether it wants to or not."""
        return self._is_given_up


def make_guarded(make: Callable[[], T]) -> T:
    """What an agent's maker returns; raises AgentError."""
    try:
        return make()
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        raise AgentError(describe_error(error)) from error


def fault_of(error: BaseException) -> tuple[str, str]:
    """The code and the detail of what a call ended with; our own errors are words already."""
    if isinstance(error, AgentError | ServiceFailure):
        return error.fault_code, _shorten(one_line(str(error)))
    return RAISED, describe_error(error)


def describe_error(error: BaseException) -> str:
    """What was raised, in one line without any traceback."""
    name = type(error).__name__[:MOST_NAME]
    try:
        words = one_line(str(error)[: 4 * MOST_DETAIL])
    except Exception as worse:  # noqa: BLE001 - even its message is the agent's code
        words = f"its message cannot be read ({type(worse).__name__[:MOST_NAME]})"
    return _shorten(f"{name}: {words}" if words else name)


def _shorten(line: str) -> str:
    return ellipsize(line, MOST_DETAIL)


@coroutine
def _run_stepwise(work: Coroutine[Any, Any, None], call: AgentCall) -> Generator[Any, Any, None]:
    """Run a coroutine step by step, so that one that ignores its cancellation can be left alone.

    Without this it would run on into the next meeting, and keep the event loop from closing.
    """
    thrown: BaseException | None = None
    while True:
        try:
            waited = work.send(None) if thrown is None else work.throw(thrown)
        except StopIteration:
            return
        thrown = None
        try:
            yield waited
        except GeneratorExit:
            work.close()
            raise
        except BaseException as error:
            if call.is_given_up:
                work.close()
                raise
            thrown = error
