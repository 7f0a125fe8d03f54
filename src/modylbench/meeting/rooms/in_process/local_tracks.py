"""A participant's own tracks: speech that takes its time, and pictures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.room import PictureReceived
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE, check_picture, check_speech_length
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ, at_room_rate

if TYPE_CHECKING:
    from modylbench.meeting.rooms.in_process.audio import Timeline
    from modylbench.meeting.rooms.in_process.member import PublishedTrack, RoomMember
    from modylbench.meeting.rooms.in_process.members import RoomMembers


class InProcessMicrophone:
    """An audio track; a reconnect renews it for the listeners, not for the speaker."""

    def __init__(self, owner: RoomMember, track: PublishedTrack, timeline: Timeline) -> None:
        self._owner = owner
        self._track = track
        self._timeline = timeline
        self._turn = asyncio.Lock()
        self._queued_s = 0.0
        self._stops = 0
        self._sounding: asyncio.Task[None] | None = None

    @property
    def slipped_s(self) -> float:
        """Never: what is said here is said when it is time."""
        return 0.0

    async def until_heard_by(self, identity: str) -> None:
        """Return when that participant is subscribed, who need not be there yet."""
        self._owner.check()
        subscribers = self._track.subscribers
        await self._owner.until(
            lambda: any(subscriber.identity == identity for subscriber in subscribers)
        )

    async def play(self, pcm: bytes, sample_rate_hz: int = ROOM_RATE_HZ) -> None:
        """Say these samples after what is being said; returns early where `stop` is called."""
        self._owner.check()
        with self._owner.clock.pausing():
            sound = at_room_rate(pcm, sample_rate_hz)
        seconds = len(sound) / BYTES_A_SAMPLE / ROOM_RATE_HZ
        check_speech_length(self._queued_s + seconds)
        stops = self._stops
        self._queued_s += seconds
        try:
            async with self._turn:
                if sound and self._stops == stops:
                    await self._sound(sound)
        finally:
            self._queued_s -= seconds
        await self._owner.pace.until_sent()

    def stop(self) -> None:
        """Be silent from now on."""
        self._owner.check()
        self._stops += 1
        self._timeline.cut(self._owner.clock.now_s())
        if self._sounding is not None:
            self._sounding.cancel()

    async def _sound(self, sound: bytes) -> None:
        owner, clock = self._owner, self._owner.clock
        owner.check()
        end_s = self._timeline.add(sound, clock.now_s())
        sounding = asyncio.create_task(clock.sleep(end_s - clock.now_s()))
        sounding.add_done_callback(lambda _: owner.change())
        self._sounding = sounding
        try:
            await owner.until(sounding.done)
        finally:
            self._sounding = None
            sounding.cancel()
            self._timeline.cut(clock.now_s())


class InProcessScreenShare:
    """A video track; each picture shown is one picture received, exactly as it was."""

    def __init__(self, members: RoomMembers, owner: RoomMember, track: PublishedTrack) -> None:
        self._members = members
        self._owner = owner
        self._track = track

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame; it is lost to those who are not subscribed."""
        self._owner.check()
        check_picture(width, height, rgba)
        owner = self._owner
        now_s = self._members.clock.now_s()
        picture = PictureReceived(
            now_s, owner.identity, self._track.source, int(width), int(height), bytes(rgba)
        )
        for other in self._members.others_than(owner):
            if other in self._track.subscribers:
                other.inbox.put(picture, owner.identity, size=len(rgba))
        await owner.pace.until_sent(len(rgba))
