"""A room on a LiveKit server passes the suite of every room."""

import asyncio
import itertools

import pytest
from livekit.rtc._proto.room_pb2 import SimulateScenarioKind
from tests.contract.room_suite import *  # noqa: F403 - the tests of the suite
from tests.contract.room_suite import Program, RoomKind
from tests.staging.livekit.runs import StarvationCount

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import Room
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.providers.addresses import LiveKitAddress

NUMBERS = itertools.count(1)


def reconnect_fully(room: Room, identity: str) -> None:
    assert isinstance(room, LiveKitRoom)
    seat = next(
        connection._session for connection in room._connections if connection.identity == identity
    )
    breaking = seat.room.simulate_scenario(SimulateScenarioKind.SIMULATE_FULL_RECONNECT)
    room._media.post(lambda: asyncio.ensure_future(breaking))


@pytest.fixture
def kind(livekit: LiveKitAddress) -> RoomKind:
    starving = StarvationCount()

    async def meeting(program: Program) -> None:
        room = await LiveKitRoom.create(f"contract-{next(NUMBERS)}", livekit, RealClock())
        try:
            with starving.watched():
                await program(room, room._clock)
        finally:
            await room.aclose()

    return RoomKind(
        "livekit",
        lambda program: asyncio.run(meeting(program)),
        reconnect_fully,
        is_exact=False,
        usual_slack_s=0.3,
        usual_sound_s=0.15,
        starved_s=lambda: starving.starved_s,
    )
