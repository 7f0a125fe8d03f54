"""An agent whose code runs in a process of its own, so that it can hurt nobody but itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from modylbench.agents.hosted.link import Link, heard_message
from modylbench.agents.hosted.process import NotReady
from modylbench.agents.seating.guarded import NotStopped, ProcessEnded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.hosted.process import Started
    from modylbench.foundation.clock import Clock

MOST_STARTS = 4  # ours: once, and three times again
CANCEL_S = 1.5  # ours: for an agent to let go of what it was doing; less than Turns waits for it


class HostedAgent:
    """Passes on what is heard to a process, and starts another where that has ended.

    `gone` is set once no more are started.
    """

    def __init__(self, launch: Callable[[], Started], clock: Clock) -> None:
        self._launch = launch
        self._clock = clock
        self._starts = 0
        self._unready = ""
        self._link: Link | None = None
        self._one_at_a_time = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        self._tell: Callable[[str, str], Awaitable[None]] | None = None
        self.gone = asyncio.Event()

    def report_to(self, tell: Callable[[str, str], Awaitable[None]]) -> None:
        """Whom to tell, by code and detail, what goes wrong outside of any call."""
        self._tell = tell

    async def start(self) -> None:
        """Start the process before it is needed; what goes wrong is told at the first answer."""
        try:
            await self._attending()
        except ProcessEnded:
            return

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Have the process answer."""
        try:
            link = await self._attending()
        except ProcessEnded:
            self.gone.set()
            raise
        message, parts = heard_message(heard)
        await self._ask(link, message, seat, parts)

    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Have the process overhear, if it is there and has an agent that does."""
        if self._link is not None and self._link.is_open and self._link.overhears:
            await self._ask(self._link, {"type": "overhear", "speaker": speaker}, seat, {})

    async def aclose(self) -> None:
        """End the process."""
        if self._watching is not None:
            self._watching.cancel()
        async with self._one_at_a_time:
            await self._see_off()

    async def _ask(
        self, link: Link, message: Mapping[str, Any], seat: Seat, parts: Mapping[str, bytes]
    ) -> None:
        asking = asyncio.create_task(link.ask(message, seat, parts))
        try:
            await asyncio.shield(asking)
        except asyncio.CancelledError:
            if await self._is_stopped(asking, link):
                raise
            problem = f"did not stop within {CANCEL_S:g} s of being told to; its process was ended"
            raise NotStopped(problem) from None
        except ProcessEnded:
            problem = f"the agent's process {await self._reason(link)}"
            raise ProcessEnded(problem) from None

    async def _is_stopped(self, asking: asyncio.Task[None], link: Link) -> bool:
        """Give the agent a moment, of real time, to stop; else its process is ended."""
        asking.cancel()
        try:
            with self._clock.working():
                await asyncio.wait([asking], timeout=CANCEL_S)
        finally:
            is_stopped = asking.done()
            if not is_stopped:
                link.kill()
        return is_stopped

    async def _reason(self, link: Link) -> str:
        async with self._one_at_a_time:
            if link is self._link:
                return await self._see_off()
        return "was ended by the harness"

    async def _attending(self) -> Link:
        """A process that is there; the time to start one is not the agent's."""
        async with self._one_at_a_time:
            if self._link is not None and self._link.is_open:
                return self._link
            with self._clock.paused():
                await self._bury()
                return await self._started()

    async def _started(self) -> Link:
        if self._unready:
            raise ProcessEnded(self._unready)
        if self._starts >= MOST_STARTS:
            message = f"the agent's process ended {MOST_STARTS} times; it is not started again"
            raise ProcessEnded(message)
        self._starts += 1
        try:
            self._link = await Link.open(await asyncio.to_thread(self._launch))
        except NotReady as error:
            self._unready = f"the agent cannot attend: {error}"
            raise ProcessEnded(self._unready) from error
        if self._watching is not None:
            self._watching.cancel()
        self._watching = asyncio.create_task(self._watch(self._link))
        return self._link

    async def _watch(self, link: Link) -> None:
        """Tell at once, where it is seen at once, that a process ended that nothing was asked."""
        await link.ended_unasked.wait()
        async with self._one_at_a_time:
            if link is self._link:
                with self._clock.paused():
                    await self._bury()

    async def _bury(self) -> None:
        """See off a process that is gone, and tell what nobody has been told."""
        link = self._link
        how = await self._see_off()
        if link is not None and link.ended_unasked.is_set() and self._tell is not None:
            problem = f"the agent's process {how}, while nothing was asked of it"
            await self._tell(ProcessEnded.fault_code, problem)

    async def _see_off(self) -> str:
        """How the process ended that was there, if any."""
        link, self._link = self._link, None
        return "was not there" if link is None else await link.aclose()
