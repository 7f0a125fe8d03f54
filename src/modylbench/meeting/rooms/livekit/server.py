"""What we ask of a LiveKit server itself: rooms, tokens, and the dispatch of its agents."""

from __future__ import annotations

import asyncio
import datetime
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.foundation.errors import UserMistake, one_line, short_repr
from modylbench.foundation.extras import require
from modylbench.meeting.rooms.livekit.participants import AGENT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from livekit.api import LiveKitAPI, ServerError
    from livekit.protocol.agent_dispatch import AgentDispatch

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.providers.addresses import LiveKitAddress


# The numbers below are ours.
ANSWER_S = 10.0  # until a server that does not answer is given up
SID_S = 2.0  # until we take a reconnect for what it looks like
EMPTY_S = 120  # a room that nobody joined is gone by itself; an agent may take a minute to start
DEPARTED_S = 10  # and one that all have left, where our process was killed
TOKEN_H = 12  # how long one may join; who is in the room stays
UNKNOWN_STATUS = 401
REFUSED_STATUS = 403
SCHEMES = ("ws", "wss", "http", "https")
TRIES = 10  # a minute in all: workers take a while to register
TAKEN_S = 6.0  # until a worker must have taken the job; it is offered to one at once
COMING_S = 40.0  # until an agent whose job was taken must be there: it may load models first
LOOK_S = 0.25


async def create_room(address: LiveKitAddress, name: str, metadata: str = "") -> None:
    """Make a room; what cannot be used is said in one line."""
    check(address)
    from livekit.api import CreateRoomRequest

    request = CreateRoomRequest(
        name=name, empty_timeout=EMPTY_S, departure_timeout=DEPARTED_S, metadata=metadata
    )
    async with service(address) as server:
        await server.room.create_room(request)


async def delete_room(address: LiveKitAddress, name: str) -> None:
    """Take a room away; one that is gone already is fine."""
    from livekit.api import DeleteRoomRequest, ServerError, ServerErrorCode

    async with service(address) as server:
        try:
            await server.room.delete_room(DeleteRoomRequest(room=name))
        except ServerError as error:
            if error.code != ServerErrorCode.NOT_FOUND:
                raise


async def sid_of(address: LiveKitAddress, room: str, identity: str) -> str | None:
    """By which name the server knows a participant's present connection; None where it is silent.

    The SDK does not learn the new name of one who is hidden.
    """
    import aiohttp
    from livekit.api import RoomParticipantIdentity, ServerError

    try:
        async with asyncio.timeout(SID_S), _connect(address) as server:
            whom = RoomParticipantIdentity(room=room, identity=identity)
            return (await server.room.get_participant(whom)).sid
    except (ServerError, aiohttp.ClientError, TimeoutError, OSError):
        return None


def token(address: LiveKitAddress, room: str, guest: Guest) -> str:
    """What lets somebody into the room; whoever has it can join under that name."""
    from livekit.api import AccessToken, VideoGrants

    grants = VideoGrants(
        room_join=True,
        room=room,
        can_publish=not guest.is_hidden,
        can_update_own_metadata=True,
        hidden=guest.is_hidden,
    )
    return (
        AccessToken(address.api_key, address.api_secret)
        .with_identity(guest.identity)
        .with_name(guest.name)
        .with_kind(guest.kind)
        .with_attributes(dict(guest.attributes))
        .with_ttl(datetime.timedelta(hours=TOKEN_H))
        .with_grants(grants)
        .to_jwt()
    )


@asynccontextmanager
async def service(address: LiveKitAddress) -> AsyncIterator[LiveKitAPI]:
    """The server's own interface; what a person can mend is a mistake of that person."""
    import aiohttp
    from livekit.api import ServerError

    try:
        async with _connect(address) as server:
            yield server
    except ServerError as error:
        raise UserMistake(_refusal(address, error)) from error
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        message = (
            f"LiveKit: found no server at {address.url} ({one_line(str(error)) or 'no answer'}), "
            "expected one that runs: start one by `modylbench livekit up`, or give its address "
            "with --livekit-url"
        )
        raise UserMistake(message) from error


def check(address: LiveKitAddress) -> None:
    """Raise UserMistake where no server can be asked at all."""
    parts = urlsplit(address.url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        message = (
            f"LiveKit: found the address {short_repr(address.url)}, expected one such as "
            "ws://127.0.0.1:7880 or wss://name.livekit.cloud"
        )
        raise UserMistake(message)
    if not (address.api_key and address.api_secret):
        message = (
            "LiveKit: found no key or no secret, expected both: set LIVEKIT_API_KEY and "
            "LIVEKIT_API_SECRET to those of the server"
        )
        raise UserMistake(message)
    require("livekit")


@dataclass(frozen=True, slots=True)
class DispatchRequest:
    """Which agent is called where, what it is told, and who is there by our doing already."""

    room: str
    agent_name: str
    metadata: str
    ours: frozenset[str]


async def invite(address: LiveKitAddress, call: DispatchRequest, clock: Clock) -> str | None:
    """Who came, or None where nobody did after all tries; raises UserMistake.

    A job gets lost where no worker is registered yet, and at times where one has just been: then
    it is offered again, after the earlier one was taken back, so that there are never two agents
    by our doing.
    """
    async with service(address) as server:
        for _ in range(TRIES):
            came = await _Dispatch(server, call, clock).make()
            if came is not None:
                return came
    return None


def is_taken(dispatch: AgentDispatch | None) -> bool:
    """Whether a worker has the job and did not fail in it."""
    from livekit.protocol.agent import JobStatus

    alive = (JobStatus.JS_PENDING, JobStatus.JS_RUNNING)
    jobs = dispatch.state.jobs if dispatch is not None else ()
    return any(job.state.worker_id and job.state.status in alive for job in jobs)


@asynccontextmanager
async def _connect(address: LiveKitAddress) -> AsyncIterator[LiveKitAPI]:
    import aiohttp
    from livekit.api import LiveKitAPI

    patience = aiohttp.ClientTimeout(total=ANSWER_S)
    async with LiveKitAPI(
        address.url, address.api_key, address.api_secret, timeout=patience
    ) as server:
        yield server


def _refusal(address: LiveKitAddress, error: ServerError) -> str:
    if error.status in (UNKNOWN_STATUS, REFUSED_STATUS):
        return (
            f"LiveKit: found that {address.url} refuses the key with its secret, expected those "
            "of this server: set LIVEKIT_API_KEY and LIVEKIT_API_SECRET"
        )
    found = one_line(f"{error.status} {error.code} {error.message}")
    return (
        f"LiveKit: found the answer {short_repr(found)} at {address.url}, expected that of a "
        "LiveKit "
        "server: check --livekit-url"
    )


class _Dispatch:
    """One offer of the job."""

    def __init__(self, server: LiveKitAPI, call: DispatchRequest, clock: Clock) -> None:
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
        came = await self._await_agent(dispatch.id)
        if came is None:
            await dispatching.delete_dispatch(dispatch.id, call.room)
            came = await self._agent()
        return came

    async def _await_agent(self, dispatch_id: str) -> str | None:
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
        agents = (participant for participant in there if participant.kind == AGENT)
        return next(
            (agent.identity for agent in agents if agent.identity not in self._call.ours), None
        )
