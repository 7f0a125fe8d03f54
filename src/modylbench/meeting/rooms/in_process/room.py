"""A room in this process, in which people and agents meet as they would on LiveKit.

Everything takes place on one clock, without chance: equal programs see equal events at equal times.
Between playing and hearing, sending and receiving, no time passes; what LiveKit makes one wait for
(a subscription, an announcement) is waited for here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room import RoomClosed
from modylbench.meeting.rooms.in_process.connection import InProcessConnection
from modylbench.meeting.rooms.in_process.members import RoomMember, RoomMembers
from modylbench.meeting.rooms.limits import check_guest

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest


class InProcessRoom:
    """A room on a clock."""

    kind = "in process"

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._members = RoomMembers(clock)
        self._joined = 0
        self._is_closed = False

    @property
    def name(self) -> str:
        """What the room is called."""
        return self._name

    async def join(self, guest: Guest) -> InProcessConnection:
        """Join it; one of the same identity who is there already is put out."""
        if self._is_closed:
            message = f"room {self._name!r} is closed"
            raise RoomClosed(message)
        check_guest(guest)
        before = self._members.by_identity.get(guest.identity)
        if before is not None:
            self._members.close(before, "duplicate_identity")
        self._joined += 1
        member = RoomMember(guest, self._clock, joined=self._joined)
        self._members.enter(member)
        await member.pace.until_sent()
        return InProcessConnection(self._members, member)

    def drop(self, identity: str, for_s: float) -> None:
        """Break a participant's link for a while, so that it has to reconnect fully.

        Its tracks are renewed for all and its open streams aborted; what is said or sent to it
        meanwhile is lost.
        """
        member = self._members.by_identity.get(identity)
        if member is None or not member.is_present:
            message = f"found no link of {identity!r} to break, expected one who is in the room"
            raise ValueError(message)
        self._members.lose(member, "connection_timeout")
        self._members.later(for_s, lambda: self._regain(member))

    async def aclose(self) -> None:
        """End the meeting for everybody."""
        self._is_closed = True
        self._members.stop_timers()
        for member in list(self._members.by_identity.values()):
            member.close("room_deleted")
        self._members.by_identity.clear()
        await self._clock.sleep(0)

    def _regain(self, member: RoomMember) -> None:
        if not member.is_gone:
            self._members.regain(member)
