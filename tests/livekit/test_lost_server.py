"""When a server dies in mid-meeting, the meeting ends soon and blames nobody."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.staging.livekit.meetings import (
    Scene,
    Setup,
    StagedMeeting,
    faults_besides_lost_sound,
    hold_on_server,
    rooms_on,
)

from modylbench.providers.livekit.server import Server

MOST_S = 100.0


@pytest.mark.nightly
def test_a_server_that_dies_in_mid_meeting_ends_it_and_the_next_attempt_succeeds(
    livekit_server: Callable[[], Server], tmp_path: Path
) -> None:
    server = livekit_server()

    async def die(scene: Scene) -> None:
        await scene.agent()
        await scene.answered.wait()
        server.kill()
        scene.disturb()

    async def come(scene: Scene) -> None:
        await scene.agent()

    async def twice() -> tuple[StagedMeeting, StagedMeeting]:
        async with asyncio.timeout(MOST_S):
            first = await hold_on_server("dies", server.address, tmp_path / "1", Setup(disturb=die))
            server.start()
            second = await hold_on_server(
                "lives", server.address, tmp_path / "2", Setup(disturb=come)
            )
        return first, second

    first, second = asyncio.run(twice())

    assert first.recording.ending == "broken_off"
    assert faults_besides_lost_sound(first) == [("infrastructure", "link_lost")]
    assert first.after_s < 30.0
    assert first.outcomes[0] == "answered"
    assert second.recording.ending == "completed"
    assert not faults_besides_lost_sound(second)


def test_a_server_that_is_started_again_at_once_leaves_a_meeting_with_a_hole(
    livekit_server: Callable[[], Server], tmp_path: Path
) -> None:
    server = livekit_server()

    async def restart(scene: Scene) -> None:
        await scene.agent()
        await scene.answered.wait()
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    async def meeting() -> tuple[StagedMeeting, set[str]]:
        async with asyncio.timeout(60.0):
            over = await hold_on_server(
                "restarted", server.address, tmp_path, Setup(disturb=restart)
            )
            return over, await rooms_on(server.address)

    over, rooms = asyncio.run(meeting())

    assert not over.recording.is_valid
    assert ("infrastructure", "link_lost") in over.faults
    assert not [fault for fault in over.faults if fault[0] == "agent"]
    assert over.room not in rooms
