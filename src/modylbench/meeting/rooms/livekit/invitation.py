"""How is an agent called into a room by its name, though the call may get lost?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.meeting.rooms.livekit.own import AGENT
from modylbench.meeting.rooms.livekit.server import service

if TYPE_CHECKING:
    from livekit.api import LiveKitAPI
    from livekit.protocol.agent_dispatch import AgentDispatch

    from modylbench.foundation.clock import Clock
    from modylbench.providers.livekit.address import LiveKitAddress

# The numbers below are ours.
TRIES = 10  # a minute in all: workers take a while to register
TAKEN_S = 6.0  # until a worker must have taken the job; it is offered to one at once
COMING_S = 40.0  # until an agent whose job was taken must be there: it may load models first
LOOK_S = 0.25


@dataclass(frozen=True, slots=True)
class Call:
    """Which agent is called where, what it is told, and who is there by our doing already."""

    room: str
    agent_name: str
    metadata: str
    ours: frozenset[str]


async def invite(address: LiveKitAddress, call: Call, clock: Clock) -> str | None:
    """Who came, or None where nobody did after all tries; raises UserMistake.

    A job gets lost where no worker is registered yet, and at times where one has just been: then
    it is offered again, after the earlier one was taken back, so that there are never two agents
    by our doing.
    """
    async with service(address) as server:
        for _ in range(TRIES):
            came = await _Attempt(server, call, clock).make()
            if came is not None:
                return came
    return None


class _Attempt:
    """One offer of the job."""

    def __init__(self, server: LiveKitAPI, call: Call, clock: Clock) -> None:
        self._server = server
        self._call = call
        self._clock = clock

    async def make(self) -> str | None:
        """Who came; where nobody did, the job is taken back."""
        from livekit.api import CreateAgentDispatchRequest

        call, dispatching = self._call, self._server.agent_dispatch
        request = CreateAgentDispatchRequest(
            agent_name=call.agent_name, room=call.room, metadata=call.metadata
        )
        dispatch = await dispatching.create_dispatch(request)
        came = await self._awaited(dispatch.id)
        if came is None:
            await dispatching.delete_dispatch(dispatch.id, call.room)
            came = await self._agent()
        return came

    async def _awaited(self, dispatch_id: str) -> str | None:
        began_s = self._clock.now_s()
        while True:
            came = await self._agent()
            if came is not None:
                return came
            dispatch = await self._server.agent_dispatch.get_dispatch(dispatch_id, self._call.room)
            patience_s = COMING_S if is_taken(dispatch) else TAKEN_S
            if self._clock.now_s() - began_s > patience_s:
                return None
            await self._clock.sleep(LOOK_S)

    async def _agent(self) -> str | None:
        """The agent that is in the room."""
        from livekit.api import ListParticipantsRequest

        request = ListParticipantsRequest(room=self._call.room)
        there = (await self._server.room.list_participants(request)).participants
        agents = (one for one in there if one.kind == AGENT)
        return next(
            (agent.identity for agent in agents if agent.identity not in self._call.ours), None
        )


def is_taken(dispatch: AgentDispatch | None) -> bool:
    """Whether a worker has the job and did not fail in it."""
    from livekit.protocol.agent import JobStatus

    alive = (JobStatus.JS_PENDING, JobStatus.JS_RUNNING)
    jobs = dispatch.state.jobs if dispatch is not None else ()
    return any(job.state.worker_id and job.state.status in alive for job in jobs)
