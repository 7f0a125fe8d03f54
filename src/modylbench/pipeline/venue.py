"""Where is a meeting held, and on which clock: in this process, or on a LiveKit server?"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from modylbench.foundation.clock import RealClock
from modylbench.foundation.ending import run_to_the_end
from modylbench.foundation.errors import UserMistake
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.room import RoomClosed
from modylbench.meeting.rooms.in_process.room import InProcessRoom

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.providers.livekit.address import LiveKitAddress

T = TypeVar("T")

PAUSES_S = (2.0, 5.0)  # ours: a server that is being started again is back by then


class NoRoom(RoomClosed):
    """The server that was there does not give us a room: as if it had been closed at once."""


class Venue(Protocol):
    """Makes a room for each meeting, and takes it away whatever happens in it."""

    def hold(
        self, name: str, meeting: Callable[[Room, Clock], Coroutine[Any, Any, T]], *, told: str = ""
    ) -> T:
        """What the meeting returns, held in a room named after `name` where only we see that.

        Whoever comes into it from outside finds there what is `told`, and nothing else.
        """

    def pause(self, tries: int) -> None:
        """Wait before the next try, after so many that were spoilt."""


class InProcess:
    """On virtual time: an hour takes as long as it is computed."""

    def hold(
        self,
        name: str,
        meeting: Callable[[Room, Clock], Coroutine[Any, Any, T]],
        *,
        told: str = "",  # noqa: ARG002 - nobody comes from outside
    ) -> T:
        """What the meeting returns."""

        async def held(clock: Clock) -> T:
            room = InProcessRoom(name, clock)
            try:
                return await meeting(room, clock)
            finally:
                await room.aclose()

        return hold(held)

    def pause(self, tries: int) -> None:
        """Nothing here is better later on."""


@dataclass(frozen=True, slots=True)
class OnLiveKit:
    """On a LiveKit server, in real time; two meetings never have the same room."""

    address: LiveKitAddress

    def hold(
        self,
        name: str,  # noqa: ARG002 - whoever comes sees the room's name, and could look it up
        meeting: Callable[[Room, Clock], Coroutine[Any, Any, T]],
        *,
        told: str = "",
    ) -> T:
        """What the meeting returns; what is told stands in the room's metadata."""
        from modylbench.meeting.rooms.livekit.room import LiveKitRoom

        async def held() -> T:
            clock = RealClock()
            own = f"modyl-{secrets.token_hex(8)}"
            try:
                room = await LiveKitRoom.create(own, self.address, clock, metadata=told)
            except UserMistake as error:  # those were found before: this came later
                raise NoRoom(str(error)) from error
            try:
                return await meeting(room, clock)
            finally:
                await room.aclose()

        return run_to_the_end(held)

    def pause(self, tries: int) -> None:
        """Let a server come back that is being started again."""
        wait_s = PAUSES_S[min(tries, len(PAUSES_S)) - 1]
        run_to_the_end(lambda: RealClock().sleep(wait_s))
