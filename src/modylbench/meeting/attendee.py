"""Who takes part in a meeting without being played by the harness?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


class AgentFailed(ModylBenchError):
    """The agent cannot go on, through its own fault; it may not even have come."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Attendee(Protocol):
    """An agent that comes into the room by itself, as one on LiveKit would."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join the room as an agent, take part until it is closed or cancelled, and leave.

        It knows of the scenario what an invitation says: title, goal, participants. What the agent
        does wrong is told on the topic for faults and does not end the meeting, nor does
        AgentFailed, where nobody of the agent's is left to tell it; whatever else this raises is
        the harness's own fault.
        """
