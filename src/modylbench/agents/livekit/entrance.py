"""What must a room offer to an agent that lives outside of this process?"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from modylbench.agents.seating.attending import invitation_to
from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


class NoEntrance(ModylBenchError):
    """The room is one that nobody outside of this process can come into."""


@runtime_checkable
class Entrance(Protocol):
    """A room on a server, which others can be called to or let into."""

    @property
    def name(self) -> str:
        """What the room is called."""

    async def invite(self, agent_name: str, metadata: str) -> str | None:
        """Have the server send a worker of that name, which is told the metadata; who came."""

    def token_for(self, identity: str) -> str:
        """What lets an agent in under that identity."""


def entrance_of(room: Room) -> Entrance:
    """The room's entrance; raises NoEntrance."""
    if not isinstance(room, Entrance):
        message = f"found a room {room.kind}, expected one on a LiveKit server"
        raise NoEntrance(message)
    return room


def invitation_text(scenario: Scenario) -> str:
    """What everybody who is invited knows, as JSON, and nothing else."""
    invited = invitation_to(scenario)
    people = [asdict(person) for person in invited.people]
    told = {"title": invited.title, "goal": invited.goal, "participants": people}
    return json.dumps(told, ensure_ascii=False)
