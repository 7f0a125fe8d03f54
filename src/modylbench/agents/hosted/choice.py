"""What does `my.module:Agent` or `my_agent.py:Agent` stand for?"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.hosted.agent import HostedAgent
from modylbench.agents.hosted.process import NotReady, end, started
from modylbench.agents.seating import seated
from modylbench.agents.timing import Measured
from modylbench.foundation.errors import UserMistake, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import Place
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class HostedChoice:
    """A class of somebody's; `sha256` is of its file, where it was given as one."""

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
            gone = asyncio.create_task(agent.gone.wait())
            await _first_of(meeting, gone)
        finally:
            with clock.paused():
                await agent.aclose()


async def _first_of(meeting: asyncio.Task[None], gone: asyncio.Task[bool]) -> None:
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
    path = Path(spec.rpartition(":")[0])
    is_file = path.suffix == ".py" and path.is_file()
    return HostedChoice(
        name, spec, hashlib.sha256(path.read_bytes()).hexdigest() if is_file else ""
    )


def _told(spec: str, problem: str) -> str:
    """The problem, which names the class."""
    place = spec.rpartition(":")[0]
    return one_line(problem if problem.startswith(place) else f"{spec} cannot be used: {problem}")
