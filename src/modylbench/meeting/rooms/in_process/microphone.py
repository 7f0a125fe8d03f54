"""How does speech sound in the room for as long as it takes?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE, check_speech_length
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ, at_room_rate

if TYPE_CHECKING:
    from modylbench.meeting.rooms.in_process.member import Member, Track
    from modylbench.meeting.rooms.in_process.timeline import Timeline


class InProcessMicrophone:
    """An audio track; a reconnect renews it for the listeners, not for the speaker."""

    def __init__(self, owner: Member, track: Track, timeline: Timeline) -> None:
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
        with self._owner.clock.paused():
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
        await self._owner.pace.sent()

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
