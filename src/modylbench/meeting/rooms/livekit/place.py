"""What belongs to one participant's place in a room?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.meeting.rooms.livekit.link import Link
    from modylbench.meeting.rooms.livekit.mailbox import Mailbox
    from modylbench.meeting.rooms.livekit.media_thread import MediaThread
    from modylbench.meeting.rooms.livekit.own import Own


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits there, its link, its events, and what it shares with the others of ours."""

    guest: Guest
    link: Link
    mailbox: Mailbox
    own: Own
    media: MediaThread
    clock: Clock
