"""An agent whose code runs in a process of its own, so that it can hurt nobody but itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from modylbench.agents.hosted.link import Link, ProcessEnded, heard_message
from modylbench.agents.hosted.process import NotReady

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.hosted.process import Started
    from modylbench.foundation.clock import Clock

MOST_STARTS = 4  # ours: once, and three times again
CANCEL_S = 2.0  # ours: for an agent to let go of what it was doing


class HostedAgent:
    """Passes on what is heard to a process, and starts another where that has ended.

    `gone` is set once no more are started.
    """

    def __init__(self, launch: Callable[[], Started], clock: Clock) -> None:
        self._launch = launch
        self._clock = clock
        self._starts = 0
        self._link: Link | None = None
        self._one_at_a_time = asyncio.Lock()
        self.gone = asyncio.Event()

    async def start(self) -> None:
        """Start the process before it is needed; what goes wrong is told at the first answer."""
        try:
            await self._attending()
        except ProcessEnded:
            return

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Have the process answer."""
        await self._ask(await self._attending(), heard_message(heard), seat)

    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Have the process overhear, if it is there and has an agent that does."""
        if self._link is not None and self._link.is_open and self._link.overhears:
            await self._ask(self._link, {"type": "overhear", "speaker": speaker}, seat)

    async def aclose(self) -> None:
        """End the process."""
        async with self._one_at_a_time:
            await self._see_off()

    async def _ask(self, link: Link, message: Mapping[str, Any], seat: Seat) -> None:
        asking = asyncio.create_task(link.ask(message, seat))
        try:
            await asyncio.shield(asking)
        except asyncio.CancelledError:
            await self._cancel(asking, link)
            raise
        except ProcessEnded:
            problem = f"the agent's process {await self._reason(link)}"
            raise ProcessEnded(problem) from None

    async def _cancel(self, asking: asyncio.Task[None], link: Link) -> None:
        """Give the agent a moment, of real time, to stop; else its process is ended."""
        asking.cancel()
        try:
            with self._clock.working():
                await asyncio.wait([asking], timeout=CANCEL_S)
        finally:
            if not asking.done():
                link.kill()

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
                await self._see_off()
                return await self._started()

    async def _started(self) -> Link:
        if self._starts >= MOST_STARTS:
            self.gone.set()
            message = f"the agent's process ended {MOST_STARTS} times; it is not started again"
            raise ProcessEnded(message)
        self._starts += 1
        try:
            self._link = await Link.open(await asyncio.to_thread(self._launch))
        except NotReady as error:
            message = f"the agent cannot attend: {error}"
            raise ProcessEnded(message) from error
        return self._link

    async def _see_off(self) -> str:
        """How the process ended that was there, if any."""
        link, self._link = self._link, None
        return "was not there" if link is None else await link.aclose()
