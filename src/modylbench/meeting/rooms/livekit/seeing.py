"""Which pictures of a video track are passed on, so that changes are seen and floods are not?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np

from modylbench.meeting.room_events import PictureReceived, Source
from modylbench.meeting.rooms.limits import MOST_SIDE
from modylbench.meeting.rooms.livekit.own_faults import watch_task
from modylbench.meeting.rooms.livekit.streams import closed

if TYPE_CHECKING:
    from collections.abc import Callable

    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room_events import RoomEvent
    from modylbench.meeting.rooms.livekit.own_faults import Failed

APART_S = 0.55  # SPEC 9: one or two a second; readers leave out what comes within half a second
BLACK = 24  # of brightness, where video has 16 for black and 235 for white


class Seeing:
    """The video tracks that one participant is subscribed to; it lives in the media thread."""

    def __init__(
        self, clock: Clock, tell: Callable[[RoomEvent, str, int], None], failed: Failed
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._failed = failed
        self._tasks: dict[tuple[str, Source], asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def begin(self, track: rtc.RemoteVideoTrack, identity: str, source: Source) -> None:
        """See that track from now on."""
        self.end(identity, source)
        follow = self._follow(track, identity, source)
        task = asyncio.get_running_loop().create_task(follow)
        watch_task(task, self._failed)
        self._tasks[identity, source] = task

    def end(self, identity: str, source: Source) -> None:
        """See it no longer."""
        task = self._tasks.pop((identity, source), None)
        if task is not None:
            self._ending.add(task)  # a task that nobody holds may vanish before it is done
            task.add_done_callback(self._ending.discard)
            task.cancel()

    def end_all(self) -> None:
        """See nobody any longer."""
        for place in list(self._tasks):
            self.end(*place)

    async def _follow(self, track: rtc.RemoteVideoTrack, identity: str, source: Source) -> None:
        """Pass on the newest frame, wait, and again: what is newest after a change is its end.

        With room for one frame the stream keeps that and drops those before it.
        """
        from livekit import rtc

        stream = rtc.VideoStream(track, capacity=1)
        last = b""
        try:
            async for event in stream:
                at_s = self._clock.now_s()
                frame = event.frame
                content = bytes(frame.data)
                if content == last or not _is_sound(frame) or not (last or _is_lit(frame)):
                    continue
                last = content
                rgba = await asyncio.to_thread(_rgba, frame)
                picture = PictureReceived(at_s, identity, source, frame.width, frame.height, rgba)
                self._tell(picture, identity, len(rgba))
                await self._clock.sleep(at_s + APART_S - self._clock.now_s())
        finally:
            await closed(stream)


def _is_sound(frame: rtc.VideoFrame) -> bool:
    return 0 < frame.width <= MOST_SIDE and 0 < frame.height <= MOST_SIDE


def _is_lit(frame: rtc.VideoFrame) -> bool:
    """Whether it is more than black, which SDKs send until there is a first picture."""
    brightness = np.frombuffer(frame.data, np.uint8, count=frame.width * frame.height)
    return int(brightness.max()) > BLACK


def _rgba(frame: rtc.VideoFrame) -> bytes:
    """Its pixels; this takes 3 ms for 1280x720 and 20 ms for 3840x2160."""
    from livekit import rtc

    return bytes(frame.convert(rtc.VideoBufferType.RGBA).data)
