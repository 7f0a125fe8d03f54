"""A room on a LiveKit server, in which our people meet the agents of others."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, one_line
from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.rooms.limits import check_guest
from modylbench.meeting.rooms.livekit import server
from modylbench.meeting.rooms.livekit.link import Mailbox, ParticipantLink
from modylbench.meeting.rooms.livekit.media_thread import MediaThread
from modylbench.meeting.rooms.livekit.participants import OwnParticipants
from modylbench.meeting.rooms.livekit.server import DispatchRequest, invite
from modylbench.meeting.rooms.livekit.session import Membership

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import ParticipantKind
    from modylbench.meeting.rooms.livekit.connection import LiveKitConnection
    from modylbench.meeting.rooms.livekit.session import ParticipantSession
    from modylbench.providers.addresses import LiveKitAddress

DELETING_TRIES = 3  # ours: a server that was restarted answers soon
DELETING_AGAIN_S = 1.0  # ours
_LOADING = threading.Lock()
LEAVING_S = 8.0  # ours: until one who cannot leave is left behind; the room is deleted all the same


class LiveKitRoom:
    """A room on a server, made for one meeting; `create` makes it and `aclose` takes it away."""

    kind = "livekit"

    def __init__(self, name: str, address: LiveKitAddress, clock: Clock) -> None:
        self._name = name
        self._address = address
        self._clock = clock
        self._own = OwnParticipants()
        self._media = MediaThread(f"media of {name}")
        self._connections: list[LiveKitConnection] = []
        self._turning_back: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def create(
        cls, name: str, address: LiveKitAddress, clock: Clock, *, metadata: str = ""
    ) -> LiveKitRoom:
        """Make a room of that name, which must be nobody else's; all in it can read the metadata.

        Raises UserMistake where there is no server, or it does not know our key.
        """
        server.check(address)
        await asyncio.to_thread(load_sdk)  # before: who is cancelled meanwhile leaves no room
        await server.create_room(address, name, metadata)
        return cls(name, address, clock)

    @property
    def name(self) -> str:
        """What the room is called on the server."""
        return self._name

    async def join(self, guest: Guest) -> LiveKitConnection:
        """Join it; one of the same identity who is there already is put out.

        Raises RoomClosed where the server does not let us in, or is not there any more.
        """
        self._check()
        check_guest(guest)
        from modylbench.meeting.rooms.livekit.connection import LiveKitConnection

        membership = Membership(
            guest=guest,
            link=ParticipantLink(guest.identity),
            mailbox=Mailbox(self._clock),
            own=self._own,
            media=self._media,
            clock=self._clock,
        )
        joining = asyncio.create_task(self._media.run(lambda: self._open_session(membership)))
        try:
            session = await asyncio.shield(joining)
        except asyncio.CancelledError:
            self._turning_back.add(asyncio.create_task(self._turn_back(joining)))
            raise
        connection = LiveKitConnection(membership, session)
        self._connections.append(connection)
        return connection

    def token_for(self, identity: str, kind: ParticipantKind = "agent") -> str:
        """What lets an agent into this room that is not called by the server: a secret."""
        return server.token(self._address, self._name, Guest(identity, kind=kind))

    async def invite(self, agent_name: str, metadata: str = "") -> str | None:
        """Ask the server to send an agent; who came, or None where nobody did within a minute.

        Raises RoomClosed where the server does not answer any more.
        """
        self._check()
        call = DispatchRequest(self._name, agent_name, metadata, self._own.wire_names)
        try:
            return await invite(self._address, call, self._clock)
        except UserMistake as error:
            raise RoomClosed(str(error)) from error

    async def aclose(self) -> None:
        """End the meeting for everybody, and take the room away, whatever happened."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVING_S), asyncio.TaskGroup() as group:
                    for connection in self._connections:
                        group.create_task(connection.leave("room_deleted"))
                    if self._turning_back:
                        await asyncio.wait(self._turning_back)
        finally:
            await self._delete()
            await self._media.stop()

    async def _turn_back(self, joining: asyncio.Task[ParticipantSession]) -> None:
        """See off one who joins though nobody waits for it any more.

        The SDK cannot be stopped on its way in, and who comes after a room was deleted makes it
        anew.
        """
        with suppress(RoomClosed):
            session = await joining
            await self._media.run(lambda: session.leave("client_initiated"))

    async def _delete(self) -> None:
        """Where the server cannot be reached any more, it takes the room away by itself."""
        for _ in range(DELETING_TRIES):
            try:
                await server.delete_room(self._address, self._name)
            except UserMistake:
                await self._clock.sleep(DELETING_AGAIN_S)
            else:
                return

    def _check(self) -> None:
        if self._closing is not None:
            message = f"room {self._name!r} is closed"
            raise RoomClosed(message)

    async def _open_session(self, membership: Membership) -> ParticipantSession:
        from livekit.rtc import ConnectError

        from modylbench.meeting.rooms.livekit.session import ParticipantSession

        guest = membership.guest
        self._own.add_guest(guest)
        on_the_wire = replace(guest, identity=self._own.wire_name(guest))
        token = server.token(self._address, self._name, on_the_wire)
        session = ParticipantSession(
            membership, lambda: server.sid_of(self._address, self._name, on_the_wire.identity)
        )
        try:
            await session.take(self._address.url, token)
        except asyncio.CancelledError:
            await session.leave("client_initiated")
            raise
        except (ConnectError, TimeoutError) as error:
            self._own.remove_guest(guest)
            why = str(error) or "no answer in time"
            message = f"{guest.identity} cannot join {self._name!r}: {one_line(why)}"
            raise RoomClosed(message) from error
        return session


def load_sdk() -> None:
    """Load the SDK, and what we build on it; any thread may, and none but the first waits long.

    The SDK makes its one client at first use and without a lock. Of two clients one hears no
    answers, and the SDK then ends the process.
    """
    with _LOADING:
        # What the SDK writes to the log, we tell as events; people would see it on their screens.
        logging.getLogger("livekit").setLevel(logging.CRITICAL)
        from livekit import rtc

        from modylbench.meeting.rooms.livekit import connection, session  # noqa: F401

        rtc.VideoSource(2, 2)  # whatever asks the client for something makes it
