"""How do people and agents of one process meet as they would on LiveKit?

Everything takes place on one clock, without chance: equal programs see equal events at equal times.
Between playing and hearing, sending and receiving, no time passes; what LiveKit makes one wait for
(a subscription, an announcement) is waited for here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room import RoomClosed
from modylbench.meeting.rooms.in_process.connection import InProcessConnection
from modylbench.meeting.rooms.in_process.member import Member
from modylbench.meeting.rooms.in_process.presence import Presence
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
        self._presence = Presence(clock)
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
        before = self._presence.members.get(guest.identity)
        if before is not None:
            self._presence.close(before, "duplicate_identity")
        self._joined += 1
        member = Member(guest, self._clock, joined=self._joined)
        self._presence.enter(member)
        await member.pace.sent()
        return InProcessConnection(self._presence, member)

    def drop(self, identity: str, for_s: float) -> None:
        """Break a participant's link for a while, so that it has to reconnect fully.

        Its tracks are renewed for all and its open streams aborted; what is said or sent to it
        meanwhile is lost.
        """
        member = self._presence.members.get(identity)
        if member is None or not member.is_present:
            message = f"found no link of {identity!r} to break, expected one who is in the room"
            raise ValueError(message)
        self._presence.lose(member, "connection_timeout")
        self._presence.later(for_s, lambda: self._regain(member))

    async def aclose(self) -> None:
        """End the meeting for everybody."""
        self._is_closed = True
        self._presence.stop_timers()
        for member in list(self._presence.members.values()):
            member.close("room_deleted")
        self._presence.members.clear()
        await self._clock.sleep(0)

    def _regain(self, member: Member) -> None:
        if not member.is_gone:
            self._presence.regain(member)
