"""Who takes part in a meeting without being played by the harness?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


class Attendee(Protocol):
    """An agent that comes into the room by itself, as one on LiveKit would."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join the room as an agent, take part until it is closed or cancelled, and leave.

        It knows of the scenario what an invitation says: title, goal, participants. What the agent
        does wrong is told on the topic for faults and does not end the meeting; whatever this
        raises is the harness's own fault.
        """
