"""An agent on the bare SDK that knows nothing of ModylBench: a program that can be killed.

Its argument is how it behaves; address and token come as one line of JSON, since a command line is
read by everybody. It writes a line when it is in the room, and ends when it is put out.
"""

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from livekit import rtc
from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

RATE_HZ = 24_000
WIDTH, HEIGHT = 320, 240
STUN = "stun:127.0.0.1:3478"  # nobody there: without any, the SDK would ask a public host


class Foreigner:
    """One participant of kind agent."""

    def __init__(self) -> None:
        self.room = rtc.Room()
        self.put_out = asyncio.Event()
        self.asked: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self.room.on("disconnected", lambda _: self.put_out.set())
        self.room.register_text_stream_handler("lk.transcription", self._open)

    def _open(self, reader: rtc.TextStreamReader, identity: str) -> None:
        """People are listened to; two agents would answer each other for ever."""
        speaker = self.room.remote_participants.get(identity)
        if speaker is None or speaker.kind == rtc.ParticipantKind.PARTICIPANT_KIND_AGENT:
            return

        async def read() -> None:
            await reader.read_all()
            self.asked.put_nowait(identity)

        task = asyncio.create_task(read())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def join(self, url: str, token: str) -> None:
        config = rtc.RtcConfiguration(ice_servers=[rtc.IceServer(urls=[STUN])])
        await self.room.connect(url, token, rtc.RoomOptions(rtc_config=config))

    async def polite(self) -> None:
        """Answer whoever speaks, in a second of sound and some words."""
        source = rtc.AudioSource(RATE_HZ, 1, queue_size_ms=200)
        track = rtc.LocalAudioTrack.create_audio_track("voice", source)
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
        me = self.room.local_participant
        await me.publish_track(track, options)
        number = 0
        while True:
            await self.asked.get()
            number += 1
            await asyncio.sleep(0.5)
            writer = await me.stream_text(topic="lk.transcription")
            await writer.write(f"Answer {number}.")
            for frame in _tone(1.0):
                await source.capture_frame(frame)
            await writer.aclose()

    async def video_only(self, *, is_still: bool = False) -> None:
        """Share a screen whose colour changes when somebody has spoken; say nothing."""
        source = rtc.VideoSource(WIDTH, HEIGHT, is_screencast=True)
        track = rtc.LocalVideoTrack.create_video_track("screen", source)
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_SCREENSHARE)
        await self.room.local_participant.publish_track(track, options)
        shown = 0
        while True:
            while not self.asked.empty():
                self.asked.get_nowait()
                shown += not is_still
            frame = rtc.VideoFrame(WIDTH, HEIGHT, rtc.VideoBufferType.RGBA, _page(shown))
            source.capture_frame(frame)
            await asyncio.sleep(0.2)


def _page(shown: int) -> bytes:
    """Figures on a ground whose colour counts what was shown; a codec never gets these quite."""
    picture = Image.new("RGBA", (WIDTH, HEIGHT), (40 + 80 * (shown % 3), 120, 200, 255))
    draw = ImageDraw.Draw(picture)
    for row in range(0, HEIGHT, 16):
        draw.text((4, row), " ".join(f"{row * 7919 + 31 * place:,}" for place in range(8)))
    return picture.tobytes()


def _tone(seconds: float) -> list[rtc.AudioFrame]:
    at = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    samples = (8_000 * np.sin(2 * np.pi * 400 * at)).astype("<i2")
    return [
        rtc.AudioFrame(part.tobytes(), RATE_HZ, 1, len(part))
        for part in np.split(samples, round(seconds * 50))
    ]


async def main(behaviour: str, told: dict[str, Any]) -> None:
    agent = Foreigner()
    await agent.join(told["url"], told["token"])
    sys.stdout.write("joined\n")
    sys.stdout.flush()
    behaving: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "polite": agent.polite,
        "video_only": agent.video_only,
        "still": lambda: agent.video_only(is_still=True),
    }
    task = asyncio.create_task(behaving[behaviour]())
    await agent.put_out.wait()
    task.cancel()
    await asyncio.wait({task})


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], json.loads(sys.stdin.readline())))
