"""Joining kills no process of ours: the SDK ends one whose loop leaves its answer unread."""

import subprocess
import sys

import pytest

from modylbench.providers.addresses import LiveKitAddress

PREAMBLE = """
import asyncio, sys
from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.providers.addresses import LiveKitAddress

address = LiveKitAddress(*sys.stdin.readline().split())
"""
SEVERAL_AT_ONCE = """
async def meet(number):
    room = await LiveKitRoom.create(f"at-once-{number}", address, RealClock())
    try:
        await room.join(Guest("somebody"))
    finally:
        await room.aclose()

async def main():
    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(meet(number))
"""
GIVEN_UP = """
async def main():
    room = await LiveKitRoom.create("given-up", address, RealClock())
    await room.join(Guest("first"))
    for number in range(4):
        try:
            async with asyncio.timeout(0.01 * (1 + number)):
                await room.join(Guest(f"later-{number}"))
        except TimeoutError:
            pass
    await asyncio.sleep(1.0)
    await room.aclose()
    await asyncio.sleep(15.0)  # the SDK waits for ten
"""
TOO_SLOW = """
from modylbench.meeting.rooms.livekit import session
session.CONNECT_S = 0.001

async def main():
    room = await LiveKitRoom.create("too-slow", address, RealClock())
    for number in range(3):
        try:
            await room.join(Guest(f"late-{number}"))
        except RoomClosed:
            pass
        else:
            print("joined")
    await room.aclose()
    await asyncio.sleep(13.0)
"""
ENDING = """
asyncio.run(main())
print("well")
"""


@pytest.mark.parametrize(
    "program",
    [
        SEVERAL_AT_ONCE,
        pytest.param(GIVEN_UP, marks=pytest.mark.nightly),
        pytest.param(TOO_SLOW, marks=pytest.mark.nightly),
    ],
    ids=["several rooms at once", "joins given up", "joins that take too long"],
)
def test_a_process_survives(livekit: LiveKitAddress, program: str) -> None:
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PREAMBLE + program + ENDING],
        input=f"{livekit.url} {livekit.api_key} {livekit.api_secret}\n",
        capture_output=True,
        text=True,
        timeout=60.0,
        check=False,
    )

    assert (ended.returncode, ended.stdout) == (0, "well\n"), ended.stderr[-2000:]
