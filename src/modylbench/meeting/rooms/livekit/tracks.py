"""Tracks of others: to which we are subscribed, and the pictures of those with video.

Media are known by participant and source: sids change at every reconnect. Of two tracks with one
source, the one that names it is taken, then the one that came first; the other follows at its end.
Of each place one track is open at most, a few more wait, and to all others we are not subscribed.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from livekit import rtc

from modylbench.meeting.room import (
    PictureReceived,
    TrackEnded,
    TrackMuted,
    TrackSource,
    TrackSubscribed,
)
from modylbench.meeting.rooms.limits import MOST_SIDE
from modylbench.meeting.rooms.livekit.incoming_streams import close_media_stream
from modylbench.meeting.rooms.livekit.media_thread import TrackTasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest, RoomEvent
    from modylbench.meeting.rooms.livekit.audio_tracks import AudioTracks
    from modylbench.meeting.rooms.livekit.link import Mailbox
    from modylbench.meeting.rooms.livekit.media_thread import ErrorListener
    from modylbench.meeting.rooms.livekit.participants import OwnParticipants

NAMED: dict[int, TrackSource] = {
    rtc.TrackSource.SOURCE_MICROPHONE: "microphone",
    rtc.TrackSource.SOURCE_SCREENSHARE: "screenshare",
    rtc.TrackSource.SOURCE_CAMERA: "camera",
}
MOST_TRACKS = 4  # ours: of one participant and source: a voice, an avatar's, and some to spare
MOST_PLACES = 48  # ours: participants and sources; a meeting has far fewer
APART_S = 0.55  # SPEC 9: one or two a second; readers leave out what comes within half a second
BLACK = 24  # of brightness, where video has 16 for black and 235 for white


class Tracks:
    """The tracks to which one connection is subscribed; in the media thread."""

    def __init__(
        self,
        guest: Guest,
        participants: OwnParticipants,
        *,
        mailbox: Mailbox,
        clock: Clock,
        failed: ErrorListener,
    ) -> None:
        from modylbench.meeting.rooms.livekit.audio_tracks import AudioTracks

        self.audio: AudioTracks = AudioTracks(clock, failed)
        self._video: VideoTracks = VideoTracks(clock, mailbox.tell, failed)
        self._guest = guest
        self._own = participants
        self._mailbox = mailbox
        self._clock = clock
        self._held: dict[tuple[str, TrackSource], list[_RemoteTrack]] = {}

    def on_published(
        self, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        """Subscribe one who hears agents only to the voice of an agent."""
        is_wanted = self._guest.hears_agents_only and not publication.subscribed
        if not is_wanted or source_of(publication) != "microphone":
            return
        if self._own.kind_of(participant.identity, participant.kind) == "agent":
            publication.set_subscribed(True)

    def on_subscribed(
        self,
        track: rtc.RemoteAudioTrack | rtc.RemoteVideoTrack,
        publication: rtc.RemoteTrackPublication,
        participant: rtc.RemoteParticipant,
    ) -> None:
        """Media of a participant begin to come."""
        source = source_of(publication)
        if source is None:
            return
        identity = participant.identity
        if (identity, source) not in self._held and len(self._held) >= MOST_PLACES:
            publication.set_subscribed(False)
            return
        self._own.begin_listening(self._guest.identity, publication.sid)
        held = self._held.setdefault((identity, source), [])
        before = held[0] if held else None
        held.append(_RemoteTrack(publication, track, publication.source in NAMED))
        held.sort(key=lambda track: not track.has_source)
        for surplus in held[MOST_TRACKS:]:
            self._own.end_listening(self._guest.identity, surplus.sid)
            surplus.publication.set_subscribed(False)
        del held[MOST_TRACKS:]
        self._change(identity, source, before)

    def on_unsubscribed(
        self, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        """A track ended."""
        source = source_of(publication)
        if source is not None:
            self._end(participant.identity, source, publication.sid)

    def on_muted(self, participant: rtc.Participant, publication: rtc.TrackPublication) -> None:
        """A track was silenced, perhaps our own; who did it is not told."""
        source = source_of(publication)
        if source is not None:
            identity = self._own.our_name(participant.identity)
            self._mailbox.tell(TrackMuted(self._clock.now_s(), identity, source), identity)

    def on_left(self, participant: rtc.RemoteParticipant) -> None:
        """All tracks of one who is gone end."""
        for identity, source in list(self._held):
            if identity == participant.identity:
                for track in list(self._held.get((identity, source), [])):
                    self._end(identity, source, track.sid)

    def end_all(self) -> None:
        """Nothing comes any more, since we are gone."""
        for held in self._held.values():
            for track in held:
                self._own.end_listening(self._guest.identity, track.sid)
        self._held.clear()
        self.audio.end_all()
        self._video.end_all()

    def _end(self, identity: str, source: TrackSource, sid: str) -> None:
        self._own.end_listening(self._guest.identity, sid)
        held = self._held.get((identity, source), [])
        before = held[0] if held else None
        held[:] = [track for track in held if track.sid != sid]
        self._change(identity, source, before)
        if not held:
            self._held.pop((identity, source), None)

    def _change(self, identity: str, source: TrackSource, before: _RemoteTrack | None) -> None:
        held = self._held.get((identity, source))
        now = held[0] if held else None
        if now == before:
            return
        if before is not None:
            self._stop(before, identity, source)
        if now is not None:
            self._start(now, identity, source)

    def _start(self, track: _RemoteTrack, identity: str, source: TrackSource) -> None:
        if isinstance(track.media, rtc.RemoteAudioTrack):
            if not self._guest.hears_agents_only:
                self.audio.begin(track.media, identity, source)
        else:
            self._video.begin(track.media, identity, source)
        self._mailbox.tell(TrackSubscribed(self._clock.now_s(), identity, source), identity)

    def _stop(self, track: _RemoteTrack, identity: str, source: TrackSource) -> None:
        if isinstance(track.media, rtc.RemoteAudioTrack):
            self.audio.end(identity, source)
        else:
            self._video.end(identity, source)
        self._mailbox.tell(TrackEnded(self._clock.now_s(), identity, source), identity)


def source_of(publication: rtc.TrackPublication) -> TrackSource | None:
    """What a track shows or plays; one that does not say is a voice, or a camera.

    The sound of a shared screen is none of them.
    """
    named = NAMED.get(publication.source)
    is_audio = publication.kind == rtc.TrackKind.KIND_AUDIO
    if named is not None:
        return named if is_audio == (named == "microphone") else None
    if publication.source == rtc.TrackSource.SOURCE_SCREENSHARE_AUDIO:
        return None
    return "microphone" if is_audio else "camera"


class VideoTracks:
    """The video tracks that one participant is subscribed to; it lives in the media thread."""

    def __init__(
        self, clock: Clock, tell: Callable[[RoomEvent, str, int], None], failed: ErrorListener
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._tasks: TrackTasks[tuple[str, TrackSource]] = TrackTasks(failed)

    def begin(self, track: rtc.RemoteVideoTrack, identity: str, source: TrackSource) -> None:
        """See that track from now on."""
        self.end(identity, source)
        self._tasks.begin((identity, source), self._follow(track, identity, source))

    def end(self, identity: str, source: TrackSource) -> None:
        """See it no longer."""
        self._tasks.end((identity, source))

    def end_all(self) -> None:
        """See nobody any longer."""
        for place in self._tasks.keys:
            self.end(*place)

    async def _follow(
        self, track: rtc.RemoteVideoTrack, identity: str, source: TrackSource
    ) -> None:
        """Pass on the newest frame, wait, and again: what is newest after a change is its end.

        With room for one frame the stream keeps that and drops those before it.
        """
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
            await close_media_stream(stream)


@dataclass(frozen=True, slots=True)
class _RemoteTrack:
    """A track that is subscribed."""

    publication: rtc.RemoteTrackPublication
    media: rtc.RemoteAudioTrack | rtc.RemoteVideoTrack
    has_source: bool

    @property
    def sid(self) -> str:
        """The server's name for it, now."""
        return self.publication.sid


def _is_sound(frame: rtc.VideoFrame) -> bool:
    return 0 < frame.width <= MOST_SIDE and 0 < frame.height <= MOST_SIDE


def _is_lit(frame: rtc.VideoFrame) -> bool:
    """Whether it is more than black, which SDKs send until there is a first picture."""
    brightness = np.frombuffer(frame.data, np.uint8, count=frame.width * frame.height)
    return int(brightness.max()) > BLACK


def _rgba(frame: rtc.VideoFrame) -> bytes:
    """Its pixels; this takes 3 ms for 1280x720 and 20 ms for 3840x2160."""
    return bytes(frame.convert(rtc.VideoBufferType.RGBA).data)
