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
    from collections.abc import Awaitable, Callable, Sequence

    from livekit import rtc

    from benchmarks.bare_room import BareClient
    from modylbench.meeting.room import Connection, Microphone, ScreenShare
    from modylbench.providers.addresses import LiveKitAddress

    Close = Callable[[], Awaitable[None]]

READ_S = 0.1


@dataclass
class Heard:
    """What one side got of the others: their sound by whose it is."""

    chunks: dict[str, list[AudioChunk]] = field(default_factory=dict)
    texts: list[tuple[float, str]] = field(default_factory=list)
    pictures: int = 0
    made_up_s: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class OpenRoom:
    """Who is in a room: the agent, people, and whoever hears the agent for the record."""

    agent: Side
    people: dict[str, Side]
    ear: Side
    close: Close

    @property
    def sides(self) -> list[Side]:
        """All of them, each once."""
        others = [] if self.ear in self.people.values() else [self.ear]
        return [self.agent, *self.people.values(), *others]


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
        for sound in self._client.sound.values():
            sound.clear()
        self._made_up_s = await self._made_up()

    async def end(self) -> None:
        """Take what has come, and go."""
        client = self._client
        frames = {
            of: [AudioChunk(at_s - len(pcm) / 2 / RATE_HZ, RATE_HZ, pcm) for at_s, pcm in sound]
            for of, sound in client.sound.items()
        }  # a frame comes when its last sample has
        made_up = {
            of: made_up_s - self._made_up_s.get(of, 0.0)
            for of, made_up_s in (await self._made_up()).items()
        }
        self.heard = Heard(frames, client.texts, client.pictures, made_up)
        await client.leave()

    async def _made_up(self) -> dict[str, float]:
        return {of: await self._client.made_up_s(of) for of in self._client.sound}


class Ours:
    """A side in a room of ours; it is read as a meeting reads it."""

    def __init__(
        self,
        place: Connection,
        microphone: Microphone | None,
        listens_to: Sequence[str],
        clock: RealClock,
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
        self._take()
        self.heard.chunks.clear()

    async def end(self) -> None:
        """Take what has come, and go."""
        for task in self._tasks:
            task.cancel()
        self.heard.made_up_s = {
            of: sum(chunk.made_up_s for chunk in chunks) for of, chunks in self.heard.chunks.items()
        }
        await self._place.leave()

    async def _read(self) -> None:
        async for event in self._place.events():
            if isinstance(event, TextChunk):
                self.heard.texts.append((event.at_s, event.text))
            elif isinstance(event, PictureReceived):
                self.heard.pictures += 1

    async def _listen(self) -> None:
        while True:
            self._take()
            await asyncio.sleep(READ_S)

    def _take(self) -> None:
        for of in self._listens_to:
            self.heard.chunks.setdefault(of, []).extend(self._place.take_audio(of))


async def bare(room: str, address: LiveKitAddress, people: Sequence[str]) -> OpenRoom:
    """People and an agent on the bare SDK, who all hear each other."""
    from benchmarks.bare_room import BareClient

    clients = {name: BareClient(name) for name in (*people, "agent")}
    for client in clients.values():
        await client.join(room, address)
    for client in clients.values():
        await client.until_heard()
    sides: dict[str, Side] = {name: Bare(client) for name, client in clients.items()}
    agent = sides.pop("agent")
    return OpenRoom(agent, sides, sides[people[0]], lambda: asyncio.sleep(0))


async def ours(room: str, address: LiveKitAddress, people: Sequence[str]) -> OpenRoom:
    """People, an agent and the hidden recorder, as in our meetings; people hear the agent alone."""
    from modylbench.meeting.rooms.livekit.room import LiveKitRoom

    clock = RealClock()
    made = await LiveKitRoom.create(room, address, clock)
    recorder = await made.join(Guest("recorder", is_hidden=True))
    places = {name: await made.join(Guest(name, hears_agents_only=True)) for name in people}
    agent = await made.join(Guest("agent", kind="agent"))
    voices = {name: await place.publish_microphone() for name, place in places.items()}
    own_voice = await agent.publish_microphone()
    for name, voice in voices.items():
        await voice.until_heard_by("agent")
        await own_voice.until_heard_by(name)
    return OpenRoom(
        Ours(agent, own_voice, people, clock),
        {name: Ours(place, voices[name], ("agent",), clock) for name, place in places.items()},
        Ours(recorder, None, ("agent", *people), clock),
        made.aclose,
    )
