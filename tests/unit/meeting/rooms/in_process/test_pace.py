"""Much can be sent at once, and not without end."""

import asyncio

import pytest

from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.meeting.rooms.in_process.members import (
    AHEAD_S,
    BYTES_PER_S,
    SENDS_PER_S,
    SendingPace,
)


def test_a_burst_goes_out_at_once() -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        for _ in range(round(AHEAD_S * SENDS_PER_S) - 1):
            await pace.until_sent()
        return clock.now_s()

    assert hold(meeting) == 0.0


@pytest.mark.parametrize(("sends", "size"), [(20_000, 0), (200, 1_000_000)])
def test_a_flood_takes_its_time(sends: int, size: int) -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        for _ in range(sends):
            await pace.until_sent(size)
        return clock.now_s()

    takes_s = sends / SENDS_PER_S + sends * size / BYTES_PER_S - AHEAD_S

    assert hold(meeting) == pytest.approx(takes_s, rel=0.001)


def test_who_sends_at_once_from_many_tasks_waits_as_long() -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        async with asyncio.TaskGroup() as group:
            for _ in range(5_000):
                group.create_task(pace.until_sent())
        return clock.now_s()

    assert hold(meeting) == pytest.approx(5_000 / SENDS_PER_S - AHEAD_S, rel=0.001)


def test_others_get_their_turn_after_every_sending() -> None:
    async def meeting(clock: VirtualClock) -> list[str]:
        order: list[str] = []

        async def send(name: str) -> None:
            pace = SendingPace(clock)
            for _ in range(3):
                order.append(name)
                await pace.until_sent()

        async with asyncio.TaskGroup() as group:
            group.create_task(send("a"))
            group.create_task(send("b"))
        return order

    assert hold(meeting) == ["a", "b"] * 3
