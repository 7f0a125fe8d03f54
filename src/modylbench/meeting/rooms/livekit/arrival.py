"""What does reading a stream of somebody take?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.attribution import Attribution
    from modylbench.meeting.rooms.livekit.budget import Budget
    from modylbench.meeting.rooms.livekit.mailbox import Mailbox
    from modylbench.meeting.rooms.livekit.presence import Presence
    from modylbench.meeting.rooms.livekit.streams import Streams


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a stream is read, whose it is, who is there, how much we read, where it is told."""

    attribution: Attribution
    presence: Presence
    streams: Streams
    budget: Budget
    mailbox: Mailbox
    clock: Clock
