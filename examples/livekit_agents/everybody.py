"""How does an agent on LiveKit Agents hear everybody in the room? Copy this file beside yours.

    session.input.audio = Everybody(job.room)
    await session.start(agent, room=job.room, room_options=RoomOptions(audio_input=False))

By itself a session listens to one participant, the first who is there, and to nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from livekit import rtc
from livekit.agents.voice.io import AudioInput

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HEARING_HZ = 16_000
BLOCK_S = 0.05  # what detectors of speech take at once, and what hearing it all costs


class Everybody(AudioInput):
    """All voices of a room as one: whoever speaks, and whoever comes later."""

    def __init__(self, room: rtc.Room) -> None:
        super().__init__(label="everybody")
        self._mixer = rtc.AudioMixer(HEARING_HZ, 1, blocksize=int(HEARING_HZ * BLOCK_S))
        room.on("track_subscribed", self._hear)
        for participant in room.remote_participants.values():
            for publication in participant.track_publications.values():
                if publication.track is not None:
                    self._hear(publication.track)

    async def __anext__(self) -> rtc.AudioFrame:
        """The next 50 ms of it."""
        return await self._mixer.__anext__()

    def _hear(self, track: rtc.Track, *_: object) -> None:
        if isinstance(track, rtc.RemoteAudioTrack):
            self._mixer.add_stream(_frames(track))


async def _frames(track: rtc.RemoteAudioTrack) -> AsyncIterator[rtc.AudioFrame]:
    """The sound of one voice, until its track ends."""
    stream = rtc.AudioStream(track, sample_rate=HEARING_HZ, num_channels=1)
    try:
        async for event in stream:
            yield event.frame
    finally:
        await stream.aclose()
