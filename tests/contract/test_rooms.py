"""The room in process passes the suite of every room."""

import pytest
from tests.contract.room_suite import *  # noqa: F403 - the tests of the suite
from tests.contract.room_suite import Program, RoomKind

from modylbench.foundation.clock import Clock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.room import Room
from modylbench.meeting.rooms.in_process.room import InProcessRoom


def run_in_process(program: Program) -> None:
    async def meeting(clock: Clock) -> None:
        room = InProcessRoom("contract", clock)
        try:
            await program(room, clock)
        finally:
            await room.aclose()

    hold(meeting)


def drop_in_process(room: Room, identity: str) -> None:
    assert isinstance(room, InProcessRoom)
    room.drop(identity, for_s=0.2)


IN_PROCESS = RoomKind(
    "in_process",
    run_in_process,
    drop_in_process,
    is_exact=True,
    usual_slack_s=0.001,
    usual_sound_s=0.001,
)


@pytest.fixture
def kind() -> RoomKind:
    return IN_PROCESS
