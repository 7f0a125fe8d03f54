"""Our microphone and our screen share: speech at its own pace, and pictures that stay visible."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE, check_picture, check_speech_length
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ, at_room_rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.link import ParticipantLink
    from modylbench.meeting.rooms.livekit.media_thread import MediaThread


# Ours. What waits in the queue bridges moments in which our thread gets no turn; it delays nothing,
# since the first samples find the queue empty and a cut clears it. A longer one would fill up after
# a stall and then delay all that is said.
QUEUE_MS = 440
AHEAD_S = 0.4  # a flood of streams, which costs the SDK most, stalled it for 0.11 to 0.45 s
PIECE_S = 0.04
SEAM_S = 0.05
"""So long before its end speech makes way for what follows, which then follows without a gap."""

REPEATED_S = 0.5  # ours: two frames a second, as SPEC 9 samples them
FIRST_SIZE = (1280, 720)  # each frame brings its own
BYTES_A_SECOND = ROOM_RATE_HZ * BYTES_A_SAMPLE
PIECE = round(PIECE_S * ROOM_RATE_HZ) * BYTES_A_SAMPLE
TICK = ROOM_RATE_HZ // 100 * BYTES_A_SAMPLE
"""The SDK sends hundredths of a second; what does not fill one stays in its queue."""


MediaSource = TypeVar("MediaSource")


class Subscribers(Protocol):
    """Who is subscribed to our track."""

    async def until(self, identity: str) -> None:
        """Return when that participant is, who need not be there yet."""


class _LocalTrack(Generic[MediaSource]):
    """A track of ours in the media thread, whose source goes on through reconnects."""

    def __init__(
        self,
        source: MediaSource,
        publication: rtc.LocalTrackPublication,
        *,
        media: MediaThread,
        clock: Clock,
        link: ParticipantLink,
    ) -> None:
        self.publication = publication
        self._source = source
        self._media = media
        self._clock = clock
        self._link = link

    def renew(self, publication: rtc.LocalTrackPublication) -> None:
        """After a reconnect the track has a new publication; its source goes on."""
        self.publication = publication


async def publish_microphone(
    participant: rtc.LocalParticipant, media: MediaThread, clock: Clock, link: ParticipantLink
) -> LiveKitMicrophone:
    """Start the audio track, in the media thread."""
    from livekit import rtc

    source = rtc.AudioSource(ROOM_RATE_HZ, 1, queue_size_ms=QUEUE_MS)
    track = rtc.LocalAudioTrack.create_audio_track("microphone", source)
    # Of 12 s of speech over a wire that loses 5 % each way, listeners had to make up 0.11 s so;
    # 0.61 s without RED, which sends each packet twice; 0.28 s with DTX, which sends no silence.
    options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE, dtx=False, red=True)
    publication = await link.use(participant.publish_track(track, options))
    return LiveKitMicrophone(source, publication, media=media, clock=clock, link=link)


class LiveKitMicrophone(_LocalTrack["rtc.AudioSource"]):
    """An audio track of ours; `subscribers` is told by the connection that it belongs to."""

    subscribers: Subscribers

    _waiting = 0
    _queued_s = 0.0
    _stops = 0
    _ends_s = 0.0
    _slipped_s = 0.0

    @cached_property
    def _turn(self) -> asyncio.Lock:
        return asyncio.Lock()

    @property
    def slipped_s(self) -> float:
        """How long speech paused where no pause was, since our thread came too late: our fault."""
        return self._slipped_s

    async def until_heard_by(self, identity: str) -> None:
        """Return when that participant is subscribed, who need not be there yet."""
        self._link.check()
        await self._media.run(lambda: self._link.use(self.subscribers.until(identity)))

    async def play(self, pcm: bytes, sample_rate_hz: int = ROOM_RATE_HZ) -> None:
        """Say these samples after what is being said; returns early where `stop` is called."""
        self._link.check()
        with self._clock.pausing():
            sound = at_room_rate(pcm, sample_rate_hz)
        seconds = len(sound) / BYTES_A_SECOND
        check_speech_length(self._queued_s + seconds)
        stops = self._stops
        self._queued_s += seconds
        try:
            await self._media.run(lambda: self._link.use(self._say(sound, stops)))
        finally:
            self._queued_s -= seconds

    def stop(self) -> None:
        """Be silent from now on."""
        self._link.check()
        self._stops += 1
        self._media.post(self._cut)

    async def close(self) -> None:
        """Say nothing any more, in the media thread: nothing is under way when it returns."""
        self._stops += 1
        self._cut()
        async with self._turn:
            await self._source.aclose()

    async def _say(self, sound: bytes, stops: int) -> None:
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            if not sound or not await self._send(sound, stops):
                return
        except asyncio.CancelledError:
            self._cut()
            raise
        finally:
            self._turn.release()
        await self._until(self._ends_s, stops)

    async def _send(self, sound: bytes, stops: int) -> bool:
        """Whether it was all sent, and but for the last moment of it has sounded."""
        is_first = True
        for piece in self._pieces(sound):
            if not await self._until(self._ends_s - AHEAD_S + PIECE_S, stops):
                return False
            await self._put(piece, is_first=is_first)
            is_first = False
        return await self._until(self._ends_s - SEAM_S, stops)

    def _pieces(self, sound: bytes) -> Iterator[bytes]:
        whole = len(sound) - len(sound) % PIECE
        for start in range(0, whole, PIECE):
            yield sound[start : start + PIECE]
        rest = sound[whole:]
        if rest and self._waiting:
            yield rest
        elif rest:
            yield rest + bytes(-len(rest) % TICK)

    async def _put(self, piece: bytes, *, is_first: bool) -> None:
        from livekit import rtc

        now_s = self._clock.now_s()
        late_s = now_s - self._ends_s
        if late_s > 0:  # what follows is said later, not faster
            self._ends_s = now_s
            if not is_first:
                self._slipped_s += late_s
        self._ends_s += len(piece) / BYTES_A_SECOND
        samples = len(piece) // BYTES_A_SAMPLE
        await self._source.capture_frame(rtc.AudioFrame(piece, ROOM_RATE_HZ, 1, samples))

    async def _until(self, moment_s: float, stops: int) -> bool:
        """Whether that moment came without a stop."""
        while self._stops == stops:
            left_s = moment_s - self._clock.now_s()
            if left_s <= 0:
                return True
            await self._clock.sleep(min(left_s, PIECE_S))
        return False

    def _cut(self) -> None:
        self._source.clear_queue()
        self._ends_s = min(self._ends_s, self._clock.now_s())


async def publish_screen(
    participant: rtc.LocalParticipant, media: MediaThread, clock: Clock, link: ParticipantLink
) -> LiveKitScreenShare:
    """Start the screen-share track, in the media thread."""
    from livekit import rtc

    source = rtc.VideoSource(*FIRST_SIZE, is_screencast=True)
    track = rtc.LocalVideoTrack.create_video_track("screen", source)
    options = rtc.TrackPublishOptions(
        source=rtc.TrackSource.SOURCE_SCREENSHARE,
        video_codec=rtc.VideoCodec.VP8,
        simulcast=False,  # smaller copies of a screen cannot be read, and cost an encoder each
    )
    publication = await link.use(participant.publish_track(track, options))
    return LiveKitScreenShare(source, publication, media=media, clock=clock, link=link)


class LiveKitScreenShare(_LocalTrack["rtc.VideoSource"]):
    """A video track of ours; the last picture is sent again and again.

    A frame is lost to those who are not subscribed, and those after it need it: a still screen
    would stay black for whoever comes later.
    """

    _repeating: asyncio.Task[None] | None = None

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame; it is lost to those who are not subscribed, until it is repeated."""
        self._link.check()
        check_picture(width, height, rgba)
        frame = await asyncio.to_thread(_encodable, int(width), int(height), rgba)
        await self._media.run(lambda: self._link.use(self._show(frame)))

    async def close(self) -> None:
        """Show nothing any more, in the media thread."""
        if self._repeating is not None:
            self._repeating.cancel()
            await asyncio.wait([self._repeating])
        await self._source.aclose()

    async def _show(self, frame: rtc.VideoFrame) -> None:
        if self._repeating is not None:
            self._repeating.cancel()
        self._repeating = asyncio.create_task(self._repeat(frame))
        await asyncio.sleep(0)

    async def _repeat(self, frame: rtc.VideoFrame) -> None:
        while not self._link.is_closed:
            self._source.capture_frame(frame)
            await self._clock.sleep(REPEATED_S)


def _encodable(width: int, height: int, rgba: bytes) -> rtc.VideoFrame:
    """As encoders take it, once, and not for each repetition."""
    from livekit import rtc

    frame = rtc.VideoFrame(width, height, rtc.VideoBufferType.RGBA, bytes(rgba))
    return frame.convert(rtc.VideoBufferType.I420)
