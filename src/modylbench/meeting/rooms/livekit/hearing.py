"""What has a participant heard of the others since it asked last?"""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from modylbench.meeting.room import FRAME_S
from modylbench.meeting.room_events import Source
from modylbench.meeting.rooms.livekit.heard import KEPT_S, Heard
from modylbench.meeting.rooms.livekit.own_faults import watch_task
from modylbench.meeting.rooms.livekit.stats import Reception, counted
from modylbench.meeting.rooms.livekit.streams import closed
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ

if TYPE_CHECKING:
    from livekit import rtc
    from livekit.rtc._proto.stats_pb2 import RtcStats

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import AudioChunk, Transport
    from modylbench.meeting.rooms.livekit.own_faults import Failed

# Ours: how often the receiver is asked what it made up. While somebody speaks it must be known
# before the voice has ended; an answer costs 0.4 ms of computing.
MEASURED_S = 1.0
MEASURED_SPEECH_S = 0.25

Place = tuple[str, Source]


class Hearing:
    """The audio tracks that one participant is subscribed to, by identity and source.

    Tracks begin and end in the media thread; any thread may take what came of them. `failed` is
    told of errors of ours.
    """

    def __init__(self, clock: Clock, failed: Failed) -> None:
        self._clock = clock
        self._failed = failed
        self._lock = threading.Lock()
        self._heard: dict[Place, Heard] = {}
        self._tasks: dict[Place, asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._transport: Transport | None = None

    def begin(self, track: rtc.RemoteAudioTrack, identity: str, source: Source) -> None:
        """Hear that track from now on."""
        place = identity, source
        self.end(*place)
        with self._lock:
            self._forget()
            heard = self._heard.setdefault(place, Heard())
            heard.begin()
        task = asyncio.get_running_loop().create_task(self._follow(track, heard))
        watch_task(task, self._failed)
        self._tasks[place] = task

    def end(self, identity: str, source: Source) -> None:
        """Hear it no longer; what came of it is kept as long as anything else."""
        task = self._tasks.pop((identity, source), None)
        if task is None:
            return
        with self._lock:
            self._heard[identity, source].end()
        self._ending.add(task)  # a task that nobody holds may vanish before it is done
        task.add_done_callback(self._ending.discard)
        task.cancel()

    def end_all(self) -> None:
        """Hear nobody any longer."""
        for place in list(self._tasks):
            self.end(*place)

    def take(self, identity: str, source: Source = "microphone") -> list[AudioChunk]:
        """What came since the last call."""
        with self._lock:
            heard = self._heard.get((identity, source))
            return heard.take(self._clock.now_s()) if heard is not None else []

    def transport(self) -> Transport | None:
        """What the link costs, as last measured; None before anything was."""
        return self._transport

    async def _follow(self, track: rtc.RemoteAudioTrack, heard: Heard) -> None:
        async with asyncio.TaskGroup() as group:
            measuring = group.create_task(self._measure(track, heard))
            try:
                await self._read(track, heard)
            finally:
                measuring.cancel()

    async def _read(self, track: rtc.RemoteAudioTrack, heard: Heard) -> None:
        from livekit import rtc

        stream = rtc.AudioStream(
            track, sample_rate=ROOM_RATE_HZ, num_channels=1, frame_size_ms=round(1000 * FRAME_S)
        )
        try:
            async for event in stream:
                arrived_s = self._clock.now_s()
                pcm = bytes(event.frame.data)
                with self._lock:
                    heard.add(arrived_s, pcm)
        finally:
            await closed(stream)

    async def _measure(self, track: rtc.RemoteAudioTrack, heard: Heard) -> None:
        reception = Reception()
        while True:
            asked_s = self._clock.now_s()
            pause_s = MEASURED_SPEECH_S if heard.has_sounded else MEASURED_S
            asking = asyncio.ensure_future(track.get_stats())
            try:
                await asyncio.wait([asking], timeout=MEASURED_S)
            finally:
                asking.cancel()
            if asking.done() and not asking.cancelled() and asking.exception() is None:
                self._account(asking.result(), heard, reception, is_muted=track.muted)
            await self._clock.sleep(max(0.0, asked_s + pause_s - self._clock.now_s()))

    def _account(
        self, stats: list[RtcStats], heard: Heard, reception: Reception, *, is_muted: bool
    ) -> None:
        counters = counted(stats, self._clock.now_s())
        if counters is None:
            return
        with self._lock:
            has_sounded, heard.has_sounded = heard.has_sounded, False
            heard.made_up_s += reception.take(counters, is_muted=is_muted, has_sounded=has_sounded)
        self._transport = reception.transport or self._transport

    def _forget(self) -> None:
        now_s = self._clock.now_s()
        for place, heard in list(self._heard.items()):
            if place not in self._tasks and heard.end_s < now_s - KEPT_S:
                del self._heard[place]
