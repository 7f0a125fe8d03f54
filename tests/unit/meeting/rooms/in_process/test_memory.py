"""The room forgets those who are gone."""

import weakref

from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.meeting.room import Guest
from modylbench.meeting.rooms.in_process.audio import Timeline
from modylbench.meeting.rooms.in_process.members import (
    ANNOUNCED_S,
    PublishedTrack,
    RoomMember,
    RoomMembers,
)


def test_nothing_is_kept_of_those_who_left() -> None:
    async def meeting(clock: VirtualClock) -> tuple[int, int, int]:
        presence = RoomMembers(clock)
        speaker = RoomMember(Guest("speaker"), clock, joined=0)
        timeline = Timeline(clock.now_s())
        presence.enter(speaker)
        presence.publish(speaker, PublishedTrack("microphone", timeline))
        listeners = [RoomMember(Guest(f"listener {n}"), clock, joined=n) for n in range(20)]
        for listener in listeners:
            presence.enter(listener)
        await clock.sleep(ANNOUNCED_S + 1)
        heard_by = timeline.listeners
        for listener in listeners:
            presence.close(listener, "client_initiated")
        kept = weakref.WeakSet(listeners)
        del listener, listeners
        return heard_by, timeline.listeners, len(kept)

    assert hold(meeting) == (20, 0, 0)
