"""How does an agent from outside come into the room: by itself, called by name, or launched?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.agents.livekit.command import Command
from modylbench.agents.livekit.entrance import entrance_of, invitation_text
from modylbench.meeting.attendee import AgentFailed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario

IDENTITY = "agent"
LOOK_S = 0.2
GONE_S = 2.0  # ours: one that ends because all have left did not end early
PROCESS_ENDED = "process_ended"


@dataclass(frozen=True, slots=True)
class Awaited:
    """Somebody sees to it that the agent comes."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Do nothing: people wait for it anyway."""


@dataclass(frozen=True, slots=True)
class Dispatched:
    """The server sends a worker of that name, if it has one."""

    worker: str

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        """Call it, with the invitation as the metadata of its job."""
        await entrance_of(room).invite(self.worker, invitation_text(invitation))


@dataclass(frozen=True, slots=True)
class Launched:
    """A command that joins the room is started for the meeting, and ended with it."""

    words: tuple[str, ...] = field(repr=False)
    url: str
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        """Start it, and see to it until the meeting is over; raises AgentFailed where it ends."""
        door = entrance_of(room)
        where = {
            "LIVEKIT_URL": self.url,
            "LIVEKIT_TOKEN": door.token_for(IDENTITY),
            "LIVEKIT_ROOM": door.name,
            "LIVEKIT_IDENTITY": IDENTITY,
        }
        command = Command(self.words, {**self.environment, **where}, self.log)
        try:
            while not command.has_ended:
                await clock.sleep(LOOK_S)
            await clock.sleep(GONE_S)
            how = await asyncio.to_thread(command.end)
            raise AgentFailed(PROCESS_ENDED, f"the command that was launched {how}")
        finally:
            await asyncio.to_thread(command.end)
