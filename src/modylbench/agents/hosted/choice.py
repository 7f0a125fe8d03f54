"""What does `my.module:Agent` or `my_agent.py:Agent` stand for?"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.hosted.agent import HostedAgent
from modylbench.agents.hosted.process import NotReady, end, started
from modylbench.agents.seating.seated import seated
from modylbench.agents.seating.timing import Measured
from modylbench.foundation.errors import UserMistake, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import Place
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario

LEAVES_AFTER_S = 0.5  # so that why it goes is told before


@dataclass(frozen=True, slots=True)
class HostedChoice:
    """A class of somebody's; `sha256` is of the file it is in, where there is one."""

    name: str
    spec: str
    sha256: str = ""

    @property
    def settings(self) -> Mapping[str, str]:
        """Which class it is."""
        return {"class": self.spec} | ({"sha256": self.sha256} if self.sha256 else {})

    def attendee(self, place: Place) -> HostedAttendee:
        """One that attends in a process of its own."""
        return HostedAttendee(self.spec, place)


@dataclass(frozen=True, slots=True)
class HostedAttendee:
    """Starts the process before the meeting and ends it with the meeting."""

    spec: str
    place: Place = field(repr=False)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Take part until the room is closed, or no process of the agent is left."""
        agent = HostedAgent(partial(started, self.spec, self.place.log), clock)
        try:
            await agent.start()
            attending = seated(lambda: agent, Measured(), self.place)
            meeting = asyncio.create_task(attending.attend(room, invitation, clock))
            gone = asyncio.create_task(_gone(agent, clock))
            await _first_of(meeting, gone)
        finally:
            with clock.paused():
                await agent.aclose()


async def _gone(agent: HostedAgent, clock: Clock) -> None:
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


def chosen_class(name: str, spec: str, *, is_checked: bool = True) -> HostedChoice:
    """The class, which can attend; raises UserMistake."""
    if is_checked:
        try:
            checked = started(spec, None, is_check=True)
        except NotReady as error:
            raise UserMistake(_told(spec, str(error))) from error
        end(checked.process)
        checked.link.close()
    path = file_of(spec)
    return HostedChoice(name, spec, hashlib.sha256(path.read_bytes()).hexdigest() if path else "")


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


def _told(spec: str, problem: str) -> str:
    """The problem, which names the class."""
    place = spec.rpartition(":")[0]
    return one_line(problem if problem.startswith(place) else f"{spec} cannot be used: {problem}")
