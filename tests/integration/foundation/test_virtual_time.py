"""Real sockets are waited for on virtual time."""

import asyncio
import socket
import time

import pytest

from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.stalls import STALL_S, Stall
from modylbench.foundation.virtual_time import VirtualClock, hold

WORK_S = 0.1
SLACK_S = 0.5  # a busy machine's


def work() -> str:
    time.sleep(WORK_S)
    return "done"


def test_a_real_socket_is_waited_for_while_somebody_works() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readline()
        await asyncio.to_thread(work)
        writer.write(asked.upper())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def meeting(clock: VirtualClock) -> tuple[bytes, float]:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        address = server.sockets[0].getsockname()
        await clock.sleep(100)
        with clock.working():
            reader, writer = await asyncio.open_connection(*address)
            writer.write(b"hello\n")
            said = await reader.readline()
            writer.close()
            await writer.wait_closed()
        server.close()
        return said, clock.now_s()

    said, now_s = hold(meeting)

    assert said == b"HELLO\n"
    assert 100 + WORK_S <= now_s < 100 + WORK_S + 2 * SLACK_S


def test_what_a_socket_already_has_is_read_before_time_goes_on() -> None:
    async def meeting(clock: VirtualClock) -> float:
        ours, theirs = socket.socketpair()
        theirs.sendall(b"x")
        has_come = asyncio.Event()
        asyncio.get_running_loop().add_reader(ours, has_come.set)
        async with asyncio.timeout(50):
            await has_come.wait()
        asyncio.get_running_loop().remove_reader(ours)
        ours.close()
        theirs.close()
        return clock.now_s()

    assert hold(meeting) == 0.0


async def stalls_in(clock: Clock, doing: str) -> list[Stall]:
    """What is told of a harness that blocks its loop for two seconds, in one way."""
    found: list[Stall] = []
    watching = asyncio.create_task(clock.watch_for_stalls(found.append))
    await asyncio.sleep(0)
    state = {"working": clock.working, "pausing": clock.pausing, "resting": clock.resting}
    with clock.working(), state[doing]():
        await asyncio.to_thread(work)
        time.sleep(STALL_S + 0.5)  # noqa: ASYNC251 - that is the fault
        await asyncio.sleep(0 if doing == "pausing" else 0.01)
    await clock.sleep(1.0)
    watching.cancel()
    return found


@pytest.mark.parametrize(("doing", "expected"), [("working", 1), ("pausing", 0)])
def test_a_stall_is_told_where_somebody_would_be_charged(doing: str, expected: int) -> None:
    found = hold(lambda clock: stalls_in(clock, doing))

    assert len(found) == expected
    for stall in found:
        assert STALL_S < stall.seconds < STALL_S + 0.5 + 10 * SLACK_S
        assert not stall.is_busy


def test_on_the_wall_a_stall_is_told_whatever_is_done() -> None:
    (stall,) = asyncio.run(stalls_in(RealClock(), "pausing"))

    assert stall.seconds > STALL_S - 0.5


def test_a_long_wait_for_somebody_is_no_stall_and_neither_is_a_long_meeting() -> None:
    async def meeting(clock: VirtualClock) -> list[Stall]:
        found: list[Stall] = []
        watching = asyncio.create_task(clock.watch_for_stalls(found.append))
        await clock.sleep(10_000)
        with clock.working():
            await asyncio.to_thread(time.sleep, STALL_S + 0.7)
        await clock.sleep(10_000)
        watching.cancel()
        return found

    assert hold(meeting) == []
