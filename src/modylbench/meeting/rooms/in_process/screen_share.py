"""How do pictures reach those who are subscribed?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room_events import PictureReceived
from modylbench.meeting.rooms.limits import check_picture

if TYPE_CHECKING:
    from modylbench.meeting.rooms.in_process.member import Member, Track
    from modylbench.meeting.rooms.in_process.presence import Presence


class InProcessScreenShare:
    """A video track; each picture shown is one picture received, exactly as it was."""

    def __init__(self, presence: Presence, owner: Member, track: Track) -> None:
        self._presence = presence
        self._owner = owner
        self._track = track

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame; it is lost to those who are not subscribed."""
        self._owner.check()
        check_picture(width, height, rgba)
        owner = self._owner
        now_s = self._presence.clock.now_s()
        picture = PictureReceived(
            now_s, owner.identity, self._track.source, int(width), int(height), bytes(rgba)
        )
        for other in self._presence.others(owner):
            if other in self._track.subscribers:
                other.inbox.put(picture, owner.identity, size=len(rgba))
        await owner.pace.sent(len(rgba))
