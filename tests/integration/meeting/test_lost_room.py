"""What is left of a meeting whose room is gone before anybody has come."""

import asyncio
from pathlib import Path

import pytest
from tests.staging.meetings import fault_codes, is_complete, short_scenario
from typing_extensions import override

from modylbench.foundation.clock import RealClock
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.rooms.in_process.connection import InProcessConnection
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.recording.transcript import heading


class GoneRoom(InProcessRoom):
    """Lets in some, and then nobody."""

    left = 0

    @override
    async def join(self, guest: Guest) -> InProcessConnection:
        if self.left == 0:
            message = "the server is gone"
            raise RoomClosed(message)
        self.left -= 1
        return await super().join(guest)


@pytest.mark.parametrize("let_in", [0, 1])
def test_a_room_that_lets_nobody_in_is_recorded_as_broken_off(tmp_path: Path, let_in: int) -> None:
    async def meeting() -> MeetingRecording:
        clock = RealClock()
        room = GoneRoom("room", clock)
        room.left = let_in
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=tmp_path,
            agent=AgentUnderTest(name="test"),
            attendee=None,
            voice=None,
            screens=None,
            shown_work=WorkReader(short_scenario(2)),
            watcher=lambda *_: None,
        )
        return await conduct_meeting(short_scenario(2), arrangements)

    recording = asyncio.run(meeting())

    assert (recording.ending, recording.turns, recording.planned_turns) == ("broken_off", (), 2)
    assert fault_codes(recording) == [("infrastructure", "room_closed")]
    assert recording.faults[0].detail == "the server is gone"
    assert is_complete(recording, tmp_path)
    assert "INVALID" in "\n".join(heading(recording))
