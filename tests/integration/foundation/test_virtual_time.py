"""Real sockets are waited for on virtual time."""

import asyncio
import socket
import time

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
