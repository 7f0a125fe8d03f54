"""Clients of the LiveKit SDK with nothing of ours around them: what a room is measured by."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from livekit import api, rtc

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from modylbench.providers.addresses import LiveKitAddress

RATE_HZ = 24_000
FRAME = 480
QUEUE_MS = 200
DECODED_HZ = 48_000
STUN = rtc.IceServer(urls=["stun:127.0.0.1:3478"])  # on loopback nobody else is asked


class BareClient:
    """One participant: plays, shows, writes, and keeps what comes with the time of its arrival."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.sound: dict[str, list[tuple[float, bytes]]] = {}
        """By whose it is."""
        self.texts: list[tuple[float, str]] = []
        self.pictures = 0
        self._heard: dict[str, rtc.Track] = {}
        self._room = rtc.Room()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_heard = asyncio.Event()
        self._microphone = rtc.AudioSource(RATE_HZ, 1, queue_size_ms=QUEUE_MS)

    async def join(self, room: str, address: LiveKitAddress) -> None:
        """Enter, with a microphone."""
        token = (
            api.AccessToken(address.api_key, address.api_secret)
            .with_identity(self.identity)
            .with_grants(api.VideoGrants(room_join=True, room=room))
        )
        self._room.on("track_subscribed", self._subscribed)
        self._room.on("local_track_subscribed", lambda _: self._is_heard.set())
        self._room.register_text_stream_handler(
            "lk.chat", lambda reader, _: self._begin(self._read(reader))
        )
        options = rtc.RoomOptions(rtc_config=rtc.RtcConfiguration(ice_servers=[STUN]))
        await self._room.connect(address.url, token.to_jwt(), options)
        track = rtc.LocalAudioTrack.create_audio_track("microphone", self._microphone)
        source = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
        await self._room.local_participant.publish_track(track, source)

    async def until_heard(self) -> None:
        """Return when somebody is subscribed to the microphone."""
        await self._is_heard.wait()

    async def play(self, pcm: bytes) -> None:
        """Say this at the pace of speech."""
        for start in range(0, len(pcm), 2 * FRAME):
            frame = pcm[start : start + 2 * FRAME]
            await self._microphone.capture_frame(rtc.AudioFrame(frame, RATE_HZ, 1, len(frame) // 2))
        await self._microphone.wait_for_playout()

    async def share_screen(self, width: int, height: int) -> rtc.VideoSource:
        """Publish a screen."""
        screen = rtc.VideoSource(width, height, is_screencast=True)
        track = rtc.LocalVideoTrack.create_video_track("screen", screen)
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_SCREENSHARE)
        await self._room.local_participant.publish_track(track, options)
        return screen

    async def write(self, text: str) -> None:
        """Send a text to everybody."""
        await self._room.local_participant.send_text(text, topic="lk.chat")

    async def made_up_s(self, of: str) -> float:
        """How much of what was heard of somebody the receiver had to invent so far."""
        if of not in self._heard:
            return 0.0
        found = 0.0
        for report in await self._heard[of].get_stats():
            inbound = report.inbound_rtp.inbound
            made_up = inbound.concealed_samples - inbound.silent_concealed_samples
            found += max(0, made_up) / DECODED_HZ
        return found

    async def leave(self) -> None:
        """Go."""
        for task in self._tasks:
            task.cancel()
        await self._room.disconnect()

    def _subscribed(
        self, track: rtc.Track, _: rtc.RemoteTrackPublication, sender: rtc.RemoteParticipant
    ) -> None:
        if isinstance(track, rtc.RemoteAudioTrack):
            self._heard[sender.identity] = track
            self._begin(self._listen(track, self.sound.setdefault(sender.identity, [])))
        else:
            self._begin(self._look(track))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, track: rtc.Track, sound: list[tuple[float, bytes]]) -> None:
        async for event in rtc.AudioStream(track, sample_rate=RATE_HZ, num_channels=1):
            frame = bytes(event.frame.data)
            sound.append((time.perf_counter(), frame))

    async def _look(self, track: rtc.Track) -> None:
        async for _ in rtc.VideoStream(track):
            self.pictures += 1

    async def _read(self, reader: rtc.TextStreamReader) -> None:
        text = await reader.read_all()
        self.texts.append((time.perf_counter(), text))
