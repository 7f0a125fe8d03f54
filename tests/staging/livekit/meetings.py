"""Short meetings in real time for tests: two questions, a hum for a voice, foreign agents."""

import asyncio
import datetime
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.staging.meetings import Hum, short_scenario

from modylbench.foundation.clock import RealClock
from modylbench.meeting.arrangements import JOIN_S, Arrangements, Attendee
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.scenarios.scenario import Scenario

PATIENCE_S = 8.0
PROGRAM = Path(__file__).with_name("foreign_agent.py")
HOUR_S = 3600.0
LOST_SOUND = [
    ("infrastructure", "audio_missing"),
    ("infrastructure", "audio_not_delivered"),
    ("harness", "speech_slipped"),
]


def two_questions(patience_s: float = PATIENCE_S) -> Scenario:
    """The first two of the financial analyst's, waited for a short while."""
    whole = short_scenario(2)
    (first,) = whole.turns
    (then,) = first.follow_ups
    waits = {"wait_for_agent_sec": patience_s}
    slot = then.model_copy(
        update={
            "alternatives": tuple(
                alternative.model_copy(update=waits) for alternative in then.alternatives
            )
        }
    )
    opening = first.model_copy(update={**waits, "follow_ups": (slot,)})
    return whole.model_copy(update={"turns": (opening,)})


@dataclass
class Scene:
    """A meeting that goes on: where, and how far it is."""

    address: LiveKitAddress
    room: LiveKitRoom
    clock: RealClock
    programs: AsyncExitStack
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    disturbed_s: float = 0.0

    def disturb(self) -> None:
        """From now on it is counted how long the meeting still takes."""
        self.disturbed_s = self.clock.now_s()

    async def agent(
        self, behaviour: str = "polite", *, identity: str = "guest-agent", ttl_s: float = HOUR_S
    ) -> asyncio.subprocess.Process:
        """Let an agent from elsewhere come; returns when it is in the room, or has given up."""
        token = token_of(self.address, self.room.name, identity, ttl_s=ttl_s)
        started = foreign_agent(behaviour, self.address.url, token)
        return await self.programs.enter_async_context(started)

    async def put_out(self, identity: str) -> None:
        """Have the server put somebody out."""
        from livekit import api

        place = api.RoomParticipantIdentity(room=self.room.name, identity=identity)
        async with server_of(self.address) as server:
            await server.room.remove_participant(place)

    async def mute(self, identity: str) -> None:
        """Have the server silence somebody's microphone."""
        from livekit import api

        place = api.RoomParticipantIdentity(room=self.room.name, identity=identity)
        async with server_of(self.address) as server:
            (track,) = (await server.room.get_participant(place)).tracks
            silence = api.MuteRoomTrackRequest(
                room=self.room.name, identity=identity, track_sid=track.sid, muted=True
            )
            await server.room.mute_published_track(silence)

    async def delete(self) -> None:
        """Have the server delete the room."""
        from livekit import api

        async with server_of(self.address) as server:
            await server.room.delete_room(api.DeleteRoomRequest(room=self.room.name))


Disturbance = Callable[[Scene], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Setup:
    """How a meeting differs from the usual one, in which nobody comes."""

    disturb: Disturbance | None = None
    attendee: Attendee | None = None
    voice: TextToSpeech | None = field(default_factory=Hum)
    scenario: Scenario = field(default_factory=two_questions)
    join_s: float = JOIN_S


@dataclass(frozen=True)
class StagedMeeting:
    """A meeting that is over."""

    recording: MeetingRecording
    room: str
    after_s: float
    """How long it took from the disturbance on, until nothing was left of it."""

    @property
    def faults(self) -> list[tuple[str, str]]:
        """Whose fault was what."""
        return [(fault.culprit, fault.code) for fault in self.recording.faults]

    @property
    def outcomes(self) -> list[str]:
        """What became of the turns."""
        return [turn.agent.outcome for turn in self.recording.turns]


def faults_besides_lost_sound(over: StagedMeeting) -> list[tuple[str, str]]:
    """The faults of a meeting but for sound that a busy machine lost: that has tests of its own."""
    return [fault for fault in over.faults if fault not in LOST_SOUND]


async def hold_on_server(
    name: str, address: LiveKitAddress, folder: Path, how: Setup
) -> StagedMeeting:
    """Hold a meeting on a server, disturbed as the setup says."""
    clock = RealClock()
    room = await LiveKitRoom.create(name, address, clock)
    async with AsyncExitStack() as programs:
        scene = Scene(address, room, clock, programs)
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name="test"),
            attendee=how.attendee,
            voice=how.voice,
            screens=None,
            shown_work=WorkReader(how.scenario),
            watcher=lambda *_: scene.answered.set(),
            no_screens="not wanted",
            join_s=how.join_s,
        )
        disturbing = asyncio.create_task(how.disturb(scene)) if how.disturb else None
        try:
            recording = await conduct_meeting(how.scenario, arrangements)
        finally:
            if disturbing is not None:
                disturbing.cancel()
                with suppress(asyncio.CancelledError):
                    await disturbing  # what went wrong in it is the test's own fault
            await room.aclose()
    return StagedMeeting(recording, room.name, clock.now_s() - scene.disturbed_s)


@asynccontextmanager
async def foreign_agent(
    behaviour: str, url: str, token: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """An agent in a process of its own, which ends with the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(PROGRAM),
        behaviour,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"url": url, "token": token}).encode() + b"\n")
    try:
        await process.stdout.readline()
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def token_of(address: LiveKitAddress, room: str, identity: str, *, ttl_s: float = HOUR_S) -> str:
    """What lets an agent in."""
    from livekit import api

    return (
        api.AccessToken(address.api_key, address.api_secret)
        .with_identity(identity)
        .with_kind("agent")
        .with_ttl(datetime.timedelta(seconds=ttl_s))
        .with_grants(api.VideoGrants(room_join=True, room=room, agent=True))
        .to_jwt()
    )


@asynccontextmanager
async def server_of(address: LiveKitAddress) -> AsyncIterator[Any]:
    """The server's own interface."""
    from livekit import api

    async with api.LiveKitAPI(address.url, address.api_key, address.api_secret) as server:
        yield server


async def rooms_on(address: LiveKitAddress) -> set[str]:
    """The rooms that are there."""
    from livekit import api

    async with server_of(address) as server:
        listed = await server.room.list_rooms(api.ListRoomsRequest())
    return {room.name for room in listed.rooms}
