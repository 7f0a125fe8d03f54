"""Audio tracks of others: their frames, placed on the meeting's clock.

Frames carry no time and are counted: each stands where the one before it ends. Arrivals only say
where the count begins, and whether frames are missing. A frame that comes much later than usual is
held back until it is known which it was: a stall, after which the others come in a burst and the
count is right again, or a gap, after which they go on coming as late as it did.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from modylbench.meeting.room import FRAME_S, AudioChunk, TrackKey, TrackSource
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE
from modylbench.meeting.rooms.livekit.incoming_streams import close_media_stream
from modylbench.meeting.rooms.livekit.media_thread import TrackTasks
from modylbench.meeting.rooms.livekit.reception_stats import ReceptionStats, counters_in
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ

if TYPE_CHECKING:
    from livekit import rtc
    from livekit.rtc._proto.stats_pb2 import RtcStats

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Transport
    from modylbench.meeting.rooms.livekit.media_thread import ErrorListener


# Ours: how often the receiver is asked what it made up. While somebody speaks it must be known
# before the voice has ended; an answer costs 0.4 ms of computing.
MEASURED_S = 1.0
MEASURED_SPEECH_S = 0.25
KEPT_S = 10.0
KEPT = round(KEPT_S / FRAME_S)  # frames
SAME_S = 0.001  # frames that are less apart follow one another
FRAME_BYTES = round(FRAME_S * ROOM_RATE_HZ) * BYTES_A_SAMPLE

# Ours.
STARTING_S = 0.1  # the first frames may come in a burst: the least late of these is in time
LATE_S = 0.1  # readers take a gap that is longer for a loss
UNDECIDED_S = 0.3  # bursts are over by then
ASTRAY_S = 0.03
WINDOW = 100  # frames: the least late of the last two to four seconds came without waiting
QUIET = 64  # about -54 dB of full scale


class AudioTracks:
    """The audio tracks that one participant is subscribed to, by identity and source.

    Tracks begin and end in the media thread; any thread may take what came of them. `failed` is
    told of errors of ours.
    """

    def __init__(self, clock: Clock, failed: ErrorListener) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: dict[TrackKey, AudioBuffer] = {}
        self._tasks: TrackTasks[TrackKey] = TrackTasks(failed)
        self._transport: Transport | None = None

    def begin(self, track: rtc.RemoteAudioTrack, identity: str, source: TrackSource) -> None:
        """Hear that track from now on."""
        place = identity, source
        self.end(*place)
        with self._lock:
            self._forget()
            heard = self._heard.setdefault(place, AudioBuffer())
            heard.begin()
        self._tasks.begin(place, self._follow(track, heard))

    def end(self, identity: str, source: TrackSource) -> None:
        """Hear it no longer; what came of it is kept as long as anything else."""
        if self._tasks.end((identity, source)):
            with self._lock:
                self._heard[identity, source].end()

    def end_all(self) -> None:
        """Hear nobody any longer."""
        for place in self._tasks.keys:
            self.end(*place)

    def take(self, identity: str, source: TrackSource = "microphone") -> list[AudioChunk]:
        """What came since the last call."""
        with self._lock:
            heard = self._heard.get((identity, source))
            return heard.take(self._clock.now_s()) if heard is not None else []

    def transport(self) -> Transport | None:
        """What the link costs, as last measured; None before anything was."""
        return self._transport

    async def _follow(self, track: rtc.RemoteAudioTrack, heard: AudioBuffer) -> None:
        async with asyncio.TaskGroup() as group:
            measuring = group.create_task(self._measure(track, heard))
            try:
                await self._read(track, heard)
            finally:
                measuring.cancel()

    async def _read(self, track: rtc.RemoteAudioTrack, heard: AudioBuffer) -> None:
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
            await close_media_stream(stream)

    async def _measure(self, track: rtc.RemoteAudioTrack, heard: AudioBuffer) -> None:
        reception = ReceptionStats()
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
        self,
        stats: list[RtcStats],
        heard: AudioBuffer,
        reception: ReceptionStats,
        *,
        is_muted: bool,
    ) -> None:
        counters = counters_in(stats, self._clock.now_s())
        if counters is None:
            return
        with self._lock:
            has_sounded, heard.has_sounded = heard.has_sounded, False
            heard.made_up_s += reception.take(counters, is_muted=is_muted, has_sounded=has_sounded)
        self._transport = reception.transport or self._transport

    def _forget(self) -> None:
        now_s = self._clock.now_s()
        for place, heard in list(self._heard.items()):
            if place not in self._tasks.keys and heard.end_s < now_s - KEPT_S:
                del self._heard[place]


class AudioBuffer:
    """The frames of one place, of one track after the other; not for two threads at once.

    `has_sounded` says whether any was loud, `made_up_s` how much of them the receiver invented:
    whoever measures writes it here.
    """

    def __init__(self) -> None:
        self.has_sounded = False
        self.made_up_s = 0.0
        self.end_s = 0.0
        self._placement: Placement | None = None
        self._frames: deque[PlacedFrame] = deque(maxlen=KEPT)

    def begin(self) -> None:
        """A track begins; it never overlaps the one before."""
        self.end()
        self._placement = Placement(self.end_s)

    def add(self, arrived_s: float, pcm: bytes) -> None:
        """One more frame came."""
        if self._placement is not None:
            self._keep(self._placement.take(arrived_s, pcm))
            self.has_sounded = self.has_sounded or not is_quiet(pcm)

    def end(self) -> None:
        """The track ended; what comes of it later is not heard."""
        placement, self._placement = self._placement, None
        if placement is not None:
            self._keep(placement.rest())

    def take(self, now_s: float) -> list[AudioChunk]:
        """What came since the last call, as one chunk where nothing is missing."""
        frames = [frame for frame in self._frames if frame.start_s >= now_s - KEPT_S]
        self._frames.clear()
        runs: list[list[PlacedFrame]] = []
        for frame in frames:
            if not runs or abs(frame.start_s - _frame_end_s(runs[-1][-1])) > SAME_S:
                runs.append([])
            runs[-1].append(frame)
        return [self._chunk(run) for run in runs]

    def _keep(self, frames: list[PlacedFrame]) -> None:
        self._frames.extend(frames)
        if frames:
            self.end_s = _frame_end_s(frames[-1])

    def _chunk(self, frames: list[PlacedFrame]) -> AudioChunk:
        pcm = b"".join(frame.pcm for frame in frames)
        made_up_s = min(self.made_up_s, len(pcm) / BYTES_A_SAMPLE / ROOM_RATE_HZ)
        self.made_up_s -= made_up_s
        late_s = max(frame.late_s for frame in frames)
        return AudioChunk(frames[0].start_s, ROOM_RATE_HZ, pcm, made_up_s, max(0.0, late_s))


@dataclass(frozen=True, slots=True)
class PlacedFrame:
    """One frame on the meeting's clock, and how much later than usual it came."""

    start_s: float
    pcm: bytes
    late_s: float = 0.0


def is_quiet(pcm: bytes) -> bool:
    """Whether nobody would hear it."""
    samples = np.frombuffer(pcm, dtype="<i2")
    return int(samples.max()) < QUIET and int(samples.min()) > -QUIET


class Placement:
    """Where the frames of one track stand; `not_before_s` is where the track before it ended."""

    def __init__(self, not_before_s: float = 0.0) -> None:
        self._not_before_s = not_before_s
        self._has_begun = False
        self._start_s = 0.0
        self._count = 0  # frames since then
        self._held: list[tuple[float, bytes]] = []
        self._usual = _RecentMinimum()

    def take(self, arrived_s: float, pcm: bytes) -> list[PlacedFrame]:
        """The frames whose place is known now that one more has come."""
        self._held.append((arrived_s, pcm))
        held_s = arrived_s - self._held[0][0]
        if not self._has_begun:
            return self._begin() if held_s >= STARTING_S else []
        is_late = self._late_s(arrived_s, len(self._held)) - self._usual.value > LATE_S
        if is_late and held_s < UNDECIDED_S:
            return []
        return self._go_on()

    def rest(self) -> list[PlacedFrame]:
        """The frames that were held back when the track ended."""
        if not self._held:
            return []
        return self._go_on() if self._has_begun else self._begin()

    def _begin(self) -> list[PlacedFrame]:
        self._has_begun = True
        self._start_s = max(self._least_late_s(), self._not_before_s)
        return self._go_on()

    def _go_on(self) -> list[PlacedFrame]:
        """Those held back, after a gap where even the least late of them is too late."""
        gap_s = self._least_late_s() - self._usual.value
        if gap_s > LATE_S:
            self._start_s = self._next_s + gap_s
            self._count = 0
        self._usual.take(self._least_late_s())
        held, self._held = self._held, []
        ends_s = self._next_s + self._usual.value
        return [
            placed
            for number, (at_s, pcm) in enumerate(held, start=1)
            for placed in self._in_time(pcm, at_s - ends_s - number * FRAME_S)
        ]

    @property
    def _next_s(self) -> float:
        return self._start_s + self._count * FRAME_S

    def _late_s(self, arrived_s: float, number: int) -> float:
        """How long after its place's end a frame came, the so-manieth of those held back."""
        return arrived_s - self._next_s - number * FRAME_S

    def _least_late_s(self) -> float:
        return min(self._late_s(at_s, k) for k, (at_s, _) in enumerate(self._held, start=1))

    def _in_time(self, pcm: bytes, late_s: float) -> list[PlacedFrame]:
        """The frame at its place; silence is made longer or shorter where clocks go apart."""
        astray_s = self._usual.value
        if abs(astray_s) > ASTRAY_S and is_quiet(pcm):
            self._usual.shift(FRAME_S if astray_s < 0 else -FRAME_S)
            if astray_s < 0:
                return []
            return [self._place(bytes(len(pcm))), self._place(pcm, late_s)]
        return [self._place(pcm, late_s)]

    def _place(self, pcm: bytes, late_s: float = 0.0) -> PlacedFrame:
        placed = PlacedFrame(self._next_s, pcm, late_s)
        self._count += 1
        return placed


def _frame_end_s(frame: PlacedFrame) -> float:
    return frame.start_s + len(frame.pcm) / BYTES_A_SAMPLE / ROOM_RATE_HZ


class _RecentMinimum:
    """The least of the last one or two windows; zero before there was any."""

    def __init__(self) -> None:
        self._before: float | None = None
        self._now: float | None = None
        self._count = 0

    @property
    def value(self) -> float:
        known = [value for value in (self._before, self._now) if value is not None]
        return min(known, default=0.0)

    def take(self, value: float) -> None:
        if self._count == WINDOW:
            self._before, self._now, self._count = self._now, None, 0
        self._now = value if self._now is None else min(self._now, value)
        self._count += 1

    def shift(self, by: float) -> None:
        self._before = None if self._before is None else self._before + by
        self._now = None if self._now is None else self._now + by
