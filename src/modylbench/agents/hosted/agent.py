"""The agent `my.module:Agent` or `my_agent.py:Agent`: a class in a process of its own.

There it can hurt nobody but itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.agents.hosted.cell import why_no_cell
from modylbench.agents.hosted.link import Link
from modylbench.agents.hosted.process import (
    IN_A_CELL,
    NotReady,
    end_process,
    is_enclosed,
    start_process,
)
from modylbench.agents.hosted.wire import heard_message
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.calls import AgentProcessGone, AgentStillRunning
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.foundation.errors import UserMistake, one_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.choice import CellOptions, MeetingContext
    from modylbench.agents.hosted.process import ReadyProcess
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


LEAVES_AFTER_S = 0.5  # so that why it goes is told before
MOST_STARTS = 4  # ours: once, and three times again
CANCEL_S = 1.5  # ours: for an agent to let go of its work; less than TurnTaker waits for it


@dataclass(frozen=True, slots=True)
class HostedChoice:
    """A class of somebody's; `sha256` is of the file it is in, where there is one."""

    name: str
    spec: str
    sha256: str = ""
    cell: CellOptions = IN_A_CELL

    @property
    def settings(self) -> Mapping[str, str]:
        """Which class it is, and what it got of the machine; values of variables are no part."""
        cell, is_inside = self.cell, is_enclosed(self.cell)
        found = {
            "class": self.spec,
            "sha256": self.sha256,
            "cell": "on" if is_inside else "off",
            "network": "on" if cell.has_network or not is_inside else "off",
            "environment": ", ".join(sorted(cell.asked)) if is_inside else "",
            "files": ", ".join(sorted(path.name for path in cell.readable)) if is_inside else "",
        }
        return {name: value for name, value in found.items() if value}

    @property
    def why_unguarded(self) -> str:
        """Why it has no cell, if it has none."""
        return why_no_cell() if self.cell.is_wanted else "--cell off"

    def attendee(self, context: MeetingContext) -> HostedAttendee:
        """One that attends in a process of its own."""
        return HostedAttendee(self.spec, context, self.cell)


@dataclass(frozen=True, slots=True)
class HostedAttendee:
    """Starts the process before the meeting and ends it with the meeting."""

    spec: str
    context: MeetingContext = field(repr=False)
    cell: CellOptions = IN_A_CELL

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Take part until the room is closed, or no process of the agent is left."""
        agent = HostedAgent(partial(start_process, self.spec, self.context.log, self.cell), clock)
        try:
            await agent.start()
            attending = seat_agent(lambda: agent, MeasuredTiming(), self.context)
            meeting = asyncio.create_task(attending.attend(room, invitation, clock))
            gone = asyncio.create_task(_wait_until_gone(agent, clock))
            await _first_of(meeting, gone)
        finally:
            with clock.pausing():
                await agent.aclose()


async def _wait_until_gone(agent: HostedAgent, clock: Clock) -> None:
    await agent.gone.wait()
    await clock.sleep(LEAVES_AFTER_S)


async def _first_of(meeting: asyncio.Task[None], gone: asyncio.Task[None]) -> None:
    """Return when the meeting is over; leave it when the agent is gone."""
    try:
        await asyncio.wait([meeting, gone], return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        meeting.cancel()
        await asyncio.wait([meeting])
    if not meeting.cancelled():
        meeting.result()


def choose_class(
    name: str, spec: str, cell: CellOptions = IN_A_CELL, *, is_checked: bool = True
) -> HostedChoice:
    """The class, which can attend; raises UserMistake."""
    if cell.is_wanted and not cell.has_network and why_no_cell():
        message = (
            f"found --cell offline, and {why_no_cell()}; expected --cell off, or a machine for it"
        )
        raise UserMistake(message)
    if is_checked:
        try:
            checked = start_process(spec, None, cell, is_check=True)
        except NotReady as error:
            raise UserMistake(_class_problem(spec, str(error))) from error
        end_process(checked.process)
        checked.link.close()
    path = file_of(spec)
    return HostedChoice(
        name, spec, hashlib.sha256(path.read_bytes()).hexdigest() if path else "", cell
    )


def file_of(spec: str) -> Path | None:
    """The file that a class is in, if one is found without running anything."""
    place = spec.rpartition(":")[0]
    if place.endswith(".py"):
        return Path(place) if Path(place).is_file() else None
    folders: list[str] | None = [str(Path.cwd()), *sys.path]
    origin: str | None = None
    parts = place.split(".")
    for count in range(1, len(parts) + 1):
        found = PathFinder.find_spec(".".join(parts[:count]), folders)
        if found is None:
            return None
        origin, folders = found.origin, list(found.submodule_search_locations or ())
    return Path(origin) if origin and Path(origin).is_file() else None


def _class_problem(spec: str, problem: str) -> str:
    """The problem, which names the class."""
    place = spec.rpartition(":")[0]
    return one_line(problem if problem.startswith(place) else f"{spec} cannot be used: {problem}")


class HostedAgent:
    """Passes on what is heard to a process, and starts another where that has ended.

    `gone` is set once no more are started.
    """

    def __init__(self, launch: Callable[[], ReadyProcess], clock: Clock) -> None:
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
        except AgentProcessGone:
            return

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Have the process answer."""
        try:
            link = await self._attending()
        except AgentProcessGone:
            self.gone.set()
            raise
        message, parts = heard_message(heard)
        await self._ask(link, message, seat, parts)

    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Have the process overhear, if it is there and has an agent that does."""
        if self._link is not None and self._link.is_open and self._link.overhears:
            await self._ask(self._link, {"type": "overhear", "speaker": speaker}, seat, {})

    @property
    def attends_by_itself(self) -> bool:
        """Whether the class takes part by itself, and is asked nothing."""
        return self._link is not None and self._link.attends

    async def attend(self, seat: Seat) -> None:
        """Have the process attend."""
        await self._ask(await self._attending(), {"type": "attend"}, seat, {})

    async def aclose(self) -> None:
        """End the process."""
        if self._watching is not None:
            self._watching.cancel()
        async with self._one_at_a_time:
            await self._close_link()

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
            raise AgentStillRunning(problem) from None
        except AgentProcessGone:
            problem = f"the agent's process {await self._reason(link)}"
            raise AgentProcessGone(problem) from None

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
                return await self._close_link()
        return "was ended by the harness"

    async def _attending(self) -> Link:
        """A process that is there; the time to start one is not the agent's."""
        async with self._one_at_a_time:
            if self._link is not None and self._link.is_open:
                return self._link
            with self._clock.pausing():
                await self._clean_up()
                return await self._start_link()

    async def _start_link(self) -> Link:
        if self._unready:
            raise AgentProcessGone(self._unready)
        if self._starts >= MOST_STARTS:
            message = f"the agent's process ended {MOST_STARTS} times; it is not started again"
            raise AgentProcessGone(message)
        self._starts += 1
        try:
            self._link = await Link.open(await asyncio.to_thread(self._launch))
        except NotReady as error:
            self._unready = f"the agent cannot attend: {error}"
            raise AgentProcessGone(self._unready) from error
        if self._watching is not None:
            self._watching.cancel()
        self._watching = asyncio.create_task(self._watch(self._link))
        return self._link

    async def _watch(self, link: Link) -> None:
        """Tell at once, where it is seen at once, that a process ended that nothing was asked."""
        await link.ended_unasked.wait()
        async with self._one_at_a_time:
            if link is self._link:
                with self._clock.pausing():
                    await self._clean_up()

    async def _clean_up(self) -> None:
        """See off a process that is gone, and tell what nobody has been told."""
        link = self._link
        how = await self._close_link()
        if link is not None and link.ended_unasked.is_set() and self._tell is not None:
            problem = f"the agent's process {how}, while nothing was asked of it"
            await self._tell(AgentProcessGone.fault_code, problem)

    async def _close_link(self) -> str:
        """How the process ended that was there, if any."""
        link, self._link = self._link, None
        return "was not there" if link is None else await link.aclose()
