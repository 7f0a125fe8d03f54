"""Our screen share, whose pictures stay visible to those who come late or lose a frame."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.rooms.limits import check_picture

if TYPE_CHECKING:
    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.link import ParticipantLink
    from modylbench.meeting.rooms.livekit.media_thread import MediaThread

REPEATED_S = 0.5  # ours: two frames a second, as SPEC 9 samples them
FIRST_SIZE = (1280, 720)  # each frame brings its own


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


class LiveKitScreenShare:
    """A video track of ours; the last picture is sent again and again.

    A frame is lost to those who are not subscribed, and those after it need it: a still screen
    would stay black for whoever comes later.
    """

    def __init__(
        self,
        source: rtc.VideoSource,
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
        self._repeating: asyncio.Task[None] | None = None

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame; it is lost to those who are not subscribed, until it is repeated."""
        self._link.check()
        check_picture(width, height, rgba)
        frame = await asyncio.to_thread(_encodable, int(width), int(height), rgba)
        await self._media.run(lambda: self._link.use(self._show(frame)))

    def renew(self, publication: rtc.LocalTrackPublication) -> None:
        """After a reconnect the track has a new publication; its source goes on."""
        self.publication = publication

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
