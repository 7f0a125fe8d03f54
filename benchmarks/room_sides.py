"""Who takes part in a room under load: clients of the bare SDK, or guests of our room."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from benchmarks.room_sound import HEIGHT, RATE_HZ, WIDTH
from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import CHAT, AudioChunk, Guest, PictureReceived, TextChunk

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from livekit import rtc

    from benchmarks.bare_room import BareClient
    from modylbench.meeting.room import Connection, Microphone, ScreenShare
    from modylbench.providers.addresses import LiveKitAddress

    Close = Callable[[], Awaitable[None]]

READ_S = 0.1


@dataclass
class Heard:
    """What one side got of the other."""

    chunks: list[AudioChunk] = field(default_factory=list)
    texts: list[tuple[float, str]] = field(default_factory=list)
    pictures: int = 0
    made_up_s: float = 0.0


class Side(Protocol):
    """One participant, by the bare SDK or by our rooms."""

    heard: Heard

    def now_s(self) -> float:
        """On the clock that arrivals are stamped with."""

    async def play(self, pcm: bytes) -> None:
        """Say it at the pace of speech."""

    async def show(self, rgba: bytes) -> None:
        """Show a frame."""

    async def write(self, text: str) -> None:
        """Send a text."""

    async def begin(self) -> None:
        """Forget what came before."""

    async def end(self) -> None:
        """Take what has come, and go."""


class Bare:
    """A side on the bare SDK."""

    def __init__(self, client: BareClient) -> None:
        self.heard = Heard()
        self.now_s = time.perf_counter
        self._client = client
        self._screen: rtc.VideoSource | None = None
        self.play = client.play
        self.write = client.write

    async def show(self, rgba: bytes) -> None:
        """Show a frame."""
        from livekit.rtc import VideoBufferType, VideoFrame

        if self._screen is None:
            self._screen = await self._client.share_screen(WIDTH, HEIGHT)
        self._screen.capture_frame(VideoFrame(WIDTH, HEIGHT, VideoBufferType.RGBA, rgba))

    async def begin(self) -> None:
        """Forget what came before."""
        self._client.sound.clear()
        self._made_up_s = await self._client.made_up_s()

    async def end(self) -> None:
        """Take what has come, and go."""
        client = self._client
        frames = [
            AudioChunk(at_s - len(pcm) / 2 / RATE_HZ, RATE_HZ, pcm) for at_s, pcm in client.sound
        ]  # a frame comes when its last sample has
        made_up = await client.made_up_s() - self._made_up_s
        self.heard = Heard(frames, client.texts, client.pictures, made_up)
        await client.leave()


class Ours:
    """A side in a room of ours; it is read as a meeting reads it."""

    def __init__(
        self, place: Connection, microphone: Microphone | None, listens_to: str, clock: RealClock
    ) -> None:
        self.heard = Heard()
        self.now_s = clock.now_s
        self._place, self._microphone, self._listens_to = place, microphone, listens_to
        self._screen: ScreenShare | None = None
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._listen())]

    async def play(self, pcm: bytes) -> None:
        """Say it at the pace of speech."""
        if self._microphone is not None:
            await self._microphone.play(pcm)

    async def show(self, rgba: bytes) -> None:
        """Show a frame."""
        if self._screen is None:
            self._screen = await self._place.publish_screen()
        await self._screen.show(WIDTH, HEIGHT, rgba)

    async def write(self, text: str) -> None:
        """Send a text."""
        await self._place.send_text(text, CHAT, {})

    async def begin(self) -> None:
        """Forget what came before."""
        self._place.take_audio(self._listens_to)
        self.heard.chunks.clear()

    async def end(self) -> None:
        """Take what has come, and go."""
        for task in self._tasks:
            task.cancel()
        self.heard.made_up_s = sum(chunk.made_up_s for chunk in self.heard.chunks)
        await self._place.leave()

    async def _read(self) -> None:
        async for event in self._place.events():
            if isinstance(event, TextChunk):
                self.heard.texts.append((event.at_s, event.text))
            elif isinstance(event, PictureReceived):
                self.heard.pictures += 1

    async def _listen(self) -> None:
        while True:
            self.heard.chunks += self._place.take_audio(self._listens_to)
            await asyncio.sleep(READ_S)


async def bare(room: str, address: LiveKitAddress) -> tuple[list[Side], Close]:
    """A person and an agent on the bare SDK."""
    from benchmarks.bare_room import BareClient

    person, agent = BareClient("person"), BareClient("agent")
    await person.join(room, address)
    await agent.join(room, address)
    await person.until_heard()
    await agent.until_heard()
    return [Bare(person), Bare(agent)], lambda: asyncio.sleep(0)


async def ours(room: str, address: LiveKitAddress) -> tuple[list[Side], Close]:
    """A person, an agent and the hidden recorder, as in our meetings; the person only speaks."""
    from modylbench.meeting.rooms.livekit.room import LiveKitRoom

    clock = RealClock()
    made = await LiveKitRoom.create(room, address, clock)
    recorder = await made.join(Guest("recorder", is_hidden=True))
    person = await made.join(Guest("person", hears_agents_only=True))
    agent = await made.join(Guest("agent", kind="agent"))
    voices = [await person.publish_microphone(), await agent.publish_microphone()]
    await voices[0].until_heard_by("agent")
    await voices[1].until_heard_by("person")
    sides = [
        Ours(person, voices[0], "agent", clock),
        Ours(agent, voices[1], "person", clock),
        Ours(recorder, None, "agent", clock),
    ]
    return list(sides), made.aclose
