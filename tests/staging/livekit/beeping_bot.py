"""A bot as small as can be: joins where its environment says, beeps and writes a line, again."""

import asyncio
import math
import os
import struct

from livekit import rtc

RATE, FRAME = 24_000, 240


async def main() -> None:
    room, over = rtc.Room(), asyncio.Event()
    room.on("disconnected", lambda _: over.set())
    servers = [rtc.IceServer(urls=["stun:127.0.0.1:3478"])]
    options = rtc.RoomOptions(rtc_config=rtc.RtcConfiguration(ice_servers=servers))
    where, token = os.environ["LIVEKIT_URL"], os.environ["LIVEKIT_TOKEN"]  # noqa: TID251
    await room.connect(where, token, options)
    print("joined", room.name, flush=True)  # noqa: T201
    source = rtc.AudioSource(RATE, 1)
    track = rtc.LocalAudioTrack.create_audio_track("voice", source)
    microphone = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
    await room.local_participant.publish_track(track, microphone)
    while not over.is_set():
        await asyncio.sleep(3.0)
        for place in range(0, RATE, FRAME):
            await source.capture_frame(rtc.AudioFrame(_tone(place), RATE, 1, FRAME))
        await room.local_participant.send_text("One more beep.", topic="lk.chat")


def _tone(place: int) -> bytes:
    turns = (2 * math.pi * 440 * (place + sample) / RATE for sample in range(FRAME))
    return b"".join(struct.pack("<h", int(8000 * math.sin(turn))) for turn in turns)


if __name__ == "__main__":
    asyncio.run(main())
